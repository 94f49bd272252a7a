// The core's worker: started again without a network, given texts of any length, and its memory held whatever came before.
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { assertQuiet, LESSONS, LOADER, readTable, settle, showCanvas, showFigure, startBrowser, switchTo, TEXT_AT, withLoaderIn } from './browser.mjs';

let site;
let folder;
before(async () => {
  site = await startBrowser();
  folder = await mkdtemp(join(tmpdir(), 'tally-core-'));
  await cp(join(site.dist, 'tally-en.html'), join(folder, 'tally-en.html'));
});
after(async () => {
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

const set = (page, lesson, key, text) => page.evaluate((change) => globalThis.tally.state.set(...change), [lesson, key, text]);
const figureOf = (page, lesson) => page.locator(`figure[data-lesson="${lesson}"]`);
const status = (page, lesson) => figureOf(page, lesson).locator('[data-part="status"]');
const shownLayers = (page, lesson) => page.evaluate((id) => globalThis.tally.figures.get(id).response().values.layers, lesson);

/** A core of which 7 layers abort the run and 9 keep it busy. */
const spoil = (page) => page.route(LOADER, async (route) => {
  const response = await route.fetch();
  await route.fulfill({ response, body: withLoaderIn(`(original) => async (options) => {
    const core = await original(options);
    const textAt = ${TEXT_AT};
    const call = core.ccall;
    core.ccall = (name, result, types, values) => {
      if (name === 'tally_run') {
        const { layers } = JSON.parse(textAt(core, values[0])).values;
        if (layers === '7') { options.onAbort('[activation] a check failed on purpose'); throw new Error('Aborted'); }
        for (const end = Date.now() + 20000; layers === '9' && Date.now() < end;);
      }
      return call(name, result, types, values);
    };
    return core;
  }`, await response.text()) });
});

test('offline after it was loaded, the core comes back from aborts and from being cancelled', async () => {
  const page = await site.open({ prepare: spoil });
  await showFigure(page, 'activation');
  await page.context().setOffline(true);
  const asked = [];
  page.on('request', (request) => {
    // Chromium itself looks for the icon at each new address, and its console says so.
    if (/^http/.test(request.url()) && !/icon-[^/]*$/.test(request.url())) asked.push(request.url());
  });
  for (const round of [1, 2]) {
    await set(page, 'activation', 'layers', '7');
    await status(page, 'activation').filter({ hasText: 'a check failed on purpose' }).waitFor({ state: 'visible' });
    assert.match(await status(page, 'activation').textContent(), /The core was started again/);
    await set(page, 'activation', 'layers', String(2 + round));
    await settle(page, 'activation');
    assert.equal(await shownLayers(page, 'activation'), String(2 + round));
    assert.equal(await status(page, 'activation').isVisible(), false);
  }
  await set(page, 'activation', 'layers', '9');
  await figureOf(page, 'activation').locator('.busy button').click();
  await set(page, 'activation', 'layers', '5');
  await settle(page, 'activation');
  assert.equal(await shownLayers(page, 'activation'), '5');
  await showFigure(page, 'recipes');
  assert.deepEqual(asked, []);
  assert.deepEqual(page.heard.errors, []);
  await page.context().close();
});

test('a failure that comes while the answer before it is drawn stays said', async () => {
  const page = await site.open({ prepare: spoil });
  await showCanvas(page, 'activation');
  await page.evaluate(() => {
    const { view } = globalThis.tally.figures.get('activation');
    view.drawn = () => new Promise((resolve) => {
      globalThis.release = resolve;
    });
  });
  await set(page, 'activation', 'layers', '3');
  await page.waitForFunction(() => globalThis.release);
  await set(page, 'activation', 'layers', '7');
  await status(page, 'activation').filter({ hasText: 'a check failed on purpose' }).waitFor({ state: 'visible' });
  const { said, wanted } = await page.evaluate(async () => {
    globalThis.release();
    await new Promise((resolve) => setTimeout(resolve));
    const { element, response } = globalThis.tally.figures.get('activation');
    return { said: element.querySelector('[data-part="sentence"]').textContent, wanted: response().presentation.sentence };
  });
  assert.equal(await shownLayers(page, 'activation'), '3');
  assert.equal(said, wanted, 'the article says what is drawn');
  assert.ok(await status(page, 'activation').isVisible(), 'the failure is still said');
  assert.ok(await figureOf(page, 'activation').locator('.figure-results.is-stale').isVisible(), 'and the results are marked');
  await page.context().close();
});

test('in one file a run is cancelled and the core comes back', async () => {
  const page = await site.open({ address: pathToFileURL(join(folder, 'tally-en.html')).href, offline: true });
  await showFigure(page, 'checkpointing');
  await page.evaluate(() => {
    globalThis.tally.state.set('checkpointing', 'layers', '64');
    globalThis.tally.figures.get('checkpointing').element.querySelector('.busy button').click();
  });
  await status(page, 'checkpointing').waitFor({ state: 'visible' });
  await set(page, 'checkpointing', 'layers', '6');
  await settle(page, 'checkpointing');
  assert.equal(await shownLayers(page, 'checkpointing'), '6');
  assertQuiet(page);
  await page.context().close();
});

test('a core that could not be started again is tried anew with the next run, and it is not said to be back before', async () => {
  const page = await site.open({ prepare: async (fresh) => {
    await spoil(fresh);
    await fresh.addInitScript(() => {
      const Real = Worker;
      globalThis.Worker = function Fake(...how) {
        if (globalThis.isShort) throw new Error('no more workers');
        return new Real(...how);
      };
    });
  } });
  await showFigure(page, 'activation');
  await page.evaluate(() => {
    globalThis.isShort = true;
  });
  await set(page, 'activation', 'layers', '7');
  await status(page, 'activation').filter({ hasText: 'on purpose' }).waitFor({ state: 'visible' });
  assert.doesNotMatch(await status(page, 'activation').textContent(), /started again/);
  await set(page, 'activation', 'layers', '3');
  await status(page, 'activation').filter({ hasText: 'no more workers' }).waitFor({ state: 'visible' });
  await page.evaluate(() => {
    globalThis.isShort = false;
  });
  await set(page, 'activation', 'layers', '4');
  await settle(page, 'activation');
  assert.equal(await shownLayers(page, 'activation'), '4');
  await page.context().close();
});

test('a text of any length is refused with the limit, aborts nothing and stays out of the address', async () => {
  const page = await site.open();
  await showCanvas(page, 'activation');
  const message = figureOf(page, 'activation').locator('.field[data-key="layers"] .field-message');
  for (const text of ['9'.repeat(8193), 'a'.repeat(1_100_000), '\u{1f4be}'.repeat(300_000)]) {
    await set(page, 'activation', 'layers', text);
    await settle(page, 'activation');
    assert.match(await message.innerText(), new RegExp(`got ${text.length.toLocaleString('en')} characters, takes at most 8,192`));
    assert.match(await status(page, 'activation').innerText(), /last good result/);
    await page.waitForFunction(() => /left out of the address: activation\.layers/.test(document.getElementById('link-problem').textContent));
    assert.ok(page.url().length < 1000, `an address of ${page.url().length}`);
  }
  await set(page, 'activation', 'width', '256');
  await switchTo(page, 'zh');
  assert.match(page.url(), /\/zh\/#activation\.width=256$/);
  assertQuiet(page);
  await page.context().close();
});

test('a text that the core itself would read has no limit of the stack', async () => {
  const page = await site.open({ fragment: `pin=activation;layers:${'a'.repeat(1_500_000)}` });
  await page.waitForFunction(() => /Layers L: got "aaaa/.test(document.getElementById('link-problem').textContent));
  assertQuiet(page);
  await page.context().close();
});

test('whatever was visited before, all instances together stay under 256 MB and every result shows', async () => {
  const page = await site.open();
  for (const lesson of LESSONS) await showCanvas(page, lesson);
  await showCanvas(page, 'checkpointing');
  for (let step = 0; step < 24; step += 1) {
    const layers = String(1 + (step * 29) % 72);
    await set(page, 'checkpointing', 'segment', '1');
    await set(page, 'checkpointing', 'layers', layers);
    await settle(page, 'checkpointing');
    assert.equal(await shownLayers(page, 'checkpointing'), layers);
  }
  const { peak, memory } = await page.evaluate(() => ({ peak: globalThis.tally.peak(), memory: globalThis.tally.memory() }));
  assert.ok(peak < 256e6, `${peak / 1e6} MB at most`);
  assert.ok(memory < 128e6, `${memory / 1e6} MB at rest`);
  assert.ok((await readTable(page, 'checkpointing', 'chosen')).length > 0);
  assertQuiet(page);
  await page.context().close();
});
