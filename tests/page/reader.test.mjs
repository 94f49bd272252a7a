// What a reader may expect of a lecture like this, of its figures: one test per expectation, in both languages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atRest, describe, LESSONS, readNumbers, readSteadyTexts, readTable, showCanvas } from './browser.mjs';
import { canvasOf, frames, middle, STILL, turnWheel } from './gestures.mjs';
import { lecture, tally } from './native.mjs';
import { change, figureOf, presentation, startRows } from './rows.mjs';

const CHINESE = /[\u4e00-\u9fff]/;
const { pages, row, withPage } = startRows();

/** The timelines of the lecture as it stands: {lesson, timeline}. */
async function timelines(page) {
  const found = [];
  for (const lesson of LESSONS) {
    const { timeline } = await presentation(page, lesson);
    if (timeline) found.push({ lesson, timeline });
  }
  assert.ok(found.length >= 3, `${found.length} timelines`);
  return found;
}

const totals = ({ bands, x_at }) => x_at.map((_, sample) => bands.reduce((sum, band) => sum + band.bytes[sample], 0));

row('real model computes in the page', async (page, language) => {
  const requests = [];
  const note = (request) => ['fetch', 'xhr', 'websocket', 'eventsource'].includes(request.resourceType()) && requests.push(request.url());
  page.on('request', note);
  const gradient = async () => (await readTable(page, 'accumulation', 'gradients')).find(({ id }) => id === 'largest_gradient').cells.value.value;
  const start = await gradient();
  await change(page, 'accumulation', { width: '64', batch: '12' });
  const now = await gradient();
  assert.notEqual(now, start, 'other gradients come out');
  const [native] = await lecture(language, 'accumulation', { width: '64', batch: '12' });
  const table = native.presentation.tables.find(({ id }) => id === 'gradients');
  const expected = table.rows[table.row_ids.indexOf('largest_gradient')][1].value;
  assert.ok(Math.abs(now - expected) <= 1e-5 * Math.abs(expected), `${now} in the page, ${expected} natively`);
  page.off('request', note);
  assert.deepEqual(requests, [], 'nobody else is asked');
});

row('training memory accounting', async (page) => {
  for (const { lesson, timeline } of await timelines(page)) {
    assert.ok(timeline.storages?.length > 10, `${lesson} lists its storages`);
    const sums = totals(timeline);
    timeline.x_at.forEach((at, sample) => {
      const live = timeline.storages.filter(({ from, to }) => from <= at && at < to).reduce((sum, { bytes }) => sum + bytes, 0);
      assert.equal(live, sums[sample], `${lesson}: the storages live at ${at}`);
    });
  }
});

row('backward pass shown', async (page, language) => {
  for (const { lesson, timeline } of await timelines(page)) {
    const saved = timeline.bands.find(({ id }) => id === 'activation.saved');
    const backward = timeline.phases.filter(({ label }) => (language === 'zh' ? /反向/ : /backward/).test(label));
    assert.ok(saved && backward.length > 0, `${lesson} has a backward phase and what it needs`);
    for (const { begin, end } of backward) {
      const within = timeline.x_at.flatMap((at, sample) => (at >= begin && at < end ? [saved.bytes[sample]] : []));
      assert.ok(within.length > 4 && Math.max(...within) > within.at(-1), `${lesson}: what was saved is let go in ${begin} to ${end}`);
    }
  }
});

row('memory over time (peak, lifetime)', async (page) => {
  for (const { lesson, timeline } of await timelines(page)) {
    const sums = totals(timeline);
    assert.equal(Math.max(...sums), timeline.peak_bytes, `${lesson}: the peak is the highest point`);
    assert.equal(sums[timeline.x_at.indexOf(timeline.peak_at)], timeline.peak_bytes, `${lesson}: where it says`);
    assert.match(timeline.peak_label, /\d/);
    const ends = timeline.storages.map(({ to }) => to);
    assert.ok(new Set(ends).size > 5 && timeline.storages.every(({ from, to }) => from < to), `${lesson}: storages live and end`);
    const numbers = (await readNumbers(page, lesson)).map(Number);
    assert.ok(numbers.includes(timeline.peak_bytes), `${lesson}: a table has the peak of ${timeline.peak_bytes}`);
    const instant = figureOf(page, lesson).locator('.instant');
    await instant.locator('input[type=range]').focus();
    await page.keyboard.press('Home');
    await instant.locator('.instant-controls button').last().click();
    assert.equal(await instant.locator('input[type=range]').inputValue(), String(timeline.x_at.indexOf(timeline.peak_at)));
    assert.ok((await instant.locator('.instant-where').textContent()).includes(timeline.peak_bytes.toLocaleString('en-US')), `${lesson}: the instant of the peak`);
  }
});

