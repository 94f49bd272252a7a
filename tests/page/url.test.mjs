// The URL holds the state: written, read, shared and wrong.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { formatFragment, parseFragment } from '../../web/page/url.js';
import { addressOf, assertQuiet, readNumbers, settle, showFigure, startBrowser } from './browser.mjs';

let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

test('a fragment survives writing and reading, whatever the texts', () => {
  const state = {
    place: 'activation', hide: [], blind: false, embed: '', present: '', pins: {},
    values: { activation: { layers: '8', note: 'a=b&c#d %é 层 + 1e+10' }, checkpointing: { boundaries: '6,4,3,2,1' } },
  };
  const text = formatFragment(state);
  const plain = (value) => JSON.parse(JSON.stringify(value));  // values have no prototype
  assert.deepEqual(plain(parseFragment(`#${text}`)), { ...state, stated: true, twice: [], badBlind: null, nameless: [] });
  assert.ok(text.includes('checkpointing.boundaries=6,4,3,2,1'), text);
  assert.equal(parseFragment('#budget').stated, false);
  assert.deepEqual(plain(parseFragment('#a.b=%E0%A4%A').values), { a: { b: '%E0%A4%A' } });
});

test('a + of a link that somebody wrote is a plus, and a space that we write is %20', () => {
  assert.equal(parseFragment('#budget.parameters=1e+10').values.budget.parameters, '1e+10');
  assert.equal(parseFragment('#pin=budget;parameters:1e+10').pins.budget.parameters, '1e+10');
  assert.equal(formatFragment({ values: { budget: { parameters: '1e+10', note: '6, 4' } } }), 'budget.parameters=1e%2B10&budget.note=6,%204');
});

test('what a link sets without a name is named as it stands, and kept out of the state', () => {
  const read = parseFragment('#=&=5&activation.=3&.layers=4&pin=&pin=;&pin=;a:1&hide=,,&embed=&activation.layers=4');
  assert.deepEqual(read.nameless, ['=', '=5', 'activation.=3', '.layers=4', 'pin=;', 'pin=;a:1']);
  assert.deepEqual(Object.keys(read.values), ['activation']);
  assert.deepEqual(Object.keys(read.pins), []);
  assert.deepEqual(read.twice, []);
  assert.equal(formatFragment(read), 'activation.layers=4');
});

test('a link that names __proto__ reaches no other object', () => {
  const { values } = parseFragment('#__proto__.layers=7&activation.__proto__=1');
  assert.equal({}.layers, undefined);
  assert.deepEqual(Object.keys(values), ['__proto__', 'activation']);
});

test('a link shows its setting, and going back to the default clears it', async () => {
  const plain = await site.open();
  await showFigure(plain, 'activation');
  const page = await site.open({ fragment: 'activation.layers=3' });
  await showFigure(page, 'activation');
  const numbers = await readNumbers(page, 'activation');
  assert.notDeepEqual(numbers, await readNumbers(plain, 'activation'));
  await page.evaluate(() => globalThis.tally.state.reset('activation'));
  await settle(page, 'activation');
  assert.equal(new URL(await addressOf(page)).hash, '');
  assert.deepEqual(await readNumbers(page, 'activation'), await readNumbers(plain, 'activation'));
  await page.evaluate(() => {
    location.hash = '#activation.layers=3';
  });
  await page.waitForFunction(() => globalThis.tally.state.text('activation', 'layers') === '3');
  await settle(page, 'activation');
  assert.deepEqual(await readNumbers(page, 'activation'), numbers);
  assertQuiet(page);
  await plain.context().close();
  await page.context().close();
});

test('an anchor moves the page and keeps the settings', async () => {
  const page = await site.open({ fragment: 'activation.layers=3' });
  await page.locator('.contents a').nth(4).click();
  await page.waitForFunction(() => location.hash.startsWith('#checkpointing&'));
  assert.match(await addressOf(page), /#checkpointing&activation\.layers=3$/);
  assert.equal(await page.evaluate(() => globalThis.tally.state.text('activation', 'layers')), '3');
  const top = await page.locator('#checkpointing').evaluate((section) => section.getBoundingClientRect().top);
  assert.ok(Math.abs(top) < 100, `the section is at ${top}`);
  const shared = await site.open({ fragment: page.url().split('#')[1] });
  const there = await shared.locator('#checkpointing').evaluate((section) => section.getBoundingClientRect().top);
  assert.ok(Math.abs(there) < 100, `shared: the section is at ${there}`);
  await page.context().close();
  await shared.context().close();
});

test('what a link gets wrong is said, and the rest applies', async () => {
  const page = await site.open({ fragment: 'activation.layers=many&activation.nonsense=1&recipe.gpus=2' });
  await showFigure(page, 'activation');
  const input = page.locator('figure[data-lesson="activation"] .field[data-key="layers"] input[type=text]');
  assert.equal(await input.inputValue(), 'many');
  assert.equal(await input.getAttribute('aria-invalid'), 'true');
  assert.match(await page.locator('figure[data-lesson="activation"] form').textContent(), /nonsense/);
  assert.match(await page.locator('#link-problem').textContent(), /recipe/);
  assertQuiet(page);
  await page.context().close();
});
