// Controls drawn in the canvas: found by the names that ImGui's hooks report, used with a real mouse.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addressOf, assertQuiet, atRest, readTable, settle, showCanvas, startBrowser } from './browser.mjs';

let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

/** The place of a widget on the window: that of `key` and, for choices, `value`. */
async function placeOf(page, lesson, canvas, { key, value, label }) {
  const items = await page.evaluate((id) => globalThis.tally.figures.get(id).view.items(), lesson);
  const item = items.find((each) => (key === undefined || each.key === key) && (value === undefined || each.value === value)
    && (label === undefined || each.label === label));
  assert.ok(item, `${lesson} has ${key} ${value ?? label ?? ''}: ${items.map((each) => `${each.key} ${each.value}`).join(', ')}`);
  // A figure may be higher than the window.
  await canvas.evaluate((element, y) => scrollBy({ top: element.getBoundingClientRect().top + y - innerHeight / 2, behavior: 'instant' }), item.y);
  await atRest(page);
  const box = await canvas.boundingBox();
  return { left: box.x + item.x, top: box.y + item.y, width: item.w, height: item.h };
}

async function press(page, lesson, canvas, what) {
  const place = await placeOf(page, lesson, canvas, what);
  await page.mouse.click(place.left + place.width / 2, place.top + place.height / 2, { delay: 60 });
  await settle(page, lesson);
  await atRest(page);
}

const state = (page, lesson, key) => page.evaluate(([id, name]) => globalThis.tally.state.text(id, name), [lesson, key]);

test('a choice made in the canvas reaches state, form, URL and table', async () => {
  const page = await site.open();
  const canvas = await showCanvas(page, 'activation');
  const before = (await readTable(page, 'activation', 'points')).at(-1).cells.saved_bytes.value;
  await press(page, 'activation', canvas, { key: 'function', value: 'gelu' });
  assert.equal(await state(page, 'activation', 'function'), 'gelu');
  const after = (await readTable(page, 'activation', 'points')).at(-1).cells;
  assert.deepEqual([before, after.saved_bytes.value], [589824, 1048576]);
  assert.match(await addressOf(page), /activation\.function=gelu/);
  assert.equal(await page.locator('#activation-function').inputValue(), 'gelu');
  assertQuiet(page);
  await page.context().close();
});

test('a slider dragged in the canvas moves its parameter to the end', async () => {
  const page = await site.open();
  const canvas = await showCanvas(page, 'activation');
  const place = await placeOf(page, 'activation', canvas, { key: 'layers' });
  const y = place.top + place.height / 2;
  await page.mouse.move(place.left + place.width / 3, y);
  await page.mouse.down();
  for (let step = 1; step <= 8; step += 1) {
    await page.mouse.move(place.left + place.width / 3 + (step / 8) * place.width, y);
    await page.waitForTimeout(40);
  }
  await page.mouse.up();
  await settle(page, 'activation');
  assert.equal(await state(page, 'activation', 'layers'), '64');
  assert.equal(await page.locator('#activation-layers').inputValue(), '64');
  assert.equal((await readTable(page, 'activation', 'points')).at(-1).cells.layers.value, 64);
  await page.context().close();
});

test('step() pressed in the canvas takes a step, and reset all takes it back', async () => {
  const page = await site.open({ fragment: 'optimizer_state.steps=0' });
  const canvas = await showCanvas(page, 'optimizer_state');
  const stateBytes = async () => (await readTable(page, 'optimizer_state', 'bytes')).find((row) => row.marked).cells.state.value;
  assert.equal(await stateBytes(), 0, 'no state before the first step');
  await press(page, 'optimizer_state', canvas, { key: 'steps', label: 'step()' });
  assert.equal(await state(page, 'optimizer_state', 'steps'), '1');
  assert.equal(await stateBytes(), 2097168);
  await press(page, 'optimizer_state', canvas, { key: 'optimizer', value: 'sgd' });
  assert.equal(await stateBytes(), 0, 'SGD keeps none');
  await press(page, 'optimizer_state', canvas, { key: '', label: 'Reset all' });
  assert.equal(await state(page, 'optimizer_state', 'optimizer'), 'adamw');
  assertQuiet(page);
  await page.context().close();
});

test('what is typed in the form moves the canvas’s control, in the language of the page', async () => {
  const page = await site.open({ language: 'zh' });
  const canvas = await showCanvas(page, 'activation');
  const slider = async () => {
    await canvas.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await atRest(page);
    return (await page.evaluate(() => globalThis.tally.figures.get('activation').view.items())).find((each) => each.key === 'layers' && each.role === 'slider');
  };
  const before = await slider();
  assert.match(before.label, /[\u4e00-\u9fff]/);
  await page.evaluate(() => globalThis.tally.state.set('activation', 'layers', '40'));
  await settle(page, 'activation');
  const after = await slider();
  assert.deepEqual([before.value, after.value], ['8', '40']);
  await page.context().close();
});
