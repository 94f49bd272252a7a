// The form: every parameter has its labelled control; values reach the core; bad text stays and is explained.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addressOf, assertQuiet, atRest, describe, LANGUAGES, LESSONS, readNumbers, settle, showCanvas, showFigure, startBrowser } from './browser.mjs';

const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true };
let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

function field(page, lesson, key) {
  return page.locator(`figure[data-lesson="${lesson}"] .field[data-key="${key}"]`);
}

/** Some valid text that is not the default. */
function otherValue(parameter) {
  if (parameter.kind === 'flag') return parameter.default === 'true' ? 'false' : 'true';
  if (parameter.kind === 'choice') return parameter.choices.find((choice) => choice.id !== parameter.default).id;
  const step = parameter.kind === 'integer' ? 1 : parameter.step;
  const up = Number(parameter.default) + step;
  return String(up <= parameter.max ? up : Number(parameter.default) - step);
}

test('every parameter has one field with label, unit or limits, and help, in both languages', async () => {
  for (const tag of LANGUAGES) {
    const page = await site.open({ ...PHONE, language: tag });
    const { lessons } = await describe(page);
    for (const lesson of lessons) {
      for (const parameter of lesson.parameters) {
        const control = field(page, lesson.id, parameter.key);
        assert.equal(await control.count(), 1, `${lesson.id}.${parameter.key}`);
        const text = await control.textContent();
        assert.ok(text.includes(parameter.label[tag]), `${lesson.id}.${parameter.key} shows its label in ${tag}`);
        assert.ok(text.includes(parameter.help[tag]), `${lesson.id}.${parameter.key} shows its help in ${tag}`);
        if (['integer', 'real', 'integers'].includes(parameter.kind)) {
          assert.ok(text.includes(parameter.limits[tag]), `${lesson.id}.${parameter.key} shows its limits in ${tag}`);
        }
      }
    }
    await page.context().close();
  }
});

test('each field changes its parameter, results follow, and its own button brings the default back', async () => {
  const page = await site.open(PHONE);
  const { lessons } = await describe(page);
  const text = (lesson, key) => page.evaluate(([id, name]) => globalThis.tally.state.text(id, name), [lesson, key]);
  for (const lesson of lessons) {
    await showFigure(page, lesson.id);
    const parameters = lesson.parameters.filter((each) => each.kind !== 'integers');
    for (const parameter of parameters) {
      const control = field(page, lesson.id, parameter.key);
      const wanted = otherValue(parameter);
      if (parameter.control === 'button') await control.locator('button').first().click();
      else if (parameter.kind === 'flag') await control.locator('input[type=checkbox]').click();
      else if (parameter.kind === 'choice' && await control.locator('select').count()) await control.locator('select').selectOption(wanted);
      else if (parameter.kind === 'choice') await control.locator(`input[value="${wanted}"]`).click();
      else await control.locator('input[type=text]').fill(wanted);
    }
    await settle(page, lesson.id);
    const response = await page.evaluate((id) => globalThis.tally.figures.get(id).response(), lesson.id);
    assert.deepEqual(response.issues, [], lesson.id);
    for (const parameter of parameters) {
      const typed = await text(lesson.id, parameter.key);
      assert.notEqual(typed, parameter.default, `${lesson.id}.${parameter.key} changed`);
      assert.equal(response.values[parameter.key], typed, `${lesson.id}.${parameter.key} reached the core`);
      await field(page, lesson.id, parameter.key).locator('.field-reset').click();
      assert.equal(await text(lesson.id, parameter.key), parameter.default, `${lesson.id}.${parameter.key} is back`);
    }
    await settle(page, lesson.id);
  }
  assertQuiet(page);
  await page.context().close();
});

