// The page's state as a fragment and back: #place&lesson.key=value. Values are the texts as typed;
// what equals its default is left out.

function decode(text) {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'));
  } catch {
    return text;  // a stray % is shown as it came; the core says what is wrong with it
  }
}

function encode(text) {
  return encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':');
}

/**
 * Reads a fragment (with or without '#'). `stated` tells whether it carries any state at all: a plain
 * anchor such as "#budget" does not, and leaves the values as they are.
 */
export function parseFragment(fragment) {
  // Without a prototype: a link may name __proto__.
  const result = { place: '', values: Object.create(null), stated: false };
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
    const lesson = dot < 0 ? name : name.slice(0, dot);
    const key = dot < 0 ? '' : name.slice(dot + 1);
    (result.values[lesson] ??= Object.create(null))[key] = text;
  }
  return result;
}

/** Writes a fragment without '#'; '' when everything is at its default. */
export function formatFragment({ place, values }) {
  const items = [];
  if (place) items.push(encode(place));
  for (const [lesson, texts] of Object.entries(values)) {
    for (const [key, text] of Object.entries(texts)) {
      items.push(`${encode(key === '' ? lesson : `${lesson}.${key}`)}=${encode(text)}`);
    }
  }
  return items.join('&');
}
