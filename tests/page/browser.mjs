// Chromium on the built page: opens it, waits until its figures run, and keeps what it says and asks for.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from './server.mjs';

export const DIST = process.env.TALLY_DIST ?? fileURLToPath(new URL('../../dist/', import.meta.url));
const GL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const ARGS = ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-dev-shm-usage'];
export const LANGUAGES = ['zh', 'en'];
/** Their ids, from the rows of the registry. */
export const LESSONS = [...readFileSync(new URL('../../src/lecture/lessons.cpp', import.meta.url), 'utf8').matchAll(/^ +(\w+)_lesson,$/gm)].map(([, id]) => id);
/** The module's loader, as the core's worker and the view fetch it. */
export const LOADER = /tally-[0-9a-f]+\.mjs$/;
export const WIDE = { width: 1440, height: 900 };

/** Chromium's switch takes it from the canvases that stand in a page, not from those off it. */
function takeGlAway() {
  const { getContext } = OffscreenCanvas.prototype;
  OffscreenCanvas.prototype.getContext = function (kind, ...options) {
    return /webgl/.test(kind) ? null : getContext.call(this, kind, ...options);
  };
}

/** A browser and a server for one test file. `base`: the path below which the site stands; `dist`: the site; `flags`: more of Chromium's. */
export async function startBrowser({ base = '/', gl = true, dist = DIST, flags = [] } = {}) {
  const server = await serve(dist, base);
  const browser = await chromium.launch({
    executablePath: process.env.TALLY_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: [...ARGS, ...flags, ...(gl ? GL : ['--disable-3d-apis'])],
  });
  return {
    url: server.url,
    dist,
    async open(options = {}) {
      const prepare = async (page) => {
        if (!gl) await page.addInitScript(takeGlAway);
        await options.prepare?.(page);
      };
      return openPage(browser, server.url, { ...options, prepare });
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/**
 * A page in a context of its own. `language`: whose page; '' for the site's entrance. `fragment`: the state; `address`: another
 * page than the site's. `prepare(page)` runs before it loads.
 * `page.heard` collects console errors and warnings, page errors and requests to other hosts.
 */
async function openPage(browser, url, { language = 'en', fragment = '', address, prepare, ready = true, ...context } = {}) {
  const session = await browser.newContext({ viewport: WIDE, ...context });
  const page = await session.newPage();
  page.heard = { console: [], errors: [], foreign: [], failed: [] };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) page.heard.console.push(message.text());
  });
  page.on('pageerror', (error) => page.heard.errors.push(error.message));
  page.on('request', (request) => {
    const target = new URL(request.url());
    if (target.protocol.startsWith('http') && target.origin !== new URL(url).origin) page.heard.foreign.push(request.url());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) page.heard.failed.push(`${response.status()} ${response.url()}`);
  });
  await prepare?.(page);
  const at = address ?? (language ? `${url}${language}/` : url);
  await page.goto(fragment ? `${at}#${fragment}` : at);
  if (ready) await page.waitForSelector('html[data-ready]');
  return page;
}

/** The loader's text with another function around the loader's own: `wrap`, a script's expression, takes it and gives it. */
export const withLoaderIn = (wrap, text) => `${text}\nglobalThis.createTally = (${wrap})(globalThis.createTally);\n`;

/** A text that a changed loader's function is called with: an address in the module's memory, up to a zero. */
export const TEXT_AT = '(core, at) => new TextDecoder().decode(core.HEAPU8.subarray(at, core.HEAPU8.indexOf(0, at)))';

/** Nothing went wrong on the page that a reader's console would show. */
export function assertQuiet(page) {
  assert.deepEqual(page.heard, { console: [], errors: [], foreign: [], failed: [] });
}

/** Scrolls to a figure and waits until the core has answered with its present state. */
export async function showFigure(page, lesson) {
  await page.locator(`figure[data-lesson="${lesson}"]`).scrollIntoViewIfNeeded();
  await page.waitForFunction((id) => globalThis.tally.figures.get(id)?.response(), lesson);
  await settle(page, lesson);
}

