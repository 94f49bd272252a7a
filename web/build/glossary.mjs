// The two tables of the whole lecture: its terms in both languages, and its symbols.
import { readFile } from 'node:fs/promises';
import temml from 'temml';
import { html, trusted } from '../page/html.js';
import { buildWords } from './words.mjs';

/** Throws where a language has no word for an entry. */
export async function readGlossary(folder, languages) {
  const read = async (name) => {
    const entries = JSON.parse(await readFile(`${folder}/${name}.json`, 'utf8'));
    for (const entry of entries) {
      const tag = languages.map((each) => each.tag).find((each) => !entry[each]);
      if (tag) throw new Error(`web/${name}.json: ${entry.id ?? entry.tex} has no words in "${tag}"`);
    }
    return entries;
  };
  return { terms: await read('terms'), symbols: await read('symbols') };
}

export function mathml(tex, displayMode = false) {
  return temml.renderToString(tex, { displayMode, throwOnError: true, annotate: false });
}

function table(id, caption, heads, rows) {
  return html`<div class="table-scroll" role="group" tabindex="0" aria-labelledby="${id}"><table class="glossary"><caption id="${id}">${
    caption}</caption><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Each term in the page's language, in the other, and what it means. */
export function termsHtml(terms, language, other) {
  const words = buildWords(language.tag);
  return table('terms-table', words.terms, [words.term, words.term_in_other, words.meaning], terms.map((term) =>
    html`<tr id="term-${term.id}"><th scope="row">${term[language.tag]}</th><td lang="${other.html_lang}">${term[other.tag]}</td><td>${
      term.meaning[language.tag]}</td></tr>`));
}

export function symbolsHtml(symbols, tag) {
  const words = buildWords(tag);
  return table('symbols-table', words.symbols, [words.symbol, words.stands_for], symbols.map((symbol) =>
    html`<tr><td>${trusted(mathml(symbol.tex))}</td><td>${symbol[tag]}</td></tr>`));
}
