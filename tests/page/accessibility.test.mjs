// For every reader: axe finds nothing, the keyboard alone goes everywhere and is seen to, a screen reader gets what the
// engine gave, large text and a small screen lose nothing.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { assertQuiet, atRest, LANGUAGES, LESSONS, settle, showCanvas, showFigure, startBrowser } from './browser.mjs';
import { PHONE } from './gestures.mjs';
import { lecture } from './native.mjs';
import { assertNothingCut, assertTabReachesAll, enlargeText } from './reach.mjs';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

const figureOf = (page, lesson) => page.locator(`figure[data-lesson="${lesson}"]`);
const unfold = (page) => page.evaluate(() => document.querySelectorAll('main details').forEach((block) => {
  block.open = true;
}));

/** Starts every figure, unfolds everything, and answers the first question. */
async function use(page) {
  for (const lesson of LESSONS) await showCanvas(page, lesson);
  await unfold(page);
  const question = page.locator('form[data-question]').first();
  await question.locator('input[type=radio]').first().check();
  await question.locator('button[type=submit]').click();
  await question.locator('[data-verdict]').waitFor();
}

/** What axe finds wrong, each with the elements; `passes` says that it looked. */
async function axe(page) {
  const { violations, passes } = await page.evaluate(async () => {
    const found = await globalThis.axe.run(document, { resultTypes: ['violations'] });
    return {
      violations: found.violations.map(({ id, nodes }) => [id, nodes.map(({ target, failureSummary }) => `${target} ${failureSummary.split('\n').at(-1)}`).slice(0, 6)]),
      passes: found.passes.length,
    };
  });
  assert.ok(passes > 20, `axe has run: ${passes} rules`);
  return violations;
}

