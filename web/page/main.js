// The page's start: reads what the build left for it, and brings core, state, figures and view together.
import { createCore } from './core_client.js';
import { createFigure } from './figure.js';
import { keepPlace } from './place.js';
import { preferredLanguage, recall, remember } from './preferences.js';
import { startPrint } from './print.js';
import { createScheduler } from './scheduler.js';
import { createState } from './state.js';
import { startTheme } from './theme.js';
import { createViewLoader } from './view_loader.js';
import { wordsOf } from './words.js';

const root = document.documentElement;
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

function showLanguage(app) {
  const tag = app.state.language;
  root.lang = app.htmlLang(tag);
  root.dataset.language = tag;
  document.title = wordsOf(tag).title;
  for (const button of document.querySelectorAll('[data-set-language]')) {
    button.setAttribute('aria-pressed', String(button.dataset.setLanguage === tag));
  }
  for (const option of document.getElementById('theme').options) {
    option.textContent = wordsOf(tag)[`theme_${option.value}`];
  }
  const strangers = app.state.unknownLessons();
  announce('link-problem', strangers.length ? wordsOf(tag).unknown_lesson(strangers.join(', ')) : '');
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
    if (location.hash.replace(/^#/, '') !== fragment) {
      history.replaceState(history.state, '', fragment ? `#${fragment}` : location.pathname + location.search);
    }
    urlTimer = setTimeout(write, URL_PAUSE_MS);
  };
  write();
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
  if (typeof WebAssembly === 'undefined') {
    announceInFigures('engine-problem', wordsOf(root.dataset.language).no_wasm);
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
    announceInFigures('engine-problem', `${wordsOf(root.dataset.language).engine_missing} (${error.message})`);
    return;
  }
  const description = JSON.parse(text);
  const state = createState(description.lessons, description.languages);
  const wide = matchMedia('(min-width: 60rem) and (pointer: fine)');
  const app = {
    core,
    state,
    scheduler,
    description,
    descriptionText: text,
    ui: (tag) => description.ui[tag],
    htmlLang: (tag) => description.languages.find((language) => language.tag === tag).html_lang,
    prefersCanvas: () => wide.matches,
  };
  state.setLanguage(root.dataset.language, false);
  if (recall('language')) state.setLanguage(recall('language'), false);
  state.readFragment(location.hash);

  for (const lesson of description.lessons) {
    const element = document.querySelector(`figure[data-lesson="${lesson.id}"]`);
    if (element) figures.set(lesson.id, createFigure(element, lesson, app));
  }
  const loader = createViewLoader(app, assets, (problem) => announceInFigures('view-problem', problem));
  showLanguage(app);
  figures.forEach((figure) => figure.switchLanguage());

  state.subscribe(({ lesson, language }) => {
    if (language) {
      keepPlace(() => {
        showLanguage(app);
        figures.forEach((figure) => figure.switchLanguage());
        loader.view?.setLanguage(language);
      });
    }
    const figure = figures.get(lesson);
    if (figure) figure.refresh();
    writeUrl(state);
  });
  for (const button of document.querySelectorAll('[data-set-language]')) {
    button.addEventListener('click', () => {
      remember('language', button.dataset.setLanguage);
      state.setLanguage(button.dataset.setLanguage);
      writeUrl(state);
    });
  }
  addEventListener('hashchange', () => {
    state.readFragment(location.hash);
    showLanguage(app);
    writeUrl(state);
    goTo(state.place);
  });
  wide.addEventListener('change', () => figures.forEach((figure) => figure.refreshForm()));
  startTheme(() => loader.view?.setTheme());
  startPrint();
  writeUrl(state);
  goTo(state.place);
  watchFigures(app, loader);

  // For scripts that drive the page, such as its tests.
  globalThis.tally = { description, state, scheduler, figures, get view() { return loader.view; } };
  root.dataset.ready = '';
}

start();
