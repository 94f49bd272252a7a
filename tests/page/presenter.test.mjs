// Presenter mode: one thing per screen, letters of 24 pixels and more, keys and clickers, a link for each step.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addressOf, assertQuiet, atRest, LANGUAGES, showCanvas, showFigure, startBrowser } from './browser.mjs';
import { plant, QUESTION } from './planted.mjs';

const PROJECTOR = { viewport: { width: 1280, height: 720 } };
let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

const step = (page) => page.evaluate(() => globalThis.tally.state.option('present'));
/** The elements with text of their own that are smaller than `least` pixels, controls included. */
const smallText = (page, least) => page.evaluate((wanted) => [...document.querySelectorAll('body *')].filter((each) => {
  if (each.closest('.unseen, .is-offered, mtext, math') || !each.checkVisibility({ visibilityProperty: true })) return false;
  const hasText = [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim()) || each.matches('input[type=text], select');
  return hasText && parseFloat(getComputedStyle(each).fontSize) < wanted;
}).map((each) => `${each.tagName}.${each.className} ${getComputedStyle(each).fontSize} ${each.textContent.slice(0, 30)}`), least);

test('every step shows one thing, large enough for the last row, in both languages', async () => {
  for (const language of LANGUAGES) {
    const page = await site.open({ ...PROJECTOR, language, prepare: plant, fragment: 'present=opening' });
    const names = [];
    for (;;) {
      const name = await step(page);
      assert.ok(!names.includes(name), `${name} comes once`);
      names.push(name);
      if (name.startsWith('figure-')) await showFigure(page, name.slice('figure-'.length));
      const things = await page.locator('h1, .formula, figure, form.question').evaluateAll((all) =>
        all.filter((each) => each.getClientRects().length > 0).map((each) => each.id || each.className || each.tagName));
      assert.equal(things.length, 1, `${name}: ${things}`);
      assert.deepEqual(await smallText(page, 24), [], name);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} fits the width`);
      const next = page.locator('.present-buttons button').nth(1);
      if (await next.isDisabled()) break;
      await page.keyboard.press('PageDown');
      await page.waitForFunction((before) => globalThis.tally.state.option('present') !== before, name);
    }
    const figures = await page.locator('figure[data-lesson]').count();
    assert.equal(names.filter((name) => name.startsWith('figure-')).length, figures);
    assert.ok(names.includes(`q-${QUESTION.id}`) && names.some((name) => name.startsWith('formula-')), names.join());
    assertQuiet(page);
    await page.context().close();
  }
});

const scrolled = (page) => page.evaluate(() => scrollY);
const atEnd = (page) => page.waitForFunction(() => scrollY + innerHeight >= document.scrollingElement.scrollHeight - 1);

test('no letter of the page starts it', async () => {
  const page = await site.open({ ...PROJECTOR, prepare: plant });
  await page.locator('body').press('p');
  await page.locator('.contents a').first().press('p');
  assert.equal(await step(page), '');
  await page.context().close();
});

test('a step that is higher than the window is scrolled by up, down and space before they turn the page', async () => {
  const page = await site.open({ ...PROJECTOR, fragment: 'present=figure-activation' });
  await showCanvas(page, 'activation');  // until it is drawn the page grows
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => scrollY > 0);
  const first = await scrolled(page);
  await page.keyboard.press('Space');
  await page.waitForFunction((before) => scrollY > before + 100, first);
  await page.keyboard.press('End');
  await atEnd(page);
  assert.equal(await step(page), 'figure-activation', 'so far it only scrolled');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => scrollY === 0);
  assert.equal(await step(page), 'figure-activation');
  await page.keyboard.press('End');
  await atEnd(page);
  await page.keyboard.press('ArrowDown');
  assert.notEqual(await step(page), 'figure-activation', 'at its end it turns the page');
  await page.keyboard.press('ArrowUp');
  assert.equal(await step(page), 'figure-activation', 'and back at its beginning');
  await page.keyboard.press('ArrowRight');
  assert.notEqual(await step(page), 'figure-activation', 'sideways nothing is left to scroll');
  await page.context().close();
});

test('a table or a program with the focus is scrolled by its keys', async () => {
  const page = await site.open({ viewport: { width: 700, height: 500 }, fragment: 'present=figure-levers' });
  await showCanvas(page, 'levers');
  const table = page.locator('figure[data-lesson="levers"] .figure-tables .table-scroll').first();
  assert.ok(await table.evaluate((element) => element.scrollWidth > element.clientWidth), 'the table is wider than the window');
  await table.focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('figure[data-lesson="levers"] .figure-tables .table-scroll').scrollLeft > 0);
  assert.equal(await step(page), 'figure-levers');
  const program = page.locator('figure[data-lesson="levers"] .figure-pytorch');
  await program.locator('summary').click();
  await program.locator('pre').first().evaluate((element) => {
    element.style.maxHeight = '5em';
    element.style.overflow = 'auto';
  });
  await program.locator('pre').first().focus();
  for (const key of ['PageDown', 'End', 'Home', 'ArrowDown', 'Space', 'ArrowUp', 'PageUp']) {
    await page.keyboard.press(key);
    assert.equal(await step(page), 'figure-levers', key);
  }
  await page.context().close();
});

test('keys and clickers step through it, and Escape leaves where it stopped', async () => {
  const page = await site.open({ ...PROJECTOR, prepare: plant });
  await page.locator('.present-start').click();
  assert.equal(await step(page), 'opening');
  const walk = [];
  for (const key of ['ArrowRight', 'ArrowDown', 'Space', 'PageDown', 'ArrowLeft', 'ArrowUp', 'PageUp', 'Shift+Space', 'End', 'Home']) {
    await page.keyboard.press(key);
    walk.push(await page.locator('.present-count').innerText());
  }
  const number = walk.map((text) => Number(text.match(/\d+/)[0]));
  assert.deepEqual(number.slice(0, 8), [2, 3, 4, 5, 4, 3, 2, 1]);
  assert.deepEqual([number[8], number[9]], [Number(walk[8].match(/of (\d+)/)[1]), 1]);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  assert.equal(await step(page), '');
  assert.equal(await page.locator('.present-bar').isVisible(), false);
  assert.ok(await page.locator('h1').isVisible());
  await page.waitForFunction(() => !location.hash.includes('present'));
  assertQuiet(page);
  await page.context().close();
});

test('keys stay with the control that has the focus, but a clicker always turns the page', async () => {
  const page = await site.open({ ...PROJECTOR, fragment: 'present=figure-activation' });
  await showFigure(page, 'activation');
  const input = page.locator('#activation-layers');
  const before = await input.inputValue();
  await input.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('p r');
  assert.equal(await step(page), 'figure-activation');
  await input.fill(before);
  await page.keyboard.press('PageDown');
  assert.notEqual(await step(page), 'figure-activation');
  await page.context().close();
});

for (const key of ['r', 'R']) {  // as with CapsLock or Shift
  test(`${key} reveals the question’s answer, also in a blind link and without a vote`, async () => {
    const page = await site.open({ ...PROJECTOR, prepare: plant, fragment: `present=q-${QUESTION.id}&blind=1` });
    assert.equal(await page.locator('.is-found').count(), 0);
    await page.keyboard.press(key);
    await page.locator(`#q-${QUESTION.id} .is-found`).waitFor();
    assert.deepEqual(await smallText(page, 24), []);
    await page.context().close();
  });
}

