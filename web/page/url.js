// The page's state as a fragment and back: #place&hide=lesson.key&lesson.key=value. Values are the texts as
// typed; what equals its default is left out. Words without a dot are the page's own and never a lesson's key.

/** The page's own words that hold one text. */
const SINGLE = ['embed', 'present'];
/** What the word `blind` takes. */
const FLAGS = new Map([['true', true], ['1', true], ['false', false], ['0', false]]);

/** A text of more characters is no setting: lists of 1,024 numbers fit. */
export const LONGEST_TEXT = 8192;
/** Browsers follow no address of megabytes, and no mail takes one: an item longer than the first, or past the second, is left out. */
const LONGEST_ITEM = LONGEST_TEXT;
const LONGEST_FRAGMENT = 2 * LONGEST_TEXT;

function decode(text) {
  try {
    return decodeURIComponent(text);  // a + stays one (1e+10): a space that we write is %20
  } catch {
    return text;  // a stray % is shown as it came; the core says what is wrong with it
  }
}

function encode(text) {
  return encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%3B', ';');
}

/** A pinned setting: "activation;layers:8;batch:64". Texts that hold these signs are encoded once more. */
function parsePin(text) {
  const [lesson, ...items] = text.split(';');
  const values = Object.create(null);
  for (const [key, value = ''] of items.map((item) => item.split(':').map(decode))) values[key] = value;
  return { lesson, values };
}

function formatPin(lesson, values) {
  const inner = (text) => encodeURIComponent(text).replaceAll('%2C', ',');
  return [lesson, ...Object.entries(values).map((pair) => pair.map(inner).join(':'))].join(';');
}

function readWord(result, name, text) {
  if (name === 'hide') result.hide = text.split(',').filter(Boolean);
  else if (name === 'blind') {
    result.blind = FLAGS.get(text) ?? false;
    result.badBlind = FLAGS.has(text) ? null : text;
  } else if (name === 'pin') {
    const { lesson, values } = parsePin(text);
    result.pins[lesson] = values;
  } else result[name] = text;
}

/**
 * Reads a fragment (with or without '#'). `stated` tells whether it carries any state at all: a plain
 * anchor such as "#budget" does not, and leaves the values as they are. `twice`: what it names more than once, of
 * which the last holds; `badBlind`: a text for `blind` that is neither true nor false, or null; `nameless`: items that
 * set something without a name.
 */
export function parseFragment(fragment) {
  // Without a prototype: a link may name __proto__.
  const result = {
    place: '', hide: [], blind: false, embed: '', present: '', pins: Object.create(null), values: Object.create(null), stated: false,
    twice: [], badBlind: null, nameless: [],
  };
  const seen = new Map();  // name -> times
  const count = (name) => {
    seen.set(name, (seen.get(name) ?? 0) + 1);
    if (seen.get(name) === 2) result.twice.push(name);
  };
  for (const item of fragment.replace(/^#/, '').split('&')) {
    if (item === '') continue;
    const equals = item.indexOf('=');
    if (equals < 0) {
      if (result.place) result.twice.push(result.place);
      result.place = decode(item);
      continue;
    }
    result.stated = true;
    const name = decode(item.slice(0, equals));
    const text = decode(item.slice(equals + 1));
    const dot = name.indexOf('.');
    if (dot === 0 || dot === name.length - 1 || (name === 'pin' && text.startsWith(';'))) {
      result.nameless.push(item);
      continue;
    }
    if (name === 'pin' && text === '') continue;
    count(name === 'pin' ? `pin ${parsePin(text).lesson}` : name);
    if (['hide', 'blind', 'pin', ...SINGLE].includes(name)) readWord(result, name, text);
    else {
      const lesson = dot < 0 ? name : name.slice(0, dot);
      const key = dot < 0 ? '' : name.slice(dot + 1);
      (result.values[lesson] ??= Object.create(null))[key] = text;
    }
  }
  return result;
}

/** Writes a fragment without '#'; '' when everything is at its default. `omitted` takes the names of what has no room in it. */
export function formatFragment({ place, hide = [], blind = false, embed = '', present = '', pins = {}, values }, omitted = []) {
  const items = [];
  let room = LONGEST_FRAGMENT;
  function add(name, item) {
    if (item.length > LONGEST_ITEM || item.length >= room) return omitted.push(name);
    room -= item.length + 1;
    return items.push(item);
  }
  if (place) add(place, encode(place));
  if (embed) add('embed', `embed=${encode(embed)}`);
  if (present) add('present', `present=${encode(present)}`);
  if (blind) add('blind', 'blind=1');
  if (hide.length) add('hide', `hide=${encode(hide.join(','))}`);
  for (const [lesson, texts] of Object.entries(pins)) add(`pin ${lesson}`, `pin=${encode(formatPin(lesson, texts))}`);
  for (const [lesson, texts] of Object.entries(values)) {
    for (const [key, text] of Object.entries(texts)) {
      const name = key === '' ? lesson : `${lesson}.${key}`;
      add(name, `${encode(name)}=${encode(text)}`);
    }
  }
  return items.join('&');
}
