// The page of real models: its form, address and results; every change is executed in a worker, the newest one wins.
import { announce } from '../announce.js';
import { createCore } from '../core_client.js';
import { fetched, hasSimd } from '../engine.js';
import { few } from '../few.js';
import { html } from '../html.js';
import { remember } from '../preferences.js';
import { startQuestions } from '../questions.js';
import { compileStandalone } from '../standalone.js';
import { startTheme } from '../theme.js';
import { wordsOf } from '../words.js';
import { readAddress, writeAddress } from './address.js';
import { FILE, PARAMETERS, defaults, issueOf, isUsed, optionsOf, sliderOf, verdictOptionsOf } from './parameters.js';
import { answerOf, describedIn, runsOf } from './questions.js';
import { axisOf, phaseAt } from './read.js';
import { instantsCsv, instantsHtml, ledgerCsv, ledgerHtml, notesHtml, numbersHtml, peakPoint, readOutHtml, sentenceHtml, timelinesHtml, verdictHtml } from './results.js';
import { isConfig, isIndex, storedHtml, storedRequest, surplusOf, textOf } from './stored.js';
import { textsOf } from './texts.js';
import { shareAt, xAt } from './timeline.js';

const MOST_BYTES = 1 << 20;
/** So many milliseconds after the last change a verdict is asked for: it takes longest. */
const REST = 250;
const language = document.documentElement.dataset.language;
const words = textsOf(language);
const find = (selector) => document.querySelector(selector);
const part = (name) => find(`[data-part="${name}"]`);
const put = (name, content) => {
  part(name).innerHTML = String(content);
};
const assets = JSON.parse(find('#assets').textContent);
const form = find('form.model-form');

const isBlind = () => document.documentElement.hasAttribute('data-blind');
const state = { file: null, report: null, text: '', other: null };  // and what an address holds
let description = null;
let labels = null;

startTheme(() => {});

const engine = {
  worker: fetched(assets.worker).then((response) => response.text()), module: compileStandalone(assets.module),
  strings: fetched(assets.strings).then((response) => response.arrayBuffer()),
};
Object.values(engine).forEach((each) => each.catch(() => {}));
const core = createCore(engine);

/** Runs a setting; null where a newer one came between. Gives {report, text} or {problem}. */
const account = (slot, options, file) => ask(slot, { options, file });

async function ask(slot, request) {
  const outcome = await core.run(slot, request);
  if (outcome.status === 'superseded' || outcome.status === 'cancelled') return null;
  if (outcome.status === 'failed') return { problem: words.failed(outcome.message) };
  const report = JSON.parse(outcome.response);
  return report.problem ? { problem: words.engine_says(report.problem) } : { report, text: outcome.response };
}

/** What is wrong with the values before the engine is asked; said beside each control. */
function checkForm(values) {
  const issues = PARAMETERS.filter((parameter) => isUsed(parameter, values)).map((parameter) => issueOf(parameter, values[parameter.key], description)).filter(Boolean);
  for (const { key } of PARAMETERS) {
    const issue = issues.find((each) => each.key === key);
    sayBeside(key, issue ? words.issues[issue.kind](words.labels[key], issue) : '');
  }
  let model = '';
  if (values.model === FILE) model = state.file ? '' : words.file_missing;
  else if (!description.models.some(({ id }) => id === values.model)) model = words.issues.model(values.model);
  sayBeside('model', model);
  return issues.length === 0 && !model;
}

function sayBeside(key, message) {
  const place = document.getElementById(`m-${key}`);
  place.hidden = !message;
  place.textContent = message;
  const control = document.getElementById(`p-${key}`);
  if (message) control.setAttribute('aria-invalid', 'true');
  else control.removeAttribute('aria-invalid');
}

function fillForm() {
  for (const parameter of PARAMETERS) {
    const control = form.elements[parameter.key];
    const text = state.values[parameter.key];
    if (parameter.kind === 'flag') control.checked = text !== '';
    else if (control.value !== text) control.value = text;
    form.querySelector(`[data-field="${parameter.key}"]`).hidden = !isUsed(parameter, state.values);
    const slider = form.querySelector(`[data-slider="${parameter.key}"]`);
    const number = text || control.placeholder;
    if (slider && /^\d+$/.test(number)) slider.value = sliderOf(parameter).at(number);
  }
  if (form.elements.model.value !== state.values.model) form.elements.model.value = state.values.model;
}

/** What the address sets; what it names wrongly is said, each time. */
function takeAddress(hash) {
  Object.assign(state, readAddress(hash));
  const say = (names, sentence) => (names.length ? sentence(few(names, wordsOf(language))) : '');
  announce('link-problem', `${say(state.unknown, words.unknown)} ${say(state.twice, wordsOf(language).given_twice)}`.trim());
}

