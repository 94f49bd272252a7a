// Fills the source page: numbers from the core's tables, formulas as MathML, figures as static HTML.
import { addWays, fillContents, partsOf } from './contents.mjs';
import { figureHtml } from './figure.mjs';
import { mathml, symbolsHtml, termsHtml } from './glossary.mjs';
import { questionsHtml } from './questions.mjs';
import { createCitations } from './references.mjs';
import { checkDefaults, checkSetting } from './settings.mjs';
import { strokesHtml } from './strokes.mjs';
import { escape } from '../page/html.js';
import { perTokenAndLayer } from '../page/model/read.js';
import { wordsOf } from '../page/words.js';
import { attribute, prepend, removeAttribute, replace, setAttribute, setInner, textOf, walk } from './tree.mjs';

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

/** The number of a finding that "question/name" names. */
function findAnswer(core, from, language) {
  const [question, name] = from.split('/');
  const { values } = core.ask(question, language);
  if (values[name] === undefined) {
    throw new Error(`index.html: data-ask="${from}": the finding has no ${name}; there is ${Object.keys(values).join(', ') || 'none'}`);
  }
  return values[name];
}

/** What a transformer's block keeps for backward, in units of its input, by the account of one sequence with these options. */
function unitsOf(account, tag, options) {
  const sequence = Number(options.match(/--sequence (\d+)/)?.[1]);
  const report = JSON.parse(account.account(tag, [...options.split(' '), '--batch', '1', '--ledger', '--json']));
  const kept = perTokenAndLayer(report, sequence);
  if (!kept) throw new Error(`index.html: data-account="${options}": no block keeps anything`);
  return kept.units;
}

function fillNumber(node, tag, core, account) {
  const options = attribute(node, 'data-account');
  if (options !== undefined) {
    const units = unitsOf(account, tag, options);
    setAttribute(node, 'value', String(units));
    setInner(node, escape(shown({ value: units }, node)));
    return;
  }
  const question = attribute(node, 'data-ask');
  if (question !== undefined) {
    const text = findAnswer(core, question, tag);
    setAttribute(node, 'value', text);
    setInner(node, escape(text));
    return;
  }
  const from = attribute(node, 'data-from');
  if (from === undefined) throw new Error(`index.html: a <data> has none of data-from, data-ask, data-account: ${textOf(node)}`);
  const values = Object.fromEntries(new URLSearchParams(attribute(node, 'data-values') ?? ''));
  const cell = findCell(core, from, tag, values);
  setAttribute(node, 'value', String(cell.value ?? cell.text));
  setInner(node, escape(shown(cell, node)));
}

/**
 * Changes `document` (a parse5 tree of one language) in place. `books`: the `references`, the `glossary`, the `account`
 * of the lecture. `formulas`: see figureHtml.
 */
export function fillPage(document, core, language, books, formulas) {
  const { lessons, languages } = core.description;
  const citations = createCitations(books.references, language.tag);
  const lists = [];
  walk(document, (node) => {
    const rests = attribute(node, 'data-rests');
    if (rests !== undefined) {
      checkDefaults(rests, core);
      removeAttribute(node, 'data-rests');
    }
    if (node.tagName === 'data') fillNumber(node, language.tag, core, books.account);
    else if (node.tagName === 'x-tex') replace(node, mathml(textOf(node), attribute(node, 'display') !== undefined));
    else if (node.tagName === 'a' && attribute(node, 'href')?.startsWith('#')) checkSetting(attribute(node, 'href'), core, language.tag);
    else if (attribute(node, 'data-cite') !== undefined) citations.cite(node);
    else if (attribute(node, 'data-references') !== undefined) lists.push(node);
    else if (attribute(node, 'data-terms') !== undefined) {
      setInner(node, termsHtml(books.glossary.terms, language, languages.find((each) => each !== language)));
    } else if (attribute(node, 'data-symbols') !== undefined) setInner(node, symbolsHtml(books.glossary.symbols, language.tag));
    else if (attribute(node, 'data-word') !== undefined) {
      setInner(node, escape(wordsOf(language.tag)[attribute(node, 'data-word')]));
      removeAttribute(node, 'data-word');
    } else if (node.tagName === 'figure' && attribute(node, 'data-lesson')) {
      setAttribute(node, 'id', `figure-${attribute(node, 'data-lesson')}`);
      setInner(node, figureHtml(attribute(node, 'data-lesson'), core, language.tag, formulas));
    } else if (attribute(node, 'data-questions') !== undefined) {
      setInner(node, questionsHtml(attribute(node, 'data-questions'), core, language.tag));
    }
  });
  lists.forEach((node) => citations.list(node));
  const parts = partsOf(document, lessons);
  fillContents(document, parts);
  addWays(parts, language.tag);
  for (const part of parts.filter((each) => each.number)) prepend(part.heading, strokesHtml(part.number, language.tag));
}
