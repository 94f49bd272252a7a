// A report as HTML: what it is, how much of it is as predicted, its numbers. The texts are the reader's own
// (src/lecture/report.cpp); a report at scale is laid out by what it measures, a configuration in each row.
import { html } from '../html.js';
import { configurationsOf } from './overlay.js';

const scroll = (label, table) => html`<div class="table-scroll" role="group" tabindex="0" aria-label="${label}">${table}</div>`;

const isApart = (row) => typeof row.difference.value === 'number' && row.difference.value !== 0;

/** Number by number: predicted, measured, difference. */
function numbersTable(configuration, words) {
  const { rows, group } = configuration.words;
  return scroll(group, html`<table class="report-numbers"><thead><tr><th scope="col">${words.number}</th>${
    [words.predicted, words.measured, words.difference].map((head) => html`<th scope="col" class="number">${head}</th>`)}</tr></thead><tbody>${
    rows.map((row) => html`<tr data-number="${row.id}"><th scope="row">${row.label}</th><td class="number">${row.predicted.text}</td><td class="number" data-measured="${
      row.measured.value}">${row.measured.text}</td><td class="number${isApart(row) ? ' is-apart' : ''}">${row.difference.text}</td></tr>`)}</tbody></table>`);
}

const equalOf = (rows) => rows.filter((row) => row.difference.value === 0).length;
const bothOf = (rows) => rows.filter((row) => typeof row.difference.value === 'number').length;

function lectureHtml(report, words, lessons, tag) {
  return html`<ul class="report-lessons">${configurationsOf(report).map((configuration) => {
    const { rows, group, setting, problem } = configuration.words;
    const lesson = lessons.find(({ id }) => id === configuration.id);
    const name = lesson ? html`<a href="#figure-${lesson.id}">${lesson.number}. ${lesson.title[tag]}</a>` : group;
    return html`<li data-configuration="${configuration.id}"><span class="report-name">${name}${setting && `${words.comma}${setting}`}</span>${
      rows.length ? html`<details><summary>${words.equal_of(equalOf(rows), bothOf(rows))}</summary>${numbersTable(configuration, words)}</details>` : ''}${
      problem && html`<p class="report-problem">${problem}</p>`}</li>`;
  })}</ul>`;
}

/** What was measured, and beneath it how far from the prediction. */
function measuredCell(row) {
  if (!row) return html`<td class="number">–</td>`;
  const { predicted, measured, difference } = row;
  const below = difference.value === null || difference.value === undefined ? ''
    : isApart(row) ? html`<span class="residual is-apart">${predicted.text} → ${difference.text}</span>` : html`<span class="residual">${difference.text}</span>`;
  return html`<td class="number" data-number="${row.id}" data-measured="${measured.value}">${measured.text}${below}</td>`;
}

function scaleHtml(report, words) {
  const groups = new Map();
  for (const configuration of configurationsOf(report)) {
    const { group } = configuration.words;
    groups.set(group, [...(groups.get(group) ?? []), configuration]);
  }
  return [...groups].map(([group, configurations]) => {
    const columns = new Map(configurations.flatMap(({ words: { rows } }) => rows.map((row) => [row.id, row.label])));
    const name = ({ words: { setting } }) => setting || group;
    return html`<details class="table report-group" open><summary>${group}</summary>${scroll(group, html`<table><thead><tr><th scope="col">${
      words.configuration}</th>${[...columns.values()].map((label) => html`<th scope="col" class="number">${label}</th>`)}<th scope="col">${
      words.status}</th></tr></thead><tbody>${configurations.map((configuration) => html`<tr data-configuration="${configuration.id}"><th scope="row">${
      name(configuration)}</th>${[...columns.keys()].map((id) => measuredCell(configuration.words.rows.find((row) => row.id === id)))}<td class="${
      configuration.words.problem ? 'long is-apart' : ''}">${configuration.words.problem || words.done}</td></tr>`)}</tbody></table>`)}</details>`;
  });
}

/** `report`: as the reader gave it, with `isExample` and `name`. */
export function summaryHtml(report, words, lessons, tag) {
  const { kind } = report.measurement;
  const id = `report-${kind}`;
  return html`<section class="report" data-kind="${kind}" aria-labelledby="${id}"><h3 id="${id}" tabindex="-1">${report.title}</h3><p class="report-source">${
    report.isExample ? words.example_is : words.file_is(report.name)} <button type="button" class="quiet" data-remove="${kind}">${words.remove}</button></p><p class="report-sentence">${
    report.sentence}</p><ul class="report-notes">${report.notes.map((note) => html`<li>${note}</li>`)}</ul>${
    kind === 'lecture' ? html`<p>${words.in_figures}</p>${lectureHtml(report, words, lessons, tag)}` : html`<p>${words.scale_cells}</p>${scaleHtml(report, words)}`}</section>`;
}