/** Parameters that the publishers count. */
const PUBLISHED = { '124M': 124439808, '1.5B': 1557611200, '7B': 6738415616, '70B': 70553706496, '405B': 405853388800 };

row('own parameters + presets', async (page) => {
  const real = await readTable(page, 'budget', 'real');
  assert.deepEqual(Object.fromEntries(real.map(({ id, cells }) => [id, cells.parameters.value])), PUBLISHED);
  for (const { id, cells } of real) assert.ok(cells.source.text.length > 10, `${id} says where its count is from`);
  assert.ok((await readTable(page, 'recipes', 'gpus')).length >= 10, 'GPUs to choose from');
  const own = async () => (await readTable(page, 'budget', 'budget')).find(({ id }) => id === 'yours').cells.parameters.value;
  await change(page, 'budget', { parameters: '1234567890' });
  assert.equal(await own(), 1234567890);
});

row('every number clickable to formula + source', async (page) => {
  let checked = 0;
  for (const lesson of LESSONS) {
    const { tables } = await presentation(page, lesson);
    for (const { id, source, rows } of tables) {
      const computed = rows.flat().filter(({ formula }) => formula);
      if (!computed.length) continue;
      checked += computed.length;
      assert.ok(source?.length > 5, `${lesson}/${id} has a source`);
      const block = figureOf(page, lesson).locator(`[data-table-block="${id}"]`);
      await block.evaluate((details) => {
        details.open = true;
      });
      assert.equal(await block.locator('.cell-formula').count(), computed.length, `${lesson}/${id}: each leads to its formula`);
      await block.locator('.cell-formula').last().click();
      const popover = page.locator('#formula');
      await popover.waitFor({ state: 'visible' });
      assert.equal(await popover.locator('.formula-text').textContent(), computed.at(-1).formula);
      assert.ok((await popover.locator('.formula-source').textContent()).includes(source));
      await page.keyboard.press('Escape');
      await popover.waitFor({ state: 'hidden' });
    }
    // What an engine computed and has no formula is no number of this row.
    const bare = tables.filter((table) => table.rows.flat().some(({ value }) => value !== null) && !table.rows.flat().some(({ formula }) => formula));
    assert.deepEqual(bare.map(({ id }) => id).filter((id) => !['times', 'gpus', 'ledger', 'state'].includes(id)), [], `${lesson}: tables without any formula`);
  }
  assert.ok(checked > 100, `${checked} numbers`);
});

row('step forward/back', async (page) => {
  const steps = () => page.evaluate(() => globalThis.tally.state.text('optimizer_state', 'steps'));
  const field = figureOf(page, 'optimizer_state').locator('.field[data-key="steps"]');
  const start = Number(await steps());
  await field.locator('button').first().evaluate((button) => button.click());
  assert.equal(await steps(), String(start + 1), 'a training step');
  await field.locator('button').nth(1).evaluate((button) => button.click());
  assert.equal(await steps(), '0', 'and back to the start');
  for (const { lesson } of await timelines(page)) {
    const instant = figureOf(page, lesson).locator('.instant');
    const slider = instant.locator('input[type=range]');
    await slider.focus();
    await page.keyboard.press('Home');
    const said = new Set();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) {
      await page.keyboard.press(key);
      const [where, what] = [await instant.locator('.instant-where').textContent(), await instant.locator('.instant-what').textContent()];
      assert.ok(what.length > 3, `${lesson}: what happened`);
      said.add(`${where} ${what}`);
    }
    assert.equal(await slider.inputValue(), '3', `${lesson}: event by event`);
    assert.equal(said.size, 3, `${lesson}: each step says where and what`);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await slider.inputValue(), '2', `${lesson}: and back`);
  }
});

