// Checks 11 to 20 of 20, of what the lecture says: the same in both languages, in the address, from disk, without scripts,
// WebGL2 or SIMD, in every look, on paper, natively, and in the prose.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'parse5';
import { lintProse } from '../../web/lint.mjs';
import { lintDigits } from '../../web/lint/digits.mjs';
import { copyAlone } from './alone.mjs';
import {
  addressOf, assertQuiet, atRest, describe, LANGUAGES, LESSONS, readNumbers, readSteadyNumbers, readSteadyTexts, settle, showCanvas, showFigure, startBrowser,
} from './browser.mjs';
import { both, check as checkOn, frames, middle, set, STILL } from './gestures.mjs';
import { assertSame, comparable, lecture } from './native.mjs';

let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());
const check = checkOn.bind(null, () => site);

test('check 11: both languages have the same numbers and anchors, words of their own, and no glyph missing', async () => {
  const seen = {};
  for (const language of LANGUAGES) {
    const page = await site.open({ language });
    const found = { numbers: {}, pictures: {} };
    for (const lesson of LESSONS) {
      const canvas = await showCanvas(page, lesson);
      found.numbers[lesson] = await readSteadyNumbers(page, lesson);
      assert.ok(found.numbers[lesson].length > 3, `${lesson} has numbers`);
      const colors = await canvas.evaluate((element) => {
        const copy = new OffscreenCanvas(element.width, element.height).getContext('2d', { willReadFrequently: true });
        copy.drawImage(element, 0, 0);
        const { data } = copy.getImageData(0, 0, element.width, element.height);
        const different = new Set();
        for (let at = 0; at < data.length; at += 4 * 37) different.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
        return different.size;
      });
      assert.ok(colors > 20, `${lesson} in ${language}: ${colors} colours`);
      found.pictures[lesson] = await canvas.evaluate((element) => element.toDataURL());
    }
    found.ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map((element) => element.id));
    assert.equal(await page.evaluate(() => globalThis.tally.view.missingGlyphs()), '', language);
    // What is typed may hold anything, and what the font lacks is told: the line above can fail.
    await showCanvas(page, 'activation');
    await set(page, 'activation', 'layers', '\u{1F9EE}');
    await settle(page, 'activation');
    await atRest(page);
    assert.notEqual(await page.evaluate(() => globalThis.tally.view.missingGlyphs()), '', 'a glyph that no font here has');
    assertQuiet(page);
    await page.context().close();
    seen[language] = found;
  }
  assert.deepEqual(seen.zh.numbers, seen.en.numbers);
  assert.ok(seen.zh.ids.length > 100 && new Set(seen.zh.ids).size === seen.zh.ids.length, 'no id twice');
  assert.deepEqual(seen.zh.ids, seen.en.ids);
  for (const lesson of LESSONS) assert.notEqual(seen.zh.pictures[lesson], seen.en.pictures[lesson], `${lesson}: the words differ`);
});

check(12, 'every parameter goes into the address and comes back from it', {}, async (page) => {
  const { lessons } = await describe(page);
  let stated = 0;
  for (const lesson of lessons) {
    for (const parameter of lesson.parameters) {
      const text = parameter.kind === 'choice' ? parameter.choices.find((choice) => choice.id !== parameter.default).id
        : parameter.kind === 'flag' ? String(parameter.default !== 'true') : parameter.kind === 'integers' ? '3,2,1'
          : String(parameter.default === String(parameter.min) ? parameter.max : parameter.min);
      await set(page, lesson.id, parameter.key, text);
      stated += 1;
    }
  }
  assert.ok(stated > 30, `${stated} parameters`);
  const texts = (of) => of.evaluate(() => globalThis.tally.description.lessons.map((lesson) => globalThis.tally.state.texts(lesson.id)));
  const left = await texts(page);
  assert.equal(left.flatMap((each) => Object.keys(each)).length, stated, 'every one is off its default');
  const other = await site.open({ fragment: new URL(await addressOf(page)).hash.slice(1) });
  assert.deepEqual(await texts(other), left);
  await other.context().close();
});

