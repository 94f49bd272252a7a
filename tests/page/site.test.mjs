// The built site: below any path, without other hosts, with a core that fails or is slow, and its files.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertQuiet, DIST, LESSONS, LOADER, readNumbers, settle, showCanvas, showFigure, startBrowser, TEXT_AT, withLoaderIn } from './browser.mjs';

test('the page works below any path, asks no other host and says nothing in the console', async (t) => {
  const site = await startBrowser({ base: '/some/where/' });
  t.after(() => site.close());
  const page = await site.open();
  for (const lesson of LESSONS) {
    await showCanvas(page, lesson);
    assert.ok((await readNumbers(page, lesson)).length > 3, lesson);
  }
  assertQuiet(page);
});

/** The core's loader, changed so that running `lesson` does what `body` says. */
async function spoilCore(page, body) {
  await page.route(LOADER, async (route) => {
    const response = await route.fetch();
    const text = withLoaderIn(`(original) => async (options) => {
        const textAt = ${TEXT_AT};
        const core = await original(options);
        const call = core.ccall;
        core.ccall = (name, result, types, values) => {
          if (name === 'tally_run') { const request = JSON.parse(textAt(core, values[0])); ${body} }
          return call(name, result, types, values);
        };
        return core;
      }`, await response.text());
    await route.fulfill({ response, body: text });
  });
}

test('a core that aborts is started again, and the figure that failed says why', async (t) => {
  const site = await startBrowser();
  t.after(() => site.close());
  const page = await site.open({ prepare: (fresh) => spoilCore(fresh, `if (request.lesson === 'activation') {
    options.onAbort('[activation] a check failed on purpose'); throw new Error('Aborted'); }`) });
  await page.locator('figure[data-lesson="activation"]').scrollIntoViewIfNeeded();
  const status = page.locator('figure[data-lesson="activation"] [data-part="status"]');
  await status.waitFor({ state: 'visible' });
  assert.match(await status.textContent(), /a check failed on purpose/);
  for (const lesson of LESSONS.filter((each) => each !== 'activation')) {
    await showFigure(page, lesson);
    assert.ok((await readNumbers(page, lesson)).length > 3, `${lesson} still runs`);
  }
});

test('a core that does not load leaves the lecture’s numbers in place and says why', async (t) => {
  const site = await startBrowser();
  t.after(() => site.close());
  const page = await site.open({ ready: false, prepare: (fresh) => fresh.route(/tally-[0-9a-f]+\.wasm$/, (route) => route.fulfill({ status: 404 })) });
  await page.locator('#engine-problem').waitFor({ state: 'visible' });
  assert.match(await page.locator('#engine-problem').textContent(), /404/);
  assert.ok(await page.locator('figure[data-lesson="activation"] [data-part="problem"]').isVisible());
  assert.match(await page.locator('figure[data-lesson="activation"] output').innerText(), /589,824/);
  assert.deepEqual(page.heard.errors, []);
});

test('a long run shows that it runs, can be cancelled, and the figure runs again afterwards', async (t) => {
  const site = await startBrowser();
  t.after(() => site.close());
  const page = await site.open({ prepare: (fresh) => spoilCore(fresh, `if (request.values.layers === '7') {
    const end = Date.now() + 20000; while (Date.now() < end); }`) });
  await showFigure(page, 'activation');
  await page.evaluate(() => globalThis.tally.state.set('activation', 'layers', '7'));
  const cancel = page.locator('figure[data-lesson="activation"] .busy button');
  await cancel.waitFor({ state: 'visible' });
  await cancel.click();
  await page.locator('figure[data-lesson="activation"] .busy').waitFor({ state: 'hidden' });
  assert.ok(await page.locator('figure[data-lesson="activation"] [data-part="status"]').isVisible(), 'it says that it was cancelled');
  await page.evaluate(() => globalThis.tally.state.set('activation', 'layers', '6'));
  await settle(page, 'activation');
  const values = await page.evaluate(() => globalThis.tally.figures.get('activation').response().values);
  assert.equal(values.layers, '6');
});

test('of many changes in a row only the newest is run, and it is the one that shows', async (t) => {
  const site = await startBrowser();
  t.after(() => site.close());
  const page = await site.open();
  await showFigure(page, 'activation');
  await page.evaluate(() => {
    for (let layers = 1; layers <= 30; layers += 1) globalThis.tally.state.set('activation', 'layers', String(layers));
  });
  await settle(page, 'activation');
  const response = await page.evaluate(() => globalThis.tally.figures.get('activation').response());
  assert.equal(response.values.layers, '30');
});

test('assets are named by their content, and their licences are in the site', async () => {
  const names = await readdir(join(DIST, 'assets'));
  assert.ok(names.length >= 7);
  for (const name of names) assert.match(name, /-[0-9a-f]{10}\.(js|mjs|css|wasm|lzma|otf|txt|svg|png|json)$/);
  for (const file of ['index.html', 'zh/index.html', 'en/index.html']) {
    const page = await readFile(join(DIST, file), 'utf8');
    for (const [, url] of page.matchAll(/(?: src|<link[^>]* href)="([^"#][^"]*)"/g)) {
      assert.doesNotMatch(url, /^(\/|https?:)/, `${url} is relative`);
    }
  }
  const notices = await readFile(join(DIST, 'THIRD-PARTY.txt'), 'utf8');
  for (const part of ['Dear ImGui', 'Eigen', 'RapidJSON', 'Emscripten', 'Noto', 'lzma1', 'Expat', 'MPL-2', 'SIL']) {
    assert.ok(notices.includes(part), `the notices name ${part}`);
  }
});
