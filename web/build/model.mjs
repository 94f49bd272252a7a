// The page of real models as it stands before its engine runs, or without it: the form, and the default setting executed.
import { html } from '../page/html.js';
import { formHtml } from '../page/model/form.js';
import { defaults, optionsOf, verdictOptionsOf } from '../page/model/parameters.js';
import { answerOf, describedIn, runsOf } from '../page/model/questions.js';
import { instantsHtml, ledgerHtml, numbersHtml, sentenceHtml, timelinesHtml, verdictHtml } from '../page/model/results.js';
import { textsOf } from '../page/model/texts.js';
import { wordsOf } from '../page/words.js';
import { wordsScript } from './assets.mjs';
import { questionsHtml } from './questions.mjs';

/** Words of the lecture that this page says too. */
const SHARED = /^question|^no_simd$|^and_more$|^given_twice$|^list_separator$/;

const written = (word) => (typeof word === 'function' ? word.toString() : JSON.stringify(word));

/** The script that comes before model.js: the words of one language. */
export function modelWords(tag) {
  const shared = Object.entries(wordsOf(tag)).filter(([name]) => SHARED.test(name)).map(([name, word]) => `${name}: ${written(word)}`);
  return wordsScript(`import { words } from './model/texts/${tag}.js';\nglobalThis.tallyWords = { texts: words, words: { ${shared.join(', ')} } };`);
}

/** Few points, with the greatest of each stretch among them: enough for a picture that nobody reads to the byte. */
function thinned(report, most = 40) {
  const { points } = report.timeline;
  const total = (row) => row.slice(1).reduce((sum, bytes) => sum + bytes, 0);
  const every = Math.ceil(points.length / most);
  const kept = points.filter((row, index) => {
    const stretch = points.slice(index - (index % every), index - (index % every) + every);
    return index === points.length - 1 || total(row) === Math.max(...stretch.map(total));
  });
  return { ...report, timeline: { ...report.timeline, points: kept } };
}

/** What the source's marks stand for, by attribute. */
export function modelParts(account, tag) {
  const words = textsOf(tag);
  const description = account.describe(tag);
  const labels = Object.fromEntries(description.categories.map(({ id, label }) => [id, label]));
  const values = defaults();
  const executed = new Map();
  const run = ({ options, file }) => {
    const key = JSON.stringify([options, file]);
    if (!executed.has(key)) executed.set(key, JSON.parse(account.account(tag, options, file)));
    return executed.get(key);
  };
  const report = run({ options: optionsOf(values) });
  const parts = {
    form: () => formHtml(values, description, words, report.shape),
    sentence: () => sentenceHtml(report, words),
    timelines: () => timelinesHtml([thinned(report)], words, labels),
    fit: () => verdictHtml(run({ options: verdictOptionsOf(values) }), description.gpus.find(({ id }) => id === values.gpu).name, words, labels),
    instants: () => instantsHtml(report, null, words, labels),
    numbers: () => numbersHtml(report, values, words),
    ledger: () => ledgerHtml(report, '', words, labels),
  };
  const questions = { description: describedIn(words.questions, tag), ask: (id) => answerOf(id, runsOf(id).map(run), words.questions) };
  return {
    'data-part': (name) => (parts[name] ? parts[name]() : null),
    'data-text': (name) => html`${words[name]}`,
    'data-questions': () => questionsHtml('real', questions, tag),
  };
}
