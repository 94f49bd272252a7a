// Citations and the list they lead to: `<a data-cite="KEY">` in the prose, `<div data-references>` for the list.
import { readFile } from 'node:fs/promises';
import { html } from '../page/html.js';
import { attribute, removeAttribute, setAttribute, setInner, textOf } from './tree.mjs';
import { buildWords } from './words.mjs';

const OTHERS = 'et al.';

export async function readReferences(file) {
  const entries = JSON.parse(await readFile(file, 'utf8'));
  return new Map(entries.map((entry) => [entry.key, entry]));
}

const surname = (name) => (name.includes(',') ? name.split(',')[0] : name.split(' ').at(-1));

function shortAuthors(authors, words) {
  const names = authors.filter((name) => name !== OTHERS).map(surname);
  if (authors.length === 1) return names[0];
  if (authors.length === 2 && names.length === 2) return words.two_authors(names[0], names[1]);
  return words.many_authors(names[0]);
}

function source(entry) {
  if (entry.arxiv) return html`<a href="https://arxiv.org/abs/${entry.arxiv}">arXiv:${entry.arxiv}</a>`;
  if (entry.doi) return html`<a href="https://doi.org/${entry.doi}">doi:${entry.doi}</a>`;
  return html`<a href="${entry.url}">${entry.url.replace(/^https:\/\//, '')}</a>`;
}

function entryHtml(entry, uses, words) {
  const authors = entry.authors.map((name) => (name === OTHERS ? words.and_others : name)).join(', ');
  const where = entry.venue ? `${entry.year} (${entry.venue})` : entry.year;
  const back = Array.from({ length: uses }, (_, index) => html` <a class="back" role="doc-backlink" href="#cite-${entry.key}-${
    index + 1}" aria-label="${words.back_to_text(index + 1)}">↩</a>`);
  return html`<li id="ref-${entry.key}"><span data-reference>${authors.replace(/\.$/, '')}. <cite lang="en">${entry.title}</cite>. ${where}. ${source(entry)}</span>${back}</li>`;
}

/** Keeps count of what one page cites. `references`: Map of the entries. */
export function createCitations(references, tag) {
  const words = buildWords(tag);
  const uses = new Map();
  return {
    /** Fills an `<a data-cite>`: its own words, or else authors and year. */
    cite(node) {
      const key = attribute(node, 'data-cite');
      const entry = references.get(key);
      if (!entry) throw new Error(`index.html: data-cite="${key}": not in web/references.json; there is ${[...references.keys()].join(', ')}`);
      uses.set(key, (uses.get(key) ?? 0) + 1);
      removeAttribute(node, 'data-cite');
      setAttribute(node, 'href', `#ref-${key}`);
      setAttribute(node, 'id', `cite-${key}-${uses.get(key)}`);
      setAttribute(node, 'class', 'citation');
      setAttribute(node, 'role', 'doc-biblioref');
      if (!textOf(node).trim()) setInner(node, html`${words.cited(shortAuthors(entry.authors, words), entry.year)}`);
    },
    /** Fills `<div data-references>` with what was cited, by key. */
    list(node) {
      const cited = [...references.values()].filter((entry) => uses.has(entry.key)).sort((a, b) => (a.key < b.key ? -1 : 1));
      setInner(node, html`<ol class="references">${cited.map((entry) => entryHtml(entry, uses.get(entry.key), words))}</ol>`);
    },
  };
}