test('row: Chinese', async () => {
  const page = pages.zh;
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-Hans');
  const words = page.locator('main :is(p, li, h1, h2, h3, figcaption, legend, summary, caption):visible');
  const texts = (await words.evaluateAll((all) => all.filter((each) => !each.closest('[data-references], [data-cite-page]')).map((each) => {
    const copy = each.cloneNode(true);
    copy.querySelectorAll('code, math, pre').forEach((part) => part.remove());
    return copy.textContent.trim();
  }))).filter((text) => text.length > 12);
  const foreign = texts.filter((text) => !CHINESE.test(text) && !/^[\d\W]*$/.test(text) && !/^[\w.()]+$/.test(text));
  assert.ok(texts.length > 80, `${texts.length} texts`);
  assert.deepEqual(foreign, [], 'blocks without a Chinese character');
  for (const lesson of LESSONS) {
    await showCanvas(page, lesson);
    const labels = (await page.evaluate((id) => globalThis.tally.figures.get(id).view.items(), lesson)).filter((item) => ['slider', 'checkbox'].includes(item.role));
    for (const { label } of labels) assert.match(label, CHINESE, `${lesson} in the figure`);
  }
  assert.match((await tally('lecture', '--lang=zh', '--demo=3')).out, CHINESE);
  assert.match((await tally('lecture', '--lang=zh', '--demo=3', '--layers=x')).err, CHINESE);
});

row('page scroll not hijacked', async (page) => {
  for (const lesson of LESSONS) {
    await page.mouse.move(...await middle(await showCanvas(page, lesson)));
    assert.ok((await turnWheel(page)) > 0, lesson);
  }
  await page.mouse.move(2, 2);
});

row('screen reader', async (page, language) => {
  const { lessons } = await describe(page);
  for (const { id, title, parameters } of lessons) {
    const tree = await figureOf(page, id).ariaSnapshot();
    assert.ok(tree.includes(title[language]), `${id}: its name`);
    for (const { key, label } of parameters) assert.ok(tree.includes(label[language]), `${id}.${key}: its control`);
    const { sentence, tables } = await presentation(page, id);
    assert.ok(tree.replaceAll('\\"', '"').includes(sentence.slice(0, 40)), `${id}: its sentence`);
    for (const { caption } of tables) assert.ok(tree.includes(caption.slice(0, 30)), `${id}: ${caption}`);
  }
});

row('alt text / data table', async (page) => {
  for (const lesson of LESSONS) {
    const canvas = canvasOf(page, lesson);
    assert.ok((await canvas.getAttribute('aria-label')).length > 8, `${lesson} has a name`);
    const sentence = await page.locator(`#${await canvas.getAttribute('aria-describedby')}`).textContent();
    assert.equal(sentence, (await presentation(page, lesson)).sentence, `${lesson} is described by what the engine says`);
    assert.ok((await figureOf(page, lesson).locator('table').count()) >= 1, `${lesson} has its data as a table`);
  }
  const pictures = await page.locator('img, svg').evaluateAll((all) => ({ all: all.length, silent: all.filter((each) =>
    !each.closest('[aria-hidden=true]') && !each.getAttribute('alt') && !each.getAttribute('aria-label') && !each.querySelector('title')).map((each) => each.outerHTML.slice(0, 80)) }));
  assert.ok(pictures.all > 3);
  assert.deepEqual(pictures.silent, [], 'no picture without words');
});

row('dark mode', async (page) => {
  const canvas = await showCanvas(page, 'budget');
  const ground = () => canvas.evaluate((element) => {
    const copy = new OffscreenCanvas(element.width, element.height).getContext('2d');
    copy.drawImage(element, 0, 0);
    return copy.getImageData(1, 1, 1, 1).data.slice(0, 3).reduce((sum, part) => sum + part, 0) / 3;
  });
  const grounds = {};
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(200);
    await atRest(page);
    grounds[colorScheme] = await ground();
  }
  assert.ok(grounds.light > 200 && grounds.dark < 60, JSON.stringify(grounds));
  await page.emulateMedia({ colorScheme: 'light' });
  await atRest(page);
});

