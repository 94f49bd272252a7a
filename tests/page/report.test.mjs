// A report of the measuring program over the figures: the shipped example to the last number, a changed one, files of
// every wrong kind.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { createReader } from '../../web/page/report/reader.js';
import { words as en } from '../../web/page/report/words/en.js';
import { words as zh } from '../../web/page/report/words/zh.js';
import { copyAlone } from './alone.mjs';
import { axeFindsIn } from './axe.mjs';
import { assertQuiet, LANGUAGES, LESSONS, settle, showCanvas, showFigure, startBrowser } from './browser.mjs';
import { pythonNew, statsOf } from './memory_texts.mjs';

const DIST = process.env.TALLY_DIST ?? fileURLToPath(new URL('../../dist/', import.meta.url));
const exampleFile = (kind) => readFile(fileURLToPath(new URL(`../../web/examples/${kind}.json`, import.meta.url)), 'utf8');
const [lecture, scale] = [JSON.parse(await exampleFile('lecture')), JSON.parse(await exampleFile('scale'))];
const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };

let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

const changed = (change, report = lecture) => {
  const copy = structuredClone(report);
  change(copy);
  return copy;
};
const configuration = (report, id) => report.configurations.find((each) => each.id === id);
const places = (report) => report.configurations.flatMap(({ id: lesson, numbers }) => numbers.map((number) => ({ lesson, ...number, place: number.id.split('/') })))
  .filter(({ place }) => place.length === 3);

const machine = (page) => page.locator('[data-machine]');
const open = (page) => machine(page).locator('.machine-open button').click();
const said = (page) => page.locator('.machine-said');

async function choose(page, ...files) {
  await page.locator('[data-machine] input[type=file]').setInputFiles(files.map(({ name = 'report.json', text }) =>
    ({ name, mimeType: 'application/json', buffer: Buffer.isBuffer(text) ? text : Buffer.from(typeof text === 'string' ? text : JSON.stringify(text)) })));
}

/** Chooses one file that is wrong; gives what the page says of it. */
async function complaint(page, text, name = 'bad.json') {
  await said(page).evaluate((element) => element.replaceChildren());
  await choose(page, { name, text });
  await said(page).locator('.machine-problem').waitFor();
  return said(page).textContent();
}

const cellOf = (page, lesson, [table, row, column]) =>
  page.locator(`figure[data-lesson="${lesson}"] table[data-table="${table}"] tbody tr[data-row="${row}"] [data-column="${column}"] .measured`);
const legendOf = (page, lesson) => page.evaluate((id) => globalThis.tally.figures.get(id).view.items().map((item) => item.label ?? item.text ?? '').filter((label) => /LibTorch/.test(label)), lesson);

for (const language of LANGUAGES) {
  test(`the example: every measured number is the file’s, in cells, figures and summary (${language})`, async () => {
    const page = await site.open({ language });
    for (const lesson of LESSONS) await showCanvas(page, lesson);
    await open(page);
    await machine(page).locator('.machine-buttons button').nth(1).click();
    await page.locator('.report[data-kind="scale"]').waitFor();
    assert.ok(places(lecture).length > 100);
    const marked = await page.locator('figure .measured').evaluateAll((all) => all.map(({ dataset, parentElement: cell }) => [[
      cell.closest('figure').dataset.lesson, cell.closest('table').dataset.table, cell.closest('tr').dataset.row, cell.dataset.column].join('/'),
    Number(dataset.measured), Number(dataset.residual)]));
    assert.deepEqual(marked.sort(), places(lecture).map(({ lesson, place, measured }) => [[lesson, ...place].join('/'), measured, 0]).sort());
    for (const [kind, report] of [['lecture', lecture], ['scale', scale]]) {
      const shown = await page.locator(`.report[data-kind="${kind}"] [data-measured]`).evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.measured)));
      const wanted = report.configurations.flatMap(({ numbers }) => numbers.map(({ measured }) => measured));
      assert.deepEqual(shown.sort((a, b) => a - b), wanted.sort((a, b) => a - b), kind);
      assert.match(await page.locator(`.report[data-kind="${kind}"]`).textContent(), new RegExp(`${report.libtorch_version}[^]*${report.made}`));
    }
    assert.match(await page.locator('.report-source').first().textContent(), language === 'zh' ? /示例，在 CPU 上/ : /example[^]*on a CPU/);
    for (const { id, points = [] } of lecture.configurations) {
      await showCanvas(page, id);  // what is off the screen is not drawn
      if (points.length) assert.notEqual((await legendOf(page, id)).length, 0, `${id}: the legend says what is measured`);
      const cells = places(lecture).filter(({ lesson }) => lesson === id).length;
      const on = `${lecture.device} (${lecture.device_name})`;
      assert.equal(await page.locator(`figure[data-lesson="${id}"] .measured-note`).textContent(), (language === 'zh'
        ? [`○ LibTorch ${lecture.libtorch_version} 实测（示例）：${on}，${lecture.made}。`, cells && `表里 ${cells} 个数，全部相等。`, points.length && `图里 ${points.length} 个点，全部相等。`].filter(Boolean).join('')
        : [`○ Measured on LibTorch ${lecture.libtorch_version} (the example): ${on}, ${lecture.made}.`, cells && `${cells} numbers in the tables, all equal.`,
          points.length && `${points.length} points in the figures, all equal.`].filter(Boolean).join(' ')), id);
    }
    assert.equal(await page.evaluate(() => globalThis.tally.view.missingGlyphs()), '');
    assert.deepEqual(await axeFindsIn(page, 'machine'), []);
    assertQuiet(page);
    await page.context().close();
  });
}

