// The pages beside the lecture, of real models and of published cases, for every reader too: the keyboard alone goes everywhere
// and is seen to, large text loses nothing, and normal use breaks no policy. Axe looks at them in their own tests.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { assertQuiet, LANGUAGES, startBrowser } from './browser.mjs';
import { choose, settled } from './model.mjs';
import { assertNothingCut, assertTabReachesAll, enlargeText } from './reach.mjs';
import { violations, watch } from './violations.mjs';

/** Each with a use of it that changes what it shows. */
const PAGES = {
  async model(page) {
    await choose(page, 'batch', '2');
    await settled(page);
    await page.locator('[data-part="pin"]').click();
    await page.waitForSelector('.timelines[data-count="2"]');
    await page.locator('#theme').selectOption('dark');
  },
  async agreement(page) {
    await page.locator('input[name="result"][value="exact"]').check();
    await page.locator('#theme').selectOption('dark');
  },
};

let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

for (const [name, use] of Object.entries(PAGES)) {
  for (const language of LANGUAGES) {
    const open = (options) => site.open({ address: `${site.url}${language}/${name}/`, ...options });

    test(`${name}: Tab goes through the whole page, and its use violates no policy: ${language}`, async () => {
      const page = await open({ prepare: watch });
      await assertTabReachesAll(page);
      await use(page);
      assert.deepEqual(await violations(page), []);
      assertQuiet(page);
      await page.context().close();
    });

    test(`${name}: text of twice its size loses nothing: ${language}`, async () => {
      const page = await open({ viewport: { width: 1280, height: 900 }, prepare: enlargeText });
      await use(page);
      await assertNothingCut(page);
      await page.context().close();
    });
  }
}
