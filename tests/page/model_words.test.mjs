// Words and numbers of the page of real models that need no browser.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { flops, short } from '../../web/page/model/format.js';
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
  for (const [bytes, text] of [[999.7e9, '1000 GB'], [-1e12, '−1.00 TB'], [12, '12 B']]) assert.equal(short(bytes), text);
});
