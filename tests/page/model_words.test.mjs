// Words and numbers of the page of real models that need no browser.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { flops, grouped, short } from '../../web/page/model/format.js';
import { runsOf } from '../../web/page/model/questions.js';
import { instantsCsv, sentenceHtml } from '../../web/page/model/results.js';
import { textsOf } from '../../web/page/model/texts.js';
import { LANGUAGES } from './browser.mjs';

test('every change that the engine tries has a name in each language, and no other has', async () => {
  const header = await readFile(new URL('../../src/account/verdict.h', import.meta.url), 'utf8');
  const [, list] = /step_change_ids\{([^}]+)\}/.exec(header);
  const ids = [...list.matchAll(/"(\w+)"/g)].map(([, id]) => id);
  assert.ok(ids.includes('recompute_attention'));
  for (const tag of LANGUAGES) assert.deepEqual(Object.keys(textsOf(tag).verdict.changes).sort(), [...ids].sort(), tag);
});

test('a number in short has three digits, and no power of ten just below the next unit', () => {
  const cases = [[0, '0 FLOP'], [999_999, '999,999 FLOP'], [1e6, '1.00 MFLOP'], [99.96e9, '100 GFLOP'], [999.4e12, '999 TFLOP'], [999.5e12, '1000 TFLOP'],
    [999_999e9, '1000 TFLOP'], [1e15, '1.00 PFLOP'], [4.2e21, '4200 EFLOP']];
  for (const [count, text] of cases) assert.equal(flops(count), text);
  for (const [bytes, text] of [[999.7e9, '1000 GB'], [-1e12, '−1.00 TB'], [12, '12 B'], [1e15, '1.00 PB']]) assert.equal(short(bytes), text);
});

test('an integer that a number of JavaScript cannot hold is shown as rounded', () => {
  // 2^53 - 1 is the last. Of Llama 3.1 405B op by op on 2^20 tokens the softmaxes and their bf16 copies are
  // 126 x 128 x 2^40 x 6 B = 106,397,541,196,627,968 B.
  const most = 126 * 128 * 2 ** 40 * 6;
  assert.deepEqual([2 ** 53 - 1, 2 ** 53, most, -most, 1e15].map(grouped),
    ['9,007,199,254,740,991', '≈ 9,007,199,254,740,992', '≈ 106,397,541,196,627,970', '≈ -106,397,541,196,627,970', '1,000,000,000,000,000']);
  const row = { instant: 'forward_end', micro_batch: 1, bytes: most, by_category: { activation: most, gradient: 2 ** 53 - 1 } };
  assert.equal(instantsCsv({ instants: [row] }).split('\n')[1], 'forward_end,1,,1.0639754119662797e+17,1.0639754119662797e+17,9007199254740991');
  for (const tag of LANGUAGES) {
    const said = String(sentenceHtml({ model: 'm', parameters: { total: 1, trainable: 1 }, peak: row }, textsOf(tag)));
    assert.ok(said.includes('106 PB (≈ 106,397,541,196,627,970 B)'), said);
  }
});

test('the settings that a question names are those that it runs', () => {
  const sequence = (id) => grouped(Number(runsOf(id)[0].options.find((each) => each.startsWith('--sequence=')).split('=')[1]));
  const heads = runsOf('gqa').map(({ file }) => JSON.parse(file).num_key_value_heads);
  for (const tag of LANGUAGES) {
    const { logits, flash, gqa } = textsOf(tag).questions;
    for (const [said, wanted] of [[logits, sequence('logits')], [flash, sequence('flash')], ...heads.map((number) => [gqa, number])]) {
      assert.ok(said.prompt.includes(wanted), `${tag}: ${said.prompt} has ${wanted}`);
    }
  }
});
