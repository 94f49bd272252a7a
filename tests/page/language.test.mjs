// Two pages of equal standing: the same parts, anchors and numbers; the way from one to the other keeps the
// reader's place and settings.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertQuiet, LESSONS, readNumbers, settle, showFigure, startBrowser, switchTo } from './browser.mjs';

const STILL = { javaScriptEnabled: false, ready: false };
let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

test('switching changes the words and leaves every number and setting', async () => {
  const page = await site.open({ fragment: 'activation.layers=5' });
  const read = async () => {
    const shown = {};
    for (const lesson of LESSONS) {
      await showFigure(page, lesson);
      shown[lesson] = {
        numbers: withoutTimes(lesson, await readNumbers(page, lesson)),
        sentence: await page.locator(`figure[data-lesson="${lesson}"] output`).textContent(),
      };
    }
    return shown;
  };
  const english = await read();
  await switchTo(page, 'zh');
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-Hans');
  const chinese = await read();
  assert.match(page.url(), /\/zh\/#activation\.layers=5$/);
  for (const lesson of LESSONS) {
    assert.ok(english[lesson].numbers.length > 3, lesson);
    assert.deepEqual(chinese[lesson].numbers, english[lesson].numbers, lesson);
    assert.match(chinese[lesson].sentence, /[\u4e00-\u9fff]/);
    assert.doesNotMatch(english[lesson].sentence, /[\u4e00-\u9fff]/);
  }
  assertQuiet(page);
  await page.context().close();
});

/** Times are measured anew by each run; all else must be equal. */
function withoutTimes(lesson, numbers) {
  return lesson === 'accumulation' ? numbers.filter((text) => Number.isInteger(Number(text))) : numbers;
}

test('only its own language is on a page, for eyes and for screen readers', async () => {
  const page = await site.open();
  for (const lesson of LESSONS) await showFigure(page, lesson);
  await page.locator('main [lang="zh-Hans"]').evaluateAll((all) => all.forEach((each) => each.remove()));  // marked as what it is
  assert.doesNotMatch(await page.locator('main').innerText(), /[\u4e00-\u9fff]/, 'no Chinese in the English page');
  const tree = await page.locator('main').ariaSnapshot();
  assert.doesNotMatch(tree, /[\u4e00-\u9fff]/, 'nor in its accessibility tree');
  const link = page.locator('.site a.language');
  assert.deepEqual([await link.textContent(), await link.getAttribute('lang'), await link.getAttribute('hreflang')],
    ['简体中文', 'zh-Hans', 'zh-Hans']);
  await page.context().close();
});

test('the same parts, figures, formulas, numbers and anchors stand in both pages', async () => {
  const read = async (language) => {
    const page = await site.open({ ...STILL, language });
    const found = await page.evaluate(() => {
      const all = (selector) => [...document.querySelectorAll(selector)];
      const outside = (selector) => all(selector).filter((each) => !each.closest('figure'));
      return {
        ids: all('[id]').map((each) => each.id),
        blocks: outside('main :is(p, ul, ol, li, h1, h2, h3, figure, table, tr, th, td)').map((each) => each.tagName),
        formulas: all('main section').map((section) => [...new Set([...section.querySelectorAll('math:not(:has(mtext))')]
          .filter((each) => !each.closest('figure')).map((node) => node.textContent))].sort()),
        data: outside('main data').map((node) => `${node.dataset.from ?? node.dataset.ask}=${node.textContent}`).sort(),
      };
    });
    await page.context().close();
    return found;
  };
  const [zh, en] = [await read('zh'), await read('en')];
  assert.ok(zh.data.length > 8, 'prose has numbers of the engine');
  assert.ok(zh.ids.length > 20);
  assert.deepEqual(zh, en);
});

test('switching keeps the reader’s place', async () => {
  const page = await site.open();
  for (const lesson of LESSONS) await showFigure(page, lesson);
  let tag = 'en';
  for (const id of ['activation', 'checkpointing', 'budget']) {
    const heading = page.locator(`#${id}-title`);
    await heading.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
    const top = () => heading.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    await page.waitForTimeout(300);
    const before = await top();
    tag = tag === 'en' ? 'zh' : 'en';
    await switchTo(page, tag);
    await page.waitForTimeout(300);
    assert.ok(Math.abs((await top()) - before) <= 24, `${id}: from ${before} to ${await top()}`);
    await showFigure(page, id);
    await settle(page, id);
  }
  await page.goto(`${site.url}zh/`);
  await page.waitForSelector('html[data-ready]');
  assert.equal(await page.evaluate(() => scrollY), 0, 'a place is taken once');
  await page.context().close();
});

test('the entrance goes to the browser’s language, or to the one chosen before, with the fragment', async () => {
  for (const [locale, tag] of [['en-GB', 'en'], ['zh-CN', 'zh'], ['fr-FR', 'zh']]) {
    const page = await site.open({ language: '', locale, fragment: 'activation&activation.layers=3' });
    assert.equal(page.url(), `${site.url}${tag}/#activation&activation.layers=3`, locale);
    await page.context().close();
  }
  const page = await site.open({ locale: 'en-GB' });
  await switchTo(page, 'zh');
  await page.goto(site.url);
  await page.waitForSelector('html[data-ready]');
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-Hans', 'the explicit choice is remembered');
  await page.context().close();
});

test('without scripts the entrance is a choice of links, and the pages link to each other', async () => {
  const page = await site.open({ ...STILL, language: '' });
  assert.deepEqual(await page.locator('a').allTextContents(), ['简体中文', 'English']);
  await page.locator('a[hreflang="en"]').click();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  await page.locator('a[hreflang="zh-Hans"]').click();
  assert.equal(page.url(), `${site.url}zh/`);
  const alternates = await page.locator('link[rel=alternate]').evaluateAll((links) => links.map((link) => [link.hreflang, link.href]));
  assert.deepEqual(alternates, [['zh-Hans', `${site.url}zh/`], ['en', `${site.url}en/`], ['x-default', site.url]]);
  await page.context().close();
});