test('chosen, dropped, set to its setting, removed', async () => {
  const page = await site.open();
  await showCanvas(page, 'activation');
  await open(page);
  const different = changed((report) => {
    configuration(report, 'activation').numbers.find(({ id }) => id === 'points/L8_B32/saved_bytes').measured += 512;
    configuration(report, 'activation').points[0].measured *= 2;
  });
  await choose(page, { name: 'mine.json', text: different });
  const cell = cellOf(page, 'activation', ['points', 'L8_B32', 'saved_bytes']);
  await cell.waitFor();
  assert.equal(await cell.getAttribute('data-residual'), '512');
  assert.equal(await cell.textContent(), '○ measured on LibTorch 590,336 +512 (+0.0868%)');
  assert.match(await page.locator('figure[data-lesson="activation"] .measured-note').textContent(),
    /8 numbers in the tables, 7 equal, the other 0\.0868% off\. 34 points in the figures, 33 equal, the other 100% off\.$/);
  assert.match(await page.locator('.report-sentence').textContent(), /149 are equal[^]*The largest difference/);
  assert.match(await page.locator('.report-source').textContent(), /mine\.json/);

  await page.evaluate(() => globalThis.tally.state.set('activation', 'width', '256'));
  await settle(page, 'activation');
  assert.equal(await page.locator('figure[data-lesson="activation"] .measured').count(), 0, 'another setting is not what was measured');
  await page.locator('figure[data-lesson="activation"] .measured-note button').click();
  await settle(page, 'activation');
  assert.equal(await page.evaluate(() => globalThis.tally.state.text('activation', 'width')), '512');
  await cell.waitFor();

  await page.locator('[data-remove="lecture"]').click();
  await page.waitForFunction(() => document.querySelectorAll('.measured, .measured-note, .report').length === 0);
  await showCanvas(page, 'activation');
  assert.equal(await page.evaluate(() => document.activeElement.closest('[data-machine]') !== null), true);
  assert.deepEqual(await legendOf(page, 'activation'), []);

  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'dropped.json'));
    for (const type of ['dragover', 'drop']) document.querySelector('h1').dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  }, JSON.stringify(changed((report) => {
    configuration(report, 'activation').settings = { layers: '4' };
  })));
  await page.locator('.report').waitFor();
  assert.match(await page.locator('.report-source').textContent(), /dropped\.json/);
  await page.locator('figure[data-lesson="activation"] .measured-note button').click();
  await settle(page, 'activation');
  assert.equal(await page.evaluate(() => globalThis.tally.state.text('activation', 'layers')), '4', 'the report’s own setting');
  assert.match(await page.locator('figure[data-lesson="activation"] .measured-note').textContent(), /equal/);
  assertQuiet(page);
  await page.context().close();
});

