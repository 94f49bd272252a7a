// A presentation as HTML: the sentence, the notes and the tables. Shared by the page and the build, so
// that what stands in the page before the engine arrives is what the engine would put there.
import { html, trusted } from './html.js';

/** Tables of up to this many rows stand open; longer ones, and all after the first, fold. */
const OPEN_ROWS = 24;
/** Words of a cell longer than this get room of their own. */
const LONG_WORDS = 24;
/** Notes beyond these fold. */
const OPEN_NOTES = 3;

function isNumber(cell) {
  return cell.value !== null && cell.value !== undefined;
}

/**
 * What a cell shows: a number with a formula is a button that leads to it, where the page is `live`. Tab stops at the
 * `stop` of a table, and arrow keys lead from number to number (formula.js).
 */
function contentHtml(cell, { live, stop }) {
  return cell.formula && live
    ? html`<button type="button" class="cell-formula" aria-haspopup="dialog" title="${live.formula_of_cell}"${
      cell === stop ? '' : html` tabindex="-1"`} data-formula="${cell.formula}">${cell.text}</button>`
    : cell.text;
}

/** What the page's script asks of rows and cells; a page as it was built does without. */
const mark = (isMarked, name, value) => (isMarked && value ? html` data-${name}="${value}"` : '');

function cellHtml(cell, column, isHead, how) {
  const { isMarked } = how;
  const data = isNumber(cell) ? html`${isMarked ? html` data-value="${cell.value}"` : ''} class="number"`
    : cell.text.length > LONG_WORDS ? html` class="long"` : '';
  return isHead
    ? html`<th scope="row"${mark(isMarked, 'column', column.key)}${data}>${contentHtml(cell, how)}</th>`
    : html`<td${mark(isMarked, 'column', column.key)}${data}>${contentHtml(cell, how)}</td>`;
}

function rowHtml(table, row, index, how) {
  const id = table.row_ids?.[index];
  const marked = index === table.marked_row;
  return html`<tr${mark(how.isMarked, 'row', id)}${marked ? html` aria-current="true"` : ''}>${row.map(
    (cell, column) => cellHtml(cell, table.columns[column], column === 0, how))}</tr>`;
}

function columnIsNumeric(table, index) {
  return table.rows.some((row) => isNumber(row[index]));
}

/** The `<table>` itself; its name is the element with `labelId`. */
export function tableHtml(table, labelId, options) {
  const how = { ...options, stop: table.rows.flat().find((cell) => cell.formula) };
  const head = table.columns.map((column, index) => html`<th scope="col" data-column="${column.key}"${
    columnIsNumeric(table, index) ? html` class="number"` : ''}>${column.label}</th>`);
  return html`<table data-table="${table.id}" aria-labelledby="${labelId}"><thead><tr>${head}</tr></thead><tbody>${
    table.rows.map((row, index) => rowHtml(table, row, index, how))}</tbody></table>`;
}

/** Every formula of a table as a list; '' where it has none. */
export function formulaList(table, words) {
  const found = table.rows.flatMap((row) => row.map((cell, column) => ({ cell, column, row })).filter(({ cell }) => cell.formula));
  const items = found.map(({ cell, column, row }) => html`<dt>${words.formula_title(row[0].text, table.columns[column].label)}</dt><dd>${
    cell.formula}</dd>`.text);
  return items.length === 0 ? '' : html`<dl>${[...new Set(items)].map(trusted)}</dl>`;
}

/** The same folded, for a page whose cells are not buttons. */
function formulasHtml(table, words) {
  const list = formulaList(table, words);
  return list && html`<details class="formulas"><summary>${words.formula_list}</summary>${list}</details>`;
}

/**
 * All tables of a presentation. `idPrefix` keeps the ids of one figure apart from another's; `words` are the
 * page's. In a live page a number with a formula is a button; in a static one the formulas are listed below.
 * `isMarked`: rows and cells carry their ids and raw values. `hasLists`: each table lists its formulas.
 */
export function tablesHtml(tables, idPrefix, words, { isOpen = defaultOpen, live = false, isMarked = true, hasLists = !live } = {}) {
  return tables.map((table, index) => {
    const labelId = `${idPrefix}-${table.id}`;
    return html`<details class="table" data-table-block="${table.id}"${isOpen(table, index) ? html` open` : ''}><summary id="${
      labelId}">${table.caption}</summary><div class="table-scroll" role="group" tabindex="0" aria-labelledby="${labelId}">${
      tableHtml(table, labelId, { live: live && words, isMarked })}</div>${
      table.source ? html`<p class="table-source">${words.source}${table.source}</p>` : ''}${hasLists ? formulasHtml(table, words) : ''}</details>`;
  });
}

export function defaultOpen(table, index) {
  return index === 0 && table.rows.length <= OPEN_ROWS;
}

/** The notes as a list; `moreLabel` names the folded rest. */
export function notesHtml(notes, moreLabel, isOpen = false) {
  const items = (list) => html`<ul>${list.map((note) => html`<li>${note}</li>`)}</ul>`;
  const rest = notes.slice(OPEN_NOTES);
  return html`${items(notes.slice(0, OPEN_NOTES))}${rest.length === 0 ? ''
    : html`<details class="more"${isOpen ? html` open` : ''}><summary>${moreLabel} (${rest.length})</summary>${items(rest)}</details>`}`;
}

/** "The same in PyTorch": the program with the setting put in, and the integers that it prints. */
export function pytorchHtml(script, words, isOpen = false) {
  return html`<details class="pytorch"${isOpen ? html` open` : ''}><summary>${words.pytorch}</summary><div class="code"><pre tabindex="0"><code>${
    script.code}</code></pre></div><p class="prints-label">${words.pytorch_prints}</p><pre class="prints"><samp>${
    script.prints.join('\n')}</samp></pre></details>`;
}
