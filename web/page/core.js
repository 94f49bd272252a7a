// Emscripten's loader and the core's worker in one script: the page runs it for the loader alone, a worker for both.
import create from 'tally-loader';
import { serve } from './core_worker.js';

globalThis.createTally = create;
if (typeof document === 'undefined') serve();
