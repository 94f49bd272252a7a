// Every parameter of every lesson by all its ways. A value set in the figure's own controls, the form or the address is read in
// the other two, and as an option of the command line gives JSON with the same values and the same result; a bad one gets the
// same words.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertQuiet, atRest, describe, LANGUAGES, LESSONS, settle, showCanvas, startBrowser } from './browser.mjs';
import { assertSame, comparable, lecture, option, tally } from './native.mjs';

let site;
let page;
let lessons;
before(async () => {
  site = await startBrowser();
  page = await site.open({ viewport: { width: 1440, height: 1600 } });
  ({ lessons } = await describe(page));
});
after(() => site.close());

const parametersOf = (id) => lessons.find((lesson) => lesson.id === id).parameters;
const field = (lesson, key) => page.locator(`figure[data-lesson="${lesson}"] .field[data-key="${key}"]`);
const items = (lesson) => page.evaluate((id) => globalThis.tally.figures.get(id).view.items(), lesson);

/** Waits until the figure shows what the core answered to the present state. */
async function rest(lesson) {
  await settle(page, lesson);
  await atRest(page);
}

/** Presses at `part` of a widget's width. */
async function press(lesson, canvas, item, part = 0.5) {
  const box = await canvas.boundingBox();
  await page.mouse.click(box.x + item.x + part * item.w, box.y + item.y + item.h / 2, { delay: 50 });
  await rest(lesson);
}

async function find(lesson, matches, what) {
  const all = await items(lesson);
  const item = all.find(matches);
  assert.ok(item, `${lesson} has ${what} among ${all.map((each) => `${each.key}/${each.role}/${each.value}`).join(' ')}`);
  return item;
}

/** Changes a parameter by its widget in the figure. */
async function setInFigure(lesson, canvas, parameter) {
  const { key, kind, choices, control } = parameter;
  const mine = (role) => (item) => item.key === key && item.role === role;
  if (kind === 'choice') {
    const other = choices.find((choice) => choice.id !== parameter.default);
    const all = await items(lesson);
    const list = all.find(mine('list'));
    if (!list) return press(lesson, canvas, await find(lesson, (item) => mine('choice')(item) && item.value === other.id, other.id));
    await press(lesson, canvas, list);
    return press(lesson, canvas, await find(lesson, (item) => item.label === other.label.en && item.role === '', other.id));
  }
  if (kind === 'flag') return press(lesson, canvas, await find(lesson, mine('checkbox'), key), 0.03);
  if (kind === 'integers') return press(lesson, canvas, await find(lesson, mine('lengthen'), key));
  if (control === 'button') return press(lesson, canvas, await find(lesson, mine('button'), key));
  for (const part of [0.65, 0.3]) {
    await press(lesson, canvas, await find(lesson, mine('slider'), key), part);
    if (!(await page.evaluate(([id, name]) => globalThis.tally.state.isDefault(id, name), [lesson, key]))) return;
  }
}

/** What the figure's widget of a parameter stands at, as the parameter's text. */
async function readInFigure(lesson, canvas, { key, kind }) {
  const mine = (await items(lesson)).filter((item) => item.key === key);
  if (kind === 'integers') return mine.filter((item) => item.role === 'less').length;
  const buttons = mine.filter((item) => item.role === 'choice');
  if (!buttons.length) return mine.find((item) => ['slider', 'list', 'checkbox', 'button'].includes(item.role) && item.value !== '').value;
  // Of buttons, the chosen one is filled; the others have the ground's colour.
  const filled = await canvas.evaluate((element, places) => {
    const copy = new OffscreenCanvas(element.width, element.height).getContext('2d', { willReadFrequently: true });
    copy.drawImage(element, 0, 0);
    const colorAt = (x, y) => copy.getImageData(x * devicePixelRatio, y * devicePixelRatio, 1, 1).data.join();
    const ground = copy.getImageData(element.width - 2, element.height - 2, 1, 1).data.join();
    return places.map(({ x, y, h }) => colorAt(x + 4, y + h / 2) !== ground);
  }, buttons);
  return buttons.filter((_, index) => filled[index]).map(({ value }) => value).join(' ');
}

/** What the form's control of a parameter stands at. */
const readInForm = (lesson, { key, control }) => field(lesson, key).evaluate((element, isPress) => {
  if (isPress) return element.querySelector('.press-count').textContent.match(/^\d+/)[0];
  const chosen = element.querySelector('input[type=radio]:checked') ?? element.querySelector('select, input[type=text], input[type=checkbox]');
  return chosen.type === 'checkbox' ? String(chosen.checked) : chosen.value;
}, control === 'button');