test('out of memory and other predictions are said', async () => {
  const page = await site.open();
  await showFigure(page, 'activation');
  await open(page);
  await choose(page, { name: 'scale.json', text: changed((report) => {
    report.configurations[0].problem = { id: 'out_of_memory', detail: 'tried to allocate 2 GiB' };
    report.configurations[1].numbers = [];
    report.configurations[1].problem = { id: 'out_of_memory', detail: '' };
  }, scale) }, { name: 'lecture.json', text: changed((report) => {
    configuration(report, 'activation').numbers[0].predicted += 1;
    configuration(report, 'activation').settings = {};
  }) });
  await page.locator('.report[data-kind="scale"]').waitFor();
  const rows = page.locator('.report[data-kind="scale"] tbody tr');
  assert.equal(await rows.count(), scale.configurations.length, 'no configuration is lost');
  assert.match(await rows.nth(0).textContent(), /out of memory \(tried to allocate 2 GiB\)/);
  assert.match(await rows.nth(1).textContent(), /out of memory/);
  assert.match(await page.locator('figure[data-lesson="activation"] .measured-note').textContent(), /In 1 place the report’s prediction is not this page’s/);
  assertQuiet(page);
  await page.context().close();
});

test('a file of another kind, cut off, huge or hostile is refused with what would be right, and injects nothing', async () => {
  const page = await site.open({ prepare: (fresh) => fresh.addInitScript(() => {
    globalThis.violations = [];
    document.addEventListener('securitypolicyviolation', (event) => globalThis.violations.push(event.blockedURI));
  }) });
  await showFigure(page, 'activation');
  await open(page);
  const text = JSON.stringify(lecture);
  const wrong = [
    ['', /bad\.json: The file is empty/],
    ['PyTorch CUDA memory summary', /no report of[^]*it is no JSON/],
    ['{"model_type": "llama"}', /no report of[^]*format is missing/],
    [text.slice(0, text.length / 2), /it is no JSON/],
    [Buffer.from([0x80, 0x04, 0x95, 0xff]), /no text in UTF-8/],
    [`${'['.repeat(5000)}`, /: it is nested deeper than 64 at byte 64\.$/],
    [text.replace('"schema":1', '"schema":99'), /schema: 99 is out of range/],
    [text.replace('"measured":16', '"measured":"<b>"'), /configurations\[0\]\.numbers\[0\]\.measured/],
    [text.replace('"cpu"', '"abacus"'), /device: [^]*abacus[^]*cpu, cuda/],
    [Buffer.alloc(2_000_000, 0x20), /2,000,000 bytes; a report has at most 1,000,000/],
    [JSON.stringify({ ...lecture, configurations: Array(1001).fill({ id: 'x', numbers: [] }) }), /1001[^]*1000/],
  ];
  for (const [file, message] of wrong) assert.match(await complaint(page, file), message);
  assert.equal(await page.locator('.report').count(), 0);

  const attack = '"><img src=x onerror=globalThis.hit=1><script>globalThis.hit=2</script>';
  await choose(page, { name: `${attack}.json`, text: changed((report) => {
    Object.assign(report, { device_name: attack, libtorch_version: attack, tally_version: attack });
    report.configurations.push({ id: attack, settings: { [attack]: attack }, numbers: [{ id: attack, unit: attack, predicted: 1, measured: 2 }],
      problem: { id: 'failed', detail: attack } });
    const own = configuration(report, 'activation');
    own.numbers.push({ id: `${attack}/"]/*`, unit: 'bytes', measured: 1 }, { id: '__proto__/constructor/toString', unit: 'bytes', measured: 1 });
    own.points.push({ plot: 'over_layers', series: 'measured', x: 1e29, predicted: 1, measured: 1e29 });
    configuration(report, 'budget').settings = { __proto__: null, constructor: attack };
  }) });
  await page.locator('.report').waitFor();
  await page.waitForTimeout(200);
  assert.equal(await page.evaluate(() => globalThis.hit), undefined);
  assert.deepEqual(await page.evaluate(() => globalThis.violations), []);
  assert.equal(await page.locator('main img, .report script').count(), 0);
  assert.match(await page.locator('figure[data-lesson="activation"] .measured-note').textContent(), / 34 points in the figures, all equal\.$/);
  assertQuiet(page);
  await page.context().close();
});

