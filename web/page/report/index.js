// Where the page meets a machine: reports of the measuring program laid over the figures, and a reader's own run
// beside a prediction. Nothing of either leaves the page.
import { make } from '../dom.js';
import { few } from '../few.js';
import { createOverlay } from './overlay.js';
import { createOwnRun } from './own_run.js';
import { createReader } from './reader.js';
import styles from './report.css';
import { summaryHtml } from './summary.js';

/** Kinds of reports in the order in which they are shown; of the first two there are examples. */
const KINDS = ['lecture', 'scale', 'models'];
/** Far above any report of the measuring program, and soon read. */
const MOST_BYTES = 1_000_000;

function adopt(text) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}

/** `place`: where it stands in the page; `own`: the words of this part (words/). Gives `take(files)` and `focus()`. */
export function openMachine(place, app, own) {
  const { language, description, figures } = app;
  const words = { ...own, and_more: app.words.and_more };
  const read = createReader(app.assets.beside);
  const reports = new Map();
  const overlay = createOverlay(app, words, () => reports.get('lecture') ?? null);
  adopt(styles);

  const input = make('input', { type: 'file', accept: '.json,application/json', multiple: true, hidden: true, onchange: async () => {
    const files = [...input.files];
    input.value = '';  // so that the same file can be chosen again
    await take(files);
  } });
  const choose = make('button', { type: 'button', textContent: words.choose, onclick: () => input.click() });
  const example = make('button', { type: 'button', className: 'quiet', textContent: words.example, onclick: loadExample });
  const said = make('div', { className: 'machine-said', attrs: { role: 'status' } });
  const shown = make('div', { className: 'machine-reports' });
  place.replaceChildren(make('p', { textContent: words.about }), make('div', { className: 'machine-buttons' }, choose, example, input), said, shown, createOwnRun(app, words));
  shown.addEventListener('click', ({ target }) => {
    const kind = target.closest('[data-remove]')?.dataset.remove;
    if (kind) remove(kind);
  });

  const nameOf = (name) => few([name], words);

  function say(...texts) {
    said.replaceChildren(...texts.map(({ text, isProblem }) => make('p', { className: isProblem ? 'machine-problem' : '', textContent: text })));
  }

  function redraw() {
    app.overlay = reports.has('lecture') ? overlay : null;
    shown.innerHTML = KINDS.filter((kind) => reports.has(kind)).map((kind) => summaryHtml(reports.get(kind), words, description.lessons, language)).join('');
    figures.forEach((figure) => {
      figure.redraw();
      overlay.decorate(figure);
    });
  }

  function remove(kind) {
    reports.delete(kind);
    redraw();
    say({ text: words.removed });
    choose.focus();
  }

  /** A file's report as {report}, or what is wrong as {problem}. */
  async function load(bytes, name, isExample = false) {
    if (bytes.length > MOST_BYTES) return { problem: words.too_large(bytes.length.toLocaleString('en'), MOST_BYTES.toLocaleString('en')) };
    if (bytes.length === 0) return { problem: words.is_empty };
    let answer;
    try {
      answer = await read(bytes, language);
    } catch (error) {
      return { problem: words.no_reader(String(error.message).slice(0, 200)) };
    }
    return answer.problem ? { problem: words.not_a_report(answer.problem) } : { report: { ...answer, name, isExample } };
  }

  const keep = (report) => reports.set(report.measurement.kind, report);

  async function bytesOf(file) {
    if (file.size > MOST_BYTES) return { length: file.size };  // not even read
    return new Uint8Array(await file.arrayBuffer());
  }

  async function take(files) {
    const texts = [];
    let last = '';
    for (const file of files) {
      let problem;
      try {
        const loaded = await load(await bytesOf(file), nameOf(file.name));
        problem = loaded.problem;
        if (loaded.report) keep(loaded.report);
      } catch (error) {
        problem = words.unreadable(error.message);
      }
      texts.push(problem ? { text: words.problem_of(nameOf(file.name), problem), isProblem: true } : { text: words.loaded(nameOf(file.name)) });
      if (!problem) last = file.name;
    }
    show(texts, Boolean(last));
  }

  function show(texts, hasNew) {
    if (hasNew) redraw();
    say(...texts);
    const head = hasNew ? shown.querySelector('.report h3') : null;
    (head ?? said).scrollIntoView({ block: 'nearest', behavior: 'instant' });
    head?.focus({ preventScroll: true });
  }

  async function loadExample() {
    try {
      const examples = [];
      for (const kind of KINDS.slice(0, 2)) {
        const response = await fetch(app.assets[`example_${kind}`]);
        if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
        const { report, problem } = await load(new Uint8Array(await response.arrayBuffer()), '', true);
        if (problem) throw new Error(problem);
        examples.push(report);
      }
      examples.forEach(keep);  // both, or neither
      show([{ text: words.loaded_example }], true);
    } catch (error) {
      show([{ text: `${app.words.later_missing} (${error.message})`, isProblem: true }], false);
    }
  }

  return { take, focus: () => choose.focus() };
}
