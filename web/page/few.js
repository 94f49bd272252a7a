// Names in a row: a link can hold thousands, of any length.

/** So many are said, and so much of each. */
const NAMES_SAID = 5;
const LETTERS_SAID = 60;

/** Names in a row, and how many more there are. */
export function few(names, words) {
  const said = names.slice(0, NAMES_SAID).map((name) => (name.length > LETTERS_SAID ? `${name.slice(0, LETTERS_SAID)}…` : name));
  const more = names.length - said.length;
  return said.join(', ') + (more ? words.and_more(more.toLocaleString('en')) : '');
}