test('a sentence for each way in which numbers agree', async () => {
  const name = (await readdir(join(DIST, 'assets'))).find((each) => each.endsWith('.lzma'));
  const read = createReader(`data:;base64,${(await readFile(join(DIST, 'assets', name))).toString('base64')}`);
  const { agreementOf } = await read(Buffer.from(JSON.stringify(lecture)), 'en');
  const said = [
    [[[4, 4]], '1 number in the tables, equal.', '表里 1 个数，相等。'],
    [[[4, 5]], '1 number in the tables, 25% off.', '表里 1 个数，差 25%。'],
    [[[0, 5]], '1 number in the tables, not the predicted zero.', '表里 1 个数，预测为零，实测不为零。'],
    [[[4, 4], [0, 0]], '2 numbers in the tables, all equal.', '表里 2 个数，全部相等。'],
    [[[4, 4], [4, 5]], '2 numbers in the tables, 1 equal, the other 25% off.', '表里 2 个数，1 个相等，其余差 25%。'],
    [[[4, 4], [4, 5], [4, 3]], '3 numbers in the tables, 1 equal, the others up to 25% off.', '表里 3 个数，1 个相等，其余最多差 25%。'],
    [[[4, 4], [0, 5], [0, 3]], '3 numbers in the tables, 1 equal, the others not the predicted zero.', '表里 3 个数，1 个相等，其余预测为零，实测不为零。'],
    [[[4, 4], [0, 5], [4, 3]], '3 numbers in the tables, 1 equal, the others up to 25% off or not the predicted zero.', '表里 3 个数，1 个相等，其余最多差 25%，或预测为零而实测不为零。'],
    [[[4, 5], [4, 3]], '2 numbers in the tables, all up to 25% off.', '表里 2 个数，都不相等，最多差 25%。'],
  ];
  for (const [pairs, ...sentences] of said) {
    const found = agreementOf(pairs.map(([here, measured]) => ({ here, measured })));
    assert.deepEqual([en.cells(found), zh.cells(found)], sentences);
  }
});

test('of the example both parts are loaded or neither; what is dropped onto the field is no report', async () => {
  const page = await site.open();
  await showFigure(page, 'activation');
  await open(page);
  await page.locator('#run-text').waitFor();
  const dropped = await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'stats.txt'));
    const drop = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
    document.getElementById('run-text').dispatchEvent(drop);
    return drop.defaultPrevented;
  }, JSON.stringify(lecture));
  assert.equal(dropped, false);
  await page.route(/later-example-scale/, (route) => route.fulfill({ body: '{}' }));
  await machine(page).locator('.machine-buttons button').nth(1).click();
  await said(page).locator('.machine-problem').waitFor();
  await choose(page, { text: scale });
  await page.locator('.report').first().waitFor();
  assert.deepEqual(await page.locator('.report').evaluateAll((all) => all.map(({ dataset }) => dataset.kind)), ['scale']);
  assertQuiet(page);
  await page.context().close();
});

test('on a phone nothing is wider than the screen, and the single file has it all', async () => {
  const page = await site.open({ ...PHONE, language: 'zh' });
  await showCanvas(page, 'recipes');
  await open(page);
  await machine(page).locator('.machine-buttons button').nth(1).click();
  await page.locator('.report[data-kind="scale"]').waitFor();
  await page.locator('#run-text').fill(pythonNew(statsOf({ allocated: 5_243_392, reserved: 23_068_672 })));
  await page.locator('.own-run button').first().click();
  await page.locator('[data-run="reserved"]').waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await showCanvas(page, 'recipes');
  assert.notEqual((await legendOf(page, 'recipes')).length, 0);
  assertQuiet(page);
  await page.context().close();

  const alone = await copyAlone('en');
  const single = await site.open({ address: alone.address, offline: true });
  await showFigure(single, 'activation');
  await open(single);
  await machine(single).locator('.machine-buttons button').nth(1).click();
  await single.locator('.report[data-kind="scale"]').waitFor();
  assert.equal(await cellOf(single, 'activation', ['points', 'L8_B32', 'saved_bytes']).getAttribute('data-measured'), '589824');
  assertQuiet(single);
  await single.context().close();
  await alone.remove();
});
