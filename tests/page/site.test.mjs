// The built site: below any path, without other hosts, without WebGL2, with a core that fails, on paper.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { assertQuiet, LESSONS, LOADER, readNumbers, settle, showCanvas, showFigure, startBrowser, withLoaderAs } from './browser.mjs';

const DIST = process.env.TALLY_DIST ?? fileURLToPath(new URL('../../dist/', import.meta.url));

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

test('what stands in the page before the engine runs is what the engine then gives', async (t) => {
  const site = await startBrowser();
  t.after(() => site.close());
  const still = await site.open({ language: 'zh', javaScriptEnabled: false, ready: false });
  const live = await site.open({ language: 'zh' });
  for (const lesson of LESSONS) {
    const figure = still.locator(`figure[data-lesson="${lesson}"]`);
    await showFigure(live, lesson);
    const shown = await figure.locator('[data-part="tables"] [data-value]').evaluateAll((cells) => cells.map((cell) => cell.dataset.value));
    const now = await readNumbers(live, lesson);
    if (lesson === 'accumulation') assert.equal(shown.length, now.length);  // its times are measured by each run
    else assert.deepEqual(shown, now);
    assert.ok((await figure.locator('svg').count()) >= 1, `${lesson} has a picture`);
    assert.ok(await figure.locator('output').isVisible());
  }
  const prose = await still.locator('main p:visible').count();
  assert.ok(prose > 15, 'the prose is there without scripts');
});

test('without WebGL2 the page says so, and forms and tables are live', async (t) => {
  const site = await startBrowser({ gl: false });
  t.after(() => site.close());
  const page = await site.open();
  await showFigure(page, 'activation');
  await page.locator('#view-problem').waitFor({ state: 'visible' });
  assert.match(await page.locator('#view-problem').textContent(), /WebGL2/);
  assert.match(await page.locator('figure[data-lesson="activation"] [data-part="problem"]:visible').textContent(), /WebGL2/);
  const before = await readNumbers(page, 'activation');
  const input = page.locator('figure[data-lesson="activation"] .field[data-key="layers"] input[type=text]');
  assert.ok(await input.isVisible(), 'the form shows');
  await input.fill('3');
  await settle(page, 'activation');
  assert.notDeepEqual(await readNumbers(page, 'activation'), before);
  assert.deepEqual(page.heard.errors, []);
});

/** The core's loader, changed so that running `lesson` does what `body` says. */
async function spoilCore(page, body) {
  await page.route(LOADER, async (route) => {
    const response = await route.fetch();
    const text = `${withLoaderAs('original', await response.text())};
      export default async (options) => {
        const core = await original(options);
        const call = core.ccall;
        core.ccall = (name, result, types, values) => {
          if (name === 'tally_run') { const request = JSON.parse(values[0]); ${body} }
          return call(name, result, types, values);
        };
        return core;
      };`;
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

test('on paper every table is unfolded and no control is left', async (t) => {
  const site = await startBrowser();
  t.after(() => site.close());
  const page = await site.open();
  for (const lesson of LESSONS) await showFigure(page, lesson);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  assert.equal(await page.locator('details:not([open])').count(), 0);
  assert.equal(await page.locator('button:visible:not(.cell-formula)').count(), 0, 'a number stays a number');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.ok((await page.locator('details:not([open])').count()) > 0, 'and folded again afterwards');
});

test('assets are named by their content, and their licences are in the site', async () => {
  const names = await readdir(join(DIST, 'assets'));
  assert.ok(names.length >= 7);
  for (const name of names) assert.match(name, /-[0-9a-f]{10}\.(js|mjs|css|wasm|otf|svg|png)$/);
  for (const file of ['index.html', 'zh/index.html', 'en/index.html']) {
    const page = await readFile(join(DIST, file), 'utf8');
    for (const [, url] of page.matchAll(/(?: src|<link[^>]* href)="([^"#][^"]*)"/g)) {
      assert.doesNotMatch(url, /^(\/|https?:)/, `${url} is relative`);
    }
  }
  const notices = await readFile(join(DIST, 'THIRD-PARTY.txt'), 'utf8');
  for (const part of ['Dear ImGui', 'Eigen', 'fmt', 'Emscripten', 'Noto', 'Expat', 'MPL-2', 'SIL']) {
    assert.ok(notices.includes(part), `the notices name ${part}`);
  }
});
