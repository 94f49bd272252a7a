// What a link can ask of the page: hide controls, hide answers, show one figure, pin a setting; and the panel that
// makes such links.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { comparisonTable, differenceText } from '../../web/page/compare.js';
import { formatFragment, parseFragment } from '../../web/page/url.js';
import { wordsOf } from '../../web/page/words.js';
import { addressOf, assertQuiet, readTable, settle, showCanvas, showFigure, startBrowser } from './browser.mjs';

const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };
let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

const figureOf = (page, lesson) => page.locator(`figure[data-lesson="${lesson}"]`);
const button = (page, lesson, name) => figureOf(page, lesson).getByRole('button', { name, exact: true });
const plain = (value) => JSON.parse(JSON.stringify(value));

test('the page’s words survive writing and reading beside values of any text', () => {
  const state = {
    place: 'figure-activation', hide: ['activation.layers', 'budget.gpu'], blind: true, embed: 'activation', present: 'q-one',
    pins: { checkpointing: { boundaries: '6,4,3,2,1', note: 'a;b:c&d=e%' }, recipes: {} }, values: { activation: { hide: 'x', blind: 'y' } },
  };
  assert.deepEqual(plain(parseFragment(formatFragment(state))), { ...state, stated: true, twice: [], badBlind: null, nameless: [] });
  assert.equal(formatFragment({ place: '', values: {} }), '');
  assert.deepEqual(plain(parseFragment('#hide.layers=3').values), { hide: { layers: '3' } }, 'with a dot it is a lesson’s');
  assert.equal(parseFragment('#blind=0').blind, false);
});

test('hide leaves controls out of the drawing and of the form, and keeps their values', async () => {
  const page = await site.open({ fragment: 'hide=activation.layers,activation.batch&activation.layers=3' });
  await showCanvas(page, 'activation');
  const keys = () => page.evaluate(() => globalThis.tally.figures.get('activation').view.items().map((item) => item.key));
  const drawn = await keys();
  assert.ok(!drawn.includes('layers') && !drawn.includes('batch'), drawn.join());
  assert.ok(drawn.includes('width'));
  await figureOf(page, 'activation').locator('.figure-bar button[aria-expanded]').click();
  const shown = await figureOf(page, 'activation').locator('.field:visible').evaluateAll((all) => all.map((each) => each.dataset.key));
  assert.ok(!shown.includes('layers') && shown.includes('width'), shown.join());
  assert.equal((await page.evaluate(() => globalThis.tally.figures.get('activation').response().values)).layers, '3');
  assertQuiet(page);
  await page.context().close();
});

test('a figure without any control left shows its result alone', async () => {
  const page = await site.open(PHONE);
  const hide = await page.evaluate(() => globalThis.tally.description.lessons.find((each) => each.id === 'budget').parameters
    .map((parameter) => `budget.${parameter.key}`).join());
  const reduced = await site.open({ ...PHONE, fragment: `hide=${hide}` });
  await showFigure(reduced, 'budget');
  assert.equal(await figureOf(reduced, 'budget').locator('form').isVisible(), false);
  assert.ok(await figureOf(reduced, 'budget').locator('output').isVisible());
  await page.context().close();
  await reduced.context().close();
});

test('what a link asks for and does not exist is named, and the rest applies', async () => {
  const page = await site.open({ fragment: 'hide=activation.nothing,recipes.gpu&embed=nothing&pin=nowhere;a:1&activation.layers=3&strange=1' });
  await showFigure(page, 'activation');
  const text = await page.locator('#link-problem').innerText();
  for (const said of [/hides controls that do not exist: activation\.nothing\./, /figure alone that does not exist: nothing/, /pinned setting \(nowhere\)/, /strange/]) {
    assert.match(text, said);
  }
  assert.equal((await page.evaluate(() => globalThis.tally.figures.get('activation').response().values)).layers, '3');
  assertQuiet(page);
  await page.context().close();
});

