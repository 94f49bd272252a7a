// A reader's own run beside the prediction of a figure as it is set: what torch.cuda.memory_stats() or memory_summary()
// gave, and what the difference consists of. The text stays in this page.
import { html } from '../html.js';
import { make } from '../dom.js';
import { isSummary, parseSummary } from './memory_summary.js';
import { BadText, parseStats } from './stats.js';

/** What a page takes of a text; the whole of either is some thousand characters. */
const MOST_LETTERS = 200_000;
/** A figure's new setting is compared once the reader's hand rests this long. */
const REST_MS = 500;
const POOLS = ['requested', 'allocated', 'active', 'reserved'];
const exact = (bytes) => ({ low: bytes, high: bytes });

/** Both kinds of text as {peak, retries, ooms, isExact}; a row that is not there is undefined. */
export function readRun(text) {
  if (isSummary(text)) return { ...parseSummary(text), isExact: false };
  const stats = parseStats(text);
  const peak = Object.fromEntries([...POOLS, 'inactive_split'].map((pool) => [pool, stats.get(`${pool}_bytes.all.peak`)])
    .filter(([, bytes]) => bytes !== undefined).map(([pool, bytes]) => [pool, exact(bytes)]));
  for (const pool of ['allocated', 'reserved']) {
    if (!peak[pool]) throw new BadText('', `${pool}_bytes.all.peak`, text, text.length);
  }
  for (const [pool, { low }] of Object.entries(peak)) if (low < 0) throw new BadText(String(low), `${pool}_bytes.all.peak ≥ 0`, text, text.indexOf(String(low)));
  return { peak, retries: stats.get('num_alloc_retries') ?? null, ooms: stats.get('num_ooms') ?? null, isExact: true };
}

/** The most bytes that are alive at once in a presentation's step, or null where it shows none. */
export const peakOf = ({ timeline }) => timeline?.live_peak_bytes ?? null;

/** How far `b` lies above `a`, both intervals. */
const apart = (a, b) => ({ low: b.low - a.high, high: b.high - a.low });

/**
 * The way from the prediction up to what the device gave away: rows {id, value, step}, where `step` is how far the row
 * lies above the one before. Rows that the text does not have are left out.
 */
export function stepsOf(predicted, { peak }) {
  let before = exact(predicted);
  const rows = [{ id: 'predicted', value: before, step: null }];
  for (const pool of POOLS) {
    if (!peak[pool]) continue;
    rows.push({ id: pool, value: peak[pool], step: apart(before, peak[pool]), from: rows.at(-1).id });
    before = peak[pool];
  }
  return rows;
}

