// The site stays light: what a reader waits for, and what a host keeps.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startBrowser } from './browser.mjs';
import { AIMS, REACHED, firstView, wholeSite } from './weigh.mjs';

const DIST = process.env.TALLY_DIST ?? fileURLToPath(new URL('../../dist/', import.meta.url));
const LANGUAGES = ['zh', 'en'];

for (const language of LANGUAGES) {
  test(`the first view in ${language} does not grow: at most ${REACHED[language] / 1000} kB, gzipped`, async () => {
    const { rows, total } = await firstView(DIST, language);
    assert.ok(rows.some(([name]) => name.endsWith('.wasm')) && rows.some(([name]) => name.endsWith(`.otf`)));
    assert.ok(total <= REACHED[language], `${total} bytes: ${JSON.stringify(rows)}`);
  });
}

test('the whole site without the editions in one file is at most 900 kB, gzipped', async () => {
  const { rows, total } = await wholeSite(DIST);
  for (const language of LANGUAGES) assert.ok(rows.some(([name]) => name === `${language}/index.html`));
  assert.ok(total <= AIMS.site, `${total} bytes: ${JSON.stringify(rows)}`);
});

test('what is weighed as the first view is what a browser fetches, each file once', async (t) => {
  const site = await startBrowser();
  t.after(() => site.close());
  const fetched = [];
  const page = await site.open({ prepare: (fresh) => fresh.on('request', (request) => fetched.push(new URL(request.url()).pathname)) });
  await page.waitForFunction(() => globalThis.tally.view);
  const { rows } = await firstView(DIST, 'en');
  const names = fetched.map((path) => path.replace(/^\//, '').replace(/\/$/, '/index.html')).filter((path) => /\.(html|m?js|css|wasm|otf|woff2)$/.test(path));
  assert.deepEqual([...new Set(names)].sort(), rows.map(([name]) => name).sort());
  assert.equal(names.filter((name) => name.endsWith('.wasm')).length, 1, 'core and view share one module');
});

test('the page of a language holds no font of another', async () => {
  const page = await readFile(join(DIST, 'en', 'index.html'), 'utf8');
  assert.match(page, /assets\/en-[0-9a-f]+\.otf/);
  assert.doesNotMatch(page, /assets\/zh-[0-9a-f]+\.otf/);
});
