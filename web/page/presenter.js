// Presenter mode: one figure, question or formula per screen, in letters for the last row. Keys and clickers
// turn the page; every step is in the URL.
import { make } from './dom.js';
import { markPath } from './embed.js';
import { isPopoverOpen } from './popovers.js';
import { findSteps } from './steps.js';

const FORWARD = ['ArrowRight', 'ArrowDown', 'PageDown', ' '];
const BACK = ['ArrowLeft', 'ArrowUp', 'PageUp'];
const SIDEWAYS = ['ArrowLeft', 'ArrowRight'];
/** These scroll a step that is higher than the window before they turn the page. */
const UP = ['ArrowUp', 'Home'];
const DOWN = ['ArrowDown', 'End'];
/** A clicker sends these, wherever the focus is. */
const CLICKER = ['PageDown', 'PageUp'];
/** How much larger a drawing is shown: its smallest letters (src/app/fonts.cpp) have 12.5 pixels, up or down to whole ones of the
 * screen, and are to have 24. */
export const ZOOM = 2;

/** A table or a program that has the focus, and is larger than its box, is scrolled by the key. */
function isScrollers(target, key) {
  if (!FORWARD.includes(key) && !BACK.includes(key) && key !== 'Home' && key !== 'End') return false;
  const scroller = target.closest?.('.table-scroll, pre');
  if (!scroller) return false;
  return SIDEWAYS.includes(key) ? scroller.scrollWidth > scroller.clientWidth : scroller.scrollHeight > scroller.clientHeight;
}

/** Scrolls a step that has more in the direction of the key than the window shows; false where it has not. */
function scrollsOn({ key, shiftKey }) {
  const { scrollTop, scrollHeight, clientHeight } = document.scrollingElement;
  const isUp = UP.includes(key) || (key === ' ' && shiftKey);
  if (!isUp && !DOWN.includes(key) && key !== ' ') return false;
  if (isUp ? scrollTop <= 0 : scrollTop + clientHeight >= scrollHeight - 1) return false;
  const far = { ' ': 0.85, ArrowUp: 0.3, ArrowDown: 0.3, Home: Infinity, End: Infinity }[key] * clientHeight;
  scrollTo({ top: Math.min(Math.max(scrollTop + (isUp ? -far : far), 0), scrollHeight), behavior: 'instant' });
  return true;
}

/** The key is the focused control's own. */
function isTaken(event) {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  if (target.matches?.('[data-entered]')) return true;
  if (isScrollers(target, key)) return true;
  if (CLICKER.includes(key)) return false;
  if (target.matches?.('input, select, textarea')) return key !== 'Escape';
  return key === ' ' && Boolean(target.closest?.('button, summary, a'));
}

/** A heading's words without the link to itself. */
function titleOf(heading) {
  const copy = heading.cloneNode(true);
  copy.querySelectorAll('a, svg').forEach((each) => each.remove());
  return copy.textContent.trim();
}

/**
 * `app`: state, words, questions; `setZoom(factor)` enlarges the drawings. Gives `show(name)`, which presents the
 * step of that name or number ('' ends it) and is false where there is none, and `start(element)`.
 */
export function startPresenter(app) {
  const { words, state } = app;
  const root = document.documentElement;
  let steps = [];
  let at = -1;

  const button = (text, key, onclick) => make('button', { type: 'button', textContent: text, onclick, attrs: { 'aria-keyshortcuts': key } });
  const count = make('p', { className: 'present-count', attrs: { role: 'status' } });
  const title = make('p', { className: 'present-title', attrs: { role: 'heading', 'aria-level': '1' } });
  const back = button(words.present_back, 'PageUp ArrowLeft', () => go(at - 1));
  const next = button(words.present_next, 'PageDown ArrowRight Space', () => go(at + 1));
  const reveal = button(words.present_reveal, 'R', revealStep);
  const leave = button(words.present_leave, 'Escape', () => state.setOption('present', ''));
  const bar = make('nav', { className: 'present-bar', hidden: true, attrs: { 'aria-label': words.present } },
    make('div', { className: 'present-where' }, title, count), make('div', { className: 'present-buttons' }, back, next, reveal, leave));
  document.body.append(bar);
  Object.assign(document.querySelector('.present-start'), { onclick: () => start(), title: words.present_keys });

  function go(to) {
    if (to >= 0 && to < steps.length) state.setOption('present', steps[to].name);
  }

  function revealStep() {
    const question = app.questions.get(steps[at]?.element.dataset.question);
    question?.reveal();
  }

  function enter() {
    steps = findSteps();
    bar.hidden = false;
    root.dataset.present = '';
    app.setZoom(ZOOM);
  }

  function end() {
    const last = steps[at]?.element;
    last?.removeAttribute('data-presented');
    at = -1;
    bar.hidden = true;
    delete root.dataset.present;
    app.setZoom(1);
    last?.scrollIntoView({ block: 'center', behavior: 'instant' });
  }

  function show(name) {
    if (!name) {
      if (at >= 0) end();
      return true;
    }
    if (at < 0) enter();
    const found = /^\d+$/.test(name) ? (steps[name - 1] ? name - 1 : -1) : steps.findIndex((step) => step.name === name);
    at = Math.max(found, 0);
    const { element, part } = steps[at];
    document.querySelector('[data-presented]')?.removeAttribute('data-presented');
    element.dataset.presented = '';
    markPath(element, 'present-path');
    title.textContent = titleOf(part?.querySelector('h2') ?? document.querySelector('h1'));
    count.textContent = words.present_step(at + 1, steps.length);
    back.disabled = at === 0;
    next.disabled = at === steps.length - 1;
    reveal.hidden = !element.dataset.question;
    scrollTo({ top: 0, behavior: 'instant' });
    element.tabIndex = -1;
    element.focus({ preventScroll: true });
    return found >= 0;
  }

  addEventListener('keydown', (event) => {
    if (at < 0 || isTaken(event)) return;
    if (scrollsOn(event)) event.preventDefault();
    else if (event.key === 'Escape' && !isPopoverOpen()) state.setOption('present', '');
    else if (event.key === ' ' && event.shiftKey) go(at - 1);
    else if (FORWARD.includes(event.key)) go(at + 1);
    else if (BACK.includes(event.key)) go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(steps.length - 1);
    else if (event.key.toLowerCase() === 'r') revealStep();
    else return;
    event.preventDefault();
  });

  /** Begins with the step of that element, or with the first. */
  function start(element) {
    const all = findSteps();
    state.setOption('present', (all.find((step) => step.element === element) ?? all[0]).name);
  }

  return { show, start };
}