row('reduced motion', async (page) => {
  const moving = () => page.evaluate(() => [...document.querySelectorAll('main *')].filter((element) =>
    getComputedStyle(element).transitionDuration.split(',').some((time) => parseFloat(time) > 0)).length);
  assert.ok((await moving()) > 0, 'something moves at first');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  assert.equal(await moving(), 0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
});

row('zero CPU when idle', async (page) => {
  await showCanvas(page, 'checkpointing');
  await page.waitForTimeout(600);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const spent = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;
  const before_ = await spent();
  await change(page, 'checkpointing', { layers: '9' });
  await atRest(page);
  await page.waitForTimeout(600);
  const start = await spent();
  assert.ok(start - before_ > 0.005, 'work is counted');
  // Seconds of work in each two seconds. Who draws, polls or animates without end does so in all of them; what the browser
  // itself does once in a while (collecting garbage, say) falls into one.
  const idle = [];
  while (idle.length < 5 && !(idle.at(-1) < 0.05)) {
    const begin = await spent();
    await new Promise((resolve) => setTimeout(resolve, 2000));
    idle.push((await spent()) - begin);
  }
  assert.ok(idle.at(-1) < 0.05, `${idle} s of work in each two seconds`);
  await session.detach();
});

row('off-screen pause', async (page) => {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.waitForTimeout(300);
  await atRest(page);
  const start = await frames(page);
  for (const lesson of ['checkpointing', 'budget']) await change(page, lesson, lesson === 'budget' ? { parameters: '2000000000' } : { layers: '9' });
  await page.waitForTimeout(400);
  assert.equal(await frames(page), start);
});

row('useful before/without engine', async (live, language) => {
  await withPage({ ...STILL, language }, async (page) => {
    for (const lesson of LESSONS) {
      assert.deepEqual(await readSteadyTexts(page, lesson), await readSteadyTexts(live, lesson), lesson);
      assert.ok(await figureOf(page, lesson).locator('svg').first().isVisible(), lesson);
    }
    assert.ok((await page.locator('main p:visible').count()) > 30);
    assert.ok((await page.locator('form[data-question] details').count()) > 10, 'answers can be unfolded');
  });
});

row('numbers verified by tests', async (page, language) => {
  const shown = await page.locator('main data[data-from]').evaluateAll((all) => all.filter((node) => !node.closest('figure')).map((node) =>
    ({ from: node.dataset.from, values: node.dataset.values ?? '', given: node.getAttribute('value') })));
  assert.ok(shown.length > 20, `${shown.length} numbers in the prose`);
  const answers = new Map();
  for (const { from, values, given } of shown) {
    const [lesson, table, id, column] = from.split('/');
    const request = `${lesson}?${values}`;
    if (!answers.has(request)) answers.set(request, (await lecture(language, lesson, Object.fromEntries(new URLSearchParams(values))))[0].presentation);
    const { columns, rows, row_ids: ids } = answers.get(request).tables.find((each) => each.id === table);
    const cell = rows[ids.indexOf(id)][columns.findIndex(({ key }) => key === column)];
    if (typeof cell.value === 'number' && !Number.isInteger(cell.value)) assert.ok(Math.abs(Number(given) / cell.value - 1) < 1e-5, `${from}: ${given}, natively ${cell.value}`);
    else assert.equal(given, String(cell.value ?? cell.text), from);
  }
});

row('view source of the demo', async (page) => {
  for (const lesson of LESSONS) {
    const { pytorch } = await presentation(page, lesson);
    const block = figureOf(page, lesson).locator('details.pytorch');
    assert.match(pytorch?.code ?? '', /\btorch\b/, `${lesson} has its program`);
    assert.equal(await block.locator('code').textContent(), pytorch.code);
    assert.deepEqual((await block.locator('samp').textContent()).split('\n').map(Number), pytorch.prints, `${lesson}: what it prints`);
    assert.ok(pytorch.code.trim().split('\n').length <= 15 && pytorch.prints.length > 0, lesson);
  }
});