let written = location.hash.replace(/^#/, '');
let pause = 0;
function writeLater() {
  clearTimeout(pause);
  pause = setTimeout(() => {
    written = writeAddress(state.values, state.pinned, isBlind());
    history.replaceState(null, '', written ? `#${written}` : location.pathname + location.search);
    for (const link of document.querySelectorAll('[data-language-link]')) link.hash = written;
  }, 250);
}

let round = 0;
async function run() {
  const mine = ++round;
  core.cancel('verdict');
  writeLater();
  if (!checkForm(state.values)) return stale(true);
  document.body.dataset.busy = '';
  const [now, other] = await Promise.all([
    account('now', optionsOf(state.values), state.values.model === FILE ? state.file.text : undefined),
    state.pinned ? account('pinned', optionsOf(state.pinned), state.pinned.model === FILE ? state.pinnedFile?.text : undefined) : Promise.resolve(undefined),
  ]);
  if (mine !== round || now === null || other === null) return undefined;
  delete document.body.dataset.busy;
  announce('model-problem', now.problem ?? (other?.problem ? words.pinned_says(other.problem) : ''));
  if (now.problem) return stale(true);
  Object.assign(state, { report: now.report, text: now.text, other: other?.report ?? null });
  stale(false);
  show();
  judge(mine);
  return undefined;
}

/** The verdict executes a dozen more steps: it comes after what it is about. */
async function judge(mine) {
  part('fit').toggleAttribute('data-stale', true);
  await new Promise((resolve) => setTimeout(resolve, REST));
  if (mine !== round) return;
  const said = await account('verdict', verdictOptionsOf(state.values), state.values.model === FILE ? state.file.text : undefined);
  if (mine !== round || !said?.report) return;
  const { name } = description.gpus.find(({ id }) => id === state.values.gpu);
  put('fit', verdictHtml(said.report, name, words, labels));
  part('fit').toggleAttribute('data-stale', false);
}

function stale(isStale) {
  delete document.body.dataset.busy;
  part('results').toggleAttribute('data-stale', isStale);
  part('file').textContent = !isStale && state.values.model === FILE ? state.file.said : '';
}

function show() {
  const reports = [state.report, ...(state.other ? [state.other] : [])];
  put('sentence', sentenceHtml(state.report, words));
  put('timelines', timelinesHtml(reports, words, labels));
  put('instants', instantsHtml(state.report, state.other, words, labels));
  put('numbers', numbersHtml(state.report, state.values, words));
  put('notes', notesHtml(state.report));
  form.elements.sequence.placeholder = state.report.shape.sequence;
  fillForm();
  showLedger();
  part('command').textContent = `tally account ${optionsOf(state.values).filter((each) => each !== '--timeline' && each !== '--ledger').join(' ')}`;
  part('unpin').hidden = !state.pinned;
  reports.forEach((report, index) => startScrub(report, index));
  document.documentElement.dataset.executed = String(round);
}

const showLedger = () => put('ledger', ledgerHtml(state.report, form.ownerDocument.getElementById('search').value, words, labels));

/** Keys go from one change of the live bytes to the next, however far apart they are drawn. */
const MOVES = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity };

