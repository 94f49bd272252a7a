// The page of real models: its numbers are the command line's, byte for byte; its form, address and questions.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startAccount } from '../../web/build/account.mjs';
import { readAddress, writeAddress } from '../../web/page/model/address.js';
import { defaults, optionsOf, PARAMETERS, verdictOptionsOf } from '../../web/page/model/parameters.js';
import { QUESTIONS } from '../../web/page/model/questions.js';
import { assertQuiet, startBrowser } from './browser.mjs';
import { PHONE, STILL } from './gestures.mjs';
import { choose, openModel, settled } from './model.mjs';
import { tally } from './native.mjs';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WASM = process.env.TALLY_WASM ?? fileURLToPath(new URL('../../build/wasm', import.meta.url));
let site;
before(async () => {
  site = await startBrowser({ base: '/some/where/' });
});
after(() => site.close());

const open = (options) => openModel(site, options);
const instants = (page) => page.locator('table[data-table="instants"] tbody tr').evaluateAll((rows) => rows.map((row) => ({
  instant: row.dataset.instant, micro_batch: Number(row.dataset.micro), bytes: Number(row.cells[1].dataset.value), binds: row.hasAttribute('aria-current') })));
const native = async (values) => JSON.parse((await tally('account', '--json', ...optionsOf(values))).out);
const shownOf = ({ instants: rows }) => rows.map(({ instant, micro_batch, bytes }) => ({ instant, micro_batch, bytes }));

/** In a page: keeps what workers are asked for, in order. */
function keepAsked() {
  globalThis.asked = [];
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function kept(data) {
    const isVerdict = data.request?.includes('--gpu=');
    globalThis.asked.push(isVerdict ? 'verdict' : data.type);
    postMessage.call(this, data);
    if (isVerdict) globalThis.onVerdict?.();
  };
}

test('the module says what tally account --json prints, byte for byte', async () => {
  const account = await startAccount(WASM);
  const settings = [{}, { model: 'gpt2', sequence: '1024', profile: 'eager' }, { model: 'llama-3.1-405b', zero: '3', gpus: '1024', recompute: 'blocks' },
    { model: 'qwen3-8b', micro_batches: '8', regime: 'bf16', optimizer: 'adamw_8bit', stepping: 'fused' },
    { model: 'gemma-2-9b', lora_rank: '16', lora_all: '1', loss: 'chunked' }, { model: 'phi-4-mini', frozen_blocks: '4', frozen_embeddings: '1', optimizer: 'sgd' }];
  for (const changes of settings) {
    const options = optionsOf({ ...defaults(), ...changes });
    const { out, err } = await tally('account', '--json', ...options);
    assert.equal(`${account.account('en', options)}\n`, out, `${options.join(' ')} ${err}`);
  }
});

test('the static page holds the default setting executed, and is read without a script', async () => {
  const page = await open(STILL);
  const wanted = await native(defaults());
  assert.deepEqual((await instants(page)).map(({ instant, micro_batch, bytes }) => ({ instant, micro_batch, bytes })), shownOf(wanted));
  assert.match(await page.locator('.sentence').innerText(), new RegExp(wanted.peak.bytes.toLocaleString('en-US')));
  assert.ok(await page.locator('.timeline-picture').isVisible());
  assert.equal(await page.locator('table[data-table="ledger"] tbody tr').count(), wanted.ledger.length);
  assert.equal(await page.locator('form[data-question]').count(), 5);
  await page.context().close();
});

