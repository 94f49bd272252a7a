// Two settings side by side: the pinned result beside the present one, sentence and main table, with the
// differences. Rows are matched by their ids, or by their place.
import { html } from './html.js';

const DIFFERENCE = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6, signDisplay: 'exceptZero' });
const RATIO = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

const isNumber = (cell) => typeof cell?.value === 'number';

/** How far `now` is from `then`, and how many times it is as large. */
export function differenceText(then, now) {
  if (!isNumber(then) || !isNumber(now)) return '';
  const apart = DIFFERENCE.format(now.value - then.value).replace('-', '−');
  return then.value > 0 && now.value > 0 && now.value !== then.value
    ? `${apart} (× ${RATIO.format(now.value / then.value)})` : apart;
}

/** Rows of both tables: {label, then, now}, either of which may be missing. */
function matched(then, now) {
  const idOf = (table, index) => table.row_ids?.[index] || `row ${index}`;
  const rowsById = (table) => new Map(table.rows.map((row, index) => [idOf(table, index), row]));
  const [before, after] = [rowsById(then), rowsById(now)];
  return [...new Set([...after.keys(), ...before.keys()])].map((id) => ({
    id, then: before.get(id), now: after.get(id), label: (after.get(id) ?? before.get(id))[0].text,
  }));
}

/** The columns of which any row differs; their numbers are shown three times. */
function differing(rows, columns) {
  return columns.map((_, index) => index).slice(1)
    .filter((index) => rows.some(({ then, now }) => then?.[index].text !== now?.[index].text));
}

export function comparisonTable(then, now, words) {
  const rows = matched(then, now);
  const shown = differing(rows, now.columns);
  if (shown.length === 0) return '';
  const cell = (content, key) => html`<td class="number" data-column="${key}">${content ?? '–'}</td>`;
  return html`<div class="table-scroll" role="group" tabindex="0" aria-label="${now.caption}"><table class="comparison"><thead><tr><th rowspan="2" scope="col">${
    now.columns[0].label}</th>${shown.map((index) => html`<th colspan="3" scope="colgroup">${now.columns[index].label}</th>`)}</tr><tr>${
    shown.map(() => html`<th scope="col" class="number">${words.pinned}</th><th scope="col" class="number">${words.now}</th><th scope="col" class="number">${
      words.difference}</th>`)}</tr></thead><tbody>${rows.map((row) => html`<tr data-row="${row.id}"><th scope="row">${row.label}</th>${
    shown.map((index) => [cell(row.then?.[index].text, 'then'), cell(row.now?.[index].text, 'now'),
      cell(differenceText(row.then?.[index], row.now?.[index]), 'difference')])}</tr>`)}</tbody></table></div>`;
}

/** What a setting changes of the lecture's own: "Layers L 4, Batch B 64". */
export function settingText(lesson, values, language, words) {
  const changed = lesson.parameters.filter((parameter) => values[parameter.key] !== undefined && values[parameter.key] !== parameter.default);
  const valueOf = (parameter) => parameter.choices?.find((choice) => choice.id === values[parameter.key])?.label[language] ?? values[parameter.key];
  return changed.map((parameter) => `${parameter.label[language]} ${valueOf(parameter)}`).join(words.list_separator)
    || words.compare_defaults;
}

/** `then`, `now`: responses with presentations. */
export function comparisonHtml(lesson, then, now, language, words) {
  const side = (name, { values, presentation }) => html`<div class="side" data-side="${name}"><p class="side-head"><b>${
    words[name]}</b> ${settingText(lesson, values, language, words)}</p><p class="side-sentence">${presentation.sentence}</p></div>`;
  const isSame = JSON.stringify(then.values) === JSON.stringify(now.values);
  const [before, after] = [then.presentation.tables[0], now.presentation.tables[0]];
  return html`<h4>${words.compare}</h4><div class="sides">${side('pinned', then)}${side('now', now)}</div>${
    isSame ? html`<p>${words.compare_same}</p>` : before && after ? comparisonTable(before, after, words) : ''}`;
}
