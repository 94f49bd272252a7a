// "How well does it agree?": what the page says of every published case is what the command line says, readable and
// filterable without a script.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { agreementNumber, agreementTables } from '../../web/build/agreement.mjs';
import { assertQuiet, LANGUAGES, startBrowser } from './browser.mjs';
import { PHONE, STILL } from './gestures.mjs';
import { tally } from './native.mjs';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let site;
let native;
before(async () => {
  site = await startBrowser({ base: '/some/where/' });
  native = JSON.parse((await tally('cases', '--json')).out);
});
after(() => site.close());

const open = (language, options = {}) => site.open({ address: `${site.url}${language}/agreement/`, ...options });

const rowsOf = (page) => page.locator('tr[data-case]').evaluateAll((rows) => rows.map((row) => ({
  id: row.dataset.case, result: row.dataset.result.replace('-', ' '),
  numbers: [...row.cells].slice(1, 3).flatMap((cell) => cell.textContent.split('; ').map((each) => Number(each.replaceAll(',', '')))).filter((each) => !Number.isNaN(each)),
  why: row.querySelector('.case-why').textContent,
})));

test('every case stands there once, with the numbers and the verdict of the command line, and why', async () => {
  for (const language of LANGUAGES) {
    const page = await open(language);
    const rows = new Map((await rowsOf(page)).map((row) => [row.id, row]));
    assert.equal(rows.size, native.cases.length);
    for (const { id, result, got, expected } of native.cases) {
      const row = rows.get(id);
      assert.equal(row.result, result, id);
      const digits = (value) => Number(value.toFixed(9));
      assert.deepEqual(row.numbers, [...got, ...expected].map(digits), id);
      assert.ok(row.why.length > 5, id);
    }
    const filter = await page.locator('.case-filter data').evaluateAll((all) => all.map((each) => Number(each.value)));
    assert.deepEqual(filter, [native.cases.length, native.exact, native.within, native.off, native.not_modelled]);
    assertQuiet(page);
    await page.context().close();
  }
});

test('a residual that is infinite, which JSON has as null, is said to be', () => {
  const run = { cases: [{ id: 'a', result: 'off', got: [1], expected: [0], residual: null }], exact: 0, within: 0, off: 1, not_modelled: 0 };
  const groups = { kinds: [{ kinds: ['params'], id: 'parameters', zh: '参数量', en: 'Parameter counts' }], reasons: [] };
  for (const tag of LANGUAGES) {
    const table = String(agreementTables({ run, cases: [{ id: 'a', kind: 'params', source: '', unit: '' }], groups }, tag)[0]);
    assert.match(table, /<td class="number" data-label="[^"]+">∞<\/td>/);
  }
  assert.equal(agreementNumber({ run }, 'percent'), '∞');
});

test('it is read and filtered without a script', async () => {
  const page = await open('en', STILL);
  const visible = () => page.locator('tr[data-case]:visible').count();
  assert.equal(await visible(), native.cases.length);
  await page.locator('input[name="result"][value="not-modelled"]').check();
  assert.equal(await visible(), native.not_modelled);
  await page.locator('input[name="result"][value="exact"]').check();
  assert.equal(await visible(), native.exact);
  await page.context().close();
});

test('axe finds nothing in either language and theme, and a phone needs no sideways scroll', async () => {
  for (const [language, colorScheme, more] of [['zh', 'light', {}], ['en', 'dark', {}], ['zh', 'dark', PHONE], ['en', 'light', PHONE]]) {
    const page = await open(language, { colorScheme, ...more });
    await page.evaluate(AXE);
    const found = await page.evaluate(async () => (await globalThis.axe.run(document, { resultTypes: ['violations'] })).violations
      .map(({ id, nodes }) => `${id}: ${nodes[0].target} ${nodes[0].failureSummary}`));
    assert.deepEqual(found, [], `${language} ${colorScheme}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
    await page.context().close();
  }
});

test('the way there and back: from real models to here, to the lecture, and to the other language', async () => {
  const page = await open('zh');
  await page.locator('a[data-language-link="en"]').click();
  await page.waitForURL(/\/en\/agreement\//);
  await page.locator('p a[href="../model/"]').click();
  await page.waitForURL(/\/en\/model\//);
  await page.locator('p a[href="../agreement/"]').first().click();
  await page.waitForURL(/\/en\/agreement\//);
  await page.locator('a.brand').click();
  await page.waitForURL(/\/en\/$/);
  await page.locator('p a[href="model/"]').click();
  await page.waitForURL(/\/en\/model\//);
  assert.deepEqual(page.heard.failed, []);
  await page.context().close();
});
