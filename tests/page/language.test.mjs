// Two languages of equal standing: one at a time, the same numbers, the reader's place and settings kept.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertQuiet, LESSONS, readNumbers, settle, showFigure, startBrowser } from './browser.mjs';

let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

test('switching changes the words and leaves every number and setting', async () => {
  const page = await site.open({ fragment: 'activation.layers=5&lang=en' });
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
  await page.locator('[data-set-language="zh"]').evaluate((button) => button.click());
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-Hans');
  const chinese = await read();
  assert.match(page.url(), /activation\.layers=5&lang=zh$/);
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

test('only the chosen language is on the page, for eyes and for screen readers', async () => {
  const page = await site.open({ fragment: 'lang=en' });
  for (const lesson of LESSONS) await showFigure(page, lesson);
  const text = (await page.locator('main').innerText()).replaceAll('字节', '');
  assert.doesNotMatch(text, /[\u4e00-\u9fff]/, 'no Chinese in the English page');
  const tree = await page.locator('main').ariaSnapshot();
  assert.doesNotMatch(tree, /[\u4e00-\u9fff]/, 'nor in its accessibility tree');
  await page.locator('[data-set-language="zh"]').click();
  for (const lesson of LESSONS) await settle(page, lesson);
  const lead = await page.locator('main p.lead:visible').allTextContents();
  assert.equal(lead.length, 1);
  assert.match(lead[0], /[\u4e00-\u9fff]/);
  assert.doesNotMatch(await page.locator('main').ariaSnapshot(), /Where training memory goes/);
  await page.context().close();
});

test('the same sections, figures, formulas and numbers stand in both languages', async () => {
  const page = await site.open();
  const count = (tag) => page.evaluate((language) => {
    const blocks = [...document.querySelectorAll(`main [data-lang="${language}"]`)].filter((each) => !each.closest('figure'));
    return {
      blocks: blocks.length,
      items: blocks.reduce((sum, each) => sum + each.querySelectorAll('li, td, th').length, 0),
      formulas: [...document.querySelectorAll('main section')].map((section) => [...new Set([...section.querySelectorAll(
        `[data-lang="${language}"] math:not(:has(mtext))`)].map((node) => node.textContent))].sort()),
      data: blocks.flatMap((each) => [...each.querySelectorAll('data')].map((node) => `${node.dataset.from}=${node.textContent}`)).sort(),
    };
  }, tag);
  const [zh, en] = [await count('zh'), await count('en')];
  assert.ok(zh.data.length > 8, 'prose has numbers of the engine');
  assert.deepEqual(zh, en);
  await page.context().close();
});

test('switching keeps the reader’s place', async () => {
  const page = await site.open();
  for (const lesson of LESSONS) await showFigure(page, lesson);
  for (const id of ['activation', 'checkpointing', 'budget']) {
    const heading = page.locator(`#${id}-title`);
    await heading.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
    const top = () => heading.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    const before = await top();
    await page.locator('[data-set-language="zh"]').evaluate((button) => button.click());
    for (const lesson of LESSONS) await settle(page, lesson);
    await page.waitForTimeout(300);
    assert.ok(Math.abs((await top()) - before) <= 24, `${id}: from ${before} to ${await top()}`);
    await page.locator('[data-set-language="en"]').evaluate((button) => button.click());
    for (const lesson of LESSONS) await settle(page, lesson);
  }
  await page.context().close();
});

test('the reader’s browser chooses the first language, the URL overrides it, an explicit choice is remembered', async () => {
  for (const [locale, lang] of [['en-GB', 'en'], ['zh-CN', 'zh-Hans'], ['fr-FR', 'zh-Hans']]) {
    const page = await site.open({ locale, fragment: '' });
    assert.equal(await page.locator('html').getAttribute('lang'), lang, locale);
    await page.context().close();
  }
  const page = await site.open({ locale: 'zh-CN', fragment: 'lang=en' });
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  await page.locator('[data-set-language="zh"]').click();
  await page.goto('about:blank');
  await page.goto(site.url);
  await page.waitForSelector('html[data-ready]');
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-Hans');
  await page.context().close();
});
