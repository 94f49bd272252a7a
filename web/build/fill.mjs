// Fills the source page: numbers from the core's tables, formulas as MathML, figures as static HTML.
import temml from 'temml';
import { figureHtml } from './figure.mjs';
import { strokesHtml } from './strokes.mjs';
import { attribute, prepend, replace, setAttribute, setInner, textOf, walk } from './tree.mjs';

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

/** The cell that "lesson/table/row/column" names, with `data-values` as the lesson's parameters. */
function findCell(core, from, language, values) {
  const [lesson, tableId, rowId, key, ...rest] = from.split('/');
  const fail = (what, known) => {
    throw new Error(`index.html: data-from="${from}": ${what}; there is ${known.join(', ') || 'none'}`);
  };
  if (!key || rest.length) throw new Error(`index.html: data-from="${from}": takes lesson/table/row/column`);
  const { tables } = core.run(lesson, language, values);
  const table = tables.find((each) => each.id === tableId);
  if (!table) fail(`no table ${tableId}`, tables.map((each) => each.id));
  const row = table.row_ids.includes(rowId) ? table.row_ids.indexOf(rowId) : -1;
  if (row < 0) fail(`no row ${rowId}`, table.row_ids);
  const column = table.columns.findIndex((each) => each.key === key);
  if (column < 0) fail(`no column ${key}`, table.columns.map((each) => each.key));
  return table.rows[row][column];
}

/** A cell as prose shows it: its number with separators, multiplied and rounded as asked; or its own text. */
function shown(cell, node) {
  const times = Number(attribute(node, 'data-times') ?? 1);
  const digits = attribute(node, 'data-digits');
  if (attribute(node, 'data-as') === 'text' || cell.value === null) return cell.text;
  const value = cell.value * times;
  return digits === undefined ? NUMBER.format(value) : value.toLocaleString('en-US',
    { minimumFractionDigits: Number(digits), maximumFractionDigits: Number(digits) });
}

function fillNumber(node, language, core) {
  const values = Object.fromEntries(new URLSearchParams(attribute(node, 'data-values') ?? ''));
  const cell = findCell(core, attribute(node, 'data-from'), language, values);
  setAttribute(node, 'value', String(cell.value ?? cell.text));
  setInner(node, shown(cell, node).replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
}

function fillFormula(node) {
  const display = attribute(node, 'display') !== undefined;
  replace(node, temml.renderToString(textOf(node), { displayMode: display, throwOnError: true, annotate: false }));
}

/** Changes `document` (a parse5 tree of one language) in place. */
export function fillPage(document, core, language) {
  walk(document, (node) => {
    if (node.tagName === 'data') fillNumber(node, language.tag, core);
    else if (node.tagName === 'x-tex') fillFormula(node);
    else if (node.tagName === 'section') {
      const lesson = core.description.lessons.find((each) => each.id === attribute(node, 'id'));
      const heading = node.childNodes.find((child) => child.tagName === 'h2');
      if (lesson) prepend(heading, strokesHtml(lesson.number, language.tag));
    } else if (node.tagName === 'figure' && attribute(node, 'data-lesson')) {
      setInner(node, figureHtml(attribute(node, 'data-lesson'), core, language.tag));
    }
  });
}