test('a change is executed, the newest wins, the address holds it, and the link gives the same in the other language', async () => {
  const page = await open({ prepare: (fresh) => fresh.addInitScript(keepAsked) });
  await page.evaluate(() => {
    const batch = document.getElementById('p-batch');
    for (let value = 2; value <= 12; value += 1) {
      batch.value = String(value);
      batch.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  await choose(page, 'model', 'qwen2.5-7b');
  await choose(page, 'micro_batches', '4');
  await settled(page);
  const wanted = await native({ ...defaults(), model: 'qwen2.5-7b', batch: '12', micro_batches: '4' });
  await page.waitForFunction((bytes) => document.querySelector('.sentence').textContent.includes(bytes), wanted.peak.bytes.toLocaleString('en-US'));
  const shown = await instants(page);
  assert.deepEqual(shown.map(({ binds, ...rest }) => rest), shownOf(wanted));
  assert.equal(shown.filter(({ binds }) => binds).length, 1);
  assert.equal(shown.find(({ binds }) => binds).bytes, wanted.peak.bytes);
  // A verdict is asked for when the form has been at rest; the next change ends it.
  const asked = await page.evaluate(async () => {
    const change = () => document.getElementById('p-batch').dispatchEvent(new Event('input', { bubbles: true }));
    const executed = () => new Promise((resolve) => {
      new MutationObserver(resolve).observe(document.documentElement, { attributeFilter: ['data-executed'] });
    });
    globalThis.asked = [];
    const judged = new Promise((resolve) => {
      globalThis.onVerdict = resolve;
    });
    change();
    await executed();
    globalThis.asked.push('executed');
    await judged;
    change();
    await executed();
    return globalThis.asked;
  });
  assert.deepEqual(asked.slice(-5), ['run', 'executed', 'verdict', 'start', 'run']);
  await page.waitForFunction(() => location.hash.includes('micro_batches=4'));
  assert.deepEqual(readAddress(new URL(page.url()).hash).values, { ...defaults(), model: 'qwen2.5-7b', batch: '12', micro_batches: '4' });
  await page.locator('[data-language-link="zh"]').click();
  await page.waitForSelector('html[data-language="zh"][data-ready]');
  assert.deepEqual(await instants(page), shown);
  assertQuiet(page);
  await page.context().close();
});

test('every setting goes through the address and back', () => {
  for (const { key, kind, min } of PARAMETERS) {
    const values = { ...defaults(), [key]: kind === 'integer' ? String(min + 3) : '1' };
    const pinned = { ...defaults(), model: 'gpt2' };
    assert.deepEqual(readAddress(writeAddress(values, pinned)), { values, pinned, unknown: [], twice: [] }, key);
  }
  assert.equal(writeAddress(defaults(), null), '');
  assert.equal(readAddress('#batch=1e+3&a.batch=2+1').values.batch, '1e+3');
  const spaced = { ...defaults(), recompute: 'list', recompute_list: '0, 4', batch: '+8' };
  assert.match(writeAddress(spaced, null), /batch=%2B8.*recompute_list=0%2C%204/);
  assert.deepEqual(readAddress(writeAddress(spaced, null)).values, spaced);
  assert.deepEqual(readAddress('#nonsense=1&batch=2').unknown, ['nonsense']);
  const doubled = readAddress('#batch=2&a.batch=3&batch=4&batch=5');
  assert.deepEqual([doubled.twice, doubled.values.batch, doubled.pinned.batch], [['batch'], '5', '3']);
});

test('two settings stand on one axis, with their difference; a sequence that nobody typed is the engine’s own in each, and in no link', async () => {
  const page = await open();
  await page.locator('[data-part="pin"]').click();
  await choose(page, 'profile', 'eager');
  await page.waitForSelector('.timelines[data-count="2"]');
  await settled(page);
  const [one, other] = [await native({ ...defaults(), profile: 'eager' }), await native(defaults())];
  const end = await page.locator('tr[data-instant="forward_end"] td[data-value]').evaluateAll((cells) => cells.slice(0, 4).map((cell) => Number(cell.dataset.value)));
  const at = (report) => report.instants.find(({ instant }) => instant === 'forward_end').bytes;
  assert.deepEqual(end, [at(one), at(one), at(other), at(one) - at(other)]);
  const grids = await page.locator('.timeline-picture').evaluateAll((all) => all.map((svg) => svg.querySelectorAll('.picture-text text')[1].textContent));
  assert.equal(grids[0], grids[1]);
  await page.locator('[data-part="unpin"]').click();
  await page.waitForSelector('.timelines[data-count="1"]');
  const sequence = page.locator('#p-sequence');
  const shown = async () => [await sequence.inputValue(), await sequence.getAttribute('placeholder'), await page.locator('[data-slider="sequence"]').inputValue()];
  assert.deepEqual(await shown(), ['', '2048', '11']);
  await choose(page, 'model', 'gpt2');
  await page.waitForSelector('#p-sequence[placeholder="1024"]');
  assert.deepEqual(await shown(), ['', '1024', '10']);
  await page.locator('[data-part="pin"]').click();
  await choose(page, 'model', 'llama-3.2-1b');
  await page.waitForSelector('#p-sequence[placeholder="2048"]');
  assert.deepEqual(await shown(), ['', '2048', '11']);
  const pinned = await native({ ...defaults(), model: 'gpt2', profile: 'eager' });
  const twin = page.locator('tr[data-instant="forward_end"] td[data-value]').nth(2);
  assert.equal(await twin.getAttribute('data-value'), String(at(pinned)));
  await choose(page, 'sequence', '2,048');
  await page.waitForFunction(() => location.hash === '#model=llama-3.2-1b&sequence=2048&profile=eager&pin=1&a.model=gpt2&a.profile=eager');
  await choose(page, 'sequence', '1,5');
  assert.match(await page.locator('#m-sequence').innerText(), /whole number from 1/);
  await page.locator('[data-part="reset"]').click();
  await page.waitForFunction(() => location.hash === '' && !document.querySelector('[data-part="results"][data-stale]'));
  assert.deepEqual(await shown(), ['', '2048', '11']);
  assertQuiet(page);
  await page.context().close();
});

test('the timeline is read by keyboard, and its greatest moment is the peak of the table', async () => {
  const page = await open();
  const scrub = page.locator('[data-scrub="0"]');
  const first = await page.locator('[data-read="0"]').innerText();
  const { peak } = await native(defaults());
  assert.match(first, new RegExp(`${Math.round(peak.bytes / 1e9)}`));
  await scrub.focus();
  await page.keyboard.press('Home');
  assert.notEqual(await page.locator('[data-read="0"]').innerText(), first);
  assert.match(await scrub.getAttribute('aria-valuetext'), /forward: /);
  assert.equal(await scrub.inputValue(), '0');
  // Key by key each change is reached; the thumb stands below the line that it moves.
  const read = [];
  for (let press = 0; press < 3; press += 1) {
    await page.keyboard.press('ArrowRight');
    read.push(await page.locator('[data-read="0"]').innerText());
    const [line, thumb] = await page.evaluate(() => {
      const [cursor, input] = [document.querySelector('.cursor').getBoundingClientRect(), document.querySelector('[data-scrub="0"]').getBoundingClientRect()];
      return [cursor.left + cursor.width / 2, input.left + 8 + Number(document.querySelector('[data-scrub="0"]').value) * (input.width - 16)];
    });
    assert.ok(Math.abs(line - thumb) < 3, `${line} ${thumb}`);
  }
  assert.ok(new Set(read).size > 1);
  await page.keyboard.press('End');
  assert.equal(await scrub.inputValue(), '1');
  await page.context().close();
});

test('the verdict is that of the command line: whether it fits, what binds, and the changes in their order', async () => {
  for (const [language, changes] of [['en', {}], ['zh', { gpu: 'h200', model: 'llama-3.2-1b', recompute: 'blocks' }]]) {
    const values = { ...defaults(), ...changes };
    const page = await open({ language, fragment: writeAddress(values, null) });
    await page.waitForSelector('[data-part="fit"]:not([data-stale]) [data-fits]');
    const { verdict } = JSON.parse((await tally('account', '--json', ...verdictOptionsOf(values))).out);
    assert.equal(await page.locator('[data-fits]').getAttribute('data-fits'), String(verdict.fits));
    const offered = await page.locator('[data-change]').evaluateAll((all) => all.map((each) => each.dataset.change));
    assert.deepEqual(offered, verdict.changes.slice(0, verdict.offered).map(({ id }) => id));
    assertQuiet(page);
    await page.context().close();
  }
});

test('the ledger is searched, and its sum is that of its lines', async () => {
  const page = await open();
  await page.locator('#search').fill('lm_head');
  const { ledger } = await native(defaults());
  const rows = ledger.filter(({ module }) => module.includes('lm_head'));
  assert.equal(await page.locator('table[data-table="ledger"] tbody tr').count(), rows.length);
  assert.ok(rows.length > 0);
  const sum = rows.reduce((all, { bytes, count }) => all + bytes * count, 0);
  assert.match(await page.locator('.ledger-shown').innerText(), new RegExp(sum.toLocaleString('en-US')));
  await page.context().close();
});

test('recomputation and kernels are chosen apart, and a list of blocks is asked for where it is wanted', async () => {
  const page = await open({ fragment: 'model=llama-3.2-1b&sequence=1024' });
  const base = { ...defaults(), model: 'llama-3.2-1b', sequence: '1024' };
  assert.equal(await page.locator('#p-recompute_list').isVisible(), false);
  for (const changes of [{ recompute: 'selective', attention: 'eager' }, { norm: 'eager' }, { attention: 'math' }, { recompute: 'list', recompute_list: '0,4,16' }]) {
    for (const [key, text] of Object.entries({ attention: '', norm: '', recompute: 'none', ...changes })) await choose(page, key, text);
    await settled(page);
    const wanted = await native({ ...base, ...changes });
    await page.waitForFunction((bytes) => document.querySelector('.sentence').textContent.includes(bytes), wanted.peak.bytes.toLocaleString('en-US'));
  }
  assert.ok(await page.locator('#p-recompute_list').isVisible());
  await choose(page, 'recompute_list', '4,x');
  assert.match(await page.locator('#m-recompute_list').innerText(), /0,8,32/);
  await choose(page, 'recompute_list', '4,2');
  await page.waitForFunction(() => document.getElementById('model-problem').textContent.includes('--recompute'));
  await choose(page, 'recompute', 'blocks');
  await settled(page);
  assertQuiet(page);
  await page.context().close();
});

test('what an address carries is text, and what is wrong with it is said at its place', async () => {
  const attack = '<img src=x onerror=globalThis.hit=1>';
  const page = await open({ fragment: `model=${encodeURIComponent(attack)}&batch=${encodeURIComponent(attack)}&regime=nonsense&${encodeURIComponent(attack)}=1&gpus=1&gpus=2` });
  assert.match(await page.locator('#m-model').innerText(), /There is no model/);
  assert.match(await page.locator('#m-batch').innerText(), /whole number from 1/);
  assert.match(await page.locator('#m-regime').innerText(), /no such choice as “nonsense”; takes one of fp32, bf16, .+, autocast$/);
  assert.match(await page.locator('#link-problem').innerText(), /do not exist.+more than once: gpus\./);
  assert.equal(await page.locator('#p-gpus').inputValue(), '2');
  assert.equal(await page.evaluate(() => globalThis.hit), undefined);
  assert.ok(await page.locator('.timeline-picture').isVisible(), 'the last good result stays');
  await page.evaluate(() => {
    location.hash = 'model=gpt2&pin=1&a.zero=2';
  });
  await page.locator('#model-problem').filter({ hasText: 'The pinned setting: --zero 2' }).waitFor();
  assert.equal(await page.locator('#link-problem').isVisible(), false);
  assert.match(await page.locator('.sentence').innerText(), /^gpt2/);
  assertQuiet(page);
  await page.context().close();
});

/** What is found, by hand. */
const FOUND = {
  // bf16 parameter, gradient and two moments; master weight and moments in fp32; the gradient too.
  regimes: { correct: '8 16 18', bytes: [2 + 2 + 2 + 2, 2 + 2 + 4 + 4 + 4, 2 + 4 + 4 + 4 + 4] },
  // log_softmax keeps 8,192 x 128,256 x 4 B, 32 blocks 8,192 x 4,096 x 2 B each. At the most of forward the whole has that, the fp32
  // copy and the bf16 logits; by eighths the last of them has its own copy beside what all keep: (20 - 9) / 8, and 9 scalars more.
  logits: { correct: 'logits', wide: 4202692608, blocks: 2147483648, spared: (11 * 4202692608) / 8 - 36 },
  // Of flash attention goes the fp32 logsumexp of 32 heads x 4,096 tokens in 32 layers (its seed and offset are the host's); op by
  // op the softmax of 32 x 4,096 x 4,096 in fp32 and its bf16 copy.
  flash: { correct: 'none', spared: 32 * (32 * 4096 * 4), of_eager: 32 * 32 * 4096 * 4096 * (4 + 2) },
  // Keys and values of 24 heads x 128 fewer, in bf16.
  gqa: { correct: 'little', less_by: 2 * 24 * 128 * 2 },
  // bf16 gradients of 8,030,261,248 parameters.
  second: { correct: 'gradient', bytes: 16060522496, difference: 16060522496 },
};
const EXPLAINED = { regimes: /is 8: .* to 16; .* to 18\./, logits: /4\.20 GB.*2\.15 GB.*5\.78 GB/, flash: /20\.7 GB.*16\.8 MB of them.*128 GB down to 25\.1 GB/,
  gqa: /From 180,376 bytes to 168,088: 6\.8% less/, second: /differ by 16\.1 GB/ };

test('what a question says is found is executed, and is what comes out by hand', async () => {
  const account = await startAccount(WASM);
  assert.deepEqual(QUESTIONS.map(({ id }) => id), Object.keys(FOUND));
  for (const { id, runs, judge } of QUESTIONS) {
    const { flash, eager, least, full, less, percent, ...found } = judge(runs.map(({ options, file }) => JSON.parse(account.account('en', options, file))));
    if (id === 'flash') found.of_eager = eager - least;
    if (id === 'gqa') found.less_by = full - less;
    assert.deepEqual(found, FOUND[id], id);
  }
});

test('questions are answered by running them: the right choice is right, another is wrong, and each has its explanation', async () => {
  const page = await open();
  for (const [id, { correct }] of Object.entries(FOUND)) {
    const question = page.locator(`#q-${id}`);
    await question.scrollIntoViewIfNeeded();
    await question.locator(`input[value="${correct}"]`).check();
    await question.locator('button[type=submit]').click();
    await question.locator('[data-verdict="right"]').waitFor();
    assert.match(await question.locator('[data-part="verdict"]').innerText(), EXPLAINED[id]);
  }
  const question = page.locator('#q-flash');
  await question.getByRole('button', { name: 'Answer again' }).click();
  await question.locator('input[value="most"]').check();
  await question.locator('button[type=submit]').click();
  await question.locator('[data-verdict="wrong"]').waitFor();
  assertQuiet(page);
  await page.context().close();
});

for (const [language, colorScheme, more] of [['zh', 'light', {}], ['en', 'dark', {}], ['zh', 'dark', PHONE], ['en', 'light', PHONE]]) {
  test(`axe finds nothing, nothing scrolls sideways: ${language}, ${colorScheme}${more.hasTouch ? ', phone' : ''}`, async () => {
    const page = await open({ language, colorScheme, ...more });
    if (more.hasTouch) {
      await page.locator('#p-loss').tap();
      await page.locator('#p-lora_all').tap();
      await settled(page);
    } else {
      await page.locator('[data-part="pin"]').click();
      await page.waitForSelector('.timelines[data-count="2"]');
    }
    await choose(page, 'batch', 'x');
    await page.evaluate(AXE);
    const found = await page.evaluate(async () => (await globalThis.axe.run(document, { resultTypes: ['violations'] })).violations
      .map(({ id, nodes }) => `${id}: ${nodes[0].target} ${nodes[0].failureSummary}`));
    assert.deepEqual(found, []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
    await page.context().close();
  });
}
