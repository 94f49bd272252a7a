// A timeline instant by instant: a slider over its samples, what the event did, and the storages that are
// live then. It reads the presentation's timeline and nothing else, and is kept in step with the cursor
// in the drawing.
import { make } from './dom.js';
import { html } from './html.js';

/** A step is announced once the reader's hand rests this long. */
const REST_MS = 500;
/** What one step did, in at most so many parts; the rest is counted. */
const MOST_PARTS = 3;

const bytes = (count) => `${count.toLocaleString('en-US')} B`;
const lives = (each, at) => each.from <= at && at < each.to;

/** The sum of the bands at a sample. */
export function totalAt(timeline, sample) {
  return timeline.bands.reduce((sum, band) => sum + band.bytes[sample], 0);
}

/** The storages live at a sample, each with what holds it then. */
export function liveAt(timeline, sample) {
  const at = timeline.x_at[sample];
  return (timeline.storages ?? []).filter((storage) => lives(storage, at)).map((storage) => ({
    ...storage, holds: (storage.holds ?? []).filter((hold) => lives(hold, at)),
  }));
}

function phaseAt(timeline, sample) {
  const at = timeline.x_at[sample];
  const last = timeline.phases.at(-1);
  if (last && at >= last.begin) return last.label;
  return timeline.phases.find((phase) => phase.begin <= at && at < phase.end)?.label ?? '';
}

/** What happened since the sample before, as parts of a sentence. */
function changesAt(timeline, sample, words, nameOf) {
  if (sample === 0) return [words.instant_begin];
  const since = timeline.x_at[sample - 1];
  const until = timeline.x_at[sample];
  const isNow = (x) => since < x && x <= until;
  const told = (storage) => [storage.label, bytes(storage.bytes), nameOf(storage.category)];
  const storages = timeline.storages ?? [];
  const begun = storages.filter((storage) => isNow(storage.from));
  const ended = storages.filter((storage) => isNow(storage.to));
  const parts = [];
  for (const storage of begun) {
    const before = ended.findIndex((each) => each.to === storage.from && each.label === storage.label && each.bytes === storage.bytes
      && each.category !== storage.category);
    if (before >= 0) ended.splice(before, 1);
    parts.push((before >= 0 ? words.instant_becomes : words.instant_allocates)(...told(storage)));
  }
  ended.forEach((storage) => parts.push(words.instant_frees(...told(storage))));
  for (const storage of storages) {
    for (const hold of storage.holds ?? []) {
      if (isNow(hold.from) && hold.from !== storage.from) parts.push(words.instant_holds(hold.node, hold.slot, bytes(storage.bytes)));
      if (isNow(hold.to) && hold.to !== storage.to) parts.push(words.instant_lets_go(hold.node, hold.slot, bytes(storage.bytes)));
    }
  }
  return parts;
}

function rowHtml(storage, nameOf) {
  const held = storage.holds.map((hold) => `${hold.node}.${hold.slot}`).join(', ');
  return html`<tr><th scope="row"><b class="ink" data-ink="${storage.category}">${nameOf(storage.category)}</b></th><td>${
    storage.label || '–'}</td><td>${storage.shape || '–'}</td><td class="number" data-value="${storage.bytes}">${
    storage.bytes.toLocaleString('en-US')}</td><td>${held || '–'}</td></tr>`;
}

function tableHtml(rows, words, nameOf) {
  const head = words.instant_columns.map((name, index) => html`<th scope="col"${index === 3 ? html` class="number"` : ''}>${name}</th>`);
  return html`<table><thead><tr>${head}</tr></thead><tbody>${rows.map((row) => rowHtml(row, nameOf))}</tbody></table>`;
}

/**
 * `title`: the figure's, which tells its regions from another's. `words`: the page's, in its language.
 * `nameOf(category)`: a category's name. `choose(sample)` is told what the reader chose here. `element` is
 * hidden while there is no timeline.
 */
export function createInstant(id, { title, words, nameOf, choose }) {
  const slider = make('input', { type: 'range', min: 0, step: 1, id: `${id}-instant` });
  const label = make('label', { htmlFor: slider.id, textContent: words.instant_label });
  const button = (textContent, step) => make('button', { type: 'button', textContent, onclick: () => go(step(sample)) });
  const previous = button(words.instant_previous, (at) => at - 1);
  const next = button(words.instant_next, (at) => at + 1);
  const toPeak = button(words.instant_to_peak, () => peakSample());
  const where = make('p', { className: 'instant-where' });
  const what = make('p', { className: 'instant-what' });
  const summary = make('summary');
  const list = make('div', { className: 'table-scroll', tabIndex: 0, attrs: { role: 'group', 'aria-label': `${title}: ${words.instant_list}` } });
  const storages = make('details', { className: 'instant-storages' }, summary, list);
  const announcer = make('p', { className: 'instant-announcer', attrs: { 'aria-live': 'polite' } });
  const element = make('section', { className: 'instant', hidden: true, attrs: { 'aria-label': `${title}: ${words.instant_label}` } },
    make('div', { className: 'instant-controls' }, label, previous, slider, next, toPeak), where, what, storages, announcer);
  let timeline = null;
  let sample = 0;
  let timer = 0;

  const peakSample = () => Math.max(0, timeline.x_at.indexOf(timeline.peak_at));

  function fillList() {
    if (!storages.open) return;
    list.innerHTML = timeline.storages?.length ? tableHtml(liveAt(timeline, sample), words, nameOf) : html`<p>${words.instant_not_listed}</p>`;
  }
  storages.addEventListener('toggle', () => timeline && fillList());

  function draw() {
    const live = liveAt(timeline, sample);
    const parts = changesAt(timeline, sample, words, nameOf);
    const more = parts.length - MOST_PARTS;
    const did = [...parts.slice(0, MOST_PARTS), ...(more > 0 ? [words.instant_more(more)] : [])].join(words.instant_separator);
    const total = bytes(totalAt(timeline, sample));
    const event = timeline.x_at[sample].toLocaleString('en-US');
    slider.max = timeline.x_at.length - 1;
    slider.value = sample;
    slider.setAttribute('aria-valuetext', words.instant_event(event));
    previous.disabled = sample === 0;
    next.disabled = sample === timeline.x_at.length - 1;
    toPeak.disabled = sample === peakSample();
    where.textContent = words.instant_where(event, phaseAt(timeline, sample), total);
    what.textContent = did;
    summary.textContent = words.instant_storages(live.length, total);
    fillList();
    return `${where.textContent} ${did}`;
  }

  /** Draws, and announces once when the hand rests. */
  function set(at) {
    sample = at;
    const said = draw();
    clearTimeout(timer);
    timer = setTimeout(() => {
      announcer.textContent = said;
    }, REST_MS);
  }

  function go(at) {
    if (at < 0 || at >= timeline.x_at.length || at === sample) return;
    set(at);
    choose(at);
  }
  slider.addEventListener('input', () => go(Number(slider.value)));

  return {
    element,
    get sample() {
      return sample;
    },
    /** Another result; a chosen instant stays where the run is as long as before. */
    show(shown) {
      const kept = timeline && shown && timeline.x_at.length === shown.x_at.length && sample !== peakSample();
      timeline = shown ?? null;
      element.hidden = !timeline || timeline.x_at.length === 0;
      if (element.hidden) return;
      if (!kept) sample = peakSample();
      draw();
      choose(sample);
    },
    /** The reader chose in the drawing. */
    follow(at) {
      if (timeline && at >= 0 && at < timeline.x_at.length && at !== sample) set(at);
    },
  };
}