export function createOwnRun(app, words) {
  const { language } = app;
  const number = (value) => value.toLocaleString('en').replace('-', '−');
  const text = ({ low, high }) => (low === high ? number(low) : words.between(number(low), number(high)));
  const signed = ({ low, high }) => (low === high ? `${low > 0 ? '+' : ''}${number(low)}` : words.between(`${low > 0 ? '+' : ''}${number(low)}`, `${high > 0 ? '+' : ''}${number(high)}`));

  const box = make('textarea', { id: 'run-text', rows: 8, spellcheck: false, attrs: { 'aria-describedby': 'run-about', autocomplete: 'off' } });
  const select = make('select', { id: 'run-lesson', onchange: () => run && compare() });
  const result = make('div', { className: 'run-result', attrs: { role: 'status' } });
  let run = null;  // what is compared, until it is cleared
  let asked = 0;  // comparisons so far: what an earlier one still answers is not shown
  let restTimer = 0;

  for (const lesson of app.description.lessons) {
    select.append(make('option', { value: lesson.id, textContent: `${lesson.number}. ${lesson.title[language]}` }));
  }

  const sayProblem = (text) => result.replaceChildren(make('p', { className: 'machine-problem', textContent: text }));

  /** Nothing is compared any more, and what is still asked is not shown. */
  function forget() {
    asked += 1;
    run = null;
    clearTimeout(restTimer);
    box.removeAttribute('aria-invalid');
  }

  function complain(error) {
    box.setAttribute('aria-invalid', 'true');
    sayProblem(error instanceof BadText ? words.bad_run(error.line, error.column, error.found, words.run_wants[error.wanted] ?? error.wanted) : error.message);
  }

  function compare() {
    forget();
    try {
      if (box.value.trim() === '') throw new Error(words.run_empty);
      if (box.value.length > MOST_LETTERS) throw new Error(words.run_long(number(box.value.length), number(MOST_LETTERS)));
      run = readRun(box.value);
    } catch (error) {
      complain(error);
      return;
    }
    predict();
  }

  /** Lays the run beside the most that the figure's step has alive, as it is set now. */
  async function predict() {
    const mine = ++asked;
    const figure = app.figures.get(select.value);
    if (!figure.isStarted) figure.refresh();
    const outcome = await figure.ask(`${figure.id} run`);
    if (mine !== asked) return;
    if (outcome.status === 'failed') sayProblem(`${app.ui.failed}: ${outcome.message}`);
    if (outcome.status !== 'done') return;
    const response = JSON.parse(outcome.response);
    if (response.error) sayProblem(`${app.ui.failed}: ${response.error}`);
    else if (!response.presentation) sayProblem(response.issues.map(({ message }) => message).join(' '));
    else show(response, figure.lesson);
  }

  function show({ presentation, values }, lesson) {
    const peak = peakOf(presentation);
    if (peak === null) {
      sayProblem(words.run_no_peak);
      return;
    }
    const rows = stepsOf(peak, run);
    const setting = lesson.parameters.map((parameter) => {
      const value = values[parameter.key];
      const choice = parameter.choices?.find((each) => each.id === value);
      return value === '' ? '' : `${parameter.label[language]} ${choice ? choice.label[language] : value}`;
    }).filter(Boolean).join(words.comma);
    const split = run.peak.inactive_split;
    const notes = [
      run.isExact ? '' : words.run_rounded,
      run.peak.requested ? '' : words.run_no_requested,
      split ? words.run_split(text(split)) : '',
      words.run_counts(run.retries, run.ooms),
      words.run_instants,
      words.run_outside,
    ].filter(Boolean);
    result.innerHTML = html`<p>${words.run_beside(lesson.title[language])} ${setting}${words.stop}</p><div class="table-scroll" role="group" tabindex="0" aria-label="${
      words.run_table}"><table class="run-table"><thead><tr><th scope="col">${words.number}</th><th scope="col" class="number">${words.bytes}</th><th scope="col" class="number">${
      words.run_step}</th><th scope="col">${words.run_because}</th></tr></thead><tbody>${rows.map((row) => html`<tr data-run="${row.id}"><th scope="row">${
      words.run_rows[row.id]}${row.id === 'predicted' ? '' : html`<br><code>${run.isExact ? `${row.id}_bytes.all.peak` : words.run_heads[row.id]}</code>`}</th><td class="number" data-low="${
      row.value.low}" data-high="${row.value.high}">${text(row.value)}</td><td class="number">${row.step ? signed(row.step) : '–'}</td><td class="long">${
      row.step ? words.run_reasons(row.id, row.from, row.step) : ''}</td></tr>`)}</tbody></table></div><ul class="run-notes">${
      notes.map((note) => html`<li>${note}</li>`)}</ul>`;
  }

  app.state.subscribe(({ lesson }) => {
    if (!run || lesson !== select.value) return;
    asked += 1;
    clearTimeout(restTimer);
    restTimer = setTimeout(predict, REST_MS);
  });

  const about = make('p', { id: 'run-about', textContent: words.run_about });
  return make('section', { className: 'own-run', attrs: { 'aria-labelledby': 'run-title' } },
    make('h3', { id: 'run-title', textContent: words.run_title }), about,
    make('div', { className: 'run-field' }, make('label', { htmlFor: box.id, textContent: words.run_text }), box),
    make('div', { className: 'run-field' }, make('label', { htmlFor: select.id, textContent: words.run_lesson }), select),
    make('div', { className: 'machine-buttons' }, make('button', { type: 'button', textContent: words.run_compare, onclick: compare }),
      make('button', { type: 'button', className: 'quiet', textContent: words.run_clear, onclick: () => {
        box.value = '';
        forget();
        result.replaceChildren();
        box.focus();
      } })), result);
}
