// The way through the lecture: the list of its parts, a link at each heading, and to the parts before and after.
import { html, trusted } from '../page/html.js';
import { append, attribute, serializeInner, setAttribute, setInner, textOf, walk } from './tree.mjs';
import { buildWords } from './words.mjs';

const childWith = (node, tagName) => node.childNodes.find((child) => child.tagName === tagName);

/** The `<section id>`s of the page with their headings, in order. `number`: that of the lesson, if it is one. */
export function partsOf(document, lessons) {
  const parts = [];
  walk(document, (node) => {
    const id = node.tagName === 'section' && attribute(node, 'id');
    const heading = id && childWith(node, 'h2');
    if (!heading) return;
    parts.push({ id, node, heading, title: textOf(heading).trim(), inner: serializeInner(heading),
      number: lessons.find((lesson) => lesson.id === id)?.number });
  });
  return parts;
}

/** For `<nav data-contents>`: its heading stands in it already. */
export function contentsHtml(parts) {
  return html`<ol>${parts.map((part) => html`<li${part.number ? html` value="${part.number}"` : html` class="unnumbered"`}><a href="#${part.id}">${
    trusted(part.inner)}</a></li>`)}</ol>`;
}

function anchorHeading(heading, id, title, words) {
  append(heading, html` <a class="anchor" href="#${id}" aria-label="${words.anchor(title)}">#</a>`);
}

/** Ids and links for the headings inside of a part, and the links to its neighbours at its end. */
export function addWays(parts, tag) {
  const words = buildWords(tag);
  const link = (part, kind) => part && html`<a class="${kind}" rel="${kind === 'next' ? 'next' : 'prev'}" href="#${part.id}"><span class="turn-kind">${
    words[kind]}</span> ${trusted(part.inner)}</a>`;
  parts.forEach((part, index) => {
    let minor = 0;
    walk(part.node, (node) => {
      if (node.tagName !== 'h3') return;
      minor += 1;
      if (!attribute(node, 'id')) setAttribute(node, 'id', `${part.id}-${minor}`);
      anchorHeading(node, attribute(node, 'id'), textOf(node).trim(), words);
    });
    anchorHeading(part.heading, part.id, part.title, words);
    append(part.node, html`<nav class="turn" aria-label="${words.turn(part.title)}">${link(parts[index - 1], 'previous')}${link(parts[index + 1], 'next')}</nav>`);
  });
}

/** Puts the list into every `<nav data-contents>`. */
export function fillContents(document, parts) {
  walk(document, (node) => {
    if (attribute(node, 'data-contents') === undefined) return;
    const heading = childWith(node, 'h2');
    setInner(node, html`${heading ? trusted(serializeInner(node, heading)) : ''}${contentsHtml(parts)}`);
  });
}
