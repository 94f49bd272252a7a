// The page's start: reads what the build left for it, and brings core, state, figures and view together.
import { announce, announceInFigures } from './announce.js';
import { startArticle } from './article.js';
import { createCore } from './core_client.js';
import { make } from './dom.js';
import { leadTo, showAlone } from './embed.js';
import { loadEngine } from './engine.js';
import { createFigure } from './figure.js';
import { startFormulas } from './formula.js';
import { lightResults } from './ink.js';
import { startLights } from './light.js';
import { keepPlace, leavePlace, takePlace } from './place.js';
import { remember } from './preferences.js';
import { hasPopovers } from './popovers.js';
import { startPresenter } from './presenter.js';
import { startPrint } from './print.js';
import { startQuestions } from './questions.js';
import { createScheduler } from './scheduler.js';
import { createState } from './state.js';
import { startTheme } from './theme.js';
import { formatFragment, parseFragment } from './url.js';
import { startDrawing } from './view.js';
import { createViewLoader } from './view_loader.js';
import { wordsOf } from './words.js';

const root = document.documentElement;
const { language } = root.dataset;
const words = wordsOf(language);
const assets = Object.fromEntries(
  Object.entries(JSON.parse(document.getElementById('assets').textContent)).map(([name, path]) =>
    [name, new URL(path, document.baseURI).href]));
const figures = new Map();
const scheduler = createScheduler();

/** What is wrong with the link, each kind of trouble once. */
const linkProblems = new Map();

function reportLink(kind, message) {
  linkProblems.set(kind, message);
  announce('link-problem', [...linkProblems.values()].filter(Boolean).join(' '));
}

/** Says what a link named that there is not. */
function announceStrangers(state) {
  const named = (names, message) => (names.length ? message(names.join(', ')) : '');
  reportLink('lesson', named(state.unknownLessons(), words.unknown_lesson));
  reportLink('hide', named(state.unknownHidden(), words.bad_hide));
  reportLink('pins', state.pins().filter((each) => !figures.has(each))
    .map((lesson) => words.bad_pin(lesson, words.no_such_figure)).join(' '));
}

const figureElement = (lesson) => document.querySelector(`figure[data-lesson="${CSS.escape(lesson)}"]`);

/** The whole lecture at a figure, with all else as `fragment` has it. */
function lectureAddress(fragment, lesson) {
  return `${location.href.replace(/#.*/s, '')}#${formatFragment({ ...parseFragment(fragment), place: `figure-${lesson}`, embed: '' })}`;
}

/** Shows the figure alone that the fragment names, if it does. */
function applyEmbed(fragment) {
  const lesson = parseFragment(fragment).embed;
  const element = lesson ? figureElement(lesson) : null;
  reportLink('embed', lesson && !element ? words.bad_embed(lesson) : '');
  showAlone(element, { words, address: lectureAddress(fragment, lesson) });
}

/** Above the lecture while answers are hidden, with the way to show them. */
function createBlindNote(state) {
  const note = make('p', { className: 'blind-note', hidden: true }, words.blind, ' ',
    make('button', { type: 'button', textContent: words.blind_end, onclick: () => state.setOption('blind', false) }));
  document.querySelector('.problems').append(note);
  return note;
}

/** Browsers refuse many changes of the address in a short time: one at once, then at most one per pause. */
const URL_PAUSE_MS = 400;
let urlTimer = 0;
let isUrlBehind = false;

const addressOf = (fragment) => (fragment ? `#${fragment}` : location.pathname + location.search);

/**
 * The mark of the entries of the history on both sides of a link that set something: their address is all there is
 * to them, so going back to one without a fragment is going back to the lecture's settings.
 */
const WHOLE = { whole: true };

function writeUrl(state) {
  isUrlBehind = true;
  if (urlTimer) return;
  const write = () => {
    urlTimer = 0;
    if (!isUrlBehind) return;
    isUrlBehind = false;
    const fragment = state.fragment();
    languageLinks().forEach((link) => {
      link.hash = fragment;
    });
    if (location.hash.replace(/^#/, '') !== fragment) {
      history.replaceState(history.state, '', addressOf(fragment));
    }
    urlTimer = setTimeout(write, URL_PAUSE_MS);
  };
  write();
}

const languageLinks = () => [...document.querySelectorAll('[data-language-link]')];

/** The links to the other languages take the state along, and leave the place for the page that they open. */
function startLanguageLinks(state) {
  for (const link of languageLinks()) {
    link.addEventListener('click', (event) => {
      link.hash = state.fragment();
      remember('language', link.dataset.languageLink);
      const isHere = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      if (isHere) leavePlace(link.dataset.languageLink);
    });
  }
}

function goTo(place) {
  if (place) document.getElementById(place)?.scrollIntoView({ behavior: 'instant' });
}

/** Links of the text that set a figure or ask something of the page leave all else as the reader has it. */
function startOwnLinks(state) {
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    if (!link?.hash.includes('=') || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const left = addressOf(state.fragment());
    history.replaceState(WHOLE, '', left);
    history.pushState(WHOLE, '', left);
    state.followLink(link.hash);
    if (!state.option('present')) goTo(state.place);
  });
}