test('what was wrong with one link is not said of the next', async () => {
  const page = await site.open({ fragment: 'pin=nowhere;a:1&pin=activation;layers:many&strange=1' });
  const problem = page.locator('#link-problem');
  await page.waitForFunction(() => /many/.test(document.getElementById('link-problem').textContent));
  assert.match(await problem.textContent(), /nowhere.*/);
  await page.evaluate(() => {
    location.hash = 'activation.layers=3';
  });
  await problem.waitFor({ state: 'hidden' });
  assert.equal(await problem.textContent(), '');
  await page.context().close();
});

test('an embedded figure’s link to the lecture keeps what its teacher hid', async () => {
  const page = await site.open({ fragment: 'embed=activation&blind=1&hide=activation.dtype&recipes.gpus=2' });
  assert.match(await page.locator('.embed-link a').getAttribute('href'),
    /#figure-activation&blind=1&hide=activation\.dtype&recipes\.gpus=2$/);
  await page.context().close();
});

test('a pinned setting that is not valid is said with the core’s own message', async () => {
  const page = await site.open({ fragment: 'pin=activation;layers:many' });
  await showFigure(page, 'activation');
  await page.waitForFunction(() => /many/.test(document.getElementById('link-problem').textContent));
  assert.equal(await figureOf(page, 'activation').locator('.figure-comparison').isVisible(), false);
  assertQuiet(page);
  await page.context().close();
});

test('embed shows one figure, live, with a way to the lecture, at the width of a phone too', async () => {
  for (const options of [{}, PHONE]) {
    const page = await site.open({ ...options, fragment: 'embed=activation&activation.layers=3' });
    await showFigure(page, 'activation');
    assert.equal((await readTable(page, 'activation', 'points')).at(-1).cells.layers.value, 3);
    const others = await page.locator('h1, header, footer, main p.lead, figure:not([data-lesson="activation"])').evaluateAll((all) =>
      all.filter((each) => each.getClientRects().length > 0).length);
    assert.equal(others, 0);
    const link = page.locator('.embed-link a');
    assert.match(await link.getAttribute('href'), /\/en\/#figure-activation&activation\.layers=3$/, 'with the reader’s setting');
    await page.evaluate(() => globalThis.tally.state.set('activation', 'layers', '6'));
    assert.match(await link.getAttribute('href'), /#figure-activation&activation\.layers=6$/, 'as it is now');
    assert.equal(await link.getAttribute('target'), '_blank');
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)));
    assertQuiet(page);
    await page.context().close();
  }
});

