// The site stays light: what a reader waits for, and what a host keeps.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { DIST, LANGUAGES, showFigure, startBrowser } from './browser.mjs';
import { AIMS, firstView, wholeSite } from './weigh.mjs';

for (const language of LANGUAGES) {
  test(`the first view in ${language} is at most ${AIMS.firstView / 1000} kB, gzipped`, async () => {
    const { rows, total } = await firstView(DIST, language);
    assert.ok(rows.some(([name]) => name.endsWith('.wasm')) && rows.some(([name]) => name.endsWith(`.otf`)));
    assert.ok(total <= AIMS.firstView, `${total} bytes: ${JSON.stringify(rows)}`);
  });
}

test(`the whole site, every page of it, is at most ${AIMS.site / 1000} kB without the editions in one file, gzipped`, async () => {
  const { rows, total } = await wholeSite(DIST);
  const pages = LANGUAGES.flatMap((language) => ['', 'model/', 'agreement/'].map((page) => `${language}/${page}index.html`));
  for (const page of pages) assert.ok(rows.some(([name]) => name === page), page);
  assert.ok(rows.some(([name]) => /later-beside-.*\.lzma$/.test(name)));
  assert.ok(total <= AIMS.site, `${total} bytes: ${JSON.stringify(rows)}`);
});

test('what is weighed as the first view is what a browser fetches, each file once', async (t) => {
  const site = await startBrowser();
  t.after(() => site.close());
  const fetched = [];
  const page = await site.open({ prepare: (fresh) => fresh.on('request', (request) => fetched.push(new URL(request.url()).pathname)) });
  await page.mouse.move(5, 5);  // as a reader moves, the view starts
  await page.waitForFunction(() => globalThis.tally.view);
  const { rows } = await firstView(DIST, 'en');
  const names = fetched.map((path) => path.replace(/^\//, '').replace(/\/$/, '/index.html')).filter((path) => /\.(html|m?js|css|wasm|otf|txt)$/.test(path));
  assert.deepEqual([...new Set(names)].sort(), rows.map(([name]) => name).sort());
  assert.equal(names.filter((name) => name.endsWith('.wasm')).length, 1, 'core and view share one module');
});

test('what a press asks for is fetched then, and no sooner', async (t) => {
  const site = await startBrowser();
  t.after(() => site.close());
  const page = await site.open();
  const later = () => page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/later-')).length);
  await showFigure(page, 'activation');
  assert.equal(await later(), 0);
  await page.locator('figure[data-lesson="activation"] .tool-buttons button[aria-controls]').first().click();
  await page.locator('#activation-panel .save-list').waitFor();
  assert.equal(await later(), 1);
});

test('what could not be fetched says so until it is', async (t) => {
  const site = await startBrowser();
  t.after(() => site.close());
  const page = await site.open();
  await showFigure(page, 'activation');
  const press = () => page.locator('figure[data-lesson="activation"] .tool-buttons button[aria-controls]').first().click();
  const problem = page.locator('#later-problem');
  await page.context().setOffline(true);
  await press();
  await problem.waitFor({ state: 'visible' });
  await page.context().setOffline(false);
  await press();
  await press();
  await page.locator('#activation-panel .save-list').waitFor();
  await problem.waitFor({ state: 'hidden' });
  await page.context().close();
});

test('the page of a language holds no font, no strings and no words of another', async () => {
  const page = await readFile(join(DIST, 'en', 'index.html'), 'utf8');
  assert.match(page, /assets\/en-[0-9a-f]+\.otf/);
  assert.doesNotMatch(page, /assets\/(page-)?zh-[0-9a-f]+\./);
  const assets = await readdir(join(DIST, 'assets'));
  const texts = await Promise.all(assets.filter((name) => /^tally-.*\.wasm$|^page-en|^en-.*txt$/.test(name)).map((name) => readFile(join(DIST, 'assets', name), 'utf8')));
  assert.equal(texts.length, 3);
  for (const text of texts) assert.doesNotMatch(text, /参数/);
});
