// The text of a parse5 tree that was made with source locations, and of a script's strings.

/** Calls `visit(text, line)` for every text node outside of the elements named in `closed`. */
export function walkText(node, closed, visit) {
  for (const child of node.childNodes ?? []) {
    if (child.nodeName === '#text') visit(child.value, child.sourceCodeLocation?.startLine ?? 0);
    else if (!closed.has(child.tagName)) walkText(child, closed, visit);
  }
}

/**
 * Calls `visit(text, line)` for every string of a script that is no property's name; of a template, for its text with … where
 * something is put in. It knows strings, templates and line comments, and no literals of patterns with quotes in them.
 */
export function walkStrings(source, visit) {
  let at = 0;
  const lineAt = (offset) => source.slice(0, offset).split('\n').length;

  /** Up to the end of a string; `quote` is its first character. */
  function text(quote) {
    const begin = at;
    let found = '';
    for (at += 1; at < source.length && source[at] !== quote; at += 1) {
      if (quote === '`' && source.startsWith('${', at)) {
        at += 2;
        code();
        found += '…';
      } else if (source[at] === '\\') at += 1;
      else found += source[at];
    }
    if (source[at + 1] !== ':') visit(found, lineAt(begin));
  }

  /** Up to the brace that closes what began here, or to the end. */
  function code() {
    for (let depth = 0; at < source.length; at += 1) {
      if (source.startsWith('//', at)) at = source.indexOf('\n', at);
      else if (`'"\``.includes(source[at])) text(source[at]);
      else if (source[at] === '{') depth += 1;
      else if (source[at] === '}' && depth-- === 0) return;
      if (at < 0) return;
    }
  }
  code();
}
