// Each number with a formula leads to it and to its source, by pointer, touch and keyboard, on a phone too.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { tablesHtml } from '../../web/page/results.js';
import { wordsOf } from '../../web/page/words.js';
import { assertQuiet, LANGUAGES, readTable, settle, showFigure, startBrowser } from './browser.mjs';
import { FORMULA, plant, SOURCE } from './planted.mjs';

let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

const cells = (page) => page.locator('figure[data-lesson="activation"] .cell-formula');
const popover = (page) => page.locator('#formula');

test('the formula opens with its numbers, its names and its source, and Escape brings the focus back', async () => {
  const page = await site.open({ prepare: plant });
  await showFigure(page, 'activation');
  const button = cells(page).first();
  const number = await button.textContent();
  await button.focus();
  await page.keyboard.press('Enter');
  await popover(page).waitFor({ state: 'visible' });
  const text = await popover(page).innerText();
  assert.ok(text.includes(FORMULA), text);
  assert.ok(text.includes(SOURCE), 'the source is text, not markup');
  const [label, column] = await button.evaluate((element) => {
    const cell = element.closest('td');
    return [cell.parentElement.cells[0].textContent, cell.closest('table').tHead.rows[0].cells[cell.cellIndex].textContent];
  });
  assert.ok(text.startsWith(`${label}: ${column}`), text);
  assert.ok(await popover(page).evaluate((element) => element.contains(document.activeElement)), 'the focus is inside');
  await page.keyboard.press('Escape');
  assert.equal(await popover(page).isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), number);
  assertQuiet(page);
  await page.context().close();
});

test('a table is one stop of Tab, and arrow keys lead through its numbers', async () => {
  const page = await site.open();
  await showFigure(page, 'activation');
  const table = page.locator('figure[data-lesson="activation"] table[data-table="points"]');
  const stops = () => table.locator('.cell-formula').evaluateAll((all) => all.map((each) => each.tabIndex));
  const at = () => page.evaluate(() => {
    const cell = document.activeElement.closest('td, th');
    return [cell.parentElement.rowIndex, cell.cellIndex];
  });
  assert.deepEqual((await stops()).filter((each) => each === 0), [0], 'one stop, the first');
  assert.equal((await stops())[0], 0);
  await table.locator('.cell-formula').first().focus();
  const [row, column] = await at();
  await page.keyboard.press('ArrowDown');
  assert.deepEqual(await at(), [row + 1, column]);
  assert.equal((await stops()).indexOf(0), (await stops()).lastIndexOf(0), 'still one stop');
  await page.keyboard.press('ArrowRight');
  assert.ok((await at())[1] > column && (await at())[0] === row + 1);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  assert.deepEqual(await at(), [row, column]);
  await page.keyboard.press('ArrowUp');
  assert.deepEqual(await at(), [row, column], 'the edge holds');
  await page.keyboard.press('End');
  assert.equal((await stops()).indexOf(0), (await stops()).length - 1);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.matches('table[data-table="points"] .cell-formula')), false, 'Tab leaves');
  await page.keyboard.press('Shift+Tab');
  assert.equal(await page.evaluate(() => document.activeElement.matches('table[data-table="points"] .cell-formula')), true, 'and comes back to it');
  await page.context().close();
});

test('where the browser has no popovers the formulas are a list, and presenter mode still ends', async () => {
  const page = await site.open({ prepare: async (fresh) => {
    await plant(fresh);
    await fresh.addInitScript(() => {
      delete HTMLElement.prototype.popover;
      delete HTMLElement.prototype.showPopover;
      const known = (selector) => {
        if (String(selector).includes(':popover-open')) throw new DOMException('not a valid selector', 'SyntaxError');
      };
      const query = Document.prototype.querySelector;
      Document.prototype.querySelector = function querySelector(selector) {
        known(selector);
        return query.call(this, selector);
      };
    });
  } });
  await showFigure(page, 'activation');
  assert.equal(await cells(page).count(), 0, 'no button that would do nothing');
  assert.equal(await popover(page).count(), 0);
  assert.ok((await page.locator('figure[data-lesson="activation"] .formulas dd').first().textContent()).includes(FORMULA));
  await page.locator('.present-start').click();
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.present-bar').isVisible(), false);
  assertQuiet(page);
  await page.context().close();
});

test('one popover at a time; a press elsewhere closes it', async () => {
  const page = await site.open({ prepare: plant });
  await showFigure(page, 'activation');
  await cells(page).first().click();
  await popover(page).waitFor({ state: 'visible' });
  await popover(page).getByRole('button', { name: 'Close' }).click();
  assert.equal(await popover(page).isVisible(), false);
  await cells(page).nth(1).click();
  await popover(page).waitFor({ state: 'visible' });
  assert.equal(await page.locator(':popover-open').count(), 1);
  await page.mouse.click(5, 5);
  assert.equal(await popover(page).isVisible(), false);
  await page.context().close();
});

test('on a phone it opens by touch and stays inside of the window, in both languages', async () => {
  for (const language of LANGUAGES) {
    const page = await site.open({ language, prepare: plant, viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });
    await showFigure(page, 'activation');
    for (const index of [0, 2]) {
      await cells(page).nth(index).scrollIntoViewIfNeeded();
      await cells(page).nth(index).tap();
      await popover(page).waitFor({ state: 'visible' });
      const box = await popover(page).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 360 && box.y >= 0 && box.y + box.height <= 800, JSON.stringify(box));
      const target = await cells(page).nth(index).boundingBox();
      assert.ok(target.height >= 24, `a finger finds it: ${target.height}`);
      await page.keyboard.press('Escape');
    }
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    await page.context().close();
  }
});

test('the buttons leave the table’s text and numbers as they are', async () => {
  const [page, plain] = [await site.open({ prepare: plant }), await site.open()];
  await showFigure(page, 'activation');
  await showFigure(plain, 'activation');
  assert.deepEqual(await readTable(page, 'activation', 'points'), await readTable(plain, 'activation', 'points'));
  await page.evaluate(() => globalThis.tally.state.set('activation', 'layers', '3'));
  await settle(page, 'activation');
  assert.ok((await cells(page).count()) > 0, 'and they stay when the result changes');
  await page.context().close();
  await plain.context().close();
});

test('a static table lists its formulas and names its source', () => {
  const table = {
    id: 't', caption: 'c', columns: [{ key: 'a', label: 'layers' }, { key: 'b', label: 'saved (B)' }], marked_row: -1,
    rows: [[{ value: 4, text: '4' }, { value: 8, text: '8', formula: '2 × 4 = 8 <B>' }]], source: 'Executed',
  };
  const text = tablesHtml([table], 'x', wordsOf('en')).join('');
  assert.match(text, /<dt>4: saved \(B\)<\/dt><dd>2 × 4 = 8 &lt;B&gt;<\/dd>/);
  assert.match(text, /Source: Executed/);
  assert.doesNotMatch(text, /<button/);
  assert.doesNotMatch(tablesHtml([{ ...table, rows: [[{ value: 4, text: '4' }, { value: 8, text: '8' }]], source: undefined }], 'x', wordsOf('en')).join(''),
    /Source|formulas/);
});
