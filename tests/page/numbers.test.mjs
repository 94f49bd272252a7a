// The seven demonstrations' numbers with the lecture's settings, read from the page's tables in Chromium.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runCases } from '../../web/build/account.mjs';
import { assertQuiet, LESSONS, readTable, settle, showFigure, startBrowser } from './browser.mjs';
import { tally } from './native.mjs';

const WASM = process.env.TALLY_WASM ?? fileURLToPath(new URL('../../build/wasm', import.meta.url));
let site;
let page;
before(async () => {
  site = await startBrowser();
  page = await site.open();
});
after(async () => {
  assertQuiet(page);
  await site.close();
});

/** Values of one column, by row id. */
async function column(lesson, table, key) {
  await showFigure(page, lesson);
  return Object.fromEntries((await readTable(page, lesson, table)).map((row) => [row.id, row.cells[key].value ?? row.cells[key].text]));
}

async function withValues(lesson, values, read) {
  await showFigure(page, lesson);
  for (const [key, text] of Object.entries(values)) {
    await page.evaluate(([id, name, value]) => globalThis.tally.state.set(id, name, value), [lesson, key, text]);
  }
  await settle(page, lesson);
  const found = await read();
  await page.evaluate((id) => globalThis.tally.state.reset(id), lesson);
  await settle(page, lesson);
  return found;
}

test('1: bytes per parameter of each recipe, and the largest model on 8 x 80 GB', async () => {
  await showFigure(page, 'recipes');
  const rows = Object.fromEntries((await readTable(page, 'recipes', 'recipes')).map((row) => [row.id, row.cells]));
  const parts = (id) => ['parameter', 'gradient', 'master_weight', 'optimizer_state', 'total'].map((key) => rows[id][key].value);
  assert.deepEqual(parts('fp32'), [4, 4, 0, 8, 16]);
  assert.deepEqual(parts('bf16_fp32_moments'), [2, 2, 0, 8, 12]);
  assert.deepEqual(parts('bf16_master_weights'), [2, 2, 4, 8, 16]);
  assert.deepEqual(['fp32', 'bf16_fp32_moments', 'bf16_master_weights'].map((id) => Math.round(rows[id].largest.value / 1e9)), [40, 53, 40]);
  assert.deepEqual(['fp32', 'bf16_fp32_moments', 'bf16_master_weights'].map((id) => rows[id].largest.text), ['40B', '53B', '40B']);
});

test('1: sharding on 8 x 80 GB, and why master weights are fp32', async () => {
  const largest = await column('recipes', 'sharding', 'largest');
  assert.deepEqual(Object.entries(largest).map(([id, value]) => [id, (value / 1e9).toFixed(1)]),
    [['replicated', '5.0'], ['zero1', '14.5'], ['zero2', '21.3'], ['zero3', '40.0']]);
  assert.deepEqual(await column('recipes', 'sharding', 'bytes_per_parameter'),
    { replicated: 16, zero1: 4 + 12 / 8, zero2: 2 + 14 / 8, zero3: 16 / 8 });
  const end = await column('recipes', 'updates', 'end');
  assert.equal(end.bf16, 1);
  assert.ok(Math.abs(end.master - 2) < 1e-4, `the master is at ${end.master}`);
});

test('2: the state of AdamW before and after step()', async () => {
  assert.deepEqual(await column('optimizer_state', 'bytes', 'state'), { before: 0, after_1: 2097168 });
  assert.deepEqual(await column('optimizer_state', 'bytes', 'parameters'), { before: 262144, after_1: 262144 });
  assert.deepEqual(await column('optimizer_state', 'bytes', 'parameter_bytes'), { before: 1048576, after_1: 1048576 });
  assert.deepEqual(await column('optimizer_state', 'state', 'shape'), { step: '()', exp_avg: '(256, 256)', exp_avg_sq: '(256, 256)' });
  assert.deepEqual(Object.values(await column('optimizer_state', 'state', 'dtype')), ['float32', 'float32', 'float32']);
});