async function setInForm(lesson, parameter, text) {
  const control = field(lesson, parameter.key);
  if (parameter.control === 'button') await control.locator('button').first().click();
  else if (parameter.kind === 'flag') await control.locator('input[type=checkbox]').setChecked(text === 'true');
  else if (parameter.kind === 'choice' && await control.locator('select').count()) await control.locator('select').selectOption(text);
  else if (parameter.kind === 'choice') await control.locator(`input[value="${text}"]`).check();
  else await control.locator('input[type=text]').fill(text);
}

/** Two valid texts of a parameter, neither its default, light enough to run all together. */
function others({ kind, choices, min, max, step, control, default: usual }) {
  if (kind === 'choice') {
    const rest_ = choices.map((choice) => choice.id).filter((id) => id !== usual);
    return [rest_[0], rest_.at(-1)];
  }
  if (kind === 'flag') return [String(usual !== 'true'), String(usual !== 'true')];
  if (kind === 'integers') return ['2,1', '3'];
  if (control === 'button') return [String(Number(usual) + 1), String(Math.max(min, 3))];
  const by = kind === 'integer' ? 1 : step;
  const near = [1, 2, -1, -2].map((times) => Number((Number(usual) + times * by).toPrecision(12))).filter((value) => value >= min && value <= max);
  return [String(near[0]), String(near[1])];
}

async function response(lesson) {
  return page.evaluate((id) => globalThis.tally.figures.get(id).response(), lesson);
}

/** The page shows what the command line gives for the same values, JSON against JSON. */
async function assertAsNative(lesson, texts) {
  const shown = await response(lesson);
  if (shown.issues.length) {  // what does not fit together is refused by both, in the same words
    const { status, err } = await tally('lecture', '--lang=en', `--demo=${lesson}`, ...Object.entries(texts).map(([key, text]) => option(key, text)));
    assert.equal(status, 2, `${lesson} ${JSON.stringify(texts)}`);
    for (const { message } of shown.issues) assert.ok(err.includes(message), `${message} or ${err}`);
    return { values: texts };
  }
  const [native] = await lecture('en', lesson, texts);
  assertSame(comparable(native), comparable(shown), `${lesson} ${JSON.stringify(texts)}`);
  return native;
}

/** Shows the form, or the figure's own controls. */
async function showForm(lesson, isShown) {
  const button = page.locator(`figure[data-lesson="${lesson}"] .figure-bar button[aria-expanded]`);
  if ((await button.getAttribute('aria-expanded')) !== String(isShown)) await button.click();
  await rest(lesson);
}

async function setAddress(lesson, texts) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, Object.entries(texts).map(([key, text]) => `${lesson}.${key}=${encodeURIComponent(text)}`).join('&'));
  await page.waitForFunction(([id, wanted]) => Object.entries(wanted).every(([key, text]) => globalThis.tally.state.text(id, key) === text), [lesson, texts]);
  await rest(lesson);
}

for (const lesson of LESSONS) {
  test(`${lesson}: each parameter changed in the figure is read in form and address, and gives what the command line's JSON says`, async () => {
    const canvas = await showCanvas(page, lesson);
    for (const parameter of parametersOf(lesson)) {
      const { key } = parameter;
      await setInFigure(lesson, canvas, parameter);
      const text = await page.evaluate(([id, name]) => globalThis.tally.state.text(id, name), [lesson, key]);
      assert.notEqual(text, parameter.default, `${lesson}.${key} is changed`);
      assert.equal(await readInForm(lesson, parameter), text, `${lesson}.${key} in the form`);
      const part = `${lesson}.${key}=${encodeURIComponent(text).replaceAll('%2C', ',')}`;
      await page.waitForFunction((wanted) => location.hash.slice(1).split('&').includes(wanted), part, { timeout: 5000 });
      const native = await assertAsNative(lesson, { [key]: text });
      assert.equal(native.values[key], text, `${lesson}.${key} in JSON`);
      await page.evaluate((id) => globalThis.tally.state.reset(id), lesson);
      await rest(lesson);
    }
    assertQuiet(page);
  });

  test(`${lesson}: each parameter set in form or address is read in form and figure, and gives what the command line's JSON says`, async () => {
    const canvas = await showCanvas(page, lesson);
    const parameters = parametersOf(lesson);
    const ways = { form: 0, address: 1 };
    for (const [way, index] of Object.entries(ways)) {
      const texts = Object.fromEntries(parameters.map((parameter) => [parameter.key, others(parameter)[index]]));
      if (way === 'form') {
        await showForm(lesson, true);
        for (const parameter of parameters) await setInForm(lesson, parameter, texts[parameter.key]);
      } else {
        await setAddress(lesson, texts);
      }
      await showForm(lesson, false);
      await canvas.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await page.mouse.move(2, 2);
      await rest(lesson);
      for (const parameter of parameters) {
        const { key } = parameter;
        assert.equal(await readInForm(lesson, parameter), texts[key], `${lesson}.${key} of the ${way} in the form`);
        const seen = await readInFigure(lesson, canvas, parameter);
        if (parameter.kind === 'integers') assert.equal(seen, texts[key].split(',').length, `${lesson}.${key} of the ${way} in the figure`);
        else assert.equal(seen, texts[key], `${lesson}.${key} of the ${way} in the figure`);
      }
      const native = await assertAsNative(lesson, texts);
      assert.deepEqual(native.values, texts, `${lesson}: JSON of the ${way}'s values`);
      // A list shows its numbers as steppers: one more of the first is one more of what was set.
      for (const { key, kind } of parameters.filter((parameter) => parameter.kind === 'integers')) {
        assert.equal(kind, 'integers');
        await press(lesson, canvas, await find(lesson, (item) => item.key === key && item.role === 'more', `${key} more`));
        const [first, ...rest_] = texts[key].split(',').map(Number);
        assert.equal(await page.evaluate(([id, name]) => globalThis.tally.state.text(id, name), [lesson, key]), [first + 1, ...rest_].join());
      }
      await page.evaluate((id) => globalThis.tally.state.reset(id), lesson);
      await rest(lesson);
    }
    assertQuiet(page);
  });
}

