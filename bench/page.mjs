// Measures the built page in Chromium. It judges bytes by what is built and times by this machine; the aims are for two
// cores and GL in software.
import { DIST, LESSONS, startBrowser } from '../tests/page/browser.mjs';
import { AIMS, firstView, wholeSite } from '../tests/page/weigh.mjs';
import { measureAccount } from './account.mjs';
import { limitRow, median, row } from './rows.mjs';

const RUNS = 5;
/** Of changes to a figure. In the first the browser still compiles, and starts the other figures. */
const ROUNDS = 4;
const MEGABYTE = 1e6;

/** In the page: helpers that wait frame by frame, so that what is measured is what was on the screen. */
function installProbe() {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  globalThis.probe = {
    async until(condition, patience = 30000) {
      const end = performance.now() + patience;
      while (!condition()) {
        if (performance.now() > end) throw new Error(`not within ${patience} ms: ${condition}`);
        await frame();
      }
    },
    /** The figure shows the answer to its present state, drawn. */
    isDrawn(lesson) {
      const figure = globalThis.tally?.figures.get(lesson);
      return Boolean(figure?.response() && figure.isSettled && figure.view?.isDrawn);
    },
    show: (lesson) => document.querySelector(`figure[data-lesson="${lesson}"]`).scrollIntoView({ block: 'center', behavior: 'instant' }),
  };
}

/** One visit: milliseconds to the first figure, and to each other one after scrolling to it. */
async function visit(site) {
  const page = await site.open({ ready: false, prepare: async (fresh) => {
    await fresh.addInitScript(installProbe);
    await fresh.addInitScript((first) => addEventListener('DOMContentLoaded', () => globalThis.probe.show(first)), LESSONS[0]);
  } });
  const first = await page.evaluate(async (lesson) => {
    await globalThis.probe.until(() => globalThis.probe.isDrawn(lesson));
    return performance.now();
  }, LESSONS[0]);
  const scrolls = [];
  for (const lesson of LESSONS.slice(1)) {
    await page.waitForTimeout(300);
    scrolls.push([lesson, await page.evaluate(async (id) => {
      const begin = performance.now();
      globalThis.probe.show(id);
      await globalThis.probe.until(() => globalThis.probe.isDrawn(id));
      return performance.now() - begin;
    }, lesson)]);
  }
  await page.context().close();
  return { first, scrolls };
}

/** What `measure` gives of a lesson in a page of its own. */
async function inPage(site, lesson, measure, ...more) {
  const page = await site.open({ prepare: (fresh) => fresh.addInitScript(installProbe) });
  const result = await measure(page, lesson, ...more);
  await page.context().close();
  return result;
}

/** Milliseconds from a change of each number of a figure to its picture: those of the first round, and of those after it. */
async function changes(page, lesson) {
  return page.evaluate(async ([id, rounds]) => {
    globalThis.probe.show(id);
    await globalThis.probe.until(() => globalThis.probe.isDrawn(id));
    const { state, figures } = globalThis.tally;
    const times = Array.from({ length: rounds }, () => []);
    const numbers = figures.get(id).lesson.parameters.filter((each) => each.kind === 'integer' && each.max > Number(each.default));
    for (const round of times) {
      for (const parameter of numbers) {
        for (const text of [String(Number(parameter.default) + 1), parameter.default]) {
          await new Promise((resolve) => setTimeout(resolve, 60));
          const begin = performance.now();
          state.set(id, parameter.key, text);
          await globalThis.probe.until(() => globalThis.probe.isDrawn(id));
          round.push(performance.now() - begin);
        }
      }
    }
    return { first: times[0], warm: times.slice(1).flat() };
  }, [lesson, ROUNDS]);
}

/** Takes a lesson's numbers as far up as they are accepted, one after the other; gives the page's wasm memory. */
async function largest(page, lesson, isBackward) {
  return page.evaluate(async ([id, backward]) => {
    globalThis.probe.show(id);
    const { state, figures } = globalThis.tally;
    const figure = figures.get(id);
    await globalThis.probe.until(() => globalThis.probe.isDrawn(id));
    const accepts = async (key, value) => {
      state.set(id, key, String(value));
      await globalThis.probe.until(() => figure.isSettled && figure.response(), 120000);
      return figure.response().issues.length === 0;
    };
    const numbers = figure.lesson.parameters.filter((each) => each.kind === 'integer' || each.kind === 'real');
    for (const { key, min, max, default: text, kind } of backward ? numbers.reverse() : numbers) {
      if (await accepts(key, max)) continue;
      let [good, bad] = [Math.max(Number(text), min), max];
      for (let tries = 0; tries < 12 && bad > good * 1.01; tries += 1) {
        const middle = kind === 'integer' ? Math.round(Math.sqrt(good * bad)) : Math.sqrt(good * bad);
        if (middle === good || middle === bad) break;
        if (await accepts(key, middle)) good = middle;
        else bad = middle;
      }
      await accepts(key, good);
    }
    return globalThis.tally.peak();
  }, [lesson, isBackward]);
}

/** All rows. */
export async function measurePage() {
  const rows = [];
  const add = (...each) => rows.push(limitRow(...each));
  for (const tag of ['zh', 'en']) add(`first view, ${tag}`, (await firstView(DIST, tag)).total, 'B gzipped', AIMS.firstView);
  add('whole site', (await wholeSite(DIST)).total, 'B gzipped', AIMS.site);
  rows.push(...await measureAccount());

  const site = await startBrowser();
  try {
    const visits = [];
    for (let run = 0; run < RUNS; run += 1) visits.push(await visit(site));
    add('first figure after navigation, median', median(visits.map((each) => each.first)), 'ms', 2000);
    LESSONS.slice(1).forEach((lesson, index) =>
      add(`figure after scrolling to it: ${lesson}`, median(visits.map((each) => each.scrolls[index][1])), 'ms', 500));
    for (const lesson of LESSONS) {
      const { first, warm } = await inPage(site, lesson, changes);
      add(`change to screen: ${lesson}`, median(warm), 'ms', 50);
      rows.push(row({ name: `the same, first round: ${lesson}`, samples: first, unit: 'ms' }));
    }
    for (const lesson of LESSONS) {
      const bytes = Math.max(await inPage(site, lesson, largest, false), await inPage(site, lesson, largest, true));
      add(`wasm memory at the largest settings: ${lesson}`, bytes / MEGABYTE, 'MB', 256);
    }
  } finally {
    await site.close();
  }
  return rows;
}
