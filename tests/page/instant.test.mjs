// A timeline instant by instant: slider, buttons and canvas choose one instant; what is listed adds up.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertQuiet, atRest, readTable, showCanvas, showFigure, startBrowser } from './browser.mjs';

/** The lessons whose figures draw the step. */
const STROKES = ['recipes', 'optimizer_state', 'activation', 'accumulation', 'checkpointing', 'budget'];

let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

const block = (page, lesson) => page.locator(`figure[data-lesson="${lesson}"] .instant`);
const timelineOf = (page, lesson) => page.evaluate((id) => globalThis.tally.figures.get(id).response().presentation.timeline, lesson);
const numberIn = (text) => Number(/([\d,]+) B/.exec(text)[1].replaceAll(',', ''));

/** The total that is told, and the sum of the bytes that are listed. */
async function read(page, lesson) {
  const part = block(page, lesson);
  await part.locator('details').evaluate((details) => {
    details.open = true;
  });
  await part.locator('table').waitFor();
  return {
    total: numberIn(await part.locator('.instant-where').textContent()),
    listed: await part.locator('td[data-value]').evaluateAll((cells) => cells.reduce((sum, cell) => sum + Number(cell.dataset.value), 0)),
    sample: Number(await part.locator('input').inputValue()),
  };
}

async function scrubTo(page, lesson, sample) {
  await block(page, lesson).locator('input').evaluate((slider, value) => {
    slider.value = value;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }, sample);
}

test('at every instant tried the storages listed add up to the total, and the total is the bands’', async () => {
  const page = await site.open();
  for (const lesson of STROKES) {
    await showFigure(page, lesson);
    const timeline = await timelineOf(page, lesson);
    const last = timeline.x_at.length - 1;
    for (const sample of [0, Math.round(last / 3), Math.round(last / 2), last]) {
      await scrubTo(page, lesson, sample);
      const { total, listed } = await read(page, lesson);
      assert.equal(total, timeline.bands.reduce((sum, band) => sum + band.bytes[sample], 0), `${lesson} at ${sample}`);
      assert.equal(listed, total, `${lesson} at ${sample}`);
    }
  }
  assertQuiet(page);
  await page.context().close();
});

test('it begins at the peak, which is the table’s, and the button leads back to it', async () => {
  const page = await site.open();
  const peaks = {
    recipes: ['step', 'peak', 'bytes'], accumulation: ['bytes', 'small', 'peak_bytes'], budget: ['step', 'peak', 'bytes'],
    activation: ['step', 'moving', 'bytes'], checkpointing: ['chosen', 'moving_bytes', 'value'],
  };
  for (const [lesson, [table, row, column]] of Object.entries(peaks)) {
    await showFigure(page, lesson);
    const told = (await readTable(page, lesson, table)).find((each) => each.id === row).cells[column].value;
    assert.equal((await read(page, lesson)).total, told, lesson);
    await scrubTo(page, lesson, 0);
    await block(page, lesson).getByRole('button', { name: 'To the peak' }).click();
    assert.equal((await read(page, lesson)).total, told, lesson);
  }
  await showFigure(page, 'optimizer_state');
  const rows = await readTable(page, 'optimizer_state', 'phases');
  assert.equal((await read(page, 'optimizer_state')).total, Math.max(...rows.map((row) => row.cells.peak.value)));
  await page.context().close();
});

test('next and previous step event by event, each announced once, in both languages', async () => {
  for (const [tag, words] of [['en', { next: 'Next event', previous: 'Previous event', allocates: /allocates|allocated/ }],
    ['zh', { next: '下一个事件', previous: '上一个事件', allocates: /分配/ }]]) {
    const page = await site.open({ language: tag });
    await showFigure(page, 'activation');
    const part = block(page, 'activation');
    const timeline = await timelineOf(page, 'activation');
    const made = timeline.storages.find((storage) => storage.label === 'relu');
    const before = timeline.x_at.indexOf(made.from) - 1;
    await scrubTo(page, 'activation', before);
    await page.waitForTimeout(700);
    await part.locator('.instant-announcer').evaluate((element) => {
      globalThis.said = [];
      new MutationObserver(() => globalThis.said.push(element.textContent)).observe(element, { childList: true });
    });
    await part.getByRole('button', { name: words.next }).click();
    await page.waitForTimeout(700);
    const text = await part.locator('.instant-what').textContent();
    assert.match(text, words.allocates);
    assert.ok(text.includes('relu') && text.includes(`${made.bytes.toLocaleString('en-US')} B`), text);
    const said = await page.evaluate(() => globalThis.said);
    assert.equal(said.length, 1, said.join(' | '));
    assert.ok(said[0].includes(text), said[0]);
    await part.getByRole('button', { name: words.next }).evaluate((button) => {
      for (let step = 0; step < 4; step += 1) button.click();  // faster than a hand rests, on any machine
    });
    await page.waitForTimeout(700);
    assert.equal((await page.evaluate(() => globalThis.said)).length, 2, 'several at once are announced once');
    await part.getByRole('button', { name: words.previous }).click();
    assert.equal((await read(page, 'activation')).sample, before + 4);
    assertQuiet(page);
    await page.context().close();
  }
});

