// The text of a parse5 tree that was made with source locations.

/** Calls `visit(text, line)` for every text node outside of the elements named in `closed`. */
export function walkText(node, closed, visit) {
  for (const child of node.childNodes ?? []) {
    if (child.nodeName === '#text') visit(child.value, child.sourceCodeLocation?.startLine ?? 0);
    else if (!closed.has(child.tagName)) walkText(child, closed, visit);
  }
}