test('a slider moves the number beside it, and the number moves the slider', async () => {
  const page = await site.open(PHONE);
  await showFigure(page, 'activation');
  const layers = field(page, 'activation', 'layers');
  const before = await readNumbers(page, 'activation');
  const range = layers.locator('input[type=range]');
  await range.focus();
  const start = Number(await layers.locator('input[type=text]').inputValue());
  await page.keyboard.press('ArrowRight');
  await settle(page, 'activation');
  assert.ok(Number(await layers.locator('input[type=text]').inputValue()) > start);
  assert.notDeepEqual(await readNumbers(page, 'activation'), before);
  const [low, high] = await range.evaluate((element) => [Number(element.min), Number(element.max)]);
  const { lessons } = await describe(page);
  const parameter = lessons.find((each) => each.id === 'activation').parameters.find((each) => each.key === 'layers');
  await layers.locator('input[type=text]').fill(String(parameter.min));
  assert.equal(Number(await range.inputValue()), low);
  await layers.locator('input[type=text]').fill(String(parameter.max));
  assert.equal(Number(await range.inputValue()), high);
  await page.context().close();
});

test('bad text stays as typed, its message stands beside it, the last good result is dimmed', async () => {
  const page = await site.open(PHONE);
  await showFigure(page, 'activation');
  const layers = field(page, 'activation', 'layers');
  const input = layers.locator('input[type=text]');
  const good = await readNumbers(page, 'activation');
  const dimmed = page.locator('figure[data-lesson="activation"] .figure-results.is-stale');
  for (const bad of ['abc', '', '-3', '1e99', '8.5', '9999999', '٨', '<img src=x onerror=alert(1)>']) {
    await input.fill(bad);
    await settle(page, 'activation');
    assert.equal(await input.inputValue(), bad, 'typed text is never changed');
    assert.equal(await input.getAttribute('aria-invalid'), 'true', `"${bad}" is marked`);
    const described = (await input.getAttribute('aria-describedby')).split(' ');
    const message = await page.locator(`#${described[0]}`).textContent();
    assert.ok(message.length > 10, `"${bad}" has a message`);
    if (bad) assert.ok(message.includes(bad), `the message says what it got: ${message}`);
    assert.ok(await page.locator(`#${described[0]}`).isVisible());
    assert.equal(await dimmed.count(), 1, 'dimmed');
    assert.deepEqual(await readNumbers(page, 'activation'), good, 'the last good result stays');
  }
  await input.fill('4');
  await settle(page, 'activation');
  assert.equal(await input.getAttribute('aria-invalid'), null);
  assert.equal(await dimmed.count(), 0, 'no longer dimmed');
  assert.notDeepEqual(await readNumbers(page, 'activation'), good);
  assertQuiet(page);
  await page.context().close();
});

test('the figure’s reset brings the lecture’s setting back', async () => {
  const page = await site.open({ ...PHONE, fragment: 'activation.layers=4&activation.batch=64' });
  await showFigure(page, 'activation');
  const figure = page.locator('figure[data-lesson="activation"]');
  const changed = await readNumbers(page, 'activation');
  await figure.locator('.figure-bar button:visible').first().click();
  await settle(page, 'activation');
  assert.notDeepEqual(await readNumbers(page, 'activation'), changed);
  assert.ok(!(await addressOf(page)).includes('activation.'), page.url());
  await page.context().close();
});

test('on a wide screen the form waits for the keyboard, and form and canvas controls never show at once', async () => {
  const page = await site.open();
  for (const lesson of LESSONS.slice(0, 2)) {
    const canvas = await showCanvas(page, lesson);
    const form = page.locator(`figure[data-lesson="${lesson}"] form`);
    const items = async () => {
      await canvas.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await atRest(page);
      return page.evaluate((id) => {
        const { lesson: { parameters }, view } = globalThis.tally.figures.get(id);
        return view.items().filter((item) => parameters.some((each) => each.key === item.key)).length;
      }, lesson);
    };
    assert.match(await form.getAttribute('class'), /is-offered/);
    assert.ok((await items()) > 0, 'the canvas has the controls');
    await canvas.focus();
    await page.keyboard.press('Tab');
    assert.ok(await form.evaluate((element) => element.contains(document.activeElement)), 'Tab goes from the canvas to the form');
    assert.doesNotMatch(await form.getAttribute('class'), /is-offered/);
    assert.equal(await items(), 0, 'the canvas has none');
    await page.locator(`figure[data-lesson="${lesson}"] .figure-bar button[aria-expanded]`).click();
    assert.match(await form.getAttribute('class'), /is-offered/);
    assert.ok((await items()) > 0);
  }
  assertQuiet(page);
  await page.context().close();
});
