// A setting that the prose links to is one that the lecture takes.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { startCore } from '../../web/build/core.mjs';
import { checkDefaults, checkSetting } from '../../web/build/settings.mjs';

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

test('the build refuses a link that asks the page for what it does not have', async () => {
  const core = await startCore(WASM);
  const check = (href) => checkSetting(href, core, 'en');
  for (const href of ['#embed=activation', '#blind=1&present=opening', '#present=figure-budget', '#present=q-two_roots',
    '#present=formula-activation-1', '#pin=activation;layers:8', '#hide=activation.layers']) check(href);
  assert.throws(() => check('#presnt=1'), /no presnt=/);
  assert.throws(() => check('#embed=actvation'), /no lesson actvation/);
  assert.throws(() => check('#present=figure-actvation'), /no step figure-actvation/);
  assert.throws(() => check('#present=q-two'), /no step q-two/);
  assert.throws(() => check('#present=last'), /no step last/);
  assert.throws(() => check('#pin=activation;layers:many'), /whole number/);
  assert.throws(() => check('#hide=activation.depth'), /activation has no depth/);
});

test('the build refuses words that rest on a default when it has moved', async () => {
  const core = await startCore(WASM);
  const { lessons } = core.description;
  const value = lessons.find((each) => each.id === 'recipes').parameters.find((each) => each.key === 'gpus').default;
  checkDefaults(`recipes.gpus=${value}&activation.function=relu`, core);
  assert.throws(() => checkDefaults('recipes.gpus=3', core), new RegExp(`default of recipes\\.gpus is ${value}`));
  assert.throws(() => checkDefaults('recipes.nothing=3', core), /recipes has no nothing/);
  assert.throws(() => checkDefaults('figure-recipes', core), /takes lesson\.key=value/);
});
