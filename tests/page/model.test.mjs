// The page of real models: its numbers are the command line's, byte for byte; its form, address, files and questions.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startAccount } from '../../web/build/account.mjs';
import { readAddress, writeAddress } from '../../web/page/model/address.js';
import { defaults, optionsOf, PARAMETERS, verdictOptionsOf } from '../../web/page/model/parameters.js';
import { assertQuiet, LANGUAGES, startBrowser } from './browser.mjs';
import { PHONE, STILL } from './gestures.mjs';
import { tally } from './native.mjs';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WASM = process.env.TALLY_WASM ?? fileURLToPath(new URL('../../build/wasm', import.meta.url));
let site;
before(async () => {
  site = await startBrowser({ base: '/some/where/' });
});
after(() => site.close());

const open = ({ language = 'en', ...options } = {}) => site.open({ address: `${site.url}${language}/model/`, ...options });
/** Waits until what is shown is what the form says. */
const settled = (page) => page.waitForFunction(() => !('busy' in document.body.dataset) && !document.querySelector('[data-part="results"][data-stale]'));
const instants = (page) => page.locator('table[data-table="instants"] tbody tr').evaluateAll((rows) => rows.map((row) => ({
  instant: row.dataset.instant, micro_batch: Number(row.dataset.micro), bytes: Number(row.cells[1].dataset.value), binds: row.hasAttribute('aria-current') })));
const native = async (values) => JSON.parse((await tally('account', '--json', ...optionsOf(values))).out);
const shownOf = ({ instants: rows }) => rows.map(({ instant, micro_batch, bytes }) => ({ instant, micro_batch, bytes }));
const choose = (page, key, text) => page.evaluate(([name, value]) => {
  const control = document.getElementById(`p-${name}`);
  control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
}, [key, text]);

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
  const page = await open();
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
    assert.deepEqual(readAddress(writeAddress(values, pinned)), { values, pinned, unknown: [] }, key);
  }
  assert.equal(writeAddress(defaults(), null), '');
  assert.deepEqual(readAddress('#nonsense=1&batch=2').unknown, ['nonsense']);
});

test('two settings stand on one axis, with their difference', async () => {
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

const CONFIG = { model_type: 'llama', vocab_size: 32000, hidden_size: 2048, num_hidden_layers: 22, num_attention_heads: 32, num_key_value_heads: 4, intermediate_size: 5632 };
const bring = (page, text, name = 'config.json') => page.locator('#p-file').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });

test('a config.json of one’s own is executed, with what it leaves open; the numbers are the command line’s', async () => {
  const page = await open();
  await bring(page, JSON.stringify(CONFIG));
  await page.waitForFunction(() => document.querySelector('.sentence').textContent.includes('config.json'));
  await settled(page);
  assert.match(await page.locator('.sentence').innerText(), /1,100,048,384/);
  assert.match(await page.locator('[data-part="notes"]').innerText(), /head_dim/);
  assertQuiet(page);
  await page.context().close();
});

test('hostile files are named for what they are, inject nothing, and leave the page alive', async () => {
  const wrong = [
    [JSON.stringify(CONFIG).slice(0, 60), /JSON/], ['{"hidden_size": NaN}', /JSON/], ['['.repeat(100000), /./], ['not json at all', /JSON/], ['', /./],
    [JSON.stringify({ ...CONFIG, hidden_size: 'wide' }), /hidden_size/], [JSON.stringify({ ...CONFIG, num_hidden_layers: -3 }), /num_hidden_layers/],
    [JSON.stringify({ ...CONFIG, vocab_size: undefined }), /vocab_size/], ['{"vocab_size": 9223372036854775808}', /./],
    [JSON.stringify({ ...CONFIG, model_type: '<img src=x onerror=globalThis.hit=1>' }), /model_type/],
    [JSON.stringify({ ...CONFIG, '<script>globalThis.hit=1</script>': 1, hidden_act: '"><svg onload=globalThis.hit=1>' }), /hidden_act/],
  ];
  for (const language of LANGUAGES) {
    const page = await open({ language });
    for (const [text, said] of wrong) {
      await page.evaluate(() => {
        document.getElementById('model-problem').textContent = '';
      });
      await bring(page, text, '<b>config.json');
      await page.waitForFunction(() => document.getElementById('model-problem').textContent !== '');
      assert.match(await page.locator('#model-problem').innerText(), said, text.slice(0, 40));
      assert.equal(await page.evaluate(() => globalThis.hit), undefined);
    }
    await choose(page, 'model', 'gpt2');
    await choose(page, 'sequence', '512');
    await settled(page);
    await page.waitForFunction(() => document.querySelector('.sentence').textContent.startsWith('gpt2'));
    assertQuiet(page);
    await page.context().close();
  }
});