for (const language of LANGUAGES) {
  test(`check 13: tally-${language}.html opens from disk, alone, and computes in a worker`, async () => {
    const { address, remove } = await copyAlone(language);
    const requests = [];
    const page = await site.open({ address, prepare: async (fresh) => {
      await fresh.context().setOffline(true);
      fresh.on('request', (request) => /^(file|https?|wss?):/.test(request.url()) && requests.push(request.url()));
    } });
    assert.equal(await page.evaluate(() => document.documentElement.dataset.language), language);
    for (const lesson of LESSONS) await showCanvas(page, lesson);
    assert.equal(page.workers().length, 1, 'the core has a worker');
    assert.match(page.workers()[0].url(), /^(blob|data):/);
    const start = await readNumbers(page, 'activation');
    await set(page, 'activation', 'layers', '3');
    await settle(page, 'activation');
    assert.notDeepEqual(await readNumbers(page, 'activation'), start, 'it computes');
    assert.deepEqual(requests, [address], 'nothing but itself');
    assertQuiet(page);
    await page.context().close();
    await remove();
  });
}

test('check 14: without scripts the whole prose, a picture of every figure and its tables are there', async () => {
  for (const language of LANGUAGES) {
    const still = await site.open({ ...STILL, language });
    const live = await site.open({ language });
    const prose = (page) => page.locator('main :is(p, li, h2, h3):visible').evaluateAll((all) =>
      all.filter((each) => !each.closest('figure, [data-questions]')).map((each) => each.textContent));
    const words = await prose(still);
    assert.ok(words.length > 60 && words.join('').length > 3000, `${words.length} blocks`);
    assert.deepEqual(words, await prose(live), 'scripts add nothing to the prose');
    for (const lesson of LESSONS) {
      const figure = still.locator(`figure[data-lesson="${lesson}"]`);
      await showFigure(live, lesson);
      assert.deepEqual(await readSteadyTexts(still, lesson), await readSteadyTexts(live, lesson), `${lesson}: what the engine gives`);
      assert.ok(await figure.locator('svg').first().isVisible(), `${lesson} has a picture`);
      assert.ok(await figure.locator('table').first().isVisible(), `${lesson} has a table`);
      assert.ok(await figure.locator('output').isVisible(), `${lesson} has its sentence`);
    }
    await still.context().close();
    await live.context().close();
  }
});

/** A figure stands as the build made it, and says why. */
async function assertStands(page, lesson, reason) {
  const figure = page.locator(`figure[data-lesson="${lesson}"]`);
  await figure.scrollIntoViewIfNeeded();
  assert.match(await figure.locator('[data-part="problem"]:visible').innerText(), reason, lesson);
  assert.ok(await figure.locator('[data-part="stage"] svg').first().isVisible(), `${lesson} keeps its picture`);
  assert.ok(await figure.locator('output').isVisible(), `${lesson} keeps its sentence`);
  assert.ok((await figure.locator('table .number').count()) > 3, `${lesson} keeps its tables`);
}

test('check 15: without WebGL2, SIMD or WebAssembly the page says so and keeps its pictures and tables', async (t) => {
  const noGl = await startBrowser({ gl: false });
  t.after(() => noGl.close());
  const noSimd = await startBrowser({ flags: ['--js-flags=--no-enable-sse4-1 --no-enable-ssse3'] });
  t.after(() => noSimd.close());
  const noWasm = (page) => page.addInitScript(() => delete globalThis.WebAssembly);
  for (const language of LANGUAGES) {
    const flat = await noGl.open({ language });
    for (const lesson of LESSONS) {
      await showFigure(flat, lesson);
      await assertStands(flat, lesson, /WebGL2/);
    }
    const start = await readNumbers(flat, 'activation');
    await flat.locator('figure[data-lesson="activation"] .field[data-key="layers"] input[type=text]').fill('3');
    await settle(flat, 'activation');
    assert.notDeepEqual(await readNumbers(flat, 'activation'), start, 'without WebGL2 form and tables are live');
    assert.deepEqual(flat.heard.errors, []);
    await flat.context().close();

    const old = await noSimd.open({ language, ready: false });
    // (module (func (result v128) i32.const 0 i8x16.splat))
    const simd = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];
    assert.equal(await old.evaluate((bytes) => WebAssembly.validate(new Uint8Array(bytes)), simd), false, 'this browser has no SIMD');
    await old.locator('#engine-problem').waitFor({ state: 'visible' });
    for (const lesson of LESSONS) await assertStands(old, lesson, /SIMD/);
    assert.deepEqual(old.heard.errors, []);
    await old.context().close();

    const without = await site.open({ language, ready: false, prepare: noWasm });
    await without.locator('#engine-problem').waitFor({ state: 'visible' });
    for (const lesson of LESSONS) await assertStands(without, lesson, /WebAssembly/);
    assert.deepEqual(without.heard.errors, []);
    await without.context().close();
  }
});

