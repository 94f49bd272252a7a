// Small helpers over parse5's tree.
import { parseFragment, serialize, serializeOuter } from 'parse5';

export function attribute(node, name) {
  return node.attrs?.find((each) => each.name === name)?.value;
}

export function setAttribute(node, name, value) {
  const found = node.attrs.find((each) => each.name === name);
  if (found) found.value = value;
  else node.attrs.push({ name, value });
}

export function removeAttribute(node, name) {
  node.attrs = node.attrs.filter((each) => each.name !== name);
}

/** Calls `visit(node)` for every element, in the order of the page. */
export function walk(node, visit) {
  for (const child of [...(node.childNodes ?? node.content?.childNodes ?? [])]) {
    if (!child.tagName) continue;
    visit(child);
    walk(child, visit);
  }
}

/** Puts parsed HTML in place of a node's children. */
export function setInner(node, text) {
  node.childNodes = parseFragment(String(text)).childNodes;
  node.childNodes.forEach((child) => {
    child.parentNode = node;
  });
}

/** Puts parsed HTML before a node's children. */
export function prepend(node, text) {
  const kept = node.childNodes;
  setInner(node, text);
  node.childNodes.push(...kept);
}

/** Puts parsed HTML after a node's children. */
export function append(node, text) {
  const kept = node.childNodes;
  setInner(node, text);
  node.childNodes.unshift(...kept);
}

/** The HTML of a node's children, or of one of them. */
export function serializeInner(node, child) {
  return child ? serializeOuter(child) : serialize(node).trim();
}

/** Puts parsed HTML in place of the node itself. */
export function replace(node, text) {
  const siblings = node.parentNode.childNodes;
  const fresh = parseFragment(String(text)).childNodes;
  fresh.forEach((child) => {
    child.parentNode = node.parentNode;
  });
  siblings.splice(siblings.indexOf(node), 1, ...fresh);
}

export function remove(node) {
  const siblings = node.parentNode.childNodes;
  siblings.splice(siblings.indexOf(node), 1);
}

/** Puts a node's children in its own place. */
export function unwrap(node) {
  const siblings = node.parentNode.childNodes;
  node.childNodes.forEach((child) => {
    child.parentNode = node.parentNode;
  });
  siblings.splice(siblings.indexOf(node), 1, ...node.childNodes);
}

export function textOf(node) {
  if (node.nodeName === '#text') return node.value;
  return (node.childNodes ?? []).map(textOf).join('');
}
