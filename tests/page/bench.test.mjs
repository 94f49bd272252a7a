// The benchmark runs: everything once and small, in the browser as it is measured. No time is judged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitRow, median, row, spread, table } from '../../bench/rows.mjs';
import { inChromium, wasmRows } from '../../bench/wasm.mjs';

test('every measurement of the engine as wasm runs, and its values are right', async () => {
  const { results, heard } = await inChromium({ smoke: true, withTensorFlow: false });
  assert.deepEqual(heard.errors, []);
  const rows = wasmRows(results);
  const names = rows.map((each) => each.name);
  for (const name of ['wasm GEMM AB, n = 9', 'wasm GEMM A^T B, n = 9', 'wasm GEMM A B^T, n = 9',
    'wasm step, 2 x 8 MLP, batch 4, Adam', 'wasm relu, 1,000 floats', 'wasm adam, 1,000 floats']) assert.ok(names.includes(name), `${name} is among ${names}`);
  for (const each of rows) {
    assert.ok(each.value > 0, `${each.name}: ${each.value}`);
    assert.equal(each.met, null, 'nothing to hold it against, nothing judged');
  }
});

test('a row has its median, its spread, its ratio, and whether the aim is met', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  assert.equal(spread([10, 10, 10]), 0);
  assert.equal(spread([8, 9, 10, 11, 12]), 0.2);
  const samples = [2, 4, 3];
  const made = row({ name: 'a', samples, unit: 'ms', ratio: 0.5, against: 'b', aim: { most: 1 } });
  assert.deepEqual([made.name, made.value, made.unit, made.ratio, made.aim, made.met], ['a', 3, 'ms', 0.5, 1, true]);
  assert.equal(row({ name: 'a', samples, unit: 'ms', ratio: 1.01, aim: { most: 1 } }).met, false);
  assert.equal(row({ name: 'a', samples, unit: 'ms', ratio: 1.7, aim: { least: 1.6 } }).met, true);
  assert.equal(row({ name: 'a', samples, unit: 'ms', ratio: 1.5, aim: { least: 1.6 } }).met, false);
  const reported = row({ name: 'a', samples, unit: 'ms' });
  assert.deepEqual([reported.ratio, reported.aim, reported.met], [null, null, null]);
  const limited = limitRow('bytes', 600, 'B', 500);
  assert.deepEqual([limited.ratio, limited.aim, limited.met], [1.2, 500, false]);
  const [head, ...lines] = table([made, limited, reported]);
  assert.match(head, /median.*spread.*ratio.*aim/);
  assert.match(lines[0], /^a .*3 +ms.*0\.500 +b.*<= 1 +met$/);
  assert.match(lines[1], /600 +B.*<= 500 +MISSED$/);
});
