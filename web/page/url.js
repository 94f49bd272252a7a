// The page's state as a fragment and back: #place&hide=lesson.key&lesson.key=value. Values are the texts as
// typed; what equals its default is left out. Words without a dot are the page's own and never a lesson's key.

/** The page's own words that hold one text. */
const SINGLE = ['embed', 'present'];

function decode(text) {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'));
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
  else if (name === 'blind') result.blind = text !== '0';
  else if (name === 'pin') {
    const { lesson, values } = parsePin(text);
    result.pins[lesson] = values;
  } else result[name] = text;
}

/**
 * Reads a fragment (with or without '#'). `stated` tells whether it carries any state at all: a plain
 * anchor such as "#budget" does not, and leaves the values as they are.
 */
export function parseFragment(fragment) {
  // Without a prototype: a link may name __proto__.
  const result = {
    place: '', hide: [], blind: false, embed: '', present: '', pins: Object.create(null), values: Object.create(null), stated: false,
  };
  for (const item of fragment.replace(/^#/, '').split('&')) {
    if (item === '') continue;
    const equals = item.indexOf('=');
    if (equals < 0) {
      result.place = decode(item);
      continue;
    }
    result.stated = true;
    const name = decode(item.slice(0, equals));
    const text = decode(item.slice(equals + 1));
    const dot = name.indexOf('.');
    if (['hide', 'blind', 'pin', ...SINGLE].includes(name)) readWord(result, name, text);
    else {
      const lesson = dot < 0 ? name : name.slice(0, dot);
      const key = dot < 0 ? '' : name.slice(dot + 1);
      (result.values[lesson] ??= Object.create(null))[key] = text;
    }
  }
  return result;
}

/** Writes a fragment without '#'; '' when everything is at its default. */
export function formatFragment({ place, hide = [], blind = false, embed = '', present = '', pins = {}, values }) {
  const items = [];
  if (place) items.push(encode(place));
  if (embed) items.push(`embed=${encode(embed)}`);
  if (present) items.push(`present=${encode(present)}`);
  if (blind) items.push('blind=1');
  if (hide.length) items.push(`hide=${encode(hide.join(','))}`);
  for (const [lesson, texts] of Object.entries(pins)) items.push(`pin=${encode(formatPin(lesson, texts))}`);
  for (const [lesson, texts] of Object.entries(values)) {
    for (const [key, text] of Object.entries(texts)) {
      items.push(`${encode(key === '' ? lesson : `${lesson}.${key}`)}=${encode(text)}`);
    }
  }
  return items.join('&');
}
