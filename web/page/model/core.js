// The worker of real models: their module stands alone.
import { createStandalone } from '../standalone.js';
import { serve } from '../core_worker.js';

globalThis.createTally = createStandalone;
serve({ describe: 'tally_account_describe', run: 'tally_account' });
