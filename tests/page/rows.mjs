// What a reader may expect, one test per expectation in both languages: the pages that such tests share.
import { after, before, test } from 'node:test';
import { assertQuiet, LANGUAGES, LESSONS, settle, showCanvas, startBrowser } from './browser.mjs';
import { set } from './gestures.mjs';

export const figureOf = (page, lesson) => page.locator(`figure[data-lesson="${lesson}"]`);
export const presentation = (page, lesson) => page.evaluate((id) => globalThis.tally.figures.get(id).response().presentation, lesson);

export async function change(page, lesson, texts) {
  for (const [key, text] of Object.entries(texts)) await set(page, lesson, key, text);
  await settle(page, lesson);
}

/**
 * A page of each language for the tests of a file, with these figures drawn. Gives `pages` by language, `row(name, body)`, one
 * expectation on each, which is left as it was found, and `withPage(options, body)`, another page for one expectation.
 */
export function startRows(lessons = LESSONS) {
  const pages = {};
  let site;
  before(async () => {
    site = await startBrowser();
    for (const language of LANGUAGES) {
      pages[language] = await site.open({ language });
      for (const lesson of lessons) await showCanvas(pages[language], lesson);
    }
  });
  after(() => site.close());

  function row(expectation, body) {
    test(`row: ${expectation}`, async () => {
      for (const language of LANGUAGES) {
        const page = pages[language];
        await body(page, language);
        await page.evaluate(() => globalThis.tally.state.resetAll());
        for (const lesson of lessons) await settle(page, lesson);
        assertQuiet(page);
      }
    });
  }

  async function withPage(options, body) {
    const page = await site.open(options);
    const result = await body(page);
    await page.context().close();
    return result;
  }

  return { pages, row, withPage };
}