test('every step has a link, and one that does not exist is named', async () => {
  const page = await site.open({ ...PROJECTOR, fragment: 'present=figure-recipes&recipes.gpus=2' });
  assert.ok(await page.locator('figure[data-lesson="recipes"]').isVisible());
  assert.equal(await page.locator('.present-title').innerText(), 'Bytes per parameter');
  await page.keyboard.press('ArrowRight');
  const address = await addressOf(page);
  assert.match(address, /present=/);
  assert.doesNotMatch(address, /present=figure-recipes&/);
  const other = await site.open({ ...PROJECTOR, fragment: address.split('#')[1] });
  assert.equal(await step(other), await step(page));
  await other.evaluate(() => globalThis.tally.state.setOption('present', '2'));
  assert.match(await other.locator('.present-count').innerText(), /Step 2 of/, 'a number will do');
  const stray = await site.open({ ...PROJECTOR, fragment: 'present=figure-nothing' });
  assert.match(await stray.locator('#link-problem').textContent(), /figure-nothing/);
  assert.match(await stray.locator('.present-count').innerText(), /Step 1 of/);
  await page.context().close();
  await other.context().close();
  await stray.context().close();
});

test('the drawing is enlarged, and the pointer still finds what it points at', async () => {
  const page = await site.open({ ...PROJECTOR, fragment: 'present=figure-activation' });
  await showFigure(page, 'activation');
  const canvas = page.locator('figure[data-lesson="activation"] canvas');
  await canvas.waitFor();
  await atRest(page);
  const items = await page.evaluate(() => globalThis.tally.figures.get('activation').view.items());
  const plots = items.filter((item) => item.role === 'plot');
  assert.ok(plots.length > 0);
  const [box, shown] = [await canvas.boundingBox(), await canvas.evaluate((element) => element.width / element.getBoundingClientRect().width)];
  assert.ok(Math.abs(shown - 1) < 0.02, `a pixel of the canvas is one of the screen: ${shown}`);
  assert.ok(plots[0].w > 500 && plots[0].x + plots[0].w <= box.width + 1, `${plots[0].w} of ${box.width}`);
  await page.context().close();
});

test('the smallest letters of a drawing have 24 pixels, on screens of any density', async () => {
  for (const deviceScaleFactor of [1, 1.25]) {
    const page = await site.open({ ...PROJECTOR, deviceScaleFactor, fragment: 'present=figure-activation' });
    await showCanvas(page, 'activation');
    const items = await page.evaluate(() => globalThis.tally.figures.get('activation').view.items());
    const legend = items.filter(({ role }) => role === 'legend');
    assert.ok(legend.length > 0);
    // An entry of the legend is a line of them, of 1.448 em (src/app/fonts.cpp), and 3 pixels (src/app/legend.cpp), all twice as large.
    for (const { h, label } of legend) assert.ok((h - 3 * 2) / 1.448 >= 24, `${label}: ${h}`);
    await page.context().close();
  }
});

test('the button of the page and that of a figure start it there', async () => {
  const page = await site.open();
  await page.locator('.present-start').click();
  assert.equal(await step(page), 'opening');
  await page.keyboard.press('Escape');
  await showFigure(page, 'budget');
  await page.locator('figure[data-lesson="budget"]').getByRole('button', { name: 'Present from here' }).click();
  assert.equal(await step(page), 'figure-budget');
  await page.keyboard.press('Escape');
  const box = await page.locator('figure[data-lesson="budget"]').boundingBox();
  assert.ok(box.y < 900 && box.y + box.height > 0, 'the reader is left where the talk was');
  await page.context().close();
});
