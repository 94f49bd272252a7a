// What a reader asks for by a press: taking a figure along, sharing it, two settings side by side. A script of
// its own that the page fetches then; it keeps no state, so that what it shares with the page may stand in both.
export { comparisonHtml } from './compare.js';
export { savePanel } from './save.js';
export { sharePanel } from './share.js';