test('2: SGD keeps nothing, with momentum one buffer a parameter, Adam and AdamW two and a counter a tensor', async () => {
  // 4 layers of 256 x 256 parameters are 262,144, and a buffer of them in fp32 is 1,048,576 B; 2 x that + 4 x 4 B = 2,097,168 B.
  assert.deepEqual(await column('optimizer_state', 'optimizers', 'state'),
    { adamw: 2097168, adam: 2097168, sgd: 0, sgd_momentum: 1048576, sgd_nesterov: 1048576 });
  const after = (optimizer) => withValues('optimizer_state', { optimizer }, () => column('optimizer_state', 'bytes', 'state'));
  assert.deepEqual(await after('sgd'), { before: 0, after_1: 0 });
  assert.deepEqual(await after('sgd_momentum'), { before: 0, after_1: 1048576 });
});

test('3: saved activations, measured and by formula, and the parameters', async () => {
  const { yours: _, ...saved } = await column('activation', 'points', 'saved_bytes');
  assert.deepEqual(saved, { L4_B32: 327680, L8_B32: 589824, L8_B64: 1179648, L16_B64: 2228224 });
  const { yours: __, ...formula } = await column('activation', 'points', 'formula_bytes');
  assert.deepEqual(formula, saved);
  const { yours: ___, ...parameters } = await column('activation', 'points', 'parameter_bytes');
  assert.deepEqual(Object.values(parameters), [4194304, 8388608, 8388608, 16777216]);
});

test('3: GELU and SiLU keep 2L units, the others L + 1, and no_grad none', async () => {
  const unit = 32 * 512 * 4;
  for (const [name, units] of [['relu', 9], ['tanh', 9], ['sigmoid', 9], ['gelu', 16], ['silu', 16]]) {
    const saved = await withValues('activation', { function: name }, () => column('activation', 'points', 'saved_bytes'));
    assert.equal(saved.yours, units * unit, name);
  }
  const none = await withValues('activation', { mode: 'no_grad' }, () => column('activation', 'points', 'saved_bytes'));
  assert.equal(none.yours, 0);
});

test('3: activations pass the parameters at D L / (L + 1) tokens, executed on both sides', async () => {
  const crossing = async () => [await column('activation', 'crossing', 'tokens'), await column('activation', 'crossing', 'saved_bytes'),
    await column('activation', 'crossing', 'parameter_bytes'), await column('activation', 'crossing', 'relation')];
  // 512 x 8 / 9 = 455.11; 9 x 455 x 512 x 4 B = 8,386,560 B are below 8 x 512 x 512 x 4 B = 8,388,608 B, of 456 tokens 8,404,992 B above.
  const caption = page.locator('figure[data-lesson="activation"] details[data-table-block="crossing"] > summary');
  await showFigure(page, 'activation');
  assert.match(await caption.textContent(), /512 × 8 \/ 9 ≈ 455\.11/);
  assert.deepEqual(await crossing(), [{ up_to: 455, beyond: 456 }, { up_to: 8386560, beyond: 8404992 },
    { up_to: 8388608, beyond: 8388608 }, { up_to: 'below parameters', beyond: 'above parameters' }]);
  // 512 x 4 / 5 = 409.6.
  assert.deepEqual((await withValues('activation', { layers: '4' }, crossing))[0], { up_to: 409, beyond: 410 });
  // With GELU 512 x 8 / 16 = 256, where both are 8,388,608 B; of 257 tokens 16 x 257 x 512 x 4 B = 8,421,376 B.
  const [tokens, saved, , relation] = await withValues('activation', { function: 'gelu' }, crossing);
  assert.deepEqual([tokens, saved, relation],
    [{ up_to: 256, beyond: 257 }, { up_to: 8388608, beyond: 8421376 }, { up_to: 'equal', beyond: 'above parameters' }]);
});