test('slider and canvas agree, both ways', async () => {
  const page = await site.open();
  const canvas = await showCanvas(page, 'activation');
  const timeline = await timelineOf(page, 'activation');
  const items = await page.evaluate(() => globalThis.tally.figures.get('activation').view.items());
  const area = items.find((each) => each.key === `plot:${timeline.id}` && each.role === 'plot');
  await canvas.evaluate((element, y) => scrollBy({ top: element.getBoundingClientRect().top + y - innerHeight / 2, behavior: 'instant' }), area.y);
  await atRest(page);
  const box = await canvas.boundingBox();
  const y = box.y + area.y + area.h / 2;
  await page.mouse.move(box.x + area.x + area.w * 0.25, y);
  await page.mouse.down();
  await page.mouse.move(box.x + area.x + area.w * 0.5, y, { steps: 4 });
  await atRest(page);
  const dragged = (await read(page, 'activation')).sample;
  const middle = timeline.x_at.at(-1) / 2;
  assert.ok(Math.abs(timeline.x_at[dragged] - middle) < timeline.x_at.at(-1) * 0.05, `sample ${dragged}`);
  await page.mouse.up();
  await page.keyboard.press('ArrowRight');
  await atRest(page);
  assert.equal((await read(page, 'activation')).sample, dragged + 1);
  const picture = () => canvas.evaluate((element) => element.toDataURL());
  await page.keyboard.press('Escape');
  await page.mouse.move(0, 0);
  await atRest(page);
  const before = await picture();
  await scrubTo(page, 'activation', 3);
  await atRest(page);
  assert.notEqual(await picture(), before, 'the cursor moved in the drawing');
  assertQuiet(page);
  await page.context().close();
});

/** High enough for a figure and the text above it. */
const TALL = { viewport: { width: 1440, height: 2600 } };

/** A page with a figure, the word of a category above it, and what the figure shows once it is at rest. */
async function openWithWord(options) {
  const page = await site.open({ ...TALL, ...options });
  const canvas = await showCanvas(page, 'accumulation');
  const picture = async () => {
    await atRest(page);
    return canvas.evaluate((element) => element.toDataURL());
  };
  return { page, picture, word: page.locator('#accumulation .ink[data-ink="gradient"]:visible').first() };
}

test('a category’s word lights it in the figures, pointed at or focused', async () => {
  const { page, picture, word } = await openWithWord();
  const plain = await picture();
  await page.evaluate(() => globalThis.tally.view.light('gradient'));
  const lit = await picture();
  assert.notEqual(lit, plain);
  await page.evaluate(() => globalThis.tally.view.light(''));
  assert.equal(await picture(), plain);
  await word.hover();
  assert.equal(await picture(), lit, 'the pointer lights it');
  await page.mouse.move(2, 2);
  assert.equal(await picture(), plain, 'and leaves it');
  await word.evaluate((element) => element.focus({ preventScroll: true }));
  assert.equal(await picture(), lit, 'focus lights it too');
  await page.keyboard.press('Escape');
  assert.equal(await picture(), plain);
  assertQuiet(page);
  await page.context().close();
});

test('a category’s word lights it in the figures, tapped, until something else is', async () => {
  const { page, picture, word } = await openWithWord({ hasTouch: true });
  const plain = await picture();
  await word.tap();
  assert.notEqual(await picture(), plain);
  await page.locator('#accumulation h2').tap({ position: { x: 2, y: 2 } });
  assert.equal(await picture(), plain);
  assertQuiet(page);
  await page.context().close();
});