test('a config.json that cannot be read says so, and of two the newer counts, however slowly the older is read', async () => {
  const page = await open();
  await page.evaluate(() => {
    const { text } = Blob.prototype;
    Blob.prototype.text = async function read() {
      if (this.name === 'gone.json') throw new DOMException('it was moved', 'NotFoundError');
      if (this.name !== 'slow.json') return text.call(this);
      return new Promise((resolve) => {
        globalThis.release = () => resolve('{}');
      });
    };
  });
  await bring(page, '{}', 'gone.json');
  await page.locator('#m-model').filter({ hasText: 'gone.json cannot be read: it was moved' }).waitFor();
  await bring(page, '{}', 'slow.json');
  await bring(page, JSON.stringify(CONFIG));
  await page.waitForFunction(() => document.querySelector('.sentence').textContent.includes('1,100,048,384'));
  const used = await page.evaluate(async () => {
    globalThis.release();
    await new Promise((resolve) => setTimeout(resolve));
    return document.querySelector('[data-part="file"]').textContent;
  });
  assert.equal(used, 'Read from config.json.');
  assertQuiet(page);
  await page.context().close();
});

/** A file of weights: tensors of 16 bits by name, and so many bytes of values. */
function weights(tensors) {
  let at = 0;
  const header = Buffer.from(JSON.stringify(Object.fromEntries(Object.entries(tensors).map(([name, shape]) => {
    const begin = at;
    at += 2 * shape.reduce((all, size) => all * size, 1);
    return [name, { dtype: 'BF16', shape, data_offsets: [begin, at] }];
  }))));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, Buffer.alloc(at)]);
}
const bringAll = (page, files) => page.locator('#p-file').setInputFiles(Object.entries(files).map(([name, buffer]) => ({ name, mimeType: '', buffer })));
const SHARDS = { 'b.safetensors': weights({ 'lm_head.weight': [3000, 500] }), 'a.safetensors': weights({ 'model.embed_tokens.weight': [3000, 500], 'model.norm.weight': [500] }) };
const INDEX = Buffer.from(JSON.stringify({ weight_map: { 'lm_head.weight': 'b.safetensors', 'model.embed_tokens.weight': 'a.safetensors', 'model.norm.weight': 'a.safetensors' } }));

