// The Content-Security-Policy of a page: it runs its own scripts and wasm, shows its own styles and pictures,
// and reaches nothing else. What stands in the page itself is named by its hash.
import { createHash } from 'node:crypto';
import { attribute, prepend, textOf, walk } from './tree.mjs';

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Puts the policy at the head of a finished document. `own`: where scripts, fetches and styles may come
 * from: "'self'" for a page of the site, "blob:" for one that carries all it needs.
 */
export function addPolicy(document, own) {
  const scripts = new Set();
  const styles = new Set();
  let head = null;
  walk(document, (node) => {
    if (node.tagName === 'head') head = node;
    const isScript = node.tagName === 'script' && attribute(node, 'src') === undefined;
    if (isScript && [undefined, 'module'].includes(attribute(node, 'type'))) scripts.add(hash(textOf(node)));
    if (node.tagName === 'style') styles.add(hash(textOf(node)));
    if (attribute(node, 'style') !== undefined) styles.add(hash(attribute(node, 'style')));
  });
  const policy = [
    "default-src 'none'",
    `script-src ${[own, ...scripts, "'wasm-unsafe-eval'"].join(' ')}`,
    `style-src ${[own, "'unsafe-hashes'", ...styles].join(' ')}`,  // for MathML's own style attributes
    'worker-src blob:',  // from text that the page has, so that one can be started without a network
    `connect-src ${own}`,
    `img-src ${own} data: blob:`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  // Before anything that it is to govern, after the charset, which must be among the first bytes.
  prepend(head, `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`);
}
