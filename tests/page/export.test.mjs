// What a reader takes along: tables and timelines as CSV and JSON, drawings as SVG and PNG, each checked against
// what the core gave.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { parse } from 'parse5';
import { tableCsv, tableJson, timelineCsv } from '../../web/page/export.js';
import { pictureFile, timelinePlot } from '../../web/page/picture.js';
import { walk } from '../../web/build/tree.mjs';
import { assertQuiet, atRest, showCanvas, showFigure, startBrowser } from './browser.mjs';

let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

const figureOf = (page, lesson) => page.locator(`figure[data-lesson="${lesson}"]`);
const openPanel = (page, lesson) => figureOf(page, lesson).getByRole('button', { name: 'Take the data and the picture' }).click();

/** Reads RFC 4180. */
function readCsv(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.replace(/\r\n$/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  return rows;
}

async function saved(page, name) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator(`[data-save="${name}"]`).click()]);
  assert.equal(file.suggestedFilename(), name);
  return readFile(await file.path());
}

test('CSV quotes what needs it and keeps whole numbers whole', () => {
  const table = {
    id: 't', caption: 'c', columns: [{ key: 'name', label: 'name' }, { key: 'bytes', label: 'bytes, saved (B)' }],
    rows: [[{ value: null, text: 'a "b", c' }, { value: 1234567890123, text: '1,234,567,890,123' }], [{ value: null, text: 'two\nlines' }, { value: 0.5, text: '0.5' }]],
    row_ids: ['x', ''],
  };
  assert.deepEqual(readCsv(tableCsv(table)), [['name', 'bytes, saved (B)'], ['a "b", c', '1234567890123'], ['two\nlines', '0.5']]);
  const response = { lesson: 'l', language: 'en', values: { layers: '4' }, engine_version: '1', pytorch_version: '2' };
  const json = JSON.parse(tableJson(table, response, 'https://host/#x'));
  assert.deepEqual(json.rows, [{ id: 'x', name: 'a "b", c', bytes: 1234567890123 }, { name: 'two\nlines', bytes: 0.5 }]);
  assert.deepEqual([json.lesson, json.values, json.link], ['l', { layers: '4' }, 'https://host/#x']);
});