/** A figure starts when it comes within one window of being seen. */
function watchFigures(app, loader) {
  const near = new IntersectionObserver((entries) => {
    for (const entry of entries.filter((each) => each.isIntersecting)) {
      near.unobserve(entry.target);
      const figure = figures.get(entry.target.dataset.lesson);
      figure.refresh();
      loader.need(figure);
    }
  }, { rootMargin: '100% 0px' });
  figures.forEach((figure) => near.observe(figure.element));
}

async function start() {
  const isPlaced = takePlace(language);
  startArticle();
  applyEmbed(location.hash);
  for (const option of document.getElementById('theme').options) option.textContent = words[`theme_${option.value}`];
  if (typeof WebAssembly === 'undefined') {
    announceInFigures('engine-problem', words.no_wasm);
    return;
  }
  const engine = loadEngine(assets);
  const drawing = startDrawing(engine, language);
  drawing.catch(() => {});  // the figures hear of it when they want to be drawn
  const core = createCore(assets, engine.module, {
    onBusy: (lesson, isBusy) => figures.get(lesson)?.setBusy(isBusy),
    onProgress: (lesson, fraction) => figures.get(lesson)?.setProgress(fraction),
  });
  let text;
  try {
    text = await core.described;
  } catch (error) {
    announceInFigures('engine-problem', `${words.engine_missing} (${error.message})`);
    return;
  }
  const description = JSON.parse(text);
  const state = createState(description.lessons, language);
  const wide = matchMedia('(min-width: 60rem) and (pointer: fine)');
  const app = {
    core,
    state,
    scheduler,
    description,
    language,
    words,
    ui: description.ui[language],
    zoom: 1,
    isPresenting: () => app.zoom !== 1,
    isBlind: () => state.option('blind'),
    prefersCanvas: () => wide.matches,
    present: (element) => presenter.start(element),
    setZoom(factor) {
      app.zoom = factor;
      figures.forEach((figure) => figure.refreshForm());
    },
  };
  state.readFragment(location.hash);

  keepPlace(() => {
    for (const lesson of description.lessons) {
      const element = figureElement(lesson.id);
      if (element) figures.set(lesson.id, createFigure(element, lesson, app, (message) => reportLink(`pin ${lesson.id}`, message)));
    }
  });
  const loader = createViewLoader(app, drawing, (problem) => announceInFigures('view-problem', problem));
  const questions = startQuestions(app);
  const presenter = startPresenter({ ...app, questions, setZoom: app.setZoom });
  const blindNote = createBlindNote(state);
  if (hasPopovers) startFormulas(words);

  /** Brings the page in step with what the link asks of it. */
  function applyOptions() {
    blindNote.hidden = !state.option('blind');
    root.toggleAttribute('data-blind', state.option('blind'));
    questions.forEach((question) => question.refreshBlind());
    figures.forEach((figure) => figure.refreshForm());
    applyEmbed(state.fragment());
    const step = state.option('present');
    reportLink('present', presenter.show(step) === false ? words.bad_present(step) : '');
  }
  announceStrangers(state);
  applyOptions();
  state.pins().forEach((lesson) => figures.get(lesson)?.followPin());

  state.subscribe(({ lesson, pin, option }) => {
    figures.get(lesson)?.refresh();
    figures.get(pin)?.followPin();
    if (lesson) figures.forEach((figure) => figure.refreshReset());
    if (option) applyOptions();
    else if (state.option('embed')) leadTo(lectureAddress(state.fragment(), state.option('embed')));
    writeUrl(state);
  });
  startLanguageLinks(state);
  startOwnLinks(state);
  addEventListener('popstate', ({ state: entry }) => {
    if (!entry?.whole) return;
    state.readFragment(location.hash, { isWhole: true });
    announceStrangers(state);
    writeUrl(state);
  });
  addEventListener('hashchange', ({ newURL }) => {
    if (history.state?.whole) return;  // taken already, and the browser goes to where it was
    state.readFragment(new URL(newURL).hash);  // the address itself may have been written anew meanwhile
    announceStrangers(state);
    writeUrl(state);
    goTo(state.place);
  });
  wide.addEventListener('change', () => figures.forEach((figure) => figure.refreshForm()));
  startTheme(() => loader.view?.setTheme());
  startLights((category) => {
    figures.forEach((figure) => lightResults(figure.element, category));
    loader.view?.light(category);
  });
  startPrint();
  writeUrl(state);
  if (!isPlaced) goTo(state.place);
  watchFigures(app, loader);

  // For scripts that drive the page, such as its tests.
  globalThis.tally = {
    description, state, scheduler, figures, questions,
    get view() { return loader.view; },
    /** Bytes of all wasm instances together. */
    memory: () => core.memory + (loader.view?.memory ?? 0),
  };
  root.dataset.ready = '';
}

start();
