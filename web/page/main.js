// The page's start: reads what the build left for it, and brings core, state, figures and view together.
import { startArticle } from './article.js';
import { createCore } from './core_client.js';
import { createFigure } from './figure.js';
import { startLights } from './light.js';
import { keepPlace, leavePlace, takePlace } from './place.js';
import { remember } from './preferences.js';
import { startPrint } from './print.js';
import { createScheduler } from './scheduler.js';
import { createState } from './state.js';
import { startTheme } from './theme.js';
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

function announce(id, text) {
  const element = document.getElementById(id);
  element.hidden = !text;
  element.textContent = text;
}

/** A trouble of all figures: said once at the top, and shown in each figure's place. */
function announceInFigures(id, text) {
  announce(id, text);
  for (const element of document.querySelectorAll('figure [data-part="problem"]')) {
    element.hidden = !text;
    element.textContent = text;
  }
}

/** Says which demonstrations a link named that there are none of. */
function announceStrangers(state) {
  const strangers = state.unknownLessons();
  announce('link-problem', strangers.length ? words.unknown_lesson(strangers.join(', ')) : '');
}

/** Browsers refuse many changes of the address in a short time: one at once, then at most one per pause. */
const URL_PAUSE_MS = 400;
let urlTimer = 0;
let isUrlBehind = false;

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
      history.replaceState(history.state, '', fragment ? `#${fragment}` : location.pathname + location.search);
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
  for (const option of document.getElementById('theme').options) option.textContent = words[`theme_${option.value}`];
  if (typeof WebAssembly === 'undefined') {
    announceInFigures('engine-problem', words.no_wasm);
    return;
  }
  const core = createCore(assets, {
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
    descriptionText: text,
    ui: (tag) => description.ui[tag],
    prefersCanvas: () => wide.matches,
  };
  state.readFragment(location.hash);

  keepPlace(() => {
    for (const lesson of description.lessons) {
      const element = document.querySelector(`figure[data-lesson="${lesson.id}"]`);
      if (element) figures.set(lesson.id, createFigure(element, lesson, app));
    }
  });
  const loader = createViewLoader(app, assets, (problem) => announceInFigures('view-problem', problem));
  announceStrangers(state);

  state.subscribe(({ lesson }) => {
    figures.get(lesson)?.refresh();
    writeUrl(state);
  });
  startLanguageLinks(state);
  addEventListener('hashchange', () => {
    state.readFragment(location.hash);
    announceStrangers(state);
    writeUrl(state);
    goTo(state.place);
  });
  wide.addEventListener('change', () => figures.forEach((figure) => figure.refreshForm()));
  startTheme(() => loader.view?.setTheme());
  startLights((category) => loader.view?.light(category));
  startPrint();
  writeUrl(state);
  if (!isPlaced) goTo(state.place);
  watchFigures(app, loader);

  // For scripts that drive the page, such as its tests.
  globalThis.tally = { description, state, scheduler, figures, get view() { return loader.view; } };
  root.dataset.ready = '';
}

start();
