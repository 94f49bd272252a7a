// A reader's own run beside the prediction of a figure: PyTorch's texts by version, what the difference consists of, and
// the page's form for it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isSummary, parseSummary } from '../../web/page/report/memory_summary.js';
import { readRun, stepsOf } from '../../web/page/report/own_run.js';
import { parseStats } from '../../web/page/report/stats.js';
import { axeFindsIn } from './axe.mjs';
import { assertQuiet, LANGUAGES, settle, showFigure, startBrowser } from './browser.mjs';
import { pythonDict, pythonNested, pythonNew, pythonOld, pythonPretty, statsOf, summaryText } from './memory_texts.mjs';

let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

const machine = (page) => page.locator('[data-machine]');
const open = (page) => machine(page).locator('.machine-open button').click();

const peaks = { allocated: 5_243_392, requested: 5_242_000, active: 5_244_416, reserved: 23_068_672, inactive_split: 17_825_280 };
const stats = statsOf(peaks, { retries: 1, ooms: 2, 'allocation.all.current': 7 });

test('memory_stats() is read as every Python prints it, and as JSON', () => {
  const wanted = new Map(Object.entries(stats));
  for (const text of [JSON.stringify(stats), JSON.stringify(stats, null, 2), pythonOld(stats), pythonNew(stats), pythonPretty(stats), pythonDict(stats), pythonNested(stats)]) {
    assert.deepEqual(new Map([...parseStats(text)].sort()), new Map([...wanted].sort()), text.slice(0, 60));
    assert.deepEqual(readRun(text).peak.reserved, { low: peaks.reserved, high: peaks.reserved });
  }
  const fails = (text, line, column, wants) => assert.throws(() => parseStats(text), { line, column, wanted: wants }, text);
  fails('{', 1, 2, 'key');
  fails("{'a': 1\n 'b': 2}", 2, 2, ',');
  fails("{'a': 1, 'a': 2}", 1, 10, 'once');
  fails("{'a': {'b': 1}, 'a.b': 2}", 1, 17, 'once');
  const many = `{${Array.from({ length: 5001 }, (_, index) => `'${index}': 7`).join(', ')}}`;
  fails(many, 1, many.length - 1, 'fewer');
  fails("{'a': __import__('os').system('x')}", 1, 7, 'key');
  fails("OrderedDict([('a' 1)])", 1, 19, ',');
  fails("{'a': 1} x", 1, 10, 'key');
  for (const value of ['1e400', '5243392.5', '9007199254740993']) fails(`{'allocated_bytes.all.peak': ${value}}`, 1, 30, 'number');
  assert.deepEqual([...parseStats("{'a': 0.5, 'b': 1}")], [['b', 1]], 'a ratio is no count');
  fails('{'.repeat(40), 1, 2, 'key');
  fails(`${"{'a': ".repeat(12)}1`, 1, 55, 'shallower');
  assert.throws(() => readRun("{'allocated_bytes.all.peak': 5}"), { wanted: 'reserved_bytes.all.peak' });
  assert.throws(() => readRun("{'allocated_bytes.all.peak': 5, 'reserved_bytes.all.peak': -5}"), { wanted: /≥ 0/ });
});

test('memory_summary() is read as every version prints it, its numbers as the intervals that they are', () => {
  for (const options of [{}, { isOld: true }, { abbreviated: true }]) {
    const text = summaryText(stats, options);
    assert.ok(isSummary(text));
    const { peak, retries, ooms } = parseSummary(text);
    assert.deepEqual([retries, ooms], [1, 2]);
    assert.equal(Boolean(peak.requested), !options.isOld);
    for (const [name, { low, high }] of Object.entries(peak)) {
      assert.ok(low <= peaks[name] && peaks[name] <= high && high - low === 1023, `${name}: ${low} to ${high}`);
    }
    assert.deepEqual(parseSummary(`'${text.replaceAll('\n', '\\n')}'`).peak, peak, 'as the interpreter shows the string');
  }
  const large = statsOf({ ...peaks, allocated: 60e9, reserved: 70e9 });
  const { allocated } = parseSummary(summaryText(large)).peak;
  assert.ok(allocated.low <= 60e9 && 60e9 <= allocated.high && allocated.high - allocated.low === 2 ** 20 - 1, 'MiB');
  const text = summaryText(stats);
  assert.throws(() => parseSummary(text.split('\n').slice(0, 8).join('\n')), { wanted: 'rows' });
  assert.throws(() => parseSummary(text.replace(/ \d+ KiB/, ' many KiB')), { wanted: 'size' });
  assert.throws(() => parseSummary(text.replace('Peak Usage', 'Peak')), { wanted: 'head' });
});

test('what the difference consists of, step by step', () => {
  const exact = stepsOf(5_000_000, readRun(JSON.stringify(stats)));
  assert.deepEqual(exact.map(({ id }) => id), ['predicted', 'requested', 'allocated', 'active', 'reserved']);
  assert.deepEqual(exact.slice(1).map(({ step }) => step.low), [242_000, 1392, 1024, 17_824_256]);
  const rounded = stepsOf(5_000_000, readRun(summaryText(stats, { isOld: true })));
  assert.deepEqual(rounded.map(({ id }) => id), ['predicted', 'allocated', 'active', 'reserved']);
  for (const { step } of rounded.slice(2)) assert.equal(step.high - step.low, 2046);
});

