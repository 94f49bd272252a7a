// One word for one thing: web/terms.json names the term in each language and what it is not called.
import { walkText } from './text.mjs';

const CLOSED = new Set(['script', 'style', 'code', 'x-tex']);
const LATIN = /^[a-z][a-z -]*$/i;
const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What is forbidden in `tag`, with the word to use: [{pattern, found, use}]. */
function rules(terms, tag) {
  return terms.flatMap((term) => (term.forbidden[tag] ?? []).map((word) => ({
    word, use: term[tag],
    // Words of Latin letters end where letters end; Chinese has no such gaps.
    pattern: LATIN.test(word) ? new RegExp(`(?<![a-z])${escape(word)}(e?s)?(?![a-z])`, 'i') : new RegExp(escape(word), 'i'),
  })));
}

/** Faults of a piece of text in language `tag`. `where(offset)` names its place. */
export function lintText(terms, tag, text, where) {
  return rules(terms, tag).flatMap(({ word, use, pattern }) => {
    const found = text.match(pattern);
    return found ? [`${where(found.index)}: "${word}": web/terms.json says "${use}"`] : [];
  });
}

/** Every term has a word and a meaning in each language, and no word stands for two things. */
export function lintTermTable(terms, tags) {
  const faults = [];
  const taken = new Map();
  for (const term of terms) {
    for (const tag of tags) {
      if (!term[tag] || !term.meaning?.[tag]) faults.push(`web/terms.json: ${term.id}: no word or no meaning in "${tag}"`);
      const key = `${tag} ${term[tag]}`;
      if (taken.has(key)) faults.push(`web/terms.json: ${term.id} and ${taken.get(key)} are both "${term[tag]}"`);
      taken.set(key, term.id);
    }
  }
  return faults;
}

/** The page of one language. */
export function lintPageTerms(document, terms, tag, name = 'index.html') {
  const faults = [];
  walkText(document, CLOSED, (text, line) => faults.push(...lintText(terms, tag, text, () => `${name}:${line}`)));
  return faults;
}

/** A header of src/lecture/languages: its string literals. */
export function lintHeaderTerms(name, source, terms, tag) {
  return source.split('\n').flatMap((row, index) => {
    const literals = [...row.replace(/^\s*(\/\/|#include).*/, '').matchAll(/"((?:\\.|[^"\\])*)"/g)].map((match) => match[1]);
    return literals.flatMap((text) => lintText(terms, tag, text, () => `${name}:${index + 1}`));
  });
}