for (const language of LANGUAGES) {
  for (const colorScheme of ['light', 'dark']) {
    test(`axe finds nothing: ${language}, ${colorScheme}`, async () => {
      const page = await site.open({ language, colorScheme });
      await use(page);
      await page.evaluate(AXE);
      assert.deepEqual(await axe(page), [], 'the page, in use');
      await page.locator('.cell-formula:visible').first().click();
      await page.locator('#formula').waitFor({ state: 'visible' });
      assert.deepEqual(await axe(page), [], 'with a formula open');
      await page.keyboard.press('Escape');
      await page.locator('.present-start').click();
      await page.waitForSelector('html[data-present]');
      for (const step of ['figure-activation', (await page.locator('form[data-question]').first().getAttribute('id'))]) {
        await page.evaluate((name) => globalThis.tally.state.setOption('present', name), step);
        assert.deepEqual(await axe(page), [], `presented: ${step}`);
      }
      assertQuiet(page);
      await page.context().close();
    });
  }

  test(`Tab goes through the whole page, every stop is seen, nothing holds it: ${language}`, async () => {
    const page = await site.open({ language });
    for (const lesson of LESSONS) await showFigure(page, lesson);
    assert.ok((await assertTabReachesAll(page)) > 100);
    assertQuiet(page);
    await page.context().close();
  });

  test(`each figure's controls, sentence and tables are what the engine says: ${language}`, async () => {
    const page = await site.open({ language });
    const { lessons } = await page.evaluate(() => globalThis.tally.description);
    const responses = await lecture(language);
    assert.deepEqual(responses.map((each) => each.lesson), LESSONS);
    for (const { lesson, presentation, values } of responses) {
      await showFigure(page, lesson);
      await unfold(page);
      const figure = figureOf(page, lesson);
      assert.equal(await figure.locator('output').textContent(), presentation.sentence);
      for (const table of presentation.tables.filter(({ id }) => id !== 'times')) {
        const shown = figure.getByRole('table', { name: table.caption, exact: true });
        assert.equal(await shown.count(), 1, `${lesson}/${table.id} has its name`);
        assert.deepEqual(await shown.getByRole('columnheader').allTextContents(), table.columns.map(({ label }) => label), table.id);
        const cells = await shown.locator('tbody tr').evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
        assert.deepEqual(withoutRounding(cells, table), withoutRounding(table.rows.map((row) => row.map(({ text }) => text)), table), `${lesson}/${table.id}`);
      }
      const form = figure.getByRole('form');
      for (const { key, kind, control, label, help, choices } of lessons.find(({ id }) => id === lesson).parameters) {
        const name = label[language];
        const role = control === 'button' ? 'button' : { integer: 'textbox', real: 'textbox', integers: 'textbox', flag: 'checkbox' }[kind]
          ?? ((await form.locator(`.field[data-key="${key}"] select`).count()) ? 'combobox' : 'radiogroup');
        const field = form.locator(`.field[data-key="${key}"]`).getByRole(role, { name, exact: true });
        assert.equal(await field.count(), 1, `${lesson}.${key} is a ${role} called ${name}`);
        const about = await field.getAttribute('aria-describedby');
        assert.ok((await page.locator(`#${about.split(' ').at(-1)}`).textContent()).includes(help[language]), `${lesson}.${key} is explained`);
        if (role === 'textbox') assert.equal(await field.inputValue(), values[key], `${lesson}.${key}`);
        if (role === 'checkbox') assert.equal(String(await field.isChecked()), values[key]);
        if (role === 'combobox') assert.equal(await field.inputValue(), values[key]);
        if (role === 'radiogroup') {
          const chosen = choices.find(({ id }) => id === values[key]).label[language];
          assert.ok(await field.getByRole('radio', { name: chosen, exact: true }).isChecked(), `${lesson}.${key}`);
        }
        if (kind === 'integer' && role === 'textbox') assert.equal(await form.locator(`.field[data-key="${key}"]`).getByRole('slider').count(), 1);
      }
    }
    await page.context().close();
  });

  test(`text of twice its size loses nothing: ${language}`, async () => {
    const heights = [];
    for (const prepare of [undefined, enlargeText]) {
      const page = await site.open({ language, viewport: { width: 1280, height: 900 }, prepare });
      await showCanvas(page, 'activation');
      const { h } = (await page.evaluate(() => globalThis.tally.figures.get('activation').view.items())).find(({ role }) => role === 'choice');
      heights.push(h);
      await page.context().close();
    }
    assert.ok(heights[1] > 1.6 * heights[0], `letters in a figure grow too: ${heights}`);
    const page = await site.open({ language, viewport: { width: 1280, height: 900 }, prepare: enlargeText });
    for (const lesson of LESSONS) await showCanvas(page, lesson);
    await assertNothingCut(page);
    await page.context().close();
  });

  test(`on a phone no text is under 12 pixels and no target under 24: ${language}`, async () => {
    const page = await site.open({ ...PHONE, language });
    await use(page);
    const { small, tight, texts, targets } = await page.evaluate(() => {
      const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getClientRects().length > 0 && !element.closest('.unseen, .is-offered, .skip');
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const small = new Set();  // indices of a formula may be a little smaller
      let texts = 0;
      while (walk.nextNode()) {
        const { currentNode: { data, parentElement } } = walk;
        if (!data.trim() || !shown(parentElement) || parentElement.closest('script, style, svg')) continue;
        texts += 1;
        const size = parseFloat(getComputedStyle(parentElement).fontSize);
        if (size < (parentElement.closest('math') ? 10 : 12)) small.add(`${parentElement.tagName}.${parentElement.className} ${size} ${data.trim().slice(0, 20)}`);
      }
      const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter((each) => shown(each) && !each.disabled);
      const isInline = (each) => each.tagName === 'A' && getComputedStyle(each).display === 'inline';  // a link in a sentence
      const tight = all.filter((each) => !isInline(each)).map((each) => {
        const boxes = [each, each.labels?.[0]].filter(Boolean).map((element) => element.getBoundingClientRect());
        return { each, width: Math.max(...boxes.map(({ width }) => width)), height: Math.max(...boxes.map(({ height }) => height)) };
      }).filter(({ width, height }) => Math.min(width, height) < 23.5)
        .map(({ each, width, height }) => `${each.tagName}#${each.id}.${each.className} ${width.toFixed(1)} x ${height.toFixed(1)} ${each.textContent.slice(0, 20)}`);
      return { small: [...small], tight, texts, targets: all.length };
    });
    assert.ok(texts > 400 && targets > 60, `${texts} texts, ${targets} targets`);
    assert.deepEqual(small, [], 'text under 12 pixels');
    assert.deepEqual(tight, [], 'targets under 24 pixels');
    assertQuiet(page);
    await page.context().close();
  });
}