function startScrub(report, index) {
  const figure = find(`figure.timeline[data-report="${index}"]`);
  const [input, output, svg] = [figure.querySelector('input'), figure.querySelector('output'), figure.querySelector('svg')];
  const { phases, at } = axisOf(report.timeline);
  const { points } = report.timeline;
  const places = points.map(([change]) => at(change));  // from 0 to 1, for the thumb to stand below its line
  const cursor = svg.querySelector('.cursor');
  let point = peakPoint(report);
  const nearest = (place) => places.reduce((best, each, index) => (Math.abs(each - place) < Math.abs(places[best] - place) ? index : best), 0);
  function read(chosen) {
    point = Math.min(Math.max(chosen, 0), points.length - 1);
    input.value = String(places[point]);
    output.innerHTML = String(readOutHtml(report, point, phaseAt(phases, points[point][0]), words, labels));
    input.setAttribute('aria-valuetext', output.querySelector('b').textContent);
    cursor.setAttribute('transform', `translate(${xAt(places[point])} 0)`);
    cursor.setAttribute('visibility', 'visible');
  }
  svg.addEventListener('pointermove', (event) => {
    const box = svg.getBoundingClientRect();
    read(nearest(shareAt(((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width)));
  });
  input.addEventListener('input', () => read(nearest(Number(input.value))));
  input.addEventListener('keydown', (event) => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    read(point + move);
  });
  read(point);
}

/** How often a reader brought each: a file may be read more slowly than the one that came after it, which counts. */
const brought = { config: 0, weights: 0 };

/** What a reader brings: the configuration of a model, files of weights, or both. */
function takeFiles(files) {
  const weights = [...files].filter((file) => !isConfig(file));
  takeConfig([...files].filter(isConfig));
  if (weights.length) takeWeights(weights);
}

/** What is said of files that nothing was done with. */
const leftAside = (files) => (files.length ? words.left_aside(few(files.map(({ name }) => name), wordsOf(language))) : '');

async function takeWeights(files) {
  const mine = ++brought.weights;
  const isNewest = () => mine === brought.weights;
  const sayProblem = (text) => isNewest() && put('stored', html`<p class="field-message">${text}</p>`);
  if (files.length > 1 && !files.some(isIndex)) {
    sayProblem(words.index_missing);
    return;
  }
  try {
    const request = await storedRequest(files, words);
    const said = isNewest() ? await ask('stored', request) : null;
    if (said?.problem) sayProblem(said.problem);
    else if (said && isNewest()) put('stored', storedHtml(said.report, description.models, words, leftAside(surplusOf(request))));
  } catch (error) {
    sayProblem(error.message);
  }
}

async function takeConfig([file, ...others]) {
  if (!file) return;
  const mine = ++brought.config;
  let problem = '';
  let text = '';
  try {
    if (file.size > MOST_BYTES) throw new Error(words.file_too_big);
    text = await textOf(file, words);
  } catch (error) {
    problem = words.unreadable(file.name, error.message);
  }
  if (mine !== brought.config) return;
  if (problem) {
    part('file').textContent = '';
    sayBeside('model', problem);
    return;
  }
  state.file = { text, said: words.file_used(file.name) + leftAside(others) };
  state.values.model = FILE;
  fillForm();
  run();
}

/** A number may be grouped by commas, in threes; a list is parted by them. */
function typed({ name, value }) {
  const isNumber = PARAMETERS.some(({ key, kind }) => key === name && kind === 'integer');
  if (!isNumber) return value.replaceAll(/\s/g, '');
  const text = value.trim();
  return /^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text;
}

function startForm() {
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', ({ target }) => {
    const slider = target.dataset.slider;
    if (slider) state.values[slider] = sliderOf(PARAMETERS.find(({ key }) => key === slider)).value(Number(target.value));
    else if (target.type === 'file' || !target.name) return;
    else state.values[target.name] = target.type === 'checkbox' ? (target.checked ? '1' : '') : typed(target);
    fillForm();
    run();
  });
  find('#p-file').addEventListener('change', ({ target }) => takeFiles(target.files));
  const drop = find('[data-drop]');
  const over = (isOver) => drop.toggleAttribute('data-over', isOver);
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    over(true);
  });
  document.addEventListener('dragleave', () => over(false));
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    over(false);
    takeFiles(event.dataTransfer.files);
  });
}

function startButtons() {
  const copy = (name, content) => part(name).addEventListener('click', async () => {
    let said = words.copied;
    try {
      await navigator.clipboard.writeText(content());
    } catch {
      said = words.copy_failed;
    }
    part('copied').textContent = said;
  });
  copy('copy-json', () => state.text);
  copy('copy-instants', () => instantsCsv(state.report));
  copy('copy-ledger', () => ledgerCsv(state.report));
  part('pin').addEventListener('click', () => {
    state.pinned = { ...state.values };
    state.pinnedFile = state.file;
    run();
  });
  part('unpin').addEventListener('click', () => {
    state.pinned = null;
    part('pin').focus();
    run();
  });
  part('reset').addEventListener('click', () => {
    Object.assign(state, { values: defaults(), pinned: null });
    fillForm();
    run();
  });
  find('#search').addEventListener('input', () => state.report && showLedger());
  for (const link of document.querySelectorAll('[data-language-link]')) link.addEventListener('click', () => remember('language', link.dataset.languageLink));
}

/** The lecture's questions on this engine. */
function startQuestioning() {
  const ask = async (id) => {
    const runs = [];
    for (const [index, each] of runsOf(id).entries()) runs.push(await account(`question ${id} ${index}`, each.options, each.file));
    const problem = runs.find((each) => each?.problem);
    if (problem) return { status: 'failed', message: problem.problem };
    return { status: 'done', response: JSON.stringify(answerOf(id, runs.map(({ report }) => report), words.questions)) };
  };
  startQuestions({ core: { ask }, language, words: wordsOf(language), description: describedIn(words.questions, language), isBlind });
}

async function start() {
  if (!hasSimd()) throw new Error(wordsOf(language).no_simd);
  description = JSON.parse(await core.described);
  labels = Object.fromEntries(description.categories.map(({ id, label }) => [id, label]));
  takeAddress(location.hash);
  fillForm();
  startForm();
  startButtons();
  startQuestioning();
  addEventListener('hashchange', () => {
    const hash = location.hash.replace(/^#/, '');
    if (hash === written || !(hash === '' || hash.includes('='))) return;
    takeAddress(hash);
    fillForm();
    run();
  });
  document.querySelectorAll('[data-needs-engine]').forEach((each) => {
    each.disabled = false;
  });
  await run();
  document.documentElement.dataset.ready = '';
}

start().catch((error) => announce('engine-problem', words.no_engine(error.message)));
