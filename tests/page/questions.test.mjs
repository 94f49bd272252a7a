// Predict, then reveal: nothing before the reader commits, then what the engine found and why; also without
// scripts, in a blind link, by keyboard and in the other language.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { questionsHtml } from '../../web/build/questions.mjs';
import { assertQuiet, startBrowser } from './browser.mjs';
import { ANSWER, plant, QUESTION } from './planted.mjs';

let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

const open = (options) => site.open({ prepare: plant, fragment: `q-${QUESTION.id}`, ...options });
const questionOf = (page) => page.locator(`#q-${QUESTION.id}`);
const choose = (page, id) => questionOf(page).locator(`input[value="${id}"]`).check();
const commit = (page) => questionOf(page).locator('button[type=submit]').click();
const asks = (page) => page.evaluate((id) => globalThis.tally.questions.get(id).isRevealed, QUESTION.id);

test('nothing is revealed before the reader commits, and committing to nothing says so', async () => {
  const page = await open();
  const question = questionOf(page);
  assert.ok(await question.locator('legend').isVisible());
  assert.doesNotMatch(await question.innerText(), /master weights/);
  await commit(page);
  assert.match(await question.locator('[role=status]').innerText(), /Choose an answer first/);
  assert.equal(await asks(page), false);
  await choose(page, 'more');
  assert.doesNotMatch(await question.innerText(), /master weights/, 'choosing is not committing');
  assertQuiet(page);
  await page.context().close();
});

test('a wrong and a right answer are told apart in words, with what the engine found and why', async () => {
  for (const [choice, verdict, said] of [['less', 'wrong', /Not this one/], ['same', 'right', /^✓?\s*Right/]]) {
    const page = await open();
    const question = questionOf(page);
    await choose(page, choice);
    await commit(page);
    await question.locator('[data-verdict]').waitFor();
    assert.equal(await question.locator('[data-verdict]').getAttribute('data-verdict'), verdict);
    assert.match(await question.locator('[data-verdict]').innerText(), said);
    const text = await question.locator('[role=status]').innerText();
    assert.ok(text.includes('The engine found: Just as much'), text);
    assert.ok(text.includes(ANSWER.explanation.en), 'the explanation is text, not markup');
    assert.match(await question.locator('[data-choice=same]').innerText(), /the engine’s finding/);
    assert.match(await question.locator(`[data-choice=${choice}]`).innerText(), /your answer/);
    assert.equal(await question.locator('input:enabled').count(), 0, 'a commitment holds');
    assertQuiet(page);
    await page.context().close();
  }
});

test('the whole of it works by keyboard, and can be answered again', async () => {
  const page = await open();
  const question = questionOf(page);
  await question.locator('input').first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await question.locator('[data-verdict=right]').waitFor();
  assert.match(await page.evaluate(() => document.activeElement.textContent), /Answer again/, 'the focus is not lost');
  await page.keyboard.press('Enter');
  assert.equal(await question.locator('[data-verdict]').count(), 0);
  assert.equal(await question.locator('input:checked').count(), 0);
  assert.equal(await question.locator('.is-found, .is-yours').count(), 0);
  await choose(page, 'less');
  await commit(page);
  await question.locator('[data-verdict=wrong]').waitFor();
  await page.context().close();
});

test('an answer survives a reload and the way to the other language', async () => {
  const page = await open();
  await choose(page, 'less');
  await commit(page);
  await questionOf(page).locator('[data-verdict=wrong]').waitFor();
  assert.deepEqual(await page.evaluate(() => JSON.parse(sessionStorage.getItem('tally.answers'))), { [QUESTION.id]: 'less' });
  await page.reload();
  await questionOf(page).locator('[data-verdict=wrong]').waitFor();
  await page.locator('[data-language-link="zh"]').click();
  await page.waitForURL(/\/zh\//);
  await questionOf(page).scrollIntoViewIfNeeded();
  await questionOf(page).locator('[data-verdict=wrong]').waitFor();
  const text = await questionOf(page).innerText();
  assert.ok(text.includes('引擎算出来的是：一样多'), text);
  assert.ok(text.includes(ANSWER.explanation.zh));
  await page.context().close();
});

test('what storage holds of answers cannot break the page', async () => {
  for (const bad of ['not json', '[]', '{"planted_question": 7}', '{"planted_question": "nonsense"}', 'null']) {
    const page = await open({ prepare: async (fresh) => {
      await plant(fresh);
      await fresh.addInitScript((text) => sessionStorage.setItem('tally.answers', text), bad);
    } });
    await questionOf(page).scrollIntoViewIfNeeded();
    assert.equal(await questionOf(page).locator('input:enabled').count(), 3, bad);
    assertQuiet(page);
    await page.context().close();
  }
});

test('blind=1 keeps the answer until it is revealed, with and without a commitment', async () => {
  const page = await open({ fragment: `q-${QUESTION.id}&blind=1` });
  const question = questionOf(page);
  await choose(page, 'less');
  await commit(page);
  assert.match(await question.locator('[role=status]').innerText(), /when your teacher reveals it/);
  assert.doesNotMatch(await question.innerText(), /master weights|Not this one/);
  await question.getByRole('button', { name: 'Reveal the answer' }).click();
  await question.locator('[data-verdict=wrong]').waitFor();
  const other = await open({ fragment: `q-${QUESTION.id}&blind=1` });
  await questionOf(other).getByRole('button', { name: 'Reveal the answer' }).click();
  await questionOf(other).locator('.is-found').waitFor();
  assert.equal(await questionOf(other).locator('[data-verdict]').count(), 0, 'no one answered, so no one is judged');
  await other.locator('.blind-note button').click();
  await other.waitForFunction(() => !location.hash.includes('blind'));
  await page.context().close();
  await other.context().close();
});

test('without scripts the answer is folded away, and a blind link hides even that', async () => {
  const still = await open({ javaScriptEnabled: false, ready: false });
  const answer = questionOf(still).locator('details');
  assert.equal(await answer.getAttribute('open'), null);
  await answer.locator('summary').click();
  assert.match(await answer.innerText(), /Just as much[\s\S]*master weights/);
  const stuck = await open({ fragment: 'blind=1', ready: false, prepare: async (page) => {
    await plant(page);
    await page.route(/page-[a-z]+-[0-9a-f]+\.js$/, (route) => route.abort());
  } });
  assert.equal(await questionOf(stuck).locator('details').isVisible(), false);
  await still.context().close();
  await stuck.context().close();
});

test('the build refuses a place and a finding that do not exist', () => {
  const core = { description: { lessons: [{ id: 'recipes' }], questions: [QUESTION] }, ask: () => ({ correct: 'nothing', explanation: '' }) };
  assert.throws(() => questionsHtml('recipe', core, 'en'), /data-questions="recipe".*opening, closing, recipes/);
  assert.throws(() => questionsHtml('recipes', core, 'en'), /planted_question.*"nothing".*none of its choices/);
  assert.equal(String(questionsHtml('opening', core, 'en')), '');
});
