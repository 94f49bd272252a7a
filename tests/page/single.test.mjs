// The lecture in one file, opened from the disk: offline, figures live, nothing asked of anyone.
import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { assertQuiet, LANGUAGES, LESSONS, readTable, settle, showCanvas, showFigure, startBrowser, switchTo } from './browser.mjs';

let site;
let folder;
before(async () => {
  site = await startBrowser();
  folder = await mkdtemp(join(tmpdir(), 'tally-single-'));
  for (const tag of LANGUAGES) await cp(join(site.dist, `tally-${tag}.html`), join(folder, `tally-${tag}.html`));
});
after(async () => {
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

const address = (tag) => pathToFileURL(join(folder, `tally-${tag}.html`)).href;

/** A parameter to change in each lesson, and a cell that then has another value. */
const CHANGES = [
  ['recipes', 'gpus', '16', 'recipes', 'fp32', 'largest', 80e9],
  ['optimizer_state', 'optimizer', 'sgd', 'bytes', 'after_1', 'state', 0],
  ['activation', 'function', 'gelu', 'points', 'yours', 'saved_bytes', 1048576],
  ['accumulation', 'micro_batches', '2', 'bytes', 'small', 'saved_bytes', 98304],
  ['checkpointing', 'boundaries', '6,4,3,2,1', 'chosen', 'units', 'value', 7],
  ['budget', 'parameters', '5000000001', 'budget', 'yours', 'gpus', 2],
  ['levers', 'optimizer', 'sgd', 'answer', 'optimizer', 'states', 56],
];

test('a parameter of every lesson is changed', () => {
  assert.deepEqual(CHANGES.map(([lesson]) => lesson), LESSONS);
});

test('where it cannot start, it says so, and a figure alone gives way to the lecture', async () => {
  for (const [fragment, tag, said] of [['', 'en', 'The engine did not start.'], ['embed=activation', 'zh', '计算引擎没有启动']]) {
    const page = await site.open({ address: address(tag), fragment, ready: false, prepare: (fresh) => fresh.addInitScript(() => {
      delete globalThis.DecompressionStream;
    }) });
    const problem = page.locator('#engine-problem');
    await problem.waitFor({ state: 'visible' });
    const text = await problem.textContent();
    assert.ok(text.includes(said) && text.includes('DecompressionStream'), text);
    assert.ok(await page.locator('h1').isVisible());
    assert.ok(await page.locator('figure[data-lesson="activation"] [data-part="problem"]').isVisible());
    assertQuiet(page);
    await page.context().close();
  }
});

for (const tag of LANGUAGES) {
  test(`tally-${tag}.html computes from file://, offline, and asks for nothing`, async () => {
    const page = await site.open({ address: address(tag), offline: true });
    const asked = [];
    page.on('request', (request) => !request.url().startsWith('blob:') && !request.url().startsWith('data:') && asked.push(request.url()));
    assert.equal(await page.locator('html').getAttribute('data-language'), tag);
    for (const [lesson, key, text, table, row, column, wanted] of CHANGES) {
      await showFigure(page, lesson);
      await page.evaluate(([id, name, value]) => globalThis.tally.state.set(id, name, value), [lesson, key, text]);
      await settle(page, lesson);
      const found = (await readTable(page, lesson, table)).find((each) => each.id === row).cells[column].value;
      assert.equal(found, wanted, `${lesson}.${key}=${text}`);
    }
    for (const lesson of LESSONS) await showCanvas(page, lesson);
    assert.deepEqual(asked, []);
    assertQuiet(page);
    await page.context().close();
  });
}

test('the files lead to each other with state and place, and carry the licences', async () => {
  const page = await site.open({ address: `${address('en')}#activation.layers=3` });
  await page.locator('#activation-title').evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
  await switchTo(page, 'zh');
  assert.equal(page.url(), `${address('zh')}#activation.layers=3`);
  await page.waitForTimeout(300);
  const top = await page.locator('#activation-title').evaluate((element) => element.getBoundingClientRect().top);
  assert.ok(Math.abs(top) <= 48, `the heading is at ${top}`);
  const licences = await page.evaluate(async () => (await fetch(document.querySelector('[data-licences]').href)).text());
  assert.match(licences, /Dear ImGui[^]*Eigen/);
  for (const link of await page.locator('a[href]').evaluateAll((all) => all.map((each) => each.getAttribute('href')))) {
    assert.match(link, /^(#|https:|blob:|tally-|file:.*\/tally-(zh|en)\.html)/, `${link} needs no other file`);
  }
  await page.context().close();
});
