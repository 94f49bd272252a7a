// One smoke test for any browser: the page loads, every table is what the engine says, the wheel over a figure scrolls
// the page, and Tab goes through it.
import assert from 'node:assert/strict';
import { LESSONS } from '../page/browser.mjs';
import { assertSame, comparable, lecture } from '../page/native.mjs';

/** Tries `read` until it holds. */
async function until(read, what) {
  const end = Date.now() + 60000;
  for (let found = await read(); !found; found = await read()) {
    assert.ok(Date.now() < end, what);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * `driver`: open(url), run(body, ...values) which evaluates a function's body in the page, wheel(x, y, by) and
 * press(key).
 */
export async function smoke(driver, url, language) {
  await driver.open(`${url}${language}/`);
  await until(() => driver.run('return document.documentElement.dataset.ready === ""'), 'the page starts');
  const native = await lecture(language);
  for (const response of native) {
    const { lesson } = response;
    await driver.run(`document.querySelector('figure[data-lesson="' + arguments[0] + '"]').scrollIntoView({block: 'center', behavior: 'instant'})`, lesson);
    await until(() => driver.run('const figure = tally.figures.get(arguments[0]); return Boolean(figure.response() && figure.isSettled)', lesson), `${lesson} computes`);
    const shown = await driver.run('return tally.figures.get(arguments[0]).response()', lesson);
    assertSame(comparable(response), comparable(shown), lesson);
    const cells = await driver.run(`return [...document.querySelectorAll('figure[data-lesson="' + arguments[0] + '"] table[data-table]')].map((table) =>
      [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent)))`, lesson);
    assert.ok(cells.length > 0, `${lesson} has tables`);
    assert.deepEqual(cells, shown.presentation.tables.map(({ rows }) => rows.map((row) => row.map(({ text }) => text))), `${lesson}: the tables are the engine's`);
  }
  assert.deepEqual(native.map(({ lesson }) => lesson), LESSONS);

  await until(() => driver.run('return Boolean(tally.view)'), 'the figures are drawn, with WebGL2');
  const place = await driver.run(`const stage = document.querySelector('figure[data-lesson="activation"] [data-part="stage"]');
    stage.scrollIntoView({block: 'center', behavior: 'instant'});
    const {left, top, width, height} = stage.getBoundingClientRect();
    return {x: Math.round(left + width / 2), y: Math.round(top + height / 2), scrolled: scrollY}`);
  await until(async () => {
    await driver.wheel(place.x, place.y, 200);
    return driver.run('return scrollY > arguments[0]', place.scrolled);
  }, 'the wheel over a figure scrolls the page');

  await driver.run(`document.querySelector('#activation a, #activation-title').scrollIntoView({block: 'start', behavior: 'instant'});
    document.querySelector('.skip').focus()`);
  const stops = [];
  for (let presses = 0; presses < 40; presses += 1) {
    await driver.press('Tab');
    stops.push(await driver.run('const at = document.activeElement; return at.id || at.className || at.tagName'));
  }
  assert.ok(new Set(stops).size > 8, `Tab goes on: ${stops.join(' ')}`);
}