check(16, 'who asks for less motion sees none', [{ reducedMotion: 'no-preference' }, { reducedMotion: 'reduce' }], async (page, { reducedMotion }) => {
  for (const lesson of LESSONS) await showCanvas(page, lesson);
  const moving = await page.evaluate(() => [...document.querySelectorAll('*')].filter((element) => {
    const { transitionDuration, animationName, animationDuration, scrollBehavior } = getComputedStyle(element);
    const lasts = (times) => times.split(',').some((time) => parseFloat(time) > 0);
    return lasts(transitionDuration) || (animationName !== 'none' && lasts(animationDuration)) || scrollBehavior === 'smooth';
  }).map((element) => `${element.tagName}.${element.className}`));
  if (reducedMotion === 'reduce') assert.deepEqual(moving, []);
  else assert.ok(moving.length > 0, 'without the wish something moves, or this check has no subject');
  const canvas = await showCanvas(page, 'activation');
  const start = await frames(page);
  await page.mouse.move(...await middle(canvas));
  await atRest(page);
  assert.ok((await frames(page)) - start < 12, 'a pointer sets nothing in motion');
});

/** The colour of a figure's corner, and the page's behind it. */
const grounds = (canvas) => canvas.evaluate((element) => {
  const copy = new OffscreenCanvas(element.width, element.height).getContext('2d');
  copy.drawImage(element, 0, 0);
  return [[...copy.getImageData(element.width - 2, element.height - 2, 1, 1).data].slice(0, 3), getComputedStyle(element.closest('.figure-stage')).backgroundColor.match(/\d+/g).slice(0, 3).map(Number)];
});

test('check 17: light, dark and the colours that a system forces reach the page and the figures', async () => {
  const looks = new Map();
  for (const forcedColors of ['none', 'active']) {
    for (const colorScheme of ['light', 'dark']) {
      const page = await site.open({ colorScheme, forcedColors });
      const name = `${colorScheme}${forcedColors === 'active' ? ', forced' : ''}`;
      const canvas = await showCanvas(page, 'recipes');
      const [drawn, behind] = await grounds(canvas);
      assert.deepEqual(drawn, behind, `${name}: the figure has the page's ground`);
      looks.set(name, { ground: behind, picture: await canvas.screenshot() });
      if (name === 'light') {
        await page.locator('#theme').selectOption('dark');
        await atRest(page);
        looks.set('switched', { ground: (await grounds(canvas))[0], picture: await canvas.screenshot() });
      }
      if (forcedColors === 'active') {
        const plain = await page.locator('main b.ink').first().evaluate((word) => [getComputedStyle(word).color, getComputedStyle(document.body).color]);
        assert.equal(plain[0], plain[1], `${name}: text has the system's colour`);
        await canvas.focus();
        await page.keyboard.press('Tab');
        const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
        assert.notEqual(outline, 'none', `${name}: focus shows`);
      }
      assertQuiet(page);
      await page.context().close();
    }
  }
  const [light, dark, switched] = ['light', 'dark', 'switched'].map((name) => looks.get(name));
  assert.notDeepEqual(light.ground, dark.ground);
  assert.ok(!light.picture.equals(dark.picture), 'the figure follows');
  assert.deepEqual(switched.ground, dark.ground, 'the switch does what the system does');
  assert.ok(switched.picture.equals(dark.picture), 'in the figure too');
  assert.notDeepEqual(looks.get('light, forced').ground, looks.get('dark, forced').ground);
});