test('3: what frozen layers spare depends on where they are, and on the function', async () => {
  const unit = 65536;  // 32 x 512 x 4 B
  // ReLU keeps its result, which the next layer wants: of the f first ones that are frozen nothing is kept, L - f + 1 units are left,
  // and a frozen layer further on spares none. GELU keeps its input and each of t trained layers its own: L - f + t.
  for (const [values, units] of [[{ frozen_layers: '1' }, 8], [{ frozen_layers: '4' }, 9], [{ frozen: '2' }, 7], [{ frozen: '7' }, 2],
    [{ frozen: '8' }, 0], [{ function: 'gelu', frozen_layers: '1' }, 14], [{ function: 'gelu', frozen_layers: '4' }, 15]]) {
    const saved = await withValues('activation', values, () => column('activation', 'points', 'saved_bytes'));
    assert.equal(saved.yours, units * unit, JSON.stringify(values));
  }
});

test('4: saved bytes of one large batch and of four small ones, and the difference of the gradients', async () => {
  // (4 + 2) x 64 x 128 x 4 B, and of 16 samples; the gradients that stay are 4 x 128 x 128 x 4 B.
  assert.deepEqual(await column('accumulation', 'bytes', 'saved_bytes'), { large: 196608, small: 49152 });
  assert.deepEqual(await column('accumulation', 'bytes', 'ratio'), { large: 1, small: 4 });
  assert.deepEqual(await column('accumulation', 'bytes', 'gradient_bytes'), { large: '–', small: 262144 });
  const gradients = await column('accumulation', 'gradients', 'value');
  assert.ok(gradients.largest_difference > 0, 'rounding leaves a trace');
  assert.ok(gradients.largest_difference <= 1e-6 * gradients.largest_gradient, `${gradients.largest_difference} of ${gradients.largest_gradient}`);
});

test('4: the loss not divided shows under SGD and hides under AdamW', async () => {
  const rows = await readTable(page, 'accumulation', 'mistakes');
  const wrong = rows.find((row) => row.id === 'loss_not_divided').cells;
  assert.equal(wrong.gradient_1.value.toFixed(2), '4.00');
  assert.equal(wrong.sgd_1.value.toFixed(2), '4.00');
  assert.ok(Math.abs(wrong.adamw_1.value - 1) < 0.01);
});

test('4: chunk(6, 4) makes three parts, whose gradient is 3/4 of the right one by count and right by weight', async () => {
  const read = async () => [await column('accumulation', 'micro_batches', 'samples'), await column('accumulation', 'micro_batches', 'weight'),
    await column('accumulation', 'bytes', 'saved_bytes'), (await column('accumulation', 'gradients', 'value')).factor.toFixed(4)];
  const three = (value) => ({ 1: value, 2: value, 3: value });
  const saved = { large: 18432, small: 6144 };  // (4 + 2) x 6 x 128 x 4 B, and of ceil(6 / 4) = 2 samples
  const six = { batch: '6', micro_batches: '4' };
  // Three means of two samples, each over 4, are 3/4 of the mean of all; by weight each counts 2/6.
  assert.deepEqual(await withValues('accumulation', six, read), [three(2), three(1 / 4), saved, '0.7500']);
  assert.deepEqual(await withValues('accumulation', { ...six, weighted: 'true' }, read), [three(2), three(2 / 6), saved, '1.0000']);
});

/** Every length of segments of 16 layers. */
const LENGTHS = Array.from({ length: 16 }, (_, index) => index + 1);

