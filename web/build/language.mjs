// One page for each language, from a source that holds them all: the blocks of the others are left out.
import { parse } from 'parse5';
import { html } from '../page/html.js';
import { attribute, remove, removeAttribute, setAttribute, textOf, unwrap, walk } from './tree.mjs';

/** The elements that carry an attribute, in the order of the page. */
function marked(document, name) {
  const found = [];
  walk(document, (node) => attribute(node, name) !== undefined && found.push(node));
  return found;
}

/** Leaves only the blocks of `language` in a parse5 document, and says which language that is. */
export function keepLanguage(document, language, languages) {
  for (const node of marked(document, 'data-lang')) {
    const own = attribute(node, 'data-lang');
    if (!languages.some((each) => each.tag === own)) throw new Error(`index.html: data-lang="${own}": no such language`);
    removeAttribute(node, 'data-lang');
    if (own !== language.tag) remove(node);
    else if (node.tagName === 'span' && node.attrs.length === 0) unwrap(node);
  }
  walk(document, (node) => {
    if (node.tagName !== 'html') return;
    setAttribute(node, 'lang', language.html_lang);
    setAttribute(node, 'data-language', language.tag);
  });
}

/**
 * `<link data-build="alternates">`: where this page stands and where the others do. `site`: the address of
 * the folder that holds them, known or relative.
 */
export function alternateLinks(language, languages, site) {
  return html`<link rel="canonical" href="${site}${language.tag}/">${languages.map((each) =>
    html`<link rel="alternate" hreflang="${each.html_lang}" href="${site}${each.tag}/">`)}<link rel="alternate" hreflang="x-default" href="${site}">`;
}

/** `<nav data-build="languages">`: a link to every other language, in its own words. `address(tag)`: its page. */
export function languageLinks(language, languages, address) {
  return languages.filter((each) => each !== language).map((each) => html`<a class="language" data-language-link="${
    each.tag}" lang="${each.html_lang}" hreflang="${each.html_lang}" rel="alternate" href="${address(each.tag)}">${each.name}</a>`).join('');
}

/** What the source's head says of the page in this language: its `title` and `description`. */
export function textIn(source, language) {
  const found = {};
  walk(parse(source), (node) => {
    if (attribute(node, 'data-lang') !== language.tag) return;
    if (node.tagName === 'title') found.title = textOf(node);
    if (node.tagName === 'meta' && attribute(node, 'name') === 'description') found.description = attribute(node, 'content');
  });
  if (!found.title || !found.description) throw new Error(`index.html: no title or no description with data-lang="${language.tag}"`);
  return found;
}