test('every table is downloaded and copied as the core gave it', async () => {
  const page = await site.open({ fragment: 'activation.layers=3', permissions: ['clipboard-read', 'clipboard-write'] });
  await showFigure(page, 'activation');
  await openPanel(page, 'activation');
  const { tables } = await page.evaluate(() => globalThis.tally.figures.get('activation').response().presentation);
  for (const table of tables) {
    const expected = [table.columns.map((column) => column.label), ...table.rows.map((row) => row.map((cell) => String(cell.value ?? cell.text)))];
    const name = `tally-activation-${table.id.replaceAll('_', '-')}`;
    const csv = (await saved(page, `${name}.csv`)).toString();
    assert.ok(csv.startsWith('\ufeff'), 'spreadsheets read it as UTF-8');
    assert.deepEqual(readCsv(csv.slice(1)), expected);
    const json = JSON.parse(await saved(page, `${name}.json`));
    assert.equal(json.rows.length, table.rows.length);
    assert.equal(json.values.layers, '3');
    assert.match(json.link, /#figure-activation&activation\.layers=3$/);
    await page.locator(`[data-copy="${table.id}.csv"]`).click();
    await page.waitForFunction(() => document.querySelector('figure[data-lesson="activation"] .tool-panel .said').textContent === 'Copied');
    assert.deepEqual(readCsv(await page.evaluate(() => navigator.clipboard.readText())), expected);
  }
  assertQuiet(page);
  await page.context().close();
});

test('a timeline’s CSV has a line per sample, and its sums reach the peak', async () => {
  const page = await site.open();
  let seen = 0;
  for (const lesson of ['activation', 'accumulation', 'checkpointing']) {
    await showFigure(page, lesson);
    const timeline = await page.evaluate((id) => globalThis.tally.figures.get(id).response().presentation.timeline, lesson);
    if (!timeline) continue;
    seen += 1;
    await openPanel(page, lesson);
    const rows = readCsv((await saved(page, `tally-${lesson}-timeline-${timeline.id}.csv`.replaceAll('_', '-'))).toString().slice(1));
    assert.equal(rows.length, timeline.x_at.length + 1);
    assert.equal(rows[0].length, timeline.bands.length + 3);
    assert.equal(Math.max(...rows.slice(1).map((row) => Number(row.at(-1)))), timeline.peak_bytes);
    assert.deepEqual(rows.slice(1).map((row) => Number(row[0])), timeline.x_at);
  }
  assert.ok(seen > 0);
  await page.context().close();
});

test('sums of a small timeline, by hand', () => {
  const timeline = {
    id: 't', caption: 'c', x: { label: 'event', scale: 'linear', unit: 'events' }, y: { label: 'B', scale: 'linear', unit: 'bytes' }, x_at: [0, 2, 5],
    bands: [{ id: 'a', label: 'A', color: 'parameter', bytes: [1, 1, 1] }, { id: 'b', label: 'B', color: 'activation', bytes: [0, 4, 2] }],
    phases: [{ label: 'forward', begin: 0, end: 3 }, { label: 'backward', begin: 3, end: 7 }], peak_at: 2, peak_bytes: 5, peak_label: 'peak',
  };
  assert.deepEqual(readCsv(timelineCsv(timeline, 'total', 'phase')), [['event', 'phase', 'A', 'B', 'total'],
    ['0', 'forward', '1', '0', '1'], ['2', 'forward', '1', '4', '5'], ['5', 'backward', '1', '2', '3']]);
  const plot = timelinePlot(timeline);
  assert.deepEqual(plot.series[1].x, [0, 2, 2, 5, 5, 7]);
  assert.deepEqual(plot.series[1].y, [0, 0, 4, 4, 2, 2]);
});

test('each plot is an SVG of its own: well formed, with every name, and no colour left to the page', async () => {
  const page = await site.open();
  for (const lesson of ['recipes', 'activation', 'checkpointing']) {
    await showFigure(page, lesson);
    await openPanel(page, lesson);
    const { plots, timeline } = await page.evaluate((id) => globalThis.tally.figures.get(id).response().presentation, lesson);
    const drawn = plots.map((plot) => [plot.id, plot]);
    if (timeline) drawn.push([`timeline-${timeline.id}`, timelinePlot(timeline)]);
    for (const [id, plot] of drawn) {
      const svg = (await saved(page, `tally-${lesson}-${id}.svg`.replaceAll('_', '-'))).toString();
      assert.doesNotMatch(svg, /var\(/);
      assert.doesNotMatch(svg, /(fill|stroke)=""/, 'every colour has a value');
      assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
      const problem = await page.evaluate((text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror')?.textContent, svg);
      assert.equal(problem, undefined);
      const texts = [];
      walk(parse(svg), (node) => ['text', 'title'].includes(node.tagName) && texts.push(node.childNodes[0]?.value));
      for (const name of [plot.caption, ...plot.series.map((series) => series.label)]) assert.ok(texts.includes(name), `${plot.id}: ${name}`);
    }
  }
  assertQuiet(page);
  await page.context().close();
});

test('series of one colour differ in pattern', () => {
  const series = (id) => ({ id, label: id, color: 'activation', kind: 'area', x: [0, 1], y: [1, 1] });
  const axis = { label: '', unit: 'none', scale: 'linear', categories: [] };
  const svg = pictureFile({ id: 'p', caption: 'c', x: axis, y: axis, series: [series('a'), series('b')], marks: [] }, () => '#123456');
  const fills = [...svg.matchAll(/<path d="M[^"]*Z" fill="([^"]+)"/g)].map((match) => match[1]);
  assert.equal(fills.length, 2);
  assert.notEqual(fills[0], fills[1]);
});

test('the PNG is the drawing without its controls, and the figure keeps them', async () => {
  const page = await site.open();
  const canvas = await showCanvas(page, 'activation');
  await openPanel(page, 'activation');
  const png = await saved(page, 'tally-activation-drawing.png');
  assert.equal(png.subarray(1, 4).toString(), 'PNG');
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const [shownWidth, shownHeight] = await canvas.evaluate((element) => [element.width, element.height]);
  assert.equal(width, shownWidth);
  assert.ok(height > 100 && height < shownHeight, `${height} of ${shownHeight}`);
  const colours = await page.evaluate(async (data) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))]));
    const drawn = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    drawn.drawImage(bitmap, 0, 0);
    const { data: pixels } = drawn.getImageData(0, 0, bitmap.width, bitmap.height);
    return new Set(new Uint32Array(pixels.buffer)).size;
  }, png.toString('base64'));
  assert.ok(colours > 20, `${colours} colours`);
  await canvas.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await atRest(page);
  const keys = await page.evaluate(() => globalThis.tally.figures.get('activation').view.items().map((item) => item.key));
  assert.ok(keys.includes('layers'));
  assertQuiet(page);
  await page.context().close();
});

test('without WebGL2 the PNG says why it is missing, and all else is there', async (t) => {
  const blind = await startBrowser({ gl: false });
  t.after(() => blind.close());
  const page = await blind.open();
  await showFigure(page, 'activation');
  await page.locator('#view-problem').waitFor({ state: 'visible' });
  await openPanel(page, 'activation');
  assert.ok(await page.locator('[data-save="tally-activation-drawing.png"]').isDisabled());
  assert.match(await figureOf(page, 'activation').locator('.save-list').innerText(), /WebGL2/);
  assert.ok((await saved(page, 'tally-activation-points.csv')).length > 50);
});
