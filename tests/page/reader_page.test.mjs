// What a reader may expect of a lecture like this, of its page: one test per expectation, in both languages.
import assert from 'node:assert/strict';
import { copyAlone } from './alone.mjs';
import { addressOf, assertQuiet, describe, DIST, LESSONS, readNumbers, settle, showCanvas, showFigure, switchTo } from './browser.mjs';
import { PHONE } from './gestures.mjs';
import { change, figureOf, startRows } from './rows.mjs';
import { AIMS, firstView, wholeSite } from './weigh.mjs';

const CHINESE = /[\u4e00-\u9fff]/;
const { row, withPage } = startRows(['activation', 'optimizer_state']);

row('state in URL', async (page, language) => {
  await change(page, 'activation', { layers: '5', function: 'gelu' });
  await change(page, 'optimizer_state', { steps: '3' });
  const fragment = new URL(await addressOf(page)).hash.slice(1);
  assert.match(fragment, /optimizer_state\.steps=3/);
  await withPage({ language, fragment }, async (shared) => {
    for (const lesson of ['activation', 'optimizer_state']) {
      await showFigure(shared, lesson);
      assert.deepEqual(await readNumbers(shared, lesson), await readNumbers(page, lesson), `${lesson} of the link`);
    }
  });
  // The step of a talk is in it too.
  await withPage({ language, fragment: 'present=figure-activation' }, async (talk) => {
    await talk.waitForSelector('html[data-present]');
    const step = () => new URLSearchParams(new URL(talk.url()).hash.slice(1)).get('present');
    await talk.keyboard.press('ArrowRight');
    await talk.waitForFunction(() => !location.hash.includes('present=figure-activation'));
    const next = await step();
    const title = await talk.locator('[data-presented]').getAttribute('id');
    await withPage({ language, fragment: `present=${next}` }, async (other) => {
      assert.equal(await other.locator('[data-presented]').getAttribute('id'), title, 'a link opens on its step');
    });
  });
});

row('teacher mode (hide controls)', async (_, language) => {
  await withPage({ language, fragment: 'hide=activation.layers,activation.batch' }, async (page) => {
    await showCanvas(page, 'activation');
    const keys = new Set(await page.evaluate(() => globalThis.tally.figures.get('activation').view.items().map(({ key }) => key)));
    assert.ok(keys.has('width') && !keys.has('layers') && !keys.has('batch'), [...keys].join(' '));
    for (const [key, shown] of [['layers', false], ['batch', false], ['width', true]]) {
      const field = figureOf(page, 'activation').locator(`.field[data-key="${key}"]`);
      assert.equal(await field.evaluate((element) => !element.hidden), shown, key);
    }
    assertQuiet(page);
  });
  await withPage({ language, fragment: 'embed=activation' }, async (page) => {
    await showCanvas(page, 'activation');
    assert.equal(await page.locator('figure:visible').count(), 1, 'one figure alone');
    assert.equal(await page.locator('main p:visible, main h2:visible').evaluateAll((all) => all.filter((each) => !each.closest('figure')).length), 0, 'no prose');
  });
  await withPage({ language, fragment: 'blind=1' }, async (page) => {
    const question = page.locator('form[data-question]').first();
    await question.locator('input[type=radio]').first().check();
    await question.locator('button[type=submit]').click();
    assert.equal(await question.locator('[data-verdict], .verdict-found').count(), 0, 'a blind link keeps the answer');
  });
});

