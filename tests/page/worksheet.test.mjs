// The worksheet and its key: every question of the lecture, in both languages; the key holds what was executed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startCore } from '../../web/build/core.mjs';
import { worksheet } from '../../web/build/worksheet.mjs';
import { assertQuiet, LANGUAGES, startBrowser } from './browser.mjs';

const WASM = process.env.TALLY_WASM ?? fileURLToPath(new URL('../../build/wasm', import.meta.url));
const STILL = { ready: false };
let site;
let core;
before(async () => {
  site = await startBrowser();
  core = await startCore(WASM);
});
after(() => site.close());

test('a question is asked with its choices and room to write; the key marks the choice that the engine found', () => {
  const fake = {
    description: {
      lessons: [{ id: 'a', number: 1, title: { en: 'First' } }],
      questions: [{ id: 'q', lesson: 'a', prompt: { en: 'How <many>?' }, choices: [{ id: 'x', label: { en: 'four' } }, { id: 'y', label: { en: 'five' } }] }],
    },
    ask: (id, tag) => ({ correct: 'y', explanation: `${id} in ${tag}: five` }),
  };
  const english = { tag: 'en', html_lang: 'en' };
  const sheet = worksheet(fake, english, { isKey: false, css: 'x.css' });
  assert.match(sheet, /How &lt;many&gt;\?/);
  assert.equal(sheet.split('<i></i>').length - 1, 3, 'lines to write on');
  assert.doesNotMatch(sheet, /✓|five: |q in en|class="correct"/);
  const key = worksheet(fake, english, { isKey: true, css: 'x.css' });
  assert.match(key, /<li class="correct"><span class="letter">B<\/span> five ✓/);
  assert.match(key, /<b>Answer B<\/b> q in en: five/);
  assert.doesNotMatch(key, /<i><\/i>/);
});

for (const language of LANGUAGES) {
  test(`all questions stand on the worksheet in ${language}, and their executed answers in the key`, async () => {
    const { questions } = core.description;
    assert.ok(questions.length >= 18, `there are ${questions.length}`);
    const address = (name) => `${site.url}${language}/${name}.html`;
    const sheet = await site.open({ ...STILL, address: address('worksheet') });
    assert.deepEqual(await sheet.locator('.prompt').allTextContents(), questions.map((each) => each.prompt[language]));
    assert.equal(await sheet.locator('.correct, .explanation').count(), 0, 'no answer on the worksheet');
    const key = await site.open({ ...STILL, address: address('answers') });
    const explained = await key.locator('.explanation').allTextContents();
    assert.equal(explained.length, questions.length);
    for (const [index, { id, choices }] of questions.entries()) {
      const answer = core.ask(id, language);
      assert.ok(explained[index].endsWith(answer.explanation), id);
      const marked = await key.locator(`#q-${id} .correct`).textContent();
      assert.ok(marked.includes(choices.find((choice) => choice.id === answer.correct).label[language]), id);
    }
    for (const page of [sheet, key]) {
      await page.emulateMedia({ media: 'print' });
      const breaks = await page.locator('.question').evaluateAll((all) => all.map((each) => getComputedStyle(each).breakInside));
      assert.ok(breaks.every((each) => each === 'avoid'), 'no question is cut by the end of a page');
      assert.equal(await page.locator('.screen:visible').count(), 0);
      assertQuiet(page);
      await page.context().close();
    }
  });
}
