// Back and forward: a link of the text that sets a figure, or asks something of the page, is a step that can be
// taken back, to the lecture's own settings too.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertQuiet, startBrowser } from './browser.mjs';

let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

const follow = (page, href) => page.evaluate((wanted) => document.querySelector(`main a[href="${wanted}"]`).click(), href);
const text = (page, lesson, key) => page.evaluate(([id, name]) => globalThis.tally.state.text(id, name), [lesson, key]);
const hashIs = (page, hash) => page.waitForFunction((wanted) => location.hash === wanted, hash);
/** Longer than the page lets a change of its address wait. */
const rest = (page) => page.waitForTimeout(700);

test('from the bare address, Back takes a link’s setting away and Forward brings it again', async () => {
  const page = await site.open();
  const before = await text(page, 'activation', 'batch');
  await follow(page, '#figure-activation&activation.batch=64');
  await hashIs(page, '#figure-activation&activation.batch=64');
  await page.goBack();
  await page.waitForFunction((wanted) => globalThis.tally.state.text('activation', 'batch') === wanted, before);
  await rest(page);
  assert.equal(new URL(page.url()).hash, '', 'the address is bare again, and stays so');
  await page.goForward();
  await page.waitForFunction(() => globalThis.tally.state.text('activation', 'batch') === '64');
  await rest(page);
  assert.match(page.url(), /#figure-activation&activation\.batch=64$/);
  assertQuiet(page);
  await page.context().close();
});

test('Back from a link goes to what the reader had just set, and no further', async () => {
  const page = await site.open();
  await page.evaluate(() => {
    globalThis.tally.state.set('recipes', 'gpus', '2');
    globalThis.tally.state.set('recipes', 'gpus', '4');  // its address is still to be written
  });
  await follow(page, '#figure-activation&activation.batch=64');
  await rest(page);
  await page.goBack();
  await page.waitForFunction(() => globalThis.tally.state.text('activation', 'batch') !== '64');
  assert.equal(await text(page, 'recipes', 'gpus'), '4');
  await hashIs(page, '#recipes.gpus=4');
  await page.context().close();
});

test('Back leaves presenter mode where a link began it, whatever step it is at', async () => {
  const page = await site.open();
  await follow(page, '#present=1');
  await page.locator('.present-bar').waitFor({ state: 'visible' });
  await page.keyboard.press('PageDown');
  await rest(page);
  assert.match(page.url(), /#present=(?!1$)/);
  await page.goBack();
  await page.locator('.present-bar').waitFor({ state: 'hidden' });
  await rest(page);
  assert.equal(new URL(page.url()).hash, '');
  assert.ok(await page.locator('h1').isVisible());
  assertQuiet(page);
  await page.context().close();
});

test('a link to a place is no setting: Back from it keeps what the reader set', async () => {
  const page = await site.open();
  await page.locator('.contents a[href="#budget"]').click();
  await page.evaluate(() => globalThis.tally.state.set('activation', 'layers', '5'));
  await rest(page);
  await page.goBack();
  await rest(page);
  assert.equal(await text(page, 'activation', 'layers'), '5');
  await page.context().close();
});

test('Back and forward find what was last set, even if it was left before its address was written', async () => {
  const page = await site.open();
  const setTwice = (first, second) => page.evaluate((texts) => texts.forEach((each) => globalThis.tally.state.set('activation', 'layers', each)), [first, second]);
  await setTwice('3', '4');
  await page.evaluate(() => {
    location.hash = '#budget';
  });
  await rest(page);
  await setTwice('5', '6');
  await page.evaluate(() => history.back());
  await page.waitForFunction(() => globalThis.tally.state.text('activation', 'layers') === '4');
  await rest(page);
  assert.match(page.url(), /#activation\.layers=4$/);
  await page.goForward();
  await page.waitForFunction(() => globalThis.tally.state.text('activation', 'layers') === '6');
  await rest(page);
  assert.match(page.url(), /#budget&activation\.layers=6$/);
  assertQuiet(page);
  await page.context().close();
});

test('a page that is left for the other language at once keeps what was last set', async () => {
  const page = await site.open();
  await page.evaluate(() => {
    for (const layers of ['3', '4']) globalThis.tally.state.set('activation', 'layers', layers);
    document.querySelector('[data-language-link="zh"]').click();
  });
  await page.waitForURL(/\/zh\//);
  await page.goBack();
  await page.waitForURL(/\/en\//);
  await page.waitForFunction(() => globalThis.tally?.state.text('activation', 'layers') === '4');
  await page.context().close();
});