row('exercises with answers', async (page, language) => {
  const { questions } = await describe(page);
  for (const lesson of [...LESSONS, 'opening']) {
    const own = questions.filter((question) => question.lesson === lesson);
    assert.ok(own.length >= ({ opening: 1, levers: 2 }[lesson] ?? 3), `${lesson}: ${own.length} questions`);
    for (const { id, prompt } of own) {
      const form = page.locator(`#q-${id}`);
      assert.ok((await form.locator('legend').textContent()).includes(prompt[language]), id);
    }
  }
  for (const { id, choices } of questions.slice(0, 4)) {
    const form = page.locator(`#q-${id}`);
    const verdicts = new Set();
    for (const choice of choices) {
      await form.locator(`input[value="${choice.id}"]`).check();
      await form.locator('button[type=submit]').click();
      await form.locator('[data-verdict]').waitFor();
      verdicts.add(await form.locator('[data-verdict]').getAttribute('data-verdict'));
      assert.ok((await form.locator('[data-part="verdict"] p').last().textContent()).length > 20, `${id} says why`);
      await form.locator('[data-part="bar"] button:visible').last().click();
    }
    assert.deepEqual([...verdicts].sort(), ['right', 'wrong'], `${id} is checked by the engine`);
  }
});

row('feedback / self-test', async (_, language) => {
  await withPage({ language }, async (page) => {
    const { id, choices } = (await describe(page)).questions[0];
    const answer = () => page.locator(`#q-${id} [data-verdict]`);
    await page.locator(`#q-${id} input[value="${choices[0].id}"]`).check();
    await page.locator(`#q-${id} button[type=submit]`).click();
    await answer().waitFor();
    const said = await answer().textContent();
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    await page.locator(`#q-${id}`).scrollIntoViewIfNeeded();
    await answer().waitFor();
    assert.equal(await answer().textContent(), said, 'kept on this machine');
    assertQuiet(page);  // and told to nobody else
  });
});

row('two languages with state kept', async (_, language) => {
  const other = language === 'zh' ? 'en' : 'zh';
  await withPage({ language, fragment: 'activation.layers=5&budget.parameters=3000000000' }, async (page) => {
    await showCanvas(page, 'activation');
    const numbers = await readNumbers(page, 'activation');
    const question = page.locator('form[data-question]').first();
    await question.locator('input[type=radio]').last().check();
    await question.locator('button[type=submit]').click();
    await question.locator('[data-verdict]').waitFor();
    const verdict = await question.locator('[data-verdict]').getAttribute('data-verdict');
    await page.locator('#activation-title').evaluate((title) => title.scrollIntoView({ block: 'start', behavior: 'instant' }));
    await page.waitForTimeout(200);
    await switchTo(page, other);
    await page.waitForTimeout(300);
    const top = await page.locator('#activation-title').evaluate((title) => title.getBoundingClientRect().top);
    assert.ok(Math.abs(top) < 60, `the place is kept: ${top}`);
    await showFigure(page, 'activation');
    assert.deepEqual(await readNumbers(page, 'activation'), numbers);
    assert.equal(await page.evaluate(() => globalThis.tally.state.text('budget', 'parameters')), '3000000000');
    await page.locator('form[data-question]').first().scrollIntoViewIfNeeded();
    await page.locator('form[data-question] [data-verdict]').first().waitFor();
    assert.equal(await page.locator('form[data-question] [data-verdict]').first().getAttribute('data-verdict'), verdict, 'the answer is kept');
  });
});

row('glossary', async (page, language) => {
  const terms = await page.locator('[data-terms] tbody tr').evaluateAll((rows) => rows.map((each) => [...each.cells].map((cell) => cell.textContent.trim())));
  assert.ok(terms.length >= 10, `${terms.length} terms`);
  for (const [own, other, meaning] of terms) {
    assert.match(language === 'zh' ? other : own, /[A-Za-z]/);
    assert.ok(meaning.length > 3 && CHINESE.test(meaning) === (language === 'zh'), own);
  }
  const both = terms.filter(([own, other]) => CHINESE.test(language === 'zh' ? own : other));
  assert.ok(both.length >= 0.8 * terms.length, `${both.length} of ${terms.length} have a word in each language`);
  assert.ok((await page.locator('[data-symbols] tbody tr math').count()) >= 6, 'and the symbols of the formulas');
});

