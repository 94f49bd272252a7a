// The worker that holds the core: one wasm instance, one request at a time. A check that fails inside the
// core is reported with its message; the page then starts a new worker from the compiled module.
// One text with Emscripten's loader (core.js): a worker is started again from what the page has, without a network.
import { callWith, instantiate } from './engine.js';

/** What the module's functions are called, by what the page asks. */
let names = { describe: 'tally_describe', run: 'tally_run', ask: 'tally_ask' };
let core = null;
let lastWords = [];

/** What abort() says of itself; the check's own message comes before it. */
const ABORT = /^Aborted\(|native code called abort/;

function fail(id, error) {
  const said = lastWords.filter((line) => line && !ABORT.test(line));
  postMessage({ type: 'failed', id, message: said.at(-1) ?? String(error?.message ?? error) });
}

const memory = () => core.HEAPU8.byteLength;

async function start({ module, strings }) {
  core = await instantiate(globalThis.createTally, module, strings, {
    print: () => {},
    printErr: (line) => lastWords.push(String(line)),
    onAbort: (what) => lastWords.push(String(what ?? '')),
    onProgress: (fraction) => postMessage({ type: 'progress', fraction }),
  });
  postMessage({ type: 'ready', description: core.ccall(names.describe, 'string', [], []), memory: memory() });
}

function answer({ type, id, request }) {
  lastWords = [];
  const response = callWith(core, names[type], 'string', ['string'], [request]);
  postMessage({ type: 'done', id, response, memory: memory() });
}

/** Takes what the page asks from now on. */
export function serve(own = names) {
  names = own;
  onmessage = async ({ data }) => {
    try {
      if (data.type === 'start') await start(data);
      else answer(data);
    } catch (error) {
      fail(data.id ?? null, error);
    }
  };
}
