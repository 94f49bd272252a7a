// The pinned setting of a figure: kept in the state (and so in the URL) as texts, executed anew where a link
// brings it, and shown beside the present result.
import { make } from './dom.js';

/**
 * `figure`: id, lesson, response(). `place`: where the comparison stands. `report(message)` says what is wrong with
 * a pinned setting ('' when nothing is).
 */
export function createPinned(figure, place, app, report) {
  const { words, language, state } = app;
  const { lesson } = figure;
  let then = null;  // the pinned response
  const pin = make('button', { type: 'button', className: 'quiet', onclick: pinPresent });
  const unpin = make('button', { type: 'button', className: 'quiet', textContent: words.unpin, onclick: () => state.pin(figure.id, null) });

  function pinPresent() {
    then = figure.response();
    state.pin(figure.id, { ...state.texts(figure.id) });
  }

  function refresh() {
    const now = figure.response();
    const isUsable = Boolean(now?.presentation);
    pin.textContent = then ? words.pin_again : words.pin;
    pin.disabled = !isUsable;
    unpin.hidden = !then;
    if (!then || !isUsable) place.hidden = true;
    else compare(then, now);
  }

  async function compare(before, now) {
    const later = await app.later();
    if (then !== before || figure.response() !== now) return;  // there is a newer result to show
    place.innerHTML = later.comparisonHtml(lesson, before, now, language, words);
    place.hidden = false;
  }

  function isShown(texts) {
    return then && lesson.parameters.every(({ key, default: text }) => then.values[key] === (texts[key] ?? text));
  }

  /** Follows the state's pinned setting. */
  async function follow() {
    const texts = state.pinned(figure.id);
    report('');
    if (!texts || !isShown(texts)) then = null;
    refresh();
    if (!texts || then) return;
    const outcome = await app.core.run(`${figure.id} pinned`, { lesson: figure.id, language, values: { ...texts } });
    if (state.pinned(figure.id) !== texts) return;
    const response = outcome.status === 'done' ? JSON.parse(outcome.response) : { error: outcome.message ?? outcome.status };
    const complaint = response.error ?? (response.presentation ? '' : response.issues.map((issue) => issue.message).join(' '));
    if (complaint) report(words.bad_pin(lesson.title[language], complaint));
    else then = response;
    refresh();
  }

  return { buttons: [pin, unpin], refresh, follow };
}