for (const language of LANGUAGES) {
  test(`a run of one’s own, by keyboard alone, and nothing is asked of anyone (${language})`, async () => {
    const page = await site.open({ language });
    await showFigure(page, 'activation');
    await machine(page).locator('.machine-open button').focus();
    await page.keyboard.press('Enter');
    await machine(page).locator('textarea').waitFor();
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    const reach = async (selector) => {
      for (let presses = 0; presses < 30; presses += 1) {
        if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
        await page.keyboard.press('Tab');
      }
      assert.fail(`Tab does not reach ${selector}`);
    };
    await reach('#run-text');
    await page.keyboard.insertText(pythonOld(stats));
    await reach('#run-lesson');
    await page.evaluate(() => {
      document.activeElement.value = 'activation';
    });
    await reach('.own-run button');
    await page.keyboard.press('Enter');
    await page.locator('[data-run="reserved"]').waitFor();
    const predicted = 16_908_296;  // 'step/peak/bytes' of the lesson: what only stays, and what its timeline draws
    const shown = (id) => page.locator(`[data-run="${id}"] [data-low]`).evaluate((cell) => [Number(cell.dataset.low), Number(cell.dataset.high)]);
    assert.deepEqual(await shown('predicted'), [predicted, predicted]);
    for (const [id, bytes] of Object.entries(peaks)) if (id !== 'inactive_split') assert.deepEqual(await shown(id), [bytes, bytes]);
    assert.match(await page.locator('.run-notes').textContent(), language === 'zh' ? /重试 1 次[^]*nvidia-smi/ : /retries: 1[^]*nvidia-smi/);
    await page.locator('#run-text').fill(summaryText(stats));
    await page.locator('.own-run button').first().click();
    await page.waitForFunction(() => document.querySelector('[data-run="reserved"] [data-low]')?.dataset.low !== document.querySelector('[data-run="reserved"] [data-low]')?.dataset.high);
    assert.match(await page.locator('.run-result').textContent(), language === 'zh' ? /区间/ : /interval/);
    assert.deepEqual(await axeFindsIn(page, 'machine'), []);
    for (const [text, message] of [['', language === 'zh' ? /还没有文字/ : /no text yet/], ['<img src=x onerror=globalThis.hit=1>', language === 'zh' ? /第 1 行第 1 列/ : /Line 1, column 1/],
      ['x'.repeat(200_001), /200,001/], ['{"format":"tally measurement"}', language === 'zh' ? /第 1 行/ : /Line 1/]]) {
      await page.locator('#run-text').fill(text);
      await page.locator('.own-run button').first().click();
      await page.locator('.run-result .machine-problem').waitFor();
      assert.match(await page.locator('.run-result').textContent(), message);
    }
    assert.equal(await page.evaluate(() => globalThis.hit), undefined);
    assert.deepEqual(asked.filter((url) => !url.startsWith('blob:')), [], 'nothing leaves the page');
    assertQuiet(page);
    await page.context().close();
  });
}

test('a comparison is of the latest question: the setting as it stands, a mistake in it, a failure, nothing after Clear', async () => {
  const page = await site.open();
  await showFigure(page, 'activation');
  await open(page);
  const [box, result, compare] = [page.locator('#run-text'), page.locator('.run-result'), page.locator('.own-run button').first()];
  const set = (key, text) => page.evaluate((pair) => globalThis.tally.state.set('activation', ...pair), [key, text]);
  await box.fill(JSON.stringify(stats));
  await page.locator('#run-lesson').selectOption('activation');
  await compare.click();
  await page.locator('[data-run="predicted"]').waitFor();
  const before = await result.locator('[data-run="predicted"] [data-low]').getAttribute('data-low');
  await set('layers', '16');
  await page.waitForFunction((low) => document.querySelector('[data-run="predicted"] [data-low]').dataset.low !== low, before);
  assert.match(await result.textContent(), /Layers L 16/);
  await set('layers', 'many');
  await result.locator('.machine-problem').waitFor();
  await settle(page, 'activation');
  assert.equal(await result.textContent(), await page.evaluate(() => globalThis.tally.figures.get('activation').response().issues[0].message));
  await set('layers', '16');
  await page.locator('[data-run="predicted"]').waitFor();

  await page.evaluate(() => {
    globalThis.answers = [];
    globalThis.tally.figures.get('activation').ask = () => new Promise((resolve) => globalThis.answers.push(resolve));
  });
  const answer = (index) => page.evaluate((at) => globalThis.answers[at]({ status: 'failed', message: `answer ${at}` }), index);
  await compare.click();
  await page.locator('.own-run button.quiet').click();
  await answer(0);
  assert.equal(await result.textContent(), '', 'cleared');
  await box.fill(JSON.stringify(stats));
  await compare.click();
  await box.fill('x');
  await compare.click();
  await answer(1);
  assert.match(await result.textContent(), /Line 1, column 1/);
  await box.fill(JSON.stringify(stats));
  await compare.click();
  await answer(2);
  assert.match(await result.textContent(), /: answer 2$/);
  assertQuiet(page);
  await page.context().close();
});
