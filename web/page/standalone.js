// A wasm module without a loader (Emscripten's STANDALONE_WASM), which arrives packed: the little that it imports stands
// here, and it is called as one that has a loader.
import { fetched } from './engine.js';
import { unpack } from './lzma.js';

export async function compileStandalone(url) {
  return WebAssembly.compile(unpack(new Uint8Array(await (await fetched(url)).arrayBuffer())));
}

/** Where a wasi program writes: number of bytes written at `done`. */
function writer(memory, say) {
  return (_, vectors, count, done) => {
    const view = new DataView(memory().buffer);
    let written = 0;
    for (let index = 0; index < count; index += 1) {
      const [at, size] = [view.getUint32(vectors + 8 * index, true), view.getUint32(vectors + 8 * index + 4, true)];
      const text = new TextDecoder().decode(new Uint8Array(memory().buffer, at, size)).trim();
      if (text) say(text);
      written += size;
    }
    view.setUint32(done, written, true);
    return 0;
  };
}

/** In the place of Emscripten's function: takes the same options, gives the same members. */
export function createStandalone({ instantiateWasm, printErr = () => {} }) {
  let exports = null;
  const own = {
    fd_write: writer(() => exports.memory, printErr),
    proc_exit: () => {
      throw new Error('exit');
    },
  };
  const functions = new Proxy({}, { get: (_, name) => own[name] ?? (() => 0) });
  const imports = new Proxy({}, { get: () => functions });
  return new Promise((resolve) => {
    instantiateWasm(imports, (instance) => {
      ({ exports } = instance);
      exports._initialize?.();
      resolve({
        get HEAPU8() {
          return new Uint8Array(exports.memory.buffer);  // another one once memory has grown
        },
        _malloc: exports.malloc,
        _free: exports.free,
        ccall(name, result, types, values) {
          const answer = exports[name](...values);
          if (result !== 'string') return answer;
          const from = new Uint8Array(exports.memory.buffer);
          return new TextDecoder().decode(from.subarray(answer, from.indexOf(0, answer)));
        },
      });
    });
  });
}