/** Rounded values may differ in their last digit between two builds of the engine; their texts are left out. */
function withoutRounding(texts, { rows }) {
  return texts.map((row, at) => row.map((text, column) => {
    const { value } = rows[at][column];
    return typeof value === 'number' && !Number.isInteger(value) ? '' : text;
  }));
}

test('every control is worked by keys alone, in the form and in the figure', async () => {
  const page = await site.open();
  const { lessons } = await page.evaluate(() => globalThis.tally.description);
  const text = (lesson, key) => page.evaluate(([id, name]) => globalThis.tally.state.text(id, name), [lesson, key]);
  /** Presses keys until one changes the parameter: at an end of its range only one way is open. */
  const pressUntilChanged = async (lesson, key, keys, was) => {
    for (const each of keys) {
      await page.keyboard.press(each);
      const changed = page.waitForFunction(([id, name, old]) => globalThis.tally.state.text(id, name) !== old, [lesson, key, was], { timeout: 2000 });
      if (await changed.then(() => true, () => false)) return true;
    }
    return false;
  };
  for (const { id, parameters } of lessons) {
    await showCanvas(page, id);
    for (const parameter of parameters) {
      const { key, kind } = parameter;
      const control = figureOf(page, id).locator(`.field[data-key="${key}"]`).locator('select, input, button:not(.field-reset)');
      const type = await control.first().evaluate((element) => (element.tagName === 'INPUT' ? element.type : element.tagName.toLowerCase()));
      const target = type === 'radio' ? control.and(page.locator(':checked')) : control.first();
      await target.focus();
      const before_ = await text(id, key);
      const keys = { range: ['ArrowRight', 'ArrowLeft'], radio: ['ArrowDown', 'ArrowUp'], select: ['ArrowDown', 'ArrowUp'], checkbox: ['Space'], button: ['Enter'] };
      assert.ok(await pressUntilChanged(id, key, keys[type] ?? ['2'], before_), `${id}.${key}, a ${kind}, by keys in its ${type}`);
    }
    await page.evaluate((lesson) => globalThis.tally.state.reset(lesson), id);
    await settle(page, id);
    const fold = figureOf(page, id).locator('[data-table-block] > summary').first();
    const was = await fold.evaluate((summary) => summary.parentElement.open);
    await fold.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(([summary, old]) => summary.parentElement.open !== old, [await fold.elementHandle(), was], { timeout: 3000 });
  }
  // In the figure: Enter goes in, arrows go from widget to widget, and Space or arrows work it.
  await page.locator('figure[data-lesson="activation"] .figure-bar button[aria-expanded]').click();
  const canvas = await showCanvas(page, 'activation');
  await canvas.focus();
  await page.keyboard.press('Enter');
  const start = await page.evaluate(() => globalThis.tally.state.fragment());
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'Space', 'ArrowDown', 'Space', 'ArrowRight', 'Space']) {
    await page.keyboard.press(key, { delay: 60 });
    await atRest(page);
  }
  await page.keyboard.press('Escape');
  await settle(page, 'activation');
  assert.notEqual(await page.evaluate(() => globalThis.tally.state.fragment()), start, 'keys in the figure change a setting');
  assertQuiet(page);
  await page.context().close();
});
