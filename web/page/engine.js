// The engine's parts, asked for once and together as soon as the page runs: the wasm module, compiled while it
// arrives and shared by the core's worker and the view; Emscripten's loader, as a function for the view and as the
// text that a worker starts from; the figures' font.

/** A module of one function that makes a vector: the engine is built for browsers that take it. */
const VECTOR = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

export const hasSimd = () => WebAssembly.validate(new Uint8Array(VECTOR));

export async function fetched(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response;
}

async function compile(url) {
  const response = await fetched(url);
  try {
    return await WebAssembly.compileStreaming(response.clone());
  } catch {
    return WebAssembly.compile(await response.arrayBuffer());  // a host that serves no application/wasm
  }
}

/** `assets`: URLs `tally`, `tally_wasm`, `font`, `strings`. Each part is a promise; whoever needs it hears of its failure. */
export function loadEngine(assets) {
  const engine = {
    module: compile(assets.tally_wasm),
    loader: import(assets.tally).then(() => globalThis.createTally),
    worker: fetched(assets.tally).then((response) => response.text()),
    font: fetched(assets.font).then((response) => response.arrayBuffer()),
    strings: fetched(assets.strings).then((response) => response.arrayBuffer()),
  };
  Object.values(engine).forEach((part) => part.catch(() => {}));
  return engine;
}

/**
 * Calls one of the module's functions as Emscripten's ccall does, which puts texts on the stack, where long ones
 * have no room: here they stand in the heap until the call ends.
 */
export function callWith(module, name, result, types, values) {
  const texts = [];
  const kept = values.map((value, index) => {
    if (types[index] !== 'string') return value;
    const at = place(module, new TextEncoder().encode(`${value}\0`));
    texts.push(at);
    return at;
  });
  const answer = module.ccall(name, result, types.map((type) => (type === 'string' ? 'number' : type)), kept);
  texts.forEach((at) => module._free(at));
  return answer;
}

/** Puts bytes into the module's memory, where they stay; gives where. */
export function place(core, bytes) {
  const at = core._malloc(bytes.byteLength);
  core.HEAPU8.set(new Uint8Array(bytes), at);
  return at;
}

/** Gives a started module the strings of a language. */
export function loadStrings(core, strings) {
  if (!core.ccall('tally_load', 'number', ['number', 'number'], [place(core, strings), strings.byteLength])) {
    throw new Error('the strings are of another build');
  }
}

/** An instance of the compiled module with its language; `options` as Emscripten's loader takes them. */
export async function instantiate(create, module, strings, options) {
  const core = await started(create, module, options);
  loadStrings(core, strings);
  return core;
}

/** An instance of the compiled module as it is, for one that needs no language. */
export function started(create, module, options) {
  return new Promise((resolve, reject) => {
    create({
      ...options,
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports).then((instance) => done(instance, module), reject);
        return {};
      },
    }).then(resolve, reject);
  });
}
