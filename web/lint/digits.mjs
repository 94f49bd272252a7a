// Numbers in prose come from the engine: no digit stands outside of <data>, a formula, code or a power of a
// unit, but for what web/digits.json names with its reason. A formula that is nothing but a number is one: "$17$" there.
import { walk } from '../build/tree.mjs';
import { walkStrings, walkText } from './text.mjs';

const OPEN = new Set(['data', 'x-tex', 'math', 'code', 'sup', 'sub', 'script', 'style', 'pre']);
const DIGITS = /[0-9０-９]+/;
const NUMBER_ALONE = /^[\d.,\s]+$/;

/** Calls `visit(text, line)` for every formula that is a number alone. */
function walkNumbers(document, visit) {
  walk(document, (node) => {
    const [{ value: text = '' } = {}] = node.childNodes ?? [];
    if (node.tagName === 'x-tex' && NUMBER_ALONE.test(text)) visit(`$${text.trim()}$`, node.sourceCodeLocation?.startLine ?? 0);
  });
}

/** `sources`: [{name, document}] and [{name, script}], or the lecture's document. `allowed`: [{text, reason}]. Gives faults as lines. */
export function lintDigits(sources, allowed) {
  const faults = [];
  for (const { text, reason } of allowed) {
    if (!text || !DIGITS.test(text)) faults.push(`web/digits.json: "${text}" has no digit`);
    if (!reason?.trim()) faults.push(`web/digits.json: "${text}" has no reason`);
  }
  const longest = [...allowed].sort((a, b) => b.text.length - a.text.length);
  const used = new Set();
  const check = (name) => (text, line) => {
    let left = text;
    for (const entry of longest) {
      if (left.includes(entry.text)) used.add(entry.text);
      left = left.split(entry.text).join('\u0000'.repeat(entry.text.length));
    }
    for (let found = left.match(DIGITS); found; found = left.slice(found.index + found[0].length).match(DIGITS)) {
      const near = text.slice(Math.max(0, found.index - 20), found.index + 20).replaceAll('\n', ' ').trim();
      faults.push(`${name}:${line}: "${found[0]}" in “${near}”: a number comes from the engine (<data>), or from web/digits.json with a reason`);
      break;
    }
  };
  for (const { name, document, script } of [sources].flat().map((each) => (each.name ? each : { name: 'index.html', document: each }))) {
    if (document) {
      walkText(document, OPEN, check(name));
      walkNumbers(document, check(name));
    } else walkStrings(script, check(name));
  }
  for (const { text } of allowed) if (!used.has(text)) faults.push(`web/digits.json: "${text}" is nowhere any more`);
  return faults;
}