test('5: peaks of saved activations for every segment length, by formula and measured', async () => {
  const units = await column('checkpointing', 'segments', 'units');
  // While segment j runs again there are j inputs and its own results: the most of j + (its layers). From k = 9 on there are two
  // segments at most, of which the first binds: 1 + k.
  assert.deepEqual(LENGTHS.map((k) => units[k]), [17, 10, 8, 8, 8, 8, 9, 10, 10, 11, 12, 13, 14, 15, 16, 17]);
  assert.equal(units.plain, 17);
  const estimate = await column('checkpointing', 'segments', 'estimate');
  assert.deepEqual([1, 2, 4, 8, 16].map((k) => estimate[k]), [17, 10, 8, 10, 17]);
  assert.equal(estimate.plain, 16);
  const optimum = (await readTable(page, 'checkpointing', 'optimum')).map((row) => row.cells);
  assert.deepEqual([optimum[0].root.value, optimum[0].two_roots.value], [4, 8]);
  assert.deepEqual([optimum[1].layers.value, optimum[1].plain_estimate.value, optimum[1].two_roots.value], [100, 100, 20]);
  const hand = await withValues('checkpointing', { boundaries: '6,4,3,2,1' }, () => column('checkpointing', 'chosen', 'value'));
  assert.equal(hand.units, 7);
});

test('5: FLOPs of forward, without and with a checkpoint per layer', async () => {
  const flops = await column('checkpointing', 'flops', 'flops');
  assert.deepEqual([flops.forward, flops.plain, flops.each_layer], [67108864, 197132288, 264241152]);
  const multiple = await column('checkpointing', 'flops', 'multiple');
  assert.deepEqual([multiple.plain, multiple.each_layer].map((value) => value.toFixed(2)), ['2.94', '3.94']);
  // A layer's product is 2 x 32 x 256 x 256 = 4,194,304. 16 of them forward, twice as many back but for the first input's gradient,
  // and all 16 again, whatever the length: (16 + 31 + 16) products.
  const segments = await column('checkpointing', 'segments', 'flops');
  assert.equal(segments.plain, 197132288);
  assert.deepEqual(LENGTHS.map((k) => segments[k]), LENGTHS.map(() => 264241152));
});

test('5: the gradients with checkpoints are those without, to the bit, of the toy block and of the wide one', async () => {
  const equal = async () => (await column('checkpointing', 'chosen', 'value')).gradients_equal;
  for (const values of [{}, { segment: '1' }, { segment: '5' }, { boundaries: '6,4,3,2,1' }, { block: 'wide', width: '64' }]) {
    assert.equal(await withValues('checkpointing', values, equal), 'equal to the bit', JSON.stringify(values));
  }
});

test('5: of the wide block single layers are best: 24 units for 144, with one product a segment less to run again', async () => {
  // A wide layer keeps 4 + 4 units and between each two an input: 9 k - 1 inside a segment of k. While segment j runs again there are
  // j inputs: k = 1: 16 + 8; k = 2: 8 + 17; k = 4: 4 + 35; k = 8: 2 + 71; k = 16: 1 + 143, as without checkpoints.
  const [units, flops, optimum] = await withValues('checkpointing', { block: 'wide' }, async () => [
    await column('checkpointing', 'segments', 'units'),
    await column('checkpointing', 'segments', 'flops'), await column('checkpointing', 'optimum', 'best')]);
  assert.deepEqual([1, 2, 4, 8, 16, 'plain'].map((k) => units[k]), [24, 25, 39, 73, 144, 144]);
  assert.equal(optimum.yours, 1);
  // A product is 2 x 32 x 256 x 1,024 = 16,777,216; two a layer: 32 forward, 63 back, and 32 again but for the last of each segment,
  // whose result nobody wants.
  const product = 16777216;
  assert.deepEqual([1, 2, 4, 8, 16, 'plain'].map((k) => flops[k] / product), [111, 119, 123, 125, 126, 95]);
});