for (const language of LANGUAGES) {
  test(`of weights the header alone is read, one file or several, and it says what the command line says (${language})`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'tally-'));
    t.after(() => rm(folder, { recursive: true }));
    for (const [name, bytes] of Object.entries({ ...SHARDS, 'model.safetensors.index.json': INDEX })) await writeFile(join(folder, name), bytes);
    const page = await open({ language });
    await page.evaluate(() => {
      globalThis.readBytes = 0;
      for (const name of ['text', 'arrayBuffer']) {
        const own = Blob.prototype[name];
        Blob.prototype[name] = function counted() {
          globalThis.readBytes += this.size;
          return own.call(this);
        };
      }
    });
    for (const [files, path] of [[{ 'a.safetensors': SHARDS['a.safetensors'] }, 'a.safetensors'], [{ ...SHARDS, 'model.safetensors.index.json': INDEX }, 'model.safetensors.index.json']]) {
      await bringAll(page, files);
      await page.waitForFunction((name) => document.querySelector('[data-part="stored"] b')?.textContent === name, path);
      const { stored } = JSON.parse((await tally('account', '--json', '--safetensors', join(folder, path))).out);
      const shown = await page.locator('table[data-table="stored"] tbody tr').evaluateAll((rows) => rows.map((row) => [row.dataset.dtype, ...[...row.querySelectorAll('[data-value]')].map((cell) => Number(cell.dataset.value))]));
      assert.deepEqual(shown, Object.entries(stored.by_dtype).map(([dtype, { tensors, elements, bytes }]) => [dtype, tensors, elements, bytes]));
      assert.ok((await page.locator('.stored-sentence').innerText()).includes(stored.parameters.toLocaleString('en-US')));
    }
    assert.ok(await page.evaluate(() => globalThis.readBytes) < 2000, 'files of megabytes are not read');
    const tooLong = Buffer.concat([Buffer.from([0, 0, 0, 0x80, 0, 0, 0, 0]), Buffer.from('{}')]);
    const wrong = [[{ 'model.safetensors': tooLong }, /2147483648/], [{ 'picture.png': Buffer.from('\x89PNG\r\n\x1a\nand what follows', 'latin1') }, /picture\.png/],
      [{ 'model.safetensors': Buffer.from('short') }, /model\.safetensors/], [{ 'model.safetensors.index.json': INDEX }, /a\.safetensors/], [SHARDS, /model\.safetensors\.index\.json/],
      [{ 'model.safetensors.index.json': Buffer.from('{') }, /JSON/], [{ '<img src=x onerror=globalThis.hit=1>': tooLong }, /<img/]];
    for (const [files, said] of wrong) {
      await page.evaluate(() => document.querySelector('[data-part="stored"]').replaceChildren());
      await bringAll(page, files);
      await page.locator('[data-part="stored"] .field-message').waitFor();
      assert.match(await page.locator('[data-part="stored"]').innerText(), said, Object.keys(files)[0]);
    }
    assert.equal(await page.evaluate(() => globalThis.hit), undefined);
    const read = await page.evaluate(() => globalThis.readBytes);
    await page.evaluate(() => {
      document.querySelector('[data-part="stored"]').replaceChildren();
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(100_000_001)], 'huge.index.json'));
      document.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
    });
    await page.locator('[data-part="stored"] .field-message').waitFor();
    assert.match(await page.locator('[data-part="stored"]').innerText(), /100 MB/);
    assert.equal(await page.evaluate(() => globalThis.readBytes), read, 'it is not read at all');
    await bring(page, JSON.stringify({ model_type: 'mamba', hidden_size: 8 }));
    await page.waitForFunction(() => document.getElementById('model-problem').textContent.includes('mamba'));
    assertQuiet(page);
    await page.context().close();
  });
}

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
  const page = await open({ fragment: `model=${encodeURIComponent(attack)}&batch=${encodeURIComponent(attack)}&regime=nonsense&${encodeURIComponent(attack)}=1` });
  assert.match(await page.locator('#m-model').innerText(), /There is no model/);
  assert.match(await page.locator('#m-batch').innerText(), /whole number from 1/);
  assert.match(await page.locator('#m-regime').innerText(), /no such choice/);
  assert.match(await page.locator('#link-problem').innerText(), /do not exist/);
  assert.equal(await page.evaluate(() => globalThis.hit), undefined);
  assert.ok(await page.locator('.timeline-picture').isVisible(), 'the last good result stays');
  assertQuiet(page);
  await page.context().close();
});

test('questions are answered by running them, and each has its explanation', async () => {
  const page = await open();
  for (const id of ['regimes', 'logits', 'flash', 'gqa', 'second']) {
    const question = page.locator(`#q-${id}`);
    await question.scrollIntoViewIfNeeded();
    await question.locator('input').first().check();
    await question.locator('button[type=submit]').click();
    await question.locator('[data-verdict]').waitFor();
    assert.match(await question.locator('[data-part="verdict"]').innerText(), /The engine found: .+\n[^]*\d/);
  }
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
