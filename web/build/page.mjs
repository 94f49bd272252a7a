// A language's page: the source with one language kept, its marks filled and its frame put in.
import { parse, serialize } from 'parse5';
import { fillPage } from './fill.mjs';
import { keepLanguage } from './language.mjs';
import { addPolicy } from './policy.mjs';
import { attribute, remove, removeAttribute, replace, setInner, unwrap, walk } from './tree.mjs';

/** What `data-build` stands for changes the element's inside; any other kind stands in the element's place. */
const INSIDE = ['assets', 'languages', 'version', 'pytorch', 'cite'];

/** Puts `frame`'s HTML where the source has data-build. */
export function fillFrame(document, frame) {
  const marked = [];
  walk(document, (node) => attribute(node, 'data-build') !== undefined && marked.push(node));
  for (const node of marked) {
    const kind = attribute(node, 'data-build');
    if (!(kind in frame)) throw new Error(`index.html: data-build="${kind}": there is ${Object.keys(frame).join(', ')}`);
    removeAttribute(node, 'data-build');
    if (frame[kind] === null) remove(node);
    else if (frame[kind] === undefined) continue;  // it stands as it is
    else if (INSIDE.includes(kind)) setInner(node, frame[kind]);
    else replace(node, frame[kind]);
  }
}

/** In a page that stands alone, words that would lead to another file of the site lead nowhere. */
function unlinkFiles(document) {
  const links = [];
  walk(document, (node) => node.tagName === 'a' && attribute(node, 'data-licences') === undefined && links.push(node));
  for (const link of links) if (!/^(#|https?:)/.test(attribute(link, 'href') ?? '#')) unwrap(link);
}

/** Where the formulas of a page's tables stand, beside it. */
export const FORMULAS = 'formulas.html';

/** `frame`: HTML by kind of data-build, or null for none. `own`: see addPolicy. `isAlone`: no file is beside it. */
export function pageHtml(source, core, books, language, { frame, own, isAlone = false }) {
  const document = parse(source);
  keepLanguage(document, language, core.description.languages);
  fillPage(document, core, language, books, isAlone ? '' : FORMULAS);
  if (isAlone) unlinkFiles(document);
  fillFrame(document, { version: core.description.engine_version, pytorch: core.description.pytorch_version, charset: null, ...frame });
  addPolicy(document, own);
  return serialize(document);
}

/** A page that the build wrote whole, under the same policy. */
export function withPolicy(text) {
  const document = parse(text);
  fillFrame(document, { charset: null });
  addPolicy(document, "'self'");
  return serialize(document);
}
