// Runs in Chromium: our engine's wasm and, where it is installed, TensorFlow.js's wasm backend, in turns. A sample is
// many short calls from JavaScript, so that no kernel is inlined into one long call; before the samples both warm up.
import createTally from '/build/wasm/bench/tally_bench.mjs';

const FULL = { sizes: [256, 512, 1024], step: { layers: 16, width: 512, batch: 64 }, elements: 1 << 22, rounds: 7, sample: 100, warmUp: 500 };
const SMOKE = { sizes: [9], step: { layers: 2, width: 8, batch: 4 }, elements: 1000, rounds: 2, sample: 0, warmUp: 0 };
const LAYOUTS = [['AB', 0, 0], ['A^T B', 1, 0], ['A B^T', 0, 1]];
const LEARNING_RATE = 1e-6; // as in bench/step.h

const rest = () => new Promise((resolve) => setTimeout(resolve));

/** Milliseconds of one call, as the mean of as many as fill a sample. */
async function sample(run, least) {
  await rest(); // a pause in which compiled code may be put in place
  let calls = 0;
  const begin = performance.now();
  do {
    run();
    calls += 1;
  } while (performance.now() - begin < least);
  return (performance.now() - begin) / calls;
}

/** Warms each of `runs` up, then samples them in turns: {key: [milliseconds]}. */
async function inTurns(runs, { rounds, sample: least, warmUp }) {
  const times = Object.fromEntries(Object.keys(runs).map((key) => [key, []]));
  for (const run of Object.values(runs)) {
    const end = performance.now() + warmUp;
    do await sample(run, warmUp / 10); while (performance.now() < end);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [key, run] of Object.entries(runs)) times[key].push(await sample(run, least));
  }
  return times;
}

async function startTensorFlow() {
  const tf = await import('/build/bench/tensorflow.mjs');
  tf.setWasmPaths('/bench/node_modules/@tensorflow/tfjs-backend-wasm/dist/');
  await tf.setBackend('wasm');
  await tf.ready();
  if (tf.getBackend() !== 'wasm') throw new Error(`TensorFlow.js took its backend ${tf.getBackend()}`);
  if (!await tf.env().getAsync('WASM_HAS_SIMD_SUPPORT')) throw new Error('TensorFlow.js runs without SIMD: that would be no comparison');
  return tf;
}

/** Our products are what they should be, and so are TensorFlow.js's: both sum to the same. */
function agree(what, ours, theirs) {
  if (!(Math.abs(ours - theirs) <= 1e-4 * Math.abs(theirs))) throw new Error(`${what}: ${ours} here, ${theirs} there`);
}

const filled = (n, period) => Float32Array.from({ length: n * n }, (_, i) => (i % period) / 8);

/** In double precision. */
const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);

/** The sum of all elements of the product. */
function expectedSum(n, aTurned, bTurned) {
  const [a, b] = [filled(n, 7), filled(n, 5)];
  let sum = 0;
  for (let p = 0; p < n; p += 1) {
    let [column, row] = [0, 0];
    for (let i = 0; i < n; i += 1) {
      column += a[aTurned ? p * n + i : i * n + p];
      row += b[bTurned ? i * n + p : p * n + i];
    }
    sum += column * row;
  }
  return sum;
}

async function products(tally, tf, options) {
  const results = [];
  for (const n of options.sizes) {
    tally._bench_gemm_start(n);
    const matrices = tf && [tf.tensor2d(filled(n, 7), [n, n]), tf.tensor2d(filled(n, 5), [n, n])];
    for (const [layout, a, b] of LAYOUTS) {
      const multiply = () => tf.matMul(...matrices, Boolean(a), Boolean(b));
      tally._bench_gemm(a, b);
      agree(`${layout}, n = ${n}`, tally._bench_gemm_sum(), expectedSum(n, a, b));
      if (tf) agree(`TensorFlow.js ${layout}, n = ${n}`, tf.tidy(() => sumOf(multiply().dataSync())), expectedSum(n, a, b));
      const runs = { ours: () => tally._bench_gemm(a, b), ...(tf && { theirs: () => multiply().dispose() }) };
      results.push({ kind: 'gemm', layout, n, flops: 2 * n ** 3, times: await inTurns(runs, options) });
    }
    matrices?.forEach((matrix) => matrix.dispose());
  }
  return results;
}

async function step(tally, tf, options) {
  const { layers, width, batch } = options.step;
  tally._bench_step_start(layers, width, batch);
  const runs = { ours: () => tally._bench_step() };
  if (tf) {
    const bound = 1 / Math.sqrt(width);
    const weights = Array.from({ length: layers }, () => tf.variable(tf.randomUniform([width, width], -bound, bound)));
    const x = tf.randomNormal([batch, width]);
    const optimizer = tf.train.adam(LEARNING_RATE);
    const loss = () => tf.sum(weights.reduce((h, weight) => tf.relu(tf.matMul(h, weight)), x));
    runs.theirs = () => optimizer.minimize(loss, false, weights);
  }
  tally._bench_step();
  const first = tally._bench_step_loss();
  const times = await inTurns(runs, options);
  const last = tally._bench_step_loss();
  if (!(last < first)) throw new Error(`the loss did not fall: from ${first} to ${last}`);
  return { kind: 'step', ...options.step, flops: 2 * batch * width ** 2 * (3 * layers - 1), times };
}

/** How many times a kernel reads or writes a value of its tensors. */
const STREAMS = { copy: 2, relu: 2, relu_backward: 3, add: 3, sum: 1, adam: 7 };

async function elementwise(tally, options) {
  tally._bench_elements_start(options.elements);
  const runs = Object.fromEntries(Object.keys(STREAMS).map((name) => [name, () => tally[`_bench_${name}`]()]));
  const times = await inTurns(runs, options);
  return Object.entries(STREAMS).map(([name, streams]) =>
    ({ kind: 'elementwise', name, elements: options.elements, bytes: 4 * options.elements * streams, times: { ours: times[name] } }));
}

/** What the product's kernel reaches where all is in the first cache: the roof of every product. */
async function peak(tally, options) {
  return { kind: 'peak', flops: tally._bench_peak_flops(), times: await inTurns({ ours: () => tally._bench_peak() }, options) };
}

/** All measurements. `smoke`: once and small; `withTensorFlow`: beside it. */
export async function measure({ smoke = false, withTensorFlow = true } = {}) {
  const options = smoke ? SMOKE : FULL;
  const tally = await createTally();
  const tf = withTensorFlow ? await startTensorFlow() : null;
  return {
    tensorflow: tf && tf.version_core,
    results: [...await products(tally, tf, options), await peak(tally, options), await step(tally, tf, options), ...await elementwise(tally, options)],
  };
}