/** Waits until the shown result is that of the state. */
export async function settle(page, lesson) {
  await page.waitForFunction((id) => {
    const figure = globalThis.tally.figures.get(id);
    return figure.isSettled && figure.response();
  }, lesson);
}

/** Waits until the figure is drawn by the view. */
export async function showCanvas(page, lesson) {
  await showFigure(page, lesson);
  await page.locator(`figure[data-lesson="${lesson}"] canvas`).waitFor({ state: 'visible' });
  const canvas = page.locator(`figure[data-lesson="${lesson}"] canvas`);
  // What is still on its way moves the page. Before it is drawn, a canvas has the size that all have at first.
  await page.waitForFunction((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    return element.width !== 300 || element.height !== 150;
  }, await canvas.elementHandle(), { polling: 100 });
  await atRest(page);
  return canvas;
}

/**
 * Waits until nothing is under way: for several of the browser's frames none is asked for, and no figure waits for the core,
 * whose answer asks for more.
 */
export async function atRest(page) {
  await page.evaluate(async () => {
    const { figures, scheduler } = globalThis.tally;
    const isAtRest = () => scheduler.isAtRest && [...figures.values()].every((figure) => !figure.isStarted || figure.isSettled);
    const end = performance.now() + 30000;
    for (let still = 0; still < 5;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      still = isAtRest() ? still + 1 : 0;
      if (performance.now() > end) throw new Error(`still drawing after ${scheduler.frames} frames`);
    }
  });
}

/** A table of a figure as rows of {column: {text, value}}, with the row's id as `id`. */
export async function readTable(page, lesson, table) {
  const rows = await page.locator(`figure[data-lesson="${lesson}"] table[data-table="${table}"] tbody tr`).evaluateAll((all) =>
    all.map((row) => ({
      id: row.dataset.row,
      marked: row.getAttribute('aria-current') === 'true',
      cells: Object.fromEntries([...row.cells].map((cell) => [cell.dataset.column,
        { text: cell.textContent, value: cell.dataset.value === undefined ? null : Number(cell.dataset.value) }])),
    })));
  assert.notEqual(rows.length, 0, `${lesson} has a table ${table} with rows`);
  return rows;
}

/** Goes to the other language by its link, and waits for its page. */
export async function switchTo(page, tag) {
  await page.locator(`[data-language-link="${tag}"]`).evaluate((link) => link.click());
  await page.waitForURL(new RegExp(`/(tally-)?${tag}(/|\\.html)`));
  await page.waitForSelector('html[data-ready]');
}

/** Every number of a figure's tables, in order. */
export async function readNumbers(page, lesson) {
  return page.locator(`figure[data-lesson="${lesson}"] table [data-value]`).evaluateAll((cells) =>
    cells.map((cell) => cell.dataset.value));
}

/** What a figure's tables show without the times, which each run measures anew: every other number's raw value, or its text. */
function steadyCells(page, lesson, read) {
  return page.locator(`figure[data-lesson="${lesson}"] .figure-tables tbody .number`).evaluateAll((cells, kind) => {
    const columnOf = (cell) => cell.closest('table').tHead.rows[0].cells[cell.cellIndex].dataset.column;
    return cells.filter((cell) => !(cell.closest('[data-table="times"]') && ['milliseconds', 'multiple'].includes(columnOf(cell))))
      .map((cell) => (kind === 'value' ? cell.dataset.value : cell.textContent));
  }, read);
}

/** Its numbers, the same in every language. */
export const readSteadyNumbers = (page, lesson) => steadyCells(page, lesson, 'value');

/** The same as they are written, which a page without scripts has too. */
export const readSteadyTexts = (page, lesson) => steadyCells(page, lesson, 'text');

/** The page's address once it holds the state: it is written after a pause. */
export async function addressOf(page) {
  await page.waitForFunction(() => location.hash.replace(/^#/, '') === globalThis.tally.state.fragment());
  return page.url();
}

export async function describe(page) {
  return page.evaluate(() => globalThis.tally.description);
}