test('6: memory and GPUs for the five sizes, round and real', async () => {
  const sizes = ['124M', '1.5B', '7B', '70B', '405B'];
  const gigabytes = await column('budget', 'budget', 'gigabytes');
  assert.deepEqual(sizes.map((id) => Math.round(gigabytes[id])), [2, 24, 112, 1120, 6480]);
  const gpus = await column('budget', 'budget', 'gpus');
  assert.deepEqual(sizes.map((id) => gpus[id]), [1, 1, 2, 14, 81]);
  const real = await column('budget', 'real', 'gpus');
  assert.deepEqual([real['70B'], real['405B']], [15, 82]);
  for (const [parameters, wanted] of [['5000000000', 1], ['5000000001', 2]]) {
    const yours = await withValues('budget', { parameters }, () => column('budget', 'budget', 'gpus'));
    assert.equal(yours.yours, wanted, parameters);
  }
});

test('7: what each lever leaves of 7B parameters on one GPU, in GB', async () => {
  const states = await column('levers', 'answer', 'states');
  assert.deepEqual(Object.entries(states).map(([id, value]) => [id, Math.round(value)]), [['none', 112], ['recipe', 112],
    ['optimizer', 84], ['batch', 112], ['accumulation', 112], ['checkpointing', 112], ['sharding', 14]]);
});

test('the sentence of each figure holds its main number', async () => {
  const numbers = { recipes: '53B', optimizer_state: '2,097,168', activation: '589,824', accumulation: '49,152',
    checkpointing: '262,144', budget: '208', levers: '112 GB' };
  assert.deepEqual(Object.keys(numbers), LESSONS);
  for (const [lesson, number] of Object.entries(numbers)) {
    await showFigure(page, lesson);
    const sentence = await page.locator(`#${lesson}-sentence`).textContent();
    assert.ok(sentence.includes(number), `${lesson}: ${sentence}`);
  }
});

test('the numbers in the prose are those of the tables', async () => {
  for (const [from, text] of [['recipes/recipes/bf16_master_weights/parameter', '14'], ['optimizer_state/bytes/after_1/state', '2,097,168'],
    ['activation/points/L4_B32/saved_bytes', '327,680'], ['accumulation/bytes/large/saved_bytes', '196,608'],
    ['checkpointing/flops/each_layer/multiple', '3.94'], ['budget/budget/7B/gigabytes', '112'], ['budget/real/70B/gpus', '15']]) {
    const shown = await page.locator(`main data[data-from="${from}"]:not([data-values])`).allTextContents();
    assert.ok(shown.length > 0, from);
    for (const each of shown) assert.equal(each, text, from);
  }
});

test('what a transformer’s layer keeps, in the prose, is the account’s of the command line', async () => {
  const shown = await page.locator('main data[data-account]').evaluateAll((all) => all.map((each) => [each.dataset.account, Number(each.value)]));
  assert.deepEqual(shown.map(([options]) => options.match(/--profile (\w+)/)[1]), ['eager', 'fused']);
  for (const [options, units] of shown) {
    const { ledger, shape } = JSON.parse((await tally('account', ...options.split(' '), '--ledger', '--json')).out);
    const inBlocks = ledger.filter(({ module }) => /^transformer\.h\.\d+(\.|$)/.test(module)).reduce((sum, { bytes, count }) => sum + bytes * count, 0);
    assert.equal(inBlocks / shape.layers / 1024 / (2 * shape.hidden), units, options);
  }
  // Korthikanti et al. 2022: 17 without the quadratic term, of which flash attention keeps none; with it 17 + 2.5 x 64 x 2,048 / 6,144
  // = 70.3 for the model of 22B.
  assert.equal(Math.floor(shown[1][1]), 17);
  const [h, s] = [6144, 2048];
  const block = { id: 'block', kind: 'gpt_blocks', input: { h, L: 1, a: 64, s, b: 1 }, expect: { squares: 1, rest: 1 }, unit: 'GiB', tolerance: 0, source: '', evidence: 'D' };
  const { cases: [{ got }] } = await runCases(WASM, `[${JSON.stringify(block)}]`);
  assert.deepEqual([got[1], got[0] + got[1]].map((gibibytes) => Math.floor((gibibytes * 2 ** 30) / (2 * s * h))), [17, 70]);
});