check(18, 'on paper the lecture is dark on white, every table and figure is there, and no control', both({ colorScheme: 'dark' }), async (page) => {
  for (const lesson of LESSONS) await showCanvas(page, lesson);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.waitForTimeout(300);
  const paper = await page.evaluate(() => {
    const shows = (element) => element.checkVisibility() && element.getClientRects().length > 0;
    const all = (selector) => [...document.querySelectorAll(selector)];
    const bright = (color) => color.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3;
    return {
      folded: all('details:not([open])').filter(shows).length,
      // a number stays, button or not, and so does a box to tick by hand
      controls: all('button:not(.cell-formula), input:not([data-question] input), select, textarea').filter(shows).map((each) => each.outerHTML.slice(0, 90)),
      tables: all('figure table[data-table]').filter((table) => !shows(table)).length,
      pictures: all('figure[data-lesson]').filter((figure) => ![...figure.querySelectorAll('canvas, svg')].some(shows)).map((each) => each.dataset.lesson),
      text: bright(getComputedStyle(document.body).color),
      ground: getComputedStyle(document.body).backgroundColor,
      wide: all('.table-scroll').filter((block) => block.scrollWidth > block.clientWidth + 1 && getComputedStyle(block).overflowX !== 'visible').length,
    };
  });
  assert.deepEqual([paper.folded, paper.controls, paper.tables, paper.pictures, paper.wide], [0, [], 0, [], 0]);
  assert.ok(paper.text < 80, `text is dark: ${paper.text}`);
  assert.match(paper.ground, /rgb\(255, 255, 255\)|rgba\(0, 0, 0, 0\)/);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  const pdf = await page.pdf({ format: 'A4' });
  assert.ok((pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []).length >= 6, 'it prints');
  assert.ok((await page.locator('details:not([open])').count()) > 0, 'and folds again afterwards');
});

const OTHERS = {
  recipes: { gpus: '64', sharding: 'zero2', gpu: 'a100_40gb' },
  optimizer_state: { optimizer: 'sgd_momentum', steps: '3', layers: '2' },
  activation: { layers: '7', function: 'gelu', dtype: 'bfloat16', frozen: '2' },
  accumulation: { micro_batches: '3', batch: '60', divide_loss: 'false' },
  checkpointing: { layers: '12', segment: '3', all_bands: 'true' },
  budget: { parameters: '1234567890', sharding: 'replicated' },
  levers: { layers: '12', gpus: '4', optimizer: 'adam' },
};

check(19, 'the native engine and the page’s give the same: bytes exactly, losses up to rounding', both(), async (page, { language }) => {
  const responses = [...await lecture(language)];
  for (const [lesson, texts] of Object.entries(OTHERS)) responses.push(...await lecture(language, lesson, texts));
  assert.equal(responses.length, 2 * LESSONS.length);
  for (const native of responses) {
    const wasm = await page.evaluate(async ([lesson, values]) => {
      const { state, figures } = globalThis.tally;
      for (const [key, text] of Object.entries(values)) state.set(lesson, key, text);
      if (!figures.get(lesson).isStarted) figures.get(lesson).refresh();
      while (!figures.get(lesson).isSettled) await new Promise((resolve) => setTimeout(resolve, 20));
      return figures.get(lesson).response();
    }, [native.lesson, native.values]);
    assertSame(comparable(native), comparable(wasm), native.lesson);
  }
});

test('check 20: every number in the prose comes from the engine, none is typed', async () => {
  const read = (name) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
  const [source, allowed] = [await read('index.html'), JSON.parse(await read('web/digits.json'))];
  const typed = (text) => lintDigits(parse(text, { sourceCodeLocationInfo: true }), allowed).filter((fault) => !fault.endsWith('is nowhere any more'));
  assert.deepEqual(await lintProse(fileURLToPath(new URL('../../', import.meta.url))), []);
  assert.deepEqual(typed(source), []);
  assert.equal(typed(source.replace('</h1>', '</h1><p data-lang="en">It takes 1234 bytes.</p>')).length, 1, 'a typed number is seen');
  for (const language of LANGUAGES) {
    const still = await site.open({ ...STILL, language });
    const shown = (await still.locator('main data').evaluateAll((all) => all.map((node) => ({ text: node.textContent, value: node.getAttribute('value') }))));
    assert.ok(shown.length > 20, `${shown.length} numbers of the engine`);
    assert.deepEqual(shown.filter(({ text, value }) => !text || !value), [], 'each is filled');
    await still.context().close();
  }
});
