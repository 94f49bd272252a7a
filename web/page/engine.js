// The engine's parts, asked for once and together as soon as the page runs: the wasm module, compiled while it
// arrives and shared by the core's worker and the view; Emscripten's loader, as a function for the view and as the
// text that a worker starts from; the figures' font.

async function fetched(url) {
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

/** `assets`: URLs `tally`, `tally_wasm`, `font`. Each part is a promise; whoever needs it hears of its failure. */
export function loadEngine(assets) {
  const engine = {
    module: compile(assets.tally_wasm),
    loader: import(assets.tally).then(() => globalThis.createTally),
    worker: fetched(assets.tally).then((response) => response.text()),
    font: fetched(assets.font).then((response) => response.arrayBuffer()),
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
    const bytes = new TextEncoder().encode(`${value}\0`);
    const at = module._malloc(bytes.length);
    module.HEAPU8.set(bytes, at);
    texts.push(at);
    return at;
  });
  const answer = module.ccall(name, result, types.map((type) => (type === 'string' ? 'number' : type)), kept);
  texts.forEach((at) => module._free(at));
  return answer;
}

/** An instance of the compiled module; `options` as Emscripten's loader takes them. */
export function instantiate(create, module, options) {
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
