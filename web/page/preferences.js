// What the reader chose explicitly and the page may remember on this machine: language and colours.

export function recall(name) {
  try {
    return localStorage.getItem(`tally.${name}`) ?? '';
  } catch {
    return '';  // storage is off: nothing is remembered
  }
}

export function remember(name, value) {
  try {
    if (value) localStorage.setItem(`tally.${name}`, value);
    else localStorage.removeItem(`tally.${name}`);
  } catch {
    // storage is off: the choice lasts as long as the page
  }
}

/** The first of `tags` that one of the reader's languages matches, or the first of them. */
export function preferredLanguage(tags) {
  for (const wanted of navigator.languages ?? []) {
    const match = tags.find((tag) => wanted.toLowerCase().split('-')[0] === tag);
    if (match) return match;
  }
  return tags[0];
}
