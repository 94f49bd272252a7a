// The worker that holds the core: one wasm instance, one request at a time. A check that fails inside the
// core is reported with its message; the page then starts a new worker from the compiled module.
import { instantiate } from './engine.js';
import { loadCore } from './load_core.js';

let core = null;
let loader = null;
let lastWords = [];

/** What abort() says of itself; the check's own message comes before it. */
const ABORT = /^Aborted\(|native code called abort/;

function fail(id, error) {
  const said = lastWords.filter((line) => line && !ABORT.test(line));
  postMessage({ type: 'failed', id, message: said.at(-1) ?? String(error?.message ?? error) });
}

async function start({ module }) {
  core = await instantiate((await loader).default, module, {
    print: () => {},
    printErr: (line) => lastWords.push(String(line)),
    onAbort: (what) => lastWords.push(String(what ?? '')),
    onProgress: (fraction) => postMessage({ type: 'progress', fraction }),
  });
  postMessage({ type: 'ready', description: core.ccall('tally_describe', 'string', [], []) });
}

const CALLS = { run: 'tally_run', ask: 'tally_ask' };

function answer({ type, id, request }) {
  lastWords = [];
  const response = core.ccall(CALLS[type], 'string', ['string'], [request]);
  postMessage({ type: 'done', id, response, memory: core.HEAPU8.byteLength });
}

onmessage = async ({ data }) => {
  try {
    if (data.type === 'load') loader = loadCore(data.url);  // while the page still compiles the module
    else if (data.type === 'start') await start(data);
    else answer(data);
  } catch (error) {
    fail(data.id ?? null, error);
  }
};
