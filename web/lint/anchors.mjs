// Both pages have the same anchors in the same order, every link in the page leads somewhere, and every
// citation is in web/references.json.
import { attribute, walk } from '../build/tree.mjs';

/** Anchors that the build makes: what they stand for is checked by the build, and by the tests of its pages. */
const BUILT = /^(figure-|q-|ref-|cite-|term-|terms-table$|symbols-table$)/;

/** `pages`: [{tag, document}], each of one language, of the source `name`. */
export function lintAnchors(pages, references, name = 'index.html') {
  const faults = [];
  const anchors = pages.map(({ tag, document }) => {
    const ids = [];
    const links = [];
    walk(document, (node) => {
      const id = attribute(node, 'id');
      if (id !== undefined && ids.includes(id)) faults.push(`${name} (${tag}): id="${id}" stands twice`);
      if (id !== undefined) ids.push(id);
      const href = attribute(node, 'href');
      if (node.tagName === 'a' && href?.startsWith('#')) links.push(href.slice(1));
      const key = attribute(node, 'data-cite');
      if (key !== undefined && !references.has(key)) faults.push(`${name} (${tag}): data-cite="${key}" is not in web/references.json`);
    });
    // "#place&lesson.key=value": a link may carry state, with a place or without.
    for (const link of links.map((each) => each.split('&')[0]).filter((each) => !each.includes('='))) {
      if (!ids.includes(link) && !BUILT.test(link)) faults.push(`${name} (${tag}): href="#${link}": there is no such id`);
    }
    return { tag, ids };
  });
  const [first, ...others] = anchors;
  for (const other of others) {
    if (other.ids.join('\n') === first.ids.join('\n')) continue;
    const only = (a, b) => a.ids.filter((id) => !b.ids.includes(id)).join(', ') || 'none';
    faults.push(`${name}: ids differ: only in ${first.tag}: ${only(first, other)}; only in ${other.tag}: ${only(other, first)}; or their order`);
  }
  return faults;
}