/** Bad texts of a parameter, each wrong in another way. */
function badTexts({ kind, min, max }) {
  if (kind === 'choice') return ['nonsense', 'RELU '];
  if (kind === 'flag') return ['maybe', '2'];
  if (kind === 'integers') return [`${max + 1}`, '1;2'];
  if (kind === 'integer') return [String(max + 1), '1.5', String(min - 1)];
  return [String(max * 2), 'abc', String(min - 1)];
}

for (const language of LANGUAGES) {
  test(`a bad value gets the same words in form, address and command line (${language})`, async () => {
    const own = await site.open({ language, viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });
    let seen = 0;
    for (const lesson of LESSONS) {
      const parameters = parametersOf(lesson);
      await own.locator(`figure[data-lesson="${lesson}"]`).scrollIntoViewIfNeeded();
      await own.waitForFunction((id) => globalThis.tally.figures.get(id)?.response(), lesson);
      const message = (key) => own.locator(`#${lesson}-${key}-message`);
      for (const round of [0, 1, 2]) {
        const texts = Object.fromEntries(parameters.map((parameter) => [parameter.key, badTexts(parameter)[round]]).filter(([, text]) => text !== undefined));
        if (!Object.keys(texts).length) continue;
        const { status, err } = await tally('lecture', `--lang=${language}`, `--demo=${lesson}`, ...Object.entries(texts).map(([key, text]) => option(key, text)));
        assert.equal(status, 2, 'the command line refuses it');
        const said = new Map(err.trim().split('\n').map((line) => line.match(/^tally: (--[a-z0-9-]+): (.*)$/s)?.slice(1) ?? [line, '']));
        await own.evaluate((hash) => {
          location.hash = hash;
        }, Object.entries(texts).map(([key, text]) => `${lesson}.${key}=${encodeURIComponent(text)}`).join('&'));
        await own.waitForFunction(([id, wanted]) => Object.entries(wanted).every(([key, text]) => globalThis.tally.state.text(id, key) === text), [lesson, texts]);
        await settle(own, lesson);
        for (const [key, text] of Object.entries(texts)) {
          const words = said.get(option(key, text).split('=')[0]);
          assert.ok(words?.length > 8, `${lesson}.${key}=${text}: the command line says what is wrong: ${err}`);
          assert.equal(await message(key).textContent(), words, `${lesson}.${key}=${text} from the address`);
          assert.ok(await message(key).isVisible());
          seen += 1;
        }
        await own.evaluate((id) => globalThis.tally.state.reset(id), lesson);
        await settle(own, lesson);
        for (const { key, kind, control } of parameters) {
          if (['choice', 'flag'].includes(kind) || control === 'button' || texts[key] === undefined) continue;
          await own.locator(`#${lesson}-${key}`).fill(texts[key]);
          await settle(own, lesson);
          assert.equal(await message(key).textContent(), said.get(option(key, '').slice(0, -1)), `${lesson}.${key}=${texts[key]} typed`);
        }
        await own.evaluate((id) => globalThis.tally.state.reset(id), lesson);
        await settle(own, lesson);
      }
    }
    assert.ok(seen > 80, `${seen} bad values`);
    assertQuiet(own);
    await own.context().close();
  });
}
