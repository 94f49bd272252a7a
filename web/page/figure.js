// A figure: the form, the drawing, the sentence and the tables of one lesson, kept in step with the state
// and with what the core answers.
import { createField } from './field.js';
import { make } from './dom.js';
import { createInstant } from './instant.js';
import { hasPopovers } from './popovers.js';
import { showPytorch } from './pytorch.js';
import { defaultOpen, notesHtml, tablesHtml } from './results.js';
import { createTools } from './tools.js';
import { LONGEST_TEXT } from './url.js';

/** A run shorter than this shows no progress; a longer one can be cancelled. */
const PATIENCE_MS = 300;
/** The sentence is announced once the reader's hand rests this long. */
const REST_MS = 500;

/** So many of a link's unknown parameters are named by the core; the rest is counted. */
const STRANGERS_NAMED = 3;
const STRANGER_LETTERS = 60;

const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** What of a response a drawing needs, as text: its plots, and the timeline without its list of storages. */
function drawnPart(response) {
  const { presentation } = response;
  return JSON.stringify(presentation ? { ...response, presentation: {
    ...presentation, tables: [], notes: [], pytorch: null,
    timeline: presentation.timeline && { ...presentation.timeline, storages: undefined },
  } } : response);
}

/**
 * `element`: the `<figure>` that the build laid out. `app`: state, core, words, ui, and whether the figures'
 * own controls are wanted (`prefersCanvas()`). Views attach themselves through `attachView`.
 */
