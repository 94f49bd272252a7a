// Files that a reader brings to the page of real models: a configuration, and weights of which the header is read.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { assertQuiet, LANGUAGES, startBrowser } from './browser.mjs';
import { choose, openModel, settled } from './model.mjs';
import { tally } from './native.mjs';

let site;
before(async () => {
  site = await startBrowser({ base: '/some/where/' });
});
after(() => site.close());

const open = (options) => openModel(site, options);

const CONFIG = { model_type: 'llama', vocab_size: 32000, hidden_size: 2048, num_hidden_layers: 22, num_attention_heads: 32, num_key_value_heads: 4, intermediate_size: 5632 };
const bringAll = (page, files) => page.locator('#p-file').setInputFiles(Object.entries(files).map(([name, bytes]) => ({ name, mimeType: '', buffer: Buffer.from(bytes) })));
const bring = (page, text, name = 'config.json') => bringAll(page, { [name]: text });

const GPT2 = { model_type: 'gpt2', vocab_size: 500, n_positions: 64, n_embd: 32, n_layer: 2, n_head: 2 };

test('a config.json of one’s own is executed, with what it leaves open; the numbers are the command line’s', async () => {
  const page = await open();
  const file = page.locator('[data-part="file"]');
  await bringAll(page, { 'config.json': JSON.stringify(GPT2), 'other.json': '{}' });
  await file.filter({ hasText: 'Read from config.json. Left aside: other.json.' }).waitFor();
  assert.equal(await page.locator('#p-sequence').getAttribute('placeholder'), '64');
  await bring(page, '{');
  await page.locator('#model-problem').filter({ hasText: 'JSON' }).waitFor();
  assert.equal(await file.textContent(), '');
  await bring(page, JSON.stringify(CONFIG));
  await page.waitForFunction(() => document.querySelector('.sentence').textContent.includes('config.json'));
  await settled(page);
  assert.match(await page.locator('.sentence').innerText(), /1,100,048,384/);
  assert.match(await page.locator('[data-part="notes"]').innerText(), /head_dim/);
  await bring(page, Buffer.from('{"model_type": "gpt2\xff"}', 'latin1'), 'odd.json');
  await page.locator('#m-model').filter({ hasText: 'odd.json cannot be read: it is not UTF-8.' }).waitFor();
  assert.equal(await file.textContent(), '');
  await bring(page, ' '.repeat((1 << 20) + 1), 'long.json');
  await page.locator('#m-model').filter({ hasText: 'long.json cannot be read: it has more than a megabyte' }).waitFor();
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
    const { slice } = Blob.prototype;
    Blob.prototype.slice = function part(...ends) {
      const read = async () => {
        if (this.name === 'gone.json') throw new DOMException('it was moved', 'NotFoundError');
        return new Promise((resolve) => {
          globalThis.release = () => resolve(new TextEncoder().encode('{}'));
        });
      };
      return ['gone.json', 'slow.json'].includes(this.name) ? { arrayBuffer: read } : slice.call(this, ...ends);
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
const SHARDS = { 'b.safetensors': weights({ 'lm_head.weight': [3000, 500] }), 'a.safetensors': weights({ 'model.embed_tokens.weight': [3000, 500], 'model.norm.weight': [500] }) };
const INDEX = Buffer.from(JSON.stringify({ weight_map: { 'lm_head.weight': 'b.safetensors', 'model.embed_tokens.weight': 'a.safetensors', 'model.norm.weight': 'a.safetensors' } }));

for (const language of LANGUAGES) {
  test(`of weights the header alone is read, one file or several, and it says what the command line says (${language})`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'tally-'));
    t.after(() => rm(folder, { recursive: true }));
    for (const [name, bytes] of Object.entries({ ...SHARDS, 'model.safetensors.index.json': INDEX })) await writeFile(join(folder, name), bytes);
    const page = await open({ language });
    const index = { 'model.safetensors.index.json': INDEX };
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
    for (const [files, path] of [[{ 'a.safetensors': SHARDS['a.safetensors'] }, 'a.safetensors'], [{ ...SHARDS, ...index, 'c.safetensors': weights({ other: [1] }) }, 'model.safetensors.index.json']]) {
      await bringAll(page, files);
      await page.waitForFunction((name) => document.querySelector('[data-part="stored"] b')?.textContent === name, path);
      const { stored } = JSON.parse((await tally('account', '--json', '--safetensors', join(folder, path))).out);
      const shown = await page.locator('table[data-table="stored"] tbody tr').evaluateAll((rows) => rows.map((row) => [row.dataset.dtype, ...[...row.querySelectorAll('[data-value]')].map((cell) => Number(cell.dataset.value))]));
      assert.deepEqual(shown, Object.entries(stored.by_dtype).map(([dtype, { tensors, elements, bytes }]) => [dtype, tensors, elements, bytes]));
      const sentence = await page.locator('.stored-sentence').innerText();
      assert.ok(sentence.includes(stored.parameters.toLocaleString('en-US')));
      assert.equal(/ c\.safetensors\.$|：c\.safetensors。$/.test(sentence), 'c.safetensors' in files, sentence);
    }
    assert.ok(await page.evaluate(() => globalThis.readBytes) < 2000, 'files of megabytes are not read');
    const tooLong = Buffer.concat([Buffer.from([0, 0, 0, 0x80, 0, 0, 0, 0]), Buffer.from('{}')]);
    const notText = Buffer.from([4, 0, 0, 0, 0, 0, 0, 0, 0x7b, 0xff, 0xff, 0x7d, 0]);
    const wrong = [[{ 'model.safetensors': tooLong }, /2147483648/], [{ 'picture.png': Buffer.from('\x89PNG\r\n\x1a\nand what follows', 'latin1') }, /picture\.png/],
      [{ 'model.safetensors': Buffer.from('short') }, /model\.safetensors/], [index, /a\.safetensors/], [SHARDS, /model\.safetensors\.index\.json/],
      [{ 'model.safetensors.index.json': Buffer.from('{') }, /JSON/], [{ '<img src=x onerror=globalThis.hit=1>': tooLong }, /<img/],
      [{ ...SHARDS, ...index, 'a.safetensors': SHARDS['a.safetensors'].subarray(0, -1) }, /[ ：]a\.safetensors/],
      [{ ...SHARDS, ...index, 'b.safetensors': notText }, /b\.safetensors.*UTF-8/]];
    for (const [files, said] of wrong) {
      await page.evaluate(() => document.querySelector('[data-part="stored"]').replaceChildren());
      await bringAll(page, files);
      await page.locator('[data-part="stored"] .field-message').waitFor();
      assert.match(await page.locator('[data-part="stored"]').innerText(), said, Object.keys(files)[0]);
    }
    assert.equal(await page.evaluate(() => globalThis.hit), undefined);
    const read = await page.evaluate(() => globalThis.readBytes);
    for (const name of ['huge.index.json', 'huge.safetensors']) {
      await page.evaluate((given) => {
        document.querySelector('[data-part="stored"]').replaceChildren();
        const bytes = new Uint8Array(25_000_020);
        new DataView(bytes.buffer).setUint32(0, 25_000_001, true);  // so long a header
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], given));
        document.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
      }, name);
      await page.locator('[data-part="stored"] .field-message').filter({ hasText: name }).filter({ hasText: '25 MB' }).waitFor();
    }
    assert.equal(await page.evaluate(() => globalThis.readBytes), read + 8, 'they are not read at all, but for the length');
    await bring(page, JSON.stringify({ model_type: 'mamba', hidden_size: 8 }));
    await page.waitForFunction(() => document.getElementById('model-problem').textContent.includes('mamba'));
    assertQuiet(page);
    await page.context().close();
  });
}
