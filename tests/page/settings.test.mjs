// A setting that the prose links to is one that the lecture takes.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { startCore } from '../../web/build/core.mjs';
import { checkSetting } from '../../web/build/settings.mjs';

const WASM = fileURLToPath(new URL('../../build/wasm/', import.meta.url));

test('the build refuses a link to a setting that the lecture refuses', async () => {
  const core = await startCore(WASM);
  const check = (href) => checkSetting(href, core, 'en');
  check('#figure-activation&activation.layers=16&activation.function=gelu');
  check('#budget');
  check('#present=1');
  assert.throws(() => check('#activation.layers=many'), /layers=many.*whole number/);
  assert.throws(() => check('#activation.nonsense=1'), /nonsense/);
  assert.throws(() => check('#checkpointing.boundaries=1,2'), /layers/);
  assert.throws(() => check('#nowhere.layers=1'), /no lesson nowhere/);
});