row('phone usable', async (_, language) => {
  await withPage({ ...PHONE, language }, async (page) => {
    for (const lesson of LESSONS) {
      await showCanvas(page, lesson);
      const start = await readNumbers(page, lesson);
      const number = figureOf(page, lesson).locator('.field input[type=text][inputmode=numeric]:visible').first();
      await number.scrollIntoViewIfNeeded();
      await number.tap();
      await number.fill(String(Number(await number.inputValue()) + 1));
      await settle(page, lesson);
      assert.notDeepEqual(await readNumbers(page, lesson), start, `${lesson}: a touched control changes the numbers`);
      assert.ok((await figureOf(page, lesson).locator('output').boundingBox()).width <= 360, lesson);
    }
    assert.ok((await page.evaluate(() => document.scrollingElement.scrollWidth)) <= 360);
    assertQuiet(page);
  });
});

row('keyboard only', async (_, language) => {
  await withPage({ language }, async (page) => {
    await showCanvas(page, 'activation');
    const start = await readNumbers(page, 'activation');
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    let tries = 0;
    while (!(await page.evaluate(() => document.activeElement?.id === 'activation-layers'))) {
      await page.keyboard.press('Tab');
      tries += 1;
      assert.ok(tries < 600, 'Tab reaches the control');
    }
    await page.keyboard.press('Control+A');
    await page.keyboard.type('5');
    await settle(page, 'activation');
    assert.notDeepEqual(await readNumbers(page, 'activation'), start);
  });
});

row('light (< 1 MB first view, gz)', async (_, language) => {
  const { rows, total } = await firstView(DIST, language);
  assert.ok(rows.some(([name]) => name.endsWith('.wasm')), 'the engine is counted');
  assert.ok(total <= AIMS.firstView, `${total} bytes: ${JSON.stringify(rows)}`);
  const site_ = await wholeSite(DIST);
  assert.ok(site_.total > total / 2 && site_.total <= AIMS.site, `the whole site takes ${site_.total} bytes gzipped`);
});

row('no third-party requests', async (page) => {
  assert.deepEqual(page.heard.foreign, []);
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /https?:|\*/, 'no other host is allowed');
  const loads = await page.locator('script[src], link[rel=stylesheet], link[rel=icon], img').evaluateAll((all) => all.map((each) => each.getAttribute('src') ?? each.getAttribute('href')));
  assert.ok(loads.length >= 2);
  for (const url of loads) assert.match(url, /^(\.\.\/|data:)/);
});

row('offline / file://', async (_, language) => {
  const { address, remove } = await copyAlone(language);
  await withPage({ address, prepare: (fresh) => fresh.context().setOffline(true) }, async (page) => {
    await showCanvas(page, 'budget');
    await change(page, 'budget', { parameters: '5000000000' });
    assert.ok((await readNumbers(page, 'budget')).includes('5000000000'));
    assertQuiet(page);
  });
  await remove();
});

row('print / PDF', async (page) => {
  const pdf = await page.pdf({ format: 'A4' });
  assert.ok((pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []).length >= 8, 'pages');
  assert.ok((await page.locator('details:not([open])').count()) > 0, 'the page is as before');
});

row('citations with hover', async (page) => {
  const links = page.locator('a.citation[role="doc-biblioref"]');
  assert.ok((await links.count()) >= 5, 'the lecture cites');
  for (const link of await links.all()) {
    const entry = page.locator(await link.getAttribute('href'));
    assert.match(await entry.locator('a').first().getAttribute('href'), /arxiv\.org\/abs\/|doi\.org\/|^https:/);
    assert.ok((await entry.locator('[data-reference]').textContent()).length > 30);
  }
  const link = links.first();
  const card = page.locator('#reference-card');
  const reference = await page.locator(`${await link.getAttribute('href')} [data-reference]`).textContent();
  await link.hover();
  await card.waitFor({ state: 'visible' });
  assert.equal(await card.textContent(), reference);
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'hidden' });
  await page.mouse.move(2, 2);
  await link.focus();
  await card.waitFor({ state: 'visible' });
  await link.blur();
  await card.waitFor({ state: 'hidden' });
});
