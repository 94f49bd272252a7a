// The numbers of the page are executed: a site built on a core whose ReLU saves its input as well
// (cmake/mutation.cmake) shows other ones in its tables, sentences and prose, before and after its core runs.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readTable, settle, showFigure, startBrowser } from './browser.mjs';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const WASM = process.env.TALLY_WASM ?? join(REPOSITORY, 'build/wasm');

let folder;
let site;
let mutant;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tally-mutant-'));
  const wasm = join(folder, 'wasm');
  // Everything that the site is made of, the lecture's module from the changed core.
  for (const entry of await readdir(WASM, { withFileTypes: true })) {
    if (!/^(fonts|languages)$|\.(wasm|lzma|mjs)$/.test(entry.name)) continue;
    await cp(join(WASM, entry.name), join(wasm, entry.name), { recursive: true });
  }
  await cp(join(WASM, 'mutant'), wasm, { recursive: true });
  const dist = join(folder, 'dist');
  const build = (...more) => promisify(execFile)('node',
    [join(REPOSITORY, 'web/build.mjs'), '--wasm', wasm, '--out', dist, ...more], { cwd: REPOSITORY });
  // Questions are executed too: on the changed op some answer is none of the choices, and no page is made.
  await assert.rejects(build(), /the execution proves none of the choices of/);
  await build('--unproved');
  site = await startBrowser();
  mutant = await startBrowser({ dist });
});
after(async () => {
  await site?.close();
  await mutant?.close();
  await rm(folder, { recursive: true, force: true });
});

const value = async (page, lesson, table, row, column) =>
  (await readTable(page, lesson, table)).find((each) => each.id === row).cells[column].value;

test('tables and sentences follow the changed op', async () => {
  const pages = { right: await site.open(), changed: await mutant.open() };
  const seen = { right: {}, changed: {} };
  for (const [which, page] of Object.entries(pages)) {
    const numbers = seen[which];
    for (const lesson of ['activation', 'accumulation', 'checkpointing']) {
      await showFigure(page, lesson);
      numbers[lesson] = await page.locator(`figure[data-lesson="${lesson}"] output`).textContent();
    }
    numbers.saved = await value(page, 'activation', 'points', 'L4_B32', 'saved_bytes');
    numbers.formula = await value(page, 'activation', 'points', 'L4_B32', 'formula_bytes');
    numbers.large = await value(page, 'accumulation', 'bytes', 'large', 'saved_bytes');
    numbers.units = await value(page, 'checkpointing', 'segments', '4', 'units');
    await page.evaluate(() => globalThis.tally.state.set('activation', 'layers', '5'));
    await settle(page, 'activation');
    numbers.five = await value(page, 'activation', 'points', 'yours', 'saved_bytes');
  }
  const { right, changed } = seen;
  assert.deepEqual([right.saved, right.formula, right.large, right.units, right.five], [327680, 327680, 196608, 8, 393216]);
  assert.deepEqual([changed.saved, changed.formula, changed.large, changed.units, changed.five], [589824, 327680, 327680, 12, 720896]);
  for (const lesson of ['activation', 'accumulation', 'checkpointing']) assert.notEqual(right[lesson], changed[lesson]);
});

/** The numbers of the prose by what they are taken from: a cell, with its setting, or a question's finding. */
const prose = (page) => page.locator('main data').evaluateAll((all) =>
  all.map((each) => [each.dataset.ask ? `ask ${each.dataset.ask}` : `${each.dataset.from} ${each.dataset.values ?? ''}`, each.textContent]));

/** Findings that a saved ReLU is part of: what the four add up to, and the peaks. */
const FOUND = ['small_sum', 'small_peak', 'large_sum', 'large_peak'].map((name) => `peak_is_the_sum/${name}`);

test('numbers in the prose follow it, and those that no ReLU has to do with stay', async () => {
  const options = { javaScriptEnabled: false, ready: false };
  const right = await prose(await site.open(options));
  const changed = new Map(await prose(await mutant.open(options)));
  const of = (part) => right.filter(([from]) => from.includes(part));
  assert.ok(of('/saved_bytes').length >= 4 && of('recipes/').length >= 4);
  for (const [from, text] of of('/saved_bytes')) {
    assert.match(text, /\d/);
    // Another function in place of ReLU is not touched, and without a graph nothing is saved.
    if (/function=(?!relu)|mode=no_grad/.test(from)) assert.equal(changed.get(from), text, from);
    else assert.notEqual(changed.get(from), text, from);
  }
  const found = of('ask ');
  for (const name of FOUND) assert.ok(found.some(([from]) => from === `ask ${name}`), name);
  for (const [from, text] of found) {
    assert.match(text, /\d/, from);
    if (FOUND.includes(from.slice('ask '.length))) assert.notEqual(changed.get(from), text, from);
    else assert.equal(changed.get(from), text, from);
  }
  for (const [from, text] of of('recipes/')) assert.equal(changed.get(from), text, from);
});
