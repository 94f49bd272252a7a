// What the twenty checks share: one check on pages of its own, gestures, and a figure's pixels.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertQuiet, LANGUAGES } from './browser.mjs';

/** One check on a page of its own for each of `pages` (options of `open`); nothing may reach the console. */
export function check(site, number, promise, pages, body) {
  test(`check ${number}: ${promise}`, async () => {
    for (const options of [pages].flat()) {
      const page = await site().open(options);
      await body(page, options);
      assertQuiet(page);
      await page.context().close();
    }
  });
}

/** The same page in each language. */
export const both = (options = {}) => LANGUAGES.map((language) => ({ ...options, language }));
export const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };
export const STILL = { javaScriptEnabled: false, ready: false };

export const canvasOf = (page, lesson) => page.locator(`figure[data-lesson="${lesson}"] canvas`);
export const frames = (page) => page.evaluate(() => globalThis.tally.scheduler.frames);
export const set = (page, lesson, key, text) =>
  page.evaluate(([id, name, value]) => globalThis.tally.state.set(id, name, value), [lesson, key, text]);

export async function middle(canvas) {
  const box = await canvas.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** How far the page goes at a turn of the wheel; it is put back afterwards. */
export async function turnWheel(page) {
  const start = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, 120);
  await page.waitForFunction((y) => scrollY !== y, start, { timeout: 800 }).catch(() => {});
  const moved = (await page.evaluate(() => scrollY)) - start;
  await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), start);
  return moved;
}
