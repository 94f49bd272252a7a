// What a link can get wrong in itself, whatever it asks for: said above the lecture, and the rest applies.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { formatFragment, parseFragment } from '../../web/page/url.js';
import { few } from '../../web/page/few.js';
import { wordsOf } from '../../web/page/words.js';
import { assertQuiet, showFigure, startBrowser } from './browser.mjs';

let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

const problem = async (page) => {
  const element = page.locator('#link-problem');
  return (await element.isVisible()) ? element.innerText() : '';
};
const isBlind = (page) => page.evaluate(() => document.documentElement.hasAttribute('data-blind'));

test('blind takes true, false, 1 and 0; another text hides nothing and is named', async () => {
  for (const [text, wanted] of [['true', true], ['1', true], ['false', false], ['0', false], ['banana', false], ['', false]]) {
    assert.equal(parseFragment(`#blind=${text}`).blind, wanted, text);
  }
  for (const [text, blind, said] of [['true', true, /^$/], ['false', false, /^$/], ['banana', false, /blind takes true or false, not banana/]]) {
    const page = await site.open({ fragment: `blind=${text}` });
    assert.equal(await isBlind(page), blind, text);
    assert.match(await problem(page), said);
    assertQuiet(page);
    await page.context().close();
  }
});

test('what a link gives twice is named, and the last of it holds', async () => {
  assert.deepEqual(parseFragment('#pin=activation;layers:1&pin=recipes&hide=a.b&hide=c.d&budget&recipes').twice, ['hide', 'budget']);
  assert.deepEqual(parseFragment('#pin=activation;layers:1&pin=activation;layers:2').twice, ['pin activation']);
  const page = await site.open({ fragment: 'activation.layers=3&activation.layers=5&activation.layers=6&activation.width=256' });
  assert.match(await problem(page), /more than once: activation\.layers\. The last/);
  assert.equal(await page.evaluate(() => globalThis.tally.state.text('activation', 'layers')), '6');
  await page.evaluate(() => {
    location.hash = '#activation.layers=3';
  });
  await page.waitForFunction(() => document.getElementById('link-problem').hidden);
  assertQuiet(page);
  await page.context().close();
});

test('a place that does not exist is named', async () => {
  for (const [fragment, said] of [['no-such-place', /goes to a place that does not exist: no-such-place/], ['budget', /^$/]]) {
    const page = await site.open({ fragment });
    assert.match(await problem(page), said, fragment);
    await page.context().close();
  }
  const page = await site.open();
  await page.evaluate(() => {
    location.hash = '#nowhere&activation.layers=3';
  });
  await page.waitForFunction(() => /does not exist: nowhere/.test(document.getElementById('link-problem').textContent));
  await page.context().close();
});

test('a figure alone and presenter mode at once: it presents, and says so', async () => {
  const page = await site.open({ fragment: 'present=2&embed=activation' });
  assert.match(await problem(page), /figure alone and for presenter mode; this is presenter mode/);
  assert.ok(await page.locator('.present-bar').isVisible());
  const shown = await page.locator('[data-presented]').evaluate((element) => element.getBoundingClientRect().height);
  assert.ok(shown > 50, `the step is ${shown} high`);
  await page.keyboard.press('Escape');
  assert.ok(await page.locator('figure[data-lesson="activation"]').isVisible(), 'the figure alone is what is left');
  assert.equal(await page.locator('h1').isVisible(), false);
  assertQuiet(page);
  await page.context().close();
});

test('of thousands of names a few are said and the rest is counted, and the page is soon ready', async () => {
  const many = (prefix, count) => Array.from({ length: count }, (_, index) => `${prefix}${index}=${index}`).join('&');
  const page = await site.open({ fragment: `activation.layers=3&${many('activation.k', 5000)}&${many('strange', 5000)}` });
  await showFigure(page, 'activation');
  assert.equal(await page.evaluate(() => globalThis.tally.figures.get('activation').response().values.layers), '3');
  assert.match(await problem(page), /does not have: strange0, strange1, strange2, strange3, strange4 and 4,995 more\./);
  const stray = await page.locator('figure[data-lesson="activation"] form > .field-message').textContent();
  assert.match(stray, /“k0”.*“k1”.*“k2”.*4,997 more parameters that do not exist/);
  assert.ok((await problem(page)).length < 2000 && stray.length < 2000);
  assertQuiet(page);
  await page.context().close();
});

test('an address has an end, and what has no room in it is told', () => {
  const omitted = [];
  const values = { activation: { layers: '8'.repeat(9000), width: '256' }, other: Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`k${i}`, 'x'])) };
  const fragment = formatFragment({ place: '', values }, omitted);
  assert.ok(fragment.length <= 16384, `${fragment.length}`);
  assert.match(fragment, /^activation\.width=256&other\.k0=x&/);
  assert.equal(omitted[0], 'activation.layers');
  assert.equal(omitted.length + fragment.split('&').length, 3002);
  assert.equal(few(['a'.repeat(100), 'b'], wordsOf('en')), `${'a'.repeat(60)}…, b`);
  assert.equal(few(['a', 'b', 'c', 'd', 'e', 'f'], wordsOf('zh')), 'a, b, c, d, e，另有 1 个');
});