export function createFigure(element, lesson, app, reportPin) {
  const part = (name) => element.querySelector(`[data-part="${name}"]`);
  const parts = Object.fromEntries(
    ['stage', 'hint', 'form', 'bar', 'status', 'sentence', 'comparison', 'notes', 'tables', 'pytorch', 'results', 'tools'].map((name) => [name, part(name)]));
  const { language: tag, words, ui } = app;
  let response = null;
  let shown = null;  // the presentation that stands in the page
  let view = null;
  let isStarted = false;
  let asked = 0;  // runs asked for, and answered
  let answered = 0;
  let refusedAt = 0;  // the last one that the page itself answered
  let failures = 0;  // runs that gave nothing to show
  const known = new Set(lesson.parameters.map((parameter) => parameter.key));
  let formWanted = null;  // what the reader asked for; null leaves it to the device
  let restTimer = 0;
  let patienceTimer = 0;

  const fields = lesson.parameters.map((parameter) => createField(parameter, lesson.id, {
    tag,
    change: (text) => app.state.set(lesson.id, parameter.key, text),
    reset: () => app.state.set(lesson.id, parameter.key, parameter.default),
    current: () => app.state.text(lesson.id, parameter.key),
    ui,
  }));
  const stray = make('p', { className: 'field-message', hidden: true });
  parts.form.replaceChildren(...fields.map((field) => field.element), stray);
  parts.form.hidden = false;
  parts.form.addEventListener('submit', (event) => event.preventDefault());
  parts.form.addEventListener('focusin', () => {
    if (!isFormShown()) showForm(true);
  });

  parts.form.setAttribute('aria-label', words.form_of(lesson.title[tag]));
  parts.hint.textContent = ui.canvas_hint;
  const instant = createInstant(lesson.id, {
    title: lesson.title[tag],
    words,
    nameOf: (category) => app.description.categories.find((each) => each.id === category).label[tag],
    choose: (sample) => view?.setInstant(sample),
  });
  parts.results.before(instant.element);

  const formButton = make('button', { type: 'button', className: 'quiet', onclick: () => showForm(!isFormShown()) });
  const resetButton = make('button', {
    type: 'button', className: 'quiet', textContent: ui.reset_all, onclick: () => app.state.reset(lesson.id),
  });
  const progress = make('progress', { max: 1 });
  const progressText = make('span', { textContent: ui.running });
  const cancelButton = make('button', { type: 'button', textContent: ui.cancel, onclick: () => app.core.cancel(lesson.id) });
  const busy = make('div', { className: 'busy', hidden: true }, progressText, progress, cancelButton);
  parts.bar.replaceChildren(resetButton, formButton, busy, parts.hint);

  function isFormShown() {
    return app.isPresenting() || (formWanted ?? !(view && app.prefersCanvas()));
  }

  function showForm(wanted) {
    formWanted = wanted;
    refreshForm();
  }

  /** Shows the form or the figure's own controls, never both. */
  function refreshForm() {
    const shown = isFormShown();
    const hidden = app.state.hidden(lesson.id);
    for (const field of fields) field.element.hidden = hidden.includes(field.key);
    parts.form.hidden = fields.every((field) => field.element.hidden) && stray.hidden;
    parts.form.classList.toggle('is-offered', !shown);
    formButton.hidden = !view || !app.prefersCanvas() || app.isPresenting() || parts.form.hidden;
    parts.hint.hidden = shown || !view;
    resetButton.hidden = !shown;  // the figure has one of its own among its controls
    formButton.textContent = shown ? ui.show_figure : ui.show_form;
    formButton.setAttribute('aria-expanded', String(shown));
    view?.hide(hidden);
    view?.setControls(!shown);
    view?.setName(`${lesson.title[tag]}. ${ui.canvas_hint}`);
  }

  /** Keys that a link set and that are no parameter's. */
  function strangers() {
    return Object.keys(app.state.texts(lesson.id)).filter((key) => !known.has(key));
  }

  /** The state's texts for the core, whatever a link brought. */
  function request() {
    const texts = app.state.texts(lesson.id);
    const values = Object.create(null);
    for (const { key } of lesson.parameters) if (key in texts) values[key] = texts[key];
    for (const key of strangers().slice(0, STRANGERS_NAMED)) values[key.slice(0, STRANGER_LETTERS)] = '';
    return { lesson: lesson.id, language: tag, values };
  }

  /** What the core would say of texts that are too long to be brought before it; null when there are none. */
  function refusal() {
    const isLong = ({ key }) => app.state.text(lesson.id, key).length > LONGEST_TEXT;
    const issues = lesson.parameters.filter(isLong).map((parameter) => ({ key: parameter.key, message: words.too_long(
      parameter.label[tag], app.state.text(lesson.id, parameter.key).length.toLocaleString('en'), LONGEST_TEXT.toLocaleString('en')) }));
    const values = Object.fromEntries(lesson.parameters.map((parameter) =>
      [parameter.key, isLong(parameter) ? parameter.default : app.state.text(lesson.id, parameter.key)]));
    return issues.length ? { lesson: lesson.id, language: tag, engine_version: '', pytorch_version: '', values, issues } : null;
  }

  function refreshFields() {
    const issues = new Map((response?.issues ?? []).map((issue) => [issue.key, issue.message]));
    for (const field of fields) {
      field.update(app.state.text(lesson.id, field.key), app.state.isDefault(lesson.id, field.key),
        issues.get(field.key));
      issues.delete(field.key);
    }
    const more = strangers().length - STRANGERS_NAMED;
    stray.hidden = issues.size === 0;
    stray.textContent = [...[...issues].map(([key, message]) => `${words.unknown_key(key)}: ${message}`),
      ...(more > 0 ? [words.more_unknown(more.toLocaleString('en'))] : [])].join(' ');
    resetButton.disabled = Object.keys(app.state.texts(lesson.id)).length === 0;
  }

  /** Where the reader left each table. Read before anything is written: what is read after a write lays the article out. */
  const placesOfTables = () => [...parts.tables.querySelectorAll('[data-table-block]')].map((block) => {
    const { scrollLeft, scrollTop } = block.open ? block.querySelector('.table-scroll') : { scrollLeft: 0, scrollTop: 0 };
    return { id: block.dataset.tableBlock, isOpen: block.open, scrollLeft, scrollTop };
  });

  /** Writes only the tables that changed, each open and scrolled as it was in `places`. */
  function showTables(tables, before, places) {
    const open = new Map(places.map(({ id, isOpen }) => [id, isOpen]));
    const isKept = before && tables.length === before.length && tables.every((table, index) => table.id === before[index].id);
    if (!isKept) parts.tables.replaceChildren();
    const scrolled = [];
    tables.forEach((table, index) => {
      if (isKept && isSame(table, before[index])) return;
      const isOpen = () => open.get(table.id) ?? defaultOpen(table, index);
      const [text] = tablesHtml([table], `${lesson.id}-table`, words, { isOpen, live: hasPopovers });
      if (!isKept) return parts.tables.insertAdjacentHTML('beforeend', text);
      parts.tables.children[index].outerHTML = text;
      const { scrollLeft, scrollTop } = places[index];
      if (scrollLeft || scrollTop) scrolled.push([index, { scrollLeft, scrollTop }]);
    });
    for (const [index, place] of scrolled) Object.assign(parts.tables.children[index].querySelector('.table-scroll'), place);
  }

  function showPresentation(presentation) {
    const before = shown;
    const places = placesOfTables();
    shown = presentation;
    parts.sentence.textContent = presentation.sentence;
    if (!isSame(presentation.notes, before?.notes)) {
      parts.notes.innerHTML = notesHtml(presentation.notes, ui.notes, Boolean(parts.notes.querySelector('details[open]')));
    }
    showTables(presentation.tables, before?.tables, places);
    if (!isSame(presentation.pytorch, before?.pytorch)) showPytorch(parts.pytorch, presentation.pytorch, words);
  }

  function say(message) {
    parts.status.hidden = !message;
    parts.status.textContent = message;
  }

  /** What the view draws: the result, and what was measured over it. */
  const drawn = () => drawnPart(app.overlay?.lay(response) ?? response);

  /** Draws first and writes then: the picture waits for nothing that the article does. */
  async function take(text) {
    const parsed = JSON.parse(text);
    if (parsed.error) return fail(parsed.error);
    response = parsed;
    const before = failures;
    if (view) {
      view.show(drawn());
      await view.drawn();
      if (response !== parsed) return;
    }
    if (failures === before) {
      say(parsed.presentation ? '' : ui.stale);
      parts.results.classList.toggle('is-stale', !parsed.presentation);
    }
    if (parsed.presentation) showPresentation(parsed.presentation);
    refreshFields();
    app.overlay?.decorate(figure);
    if (parsed.presentation) instant.show(parsed.presentation.timeline);
    tools.refresh();
  }

  /** What is shown stays, and is not what was asked for. */
  function stale(message) {
    failures += 1;
    say(message);
    parts.results.classList.add('is-stale');
  }

  function fail(message, restarted = false) {
    stale(`${ui.failed}: ${message}${/[.。]$/.test(message) ? '' : '.'} ${restarted ? ui.restarted : ''}`.trim());
  }

  /** Asks the core, in a place of its own, what the state's texts give: an outcome of its `run`. */
  async function ask(slot) {
    const refused = refusal();
    return refused ? { status: 'done', response: JSON.stringify(refused) } : app.core.run(slot, request());
  }

  async function run() {
    parts.sentence.setAttribute('aria-busy', 'true');
    clearTimeout(restTimer);
    restTimer = setTimeout(() => parts.sentence.removeAttribute('aria-busy'), REST_MS);
    const mine = ++asked;
    if (refusal()) refusedAt = mine;
    const outcome = await ask(lesson.id);
    if (mine >= refusedAt) await show(outcome);  // else what came after it shows already
    answered = Math.max(answered, mine);
  }

  function show(outcome) {
    if (outcome.status === 'done') return take(outcome.response);
    if (outcome.status === 'failed') return fail(outcome.message, outcome.restarted);
    if (outcome.status === 'cancelled') stale(ui.cancelled);
  }

  const figure = {
    id: lesson.id,
    lesson,
    element,
    stage: parts.stage,
    get view() {
      return view;
    },
    response: () => response,
    ask,
    /** Shows the state's texts at once, and asks the core for what they give. */
    refresh() {
      isStarted = true;
      refreshFields();
      run();
    },
    get isStarted() {
      return isStarted;
    },
    /** The latest question has its answer. */
    get isSettled() {
      return isStarted && asked === answered;
    },
    refreshForm,
    setBusy(isBusy) {
      clearTimeout(patienceTimer);
      if (!isBusy) busy.hidden = true;
      else {
        patienceTimer = setTimeout(() => {
          progress.removeAttribute('value');
          busy.hidden = false;
        }, PATIENCE_MS);
      }
    },
    setProgress(fraction) {
      progress.value = fraction;
    },
    say,
    redraw() {
      if (response) view?.show(drawn());
    },
    attachView(attached) {
      view = attached;
      view.onInstant = instant.follow;
      refreshForm();
      figure.redraw();
      if (response?.presentation?.timeline) view.setInstant(instant.sample);
      tools.refresh();
    },
    /** After a change of any figure's setting. */
    refreshReset: () => tools.refreshReset(),
    /** The state's pinned setting changed. */
    followPin: () => tools.follow(),
  };
  const tools = createTools(figure, { place: parts.tools, comparison: parts.comparison }, app, reportPin);
  refreshForm();
  refreshFields();
  return figure;
}