test('the panel’s links open what they say, and the frame’s code works in another page', async () => {
  const page = await site.open({ fragment: 'activation.layers=5&recipes.gpus=8', permissions: ['clipboard-read', 'clipboard-write'] });
  await showFigure(page, 'activation');
  await button(page, 'activation', 'Share this figure').click();
  const panel = figureOf(page, 'activation').locator('.tool-panel');
  const link = () => panel.locator('#activation-share-link').inputValue();
  assert.match(await link(), /\/en\/#figure-activation&activation\.layers=5$/, 'its own setting, and no other figure’s');
  await panel.getByRole('checkbox', { name: /Batch/ }).uncheck();
  await panel.getByRole('checkbox', { name: 'Hide the answers' }).check();
  await panel.getByRole('radio', { name: 'this figure alone' }).check();
  assert.match(await link(), /#embed=activation&blind=1&hide=activation\.batch&activation\.layers=5$/);
  await panel.getByRole('button', { name: 'Copy' }).first().click();
  await page.waitForFunction(() => document.querySelector('figure[data-lesson="activation"] .tool-panel .said').textContent === 'Copied');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await link());
  const frame = await panel.locator('#activation-share-frame').inputValue();
  await page.route('**/host.html', (route) => route.fulfill({ contentType: 'text/html', body: frame }));
  await page.goto(`${site.url}host.html`);
  const inside = page.frameLocator('iframe');
  await inside.locator('figure[data-lesson="activation"] .cell-formula, figure[data-lesson="activation"] td').first().waitFor();
  assert.ok(await page.locator('iframe').getAttribute('title'));
  assert.equal(await inside.locator('h1').isVisible(), false);
  await page.context().close();
});

test('after a link to a figure that does not exist the page works as ever', async () => {
  const page = await site.open({ fragment: 'embed=nope' });
  await showFigure(page, 'activation');
  await page.evaluate(() => globalThis.tally.state.set('activation', 'layers', '5'));
  await settle(page, 'activation');
  assert.match(await addressOf(page), /activation\.layers=5/);
  assertQuiet(page);
  await page.context().close();
});

test('in a link that hides the answers, the panel makes links that hide them too', async () => {
  const page = await site.open({ fragment: 'blind=1' });
  await showFigure(page, 'activation');
  await button(page, 'activation', 'Share this figure').click();
  const panel = figureOf(page, 'activation').locator('.tool-panel');
  assert.ok(await panel.getByRole('checkbox', { name: 'Hide the answers' }).isChecked());
  assert.match(await panel.locator('#activation-share-link').inputValue(), /blind=1/);
  await page.context().close();
});

test('a bad value closes no way: an open panel can be closed, and no other opened', async () => {
  const page = await site.open();
  await showFigure(page, 'activation');
  const [save, share] = [button(page, 'activation', 'Take the data and the picture'), button(page, 'activation', 'Share this figure')];
  await save.click();
  await page.evaluate(() => globalThis.tally.state.set('activation', 'layers', 'many'));
  await settle(page, 'activation');
  assert.deepEqual([await save.isEnabled(), await share.isEnabled()], [true, false]);
  await save.click();
  assert.equal(await figureOf(page, 'activation').locator('.tool-panel').isVisible(), false);
  assert.deepEqual([await save.isEnabled(), await share.isEnabled()], [false, false]);
  await page.evaluate(() => globalThis.tally.state.reset('activation'));
  await settle(page, 'activation');
  assert.deepEqual([await save.isEnabled(), await share.isEnabled()], [true, true]);
  assertQuiet(page);
  await page.context().close();
});

test('pinning sets two settings side by side with their differences, in the URL too', async () => {
  const page = await site.open({ fragment: 'activation.layers=4' });
  await showFigure(page, 'activation');
  await button(page, 'activation', 'Pin this result to compare').click();
  const comparison = figureOf(page, 'activation').locator('.figure-comparison');
  await comparison.getByText(/present setting is the pinned one/).waitFor();  // its script comes when pressed for
  const sentence = await figureOf(page, 'activation').locator('output').innerText();
  const before = await readTable(page, 'activation', 'points');
  await page.evaluate(() => globalThis.tally.state.set('activation', 'batch', '64'));
  await settle(page, 'activation');
  const after = await readTable(page, 'activation', 'points');
  assert.equal(await comparison.locator('[data-side=pinned] .side-sentence').innerText(), sentence);
  assert.equal(await comparison.locator('[data-side=now] .side-sentence').innerText(), await figureOf(page, 'activation').locator('output').innerText());
  const row = comparison.locator('tr[data-row=yours]');
  const [then, now] = [before.find((each) => each.id === 'yours').cells.saved_bytes, after.find((each) => each.id === 'yours').cells.saved_bytes];
  const texts = await row.locator('td').allInnerTexts();
  assert.ok(texts.includes(then.text) && texts.includes(now.text), texts.join(' | '));
  assert.ok(texts.includes(differenceText(then, now)), texts.join(' | '));
  assert.match(await addressOf(page), /pin=activation;layers:4&activation\.layers=4&activation\.batch=64$/);
  const other = await site.open({ fragment: page.url().split('#')[1], language: 'zh' });
  await showFigure(other, 'activation');
  await figureOf(other, 'activation').locator('tr[data-row=yours] [data-column=difference]').first().waitFor();
  assert.deepEqual((await figureOf(other, 'activation').locator('.comparison tr[data-row=yours] td').allInnerTexts()), texts);
  await button(page, 'activation', 'Stop comparing').click();
  assert.equal(await comparison.isVisible(), false);
  await page.waitForFunction(() => !location.hash.includes('pin'));
  assertQuiet(page);
  await page.context().close();
  await other.context().close();
});

test('differences by hand: rows by id, only the columns that differ, a missing row as a dash', () => {
  const words = wordsOf('en');
  const number = (value) => ({ value, text: String(value) });
  const table = (rows, row_ids) => ({ id: 't', caption: 'c', columns: [{ key: 'n', label: 'n' }, { key: 'a', label: 'A' }, { key: 'b', label: 'B' }], rows, row_ids });
  const html = String(comparisonTable(table([[number(1), number(10), number(5)]], ['x']),
    table([[number(1), number(25), number(5)], [number(2), number(7), number(5)]], ['x', 'y']), words));
  assert.match(html, /colspan="3" scope="colgroup">A</);
  assert.match(html, /data-row="x".*>10<.*>25<.*>\+15 \(× 2\.5\)</);
  assert.match(html, /data-row="y".*>–<.*>7</);
  assert.equal(differenceText(number(20), number(5)), '−15 (× 0.25)');
  assert.equal(differenceText(number(0), number(5)), '+5');
  assert.equal(differenceText(number(5), number(5)), '0');
  assert.equal(differenceText({ value: null, text: 'a' }, number(5)), '');
});

test('a link of the text sets what it names and leaves the rest', async () => {
  const page = await site.open({ fragment: 'blind=1&recipes.gpus=2&activation.layers=3&pin=activation' });
  await page.evaluate(() => document.querySelector('a[href="#figure-activation&activation.batch=64"]').click());
  assert.match(await addressOf(page), /#figure-activation&blind=1&pin=activation&(recipes\.gpus=2&activation\.batch=64|activation\.batch=64&recipes\.gpus=2)$/);
  await showFigure(page, 'activation');
  const top = await figureOf(page, 'activation').evaluate((element) => element.getBoundingClientRect().top);
  assert.ok(top > -50 && top < 850, `the figure is in sight: ${top}`);
  await page.goBack();
  await page.waitForFunction(() => globalThis.tally.state.text('activation', 'layers') === '3');
  await page.context().close();
});

test('one button brings every figure back', async () => {
  const page = await site.open({ fragment: 'activation.layers=3&recipes.gpus=2' });
  await showFigure(page, 'activation');
  await button(page, 'activation', 'Reset every figure').click();
  await settle(page, 'activation');
  await page.waitForFunction(() => location.hash === '');
  assert.equal(await page.evaluate(() => globalThis.tally.state.text('recipes', 'gpus')),
    await page.evaluate(() => globalThis.tally.description.lessons[0].parameters.find((each) => each.key === 'gpus').default));
  assert.equal(await button(page, 'activation', 'Reset every figure').isVisible(), false);
  await page.context().close();
});

test('a category word lights its category in table and picture, by pointer, finger and keyboard', async () => {
  const page = await site.open();
  await showFigure(page, 'recipes');
  const word = page.locator('#recipes .ink[data-ink="master_weight"]').first();
  assert.equal(await word.getAttribute('tabindex'), '0');
  const lit = () => page.locator('figure[data-lesson="recipes"] .is-lit').count();
  await word.hover();
  assert.ok((await lit()) > 1);
  await page.mouse.move(0, 0);
  assert.equal(await lit(), 0);
  await word.focus();
  assert.ok((await lit()) > 1);
  await page.keyboard.press('Escape');
  assert.equal(await lit(), 0);
  await page.context().close();
});
