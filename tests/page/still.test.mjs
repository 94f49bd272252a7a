// Without scripts, and on paper: the whole prose, a picture for each figure, every table.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LANGUAGES, LESSONS, showFigure, startBrowser, WIDE } from './browser.mjs';

let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

for (const language of LANGUAGES) {
  test(`without scripts the page in ${language} has prose, pictures and tables, and no control that does nothing`, async () => {
    const page = await site.open({ language, javaScriptEnabled: false, ready: false });
    assert.ok((await page.locator('main p:visible').count()) > 25);
    for (const lesson of LESSONS) {
      const figure = page.locator(`figure[data-lesson="${lesson}"]`);
      const pictures = figure.locator('.figure-picture > svg');
      for (const name of await pictures.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))) {
        assert.ok(name.length > 3, `${lesson}: a picture has a name`);
      }
      const box = await pictures.first().boundingBox();
      assert.ok(box.width > 300 && box.height > 100, `${lesson} has a picture`);
      assert.ok((await figure.locator('output').innerText()).length > 20, `${lesson} says its result`);
      assert.ok((await figure.locator('table .number').count()) > 3, `${lesson} has its tables`);
    }
    const timeline = page.locator('figure[data-lesson="checkpointing"] .figure-picture > svg').last();
    assert.ok((await timeline.locator('path[fill]').count()) >= 3, 'the timeline is a picture too');
    assert.deepEqual(await page.locator('button:visible, select:visible, input:not([type=radio]):visible').all(), []);
    assert.ok((await page.locator('math').count()) > 20);
    const wide = await page.evaluate(() => document.scrollingElement.scrollWidth);
    assert.ok(wide <= WIDE.width);
    await page.context().close();
  });

  test(`without scripts each figure in ${language} leads to how its numbers come about`, async () => {
    const still = await site.open({ language, javaScriptEnabled: false, ready: false });
    const live = await site.open({ language });
    for (const lesson of LESSONS) {
      await showFigure(live, lesson);
      const { tables } = await live.evaluate((id) => globalThis.tally.figures.get(id).response().presentation, lesson);
      const formulas = tables.filter(({ id }) => id !== 'times').flatMap(({ rows }) => rows.flat().flatMap(({ formula }) => formula ?? []));
      await still.goto(new URL(`../${language}/`, still.url()).href);
      await still.locator(`figure[data-lesson="${lesson}"] .figure-tables a`).click();
      const section = still.locator(`section#${lesson}`);
      const listed = new Set(await section.locator('dd').allTextContents());
      assert.deepEqual(formulas.filter((formula) => !listed.has(formula)), [], `${lesson}: formulas that the page lacks`);
      assert.ok((await section.locator('h3').count()) > 0);
    }
    await still.context().close();
    await live.context().close();
  });

  test(`on paper the page in ${language} cuts no table and no picture`, async () => {
    const page = await site.open({ language, viewport: { width: 680, height: 960 } });  // A4 between its margins
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const cut = await page.evaluate(() => [...document.querySelectorAll('.table-scroll, figure table, figure svg, pre, .formula')]
      .filter((each) => each.getClientRects().length)
      .map((each) => [each, each.getBoundingClientRect(), each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight])
      .filter(([each, box, across, down]) => box.right > innerWidth + 1 || box.left < -1
        || (getComputedStyle(each).overflow !== 'visible' && (across > 1 || down > 1)))
      .map(([each, box]) => `${each.className || each.tagName} in ${each.closest('figure, section')?.id || each.closest('figure')?.dataset.lesson}: ${Math.round(box.right)}`));
    assert.deepEqual(cut, []);
    assert.equal(await page.locator('button:visible:not(.cell-formula), select:visible, .turn:visible, .contents:visible').count(), 0);
    const pdf = await page.pdf({ format: 'A4', printBackground: true });
    assert.ok(pdf.length > 50000 && pdf.subarray(0, 5).toString() === '%PDF-');
    await page.context().close();
  });
}
