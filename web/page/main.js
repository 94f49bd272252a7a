// The page's start: reads what the build left for it, and brings core, state, figures and view together.
import { createAddress } from './address.js';
import { announce, announceInFigures } from './announce.js';
import { startArticle } from './article.js';
import { createCore } from './core_client.js';
import { make } from './dom.js';
import { leadTo, showAlone } from './embed.js';
import { hasSimd, loadEngine } from './engine.js';
import { few } from './few.js';
import { createFigure } from './figure.js';
import { startFormulas } from './formula.js';
import { lightResults } from './ink.js';
import { startLights } from './light.js';
import { startMachine } from './machine.js';
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

const named = (names, message) => (names.length ? message(few(names, words)) : '');

/** What is wrong with the link, each kind of trouble once. */
const linkProblems = new Map();

function reportLink(kind, message) {
  linkProblems.set(kind, message);
  announce('link-problem', [...linkProblems.values()].filter(Boolean).join(' '));
}

/** Says what a link named that there is not. */
function announceStrangers(state) {
  const { twice, badBlind, both } = state.mistakes();
  const { place } = state;
  reportLink('place', place && place !== 'top' && !document.getElementById(place) ? words.bad_place(few([place], words)) : '');
  reportLink('lesson', named(state.unknownLessons(), words.unknown_lesson));
  reportLink('hide', named(state.unknownHidden(), words.bad_hide));
  reportLink('pins', named(state.pins().filter((each) => !figures.has(each)), (names) => words.bad_pin(names, words.no_such_figure)));
  reportLink('twice', named(twice, words.given_twice));
  reportLink('blind', badBlind === null ? '' : words.bad_blind(few([badBlind], words)));
  reportLink('both', both ? words.embed_and_present : '');
}

const figureElement = (lesson) => document.querySelector(`figure[data-lesson="${CSS.escape(lesson)}"]`);

/** The whole lecture at a figure, with all else as `fragment` has it. */
function lectureAddress(fragment, lesson) {
  return `${location.href.replace(/#.*/s, '')}#${formatFragment({ ...parseFragment(fragment), place: `figure-${lesson}`, embed: '' })}`;
}

/** Shows the figure alone that the fragment names, if it does and does not ask to present. */
function applyEmbed(fragment) {
  const { embed, present } = parseFragment(fragment);
  const lesson = present ? '' : embed;
  const element = lesson ? figureElement(lesson) : null;
  reportLink('embed', lesson && !element ? words.bad_embed(few([lesson], words)) : '');
  showAlone(element, { words, address: lectureAddress(fragment, lesson) });
}

/** Above the lecture while answers are hidden, with the way to show them. */
function createBlindNote(state) {
  const note = make('p', { className: 'blind-note', hidden: true }, words.blind, ' ',
    make('button', { type: 'button', textContent: words.blind_end, onclick: () => state.setOption('blind', false) }));
  document.querySelector('.problems').append(note);
  return note;
}

const languageLinks = () => [...document.querySelectorAll('[data-language-link]')];

/** The links to the other languages take the state along, and leave the place for the page that they open. */
function startLanguageLinks(state, pageAddress) {
  for (const link of languageLinks()) {
    link.addEventListener('click', (event) => {
      pageAddress.flush();
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
function startOwnLinks(state, pageAddress) {
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    if (!link?.hash.includes('=') || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    pageAddress.step();
    state.followLink(link.hash);
    if (!state.option('present')) goTo(state.place);
  });
}

const later = {};
let failures = 0;

/** A script of what a reader presses for, fetched once; after a failure it is asked for again. */
function askLater(name = 'later') {
  // A browser may remember that an address failed: another fragment makes it another module.
  later[name] ??= import(assets[name] + (failures ? `#${failures}` : '')).then((script) => {
    announce('later-problem', '');
    return script;
  }, (error) => {
    later[name] = null;
    failures += 1;
    announce('later-problem', `${words.later_missing} (${error.message})`);
    return new Promise(() => {});  // what waits for it stays as it is
  });
  return later[name];
}

/** Resolves when a figure is half a window away, or the reader moves: to make a WebGL2 context holds up the page's thread. */
function onApproach() {
  return new Promise((resolve) => {
    const near = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && come(), { rootMargin: '50% 0px' });
    const come = () => {
      near.disconnect();
      resolve();
    };
    document.querySelectorAll('figure[data-lesson]').forEach((figure) => near.observe(figure));
    for (const move of ['scroll', 'pointermove', 'pointerdown', 'keydown']) addEventListener(move, come, { once: true, passive: true });
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
  if (typeof WebAssembly === 'undefined') {
    announceInFigures('engine-problem', words.no_wasm);
    return;
  }
  if (!hasSimd()) {
    announceInFigures('engine-problem', words.no_simd);
    return;
  }
  root.dataset.asked = '';
  const engine = loadEngine(assets);
  const drawing = onApproach().then(() => startDrawing(engine, language));
  drawing.catch(() => {});  // the figures hear of it when they want to be drawn
  const core = createCore(engine, {
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
    later: askLater,
    assets,
    figures,
    overlay: null,  // what lays a measurement over the figures, while there is one
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
    reportLink('present', presenter.show(step) === false ? words.bad_present(few([step], words)) : '');
  }
  announceStrangers(state);
  applyOptions();
  state.pins().forEach((lesson) => figures.get(lesson)?.followPin());

  const pageAddress = createAddress(state, (fragment, omitted) => {
    reportLink('long', named(omitted, words.left_out));
    languageLinks().forEach((link) => {
      link.hash = fragment;
    });
  });
  state.subscribe(({ lesson, pin, option }) => {
    figures.get(lesson)?.refresh();
    figures.get(pin)?.followPin();
    if (lesson) figures.forEach((figure) => figure.refreshReset());
    if (option) applyOptions();
    else if (state.option('embed') && !state.option('present')) leadTo(lectureAddress(state.fragment(), state.option('embed')));
    pageAddress.write();
  });
  startLanguageLinks(state, pageAddress);
  startOwnLinks(state, pageAddress);
  addEventListener('popstate', () => {
    pageAddress.arrive();
    if (!pageAddress.isWhole) return;
    state.readFragment(location.hash, { isWhole: true });
    announceStrangers(state);
    pageAddress.write();
  });
  addEventListener('hashchange', ({ newURL }) => {
    pageAddress.arrive();
    if (pageAddress.isWhole) return;  // taken already, and the browser goes to where it was
    state.readFragment(new URL(newURL).hash);  // the address itself may have been written anew meanwhile
    announceStrangers(state);
    pageAddress.write();
    goTo(state.place);
  });
  wide.addEventListener('change', () => figures.forEach((figure) => figure.refreshForm()));
  startTheme(() => loader.view?.setTheme());
  startLights((category) => {
    figures.forEach((figure) => lightResults(figure.element, category));
    loader.view?.light(category);
  });
  startPrint();
  startMachine(app);
  pageAddress.write();
  if (!isPlaced) goTo(state.place);
  watchFigures(app, loader);

  // For scripts that drive the page, such as its tests.
  globalThis.tally = {
    description, state, scheduler, figures, questions,
    get view() { return loader.view; },
    /** Bytes of all wasm instances together. */
    memory: () => core.memory + (loader.view?.memory ?? 0),
    /** No more than these ever had at once, in bytes. */
    peak: () => core.peak + (loader.view?.memory ?? 0),
  };
  root.dataset.ready = '';
}

start();
