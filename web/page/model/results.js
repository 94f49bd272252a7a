// What an account comes to, as HTML: the same at build time and in the page. Everything that a file or a link may have
// named is escaped by html``.
import { html } from '../html.js';
import { decimals, flops, grouped, INEXACT, short } from './format.js';
import { axisOf, perTokenAndLayer, totalOf } from './read.js';
import { legendHtml, timelineSvg } from './timeline.js';

export function instantName({ instant, micro_batch: number, block }, words) {
  const parts = [words.instants[instant] ?? instant];
  if (number > 1) parts.push(words.micro_batch(grouped(number)));
  if (block !== undefined) parts.push(words.block(grouped(block)));
  return parts.join(words.separator);
}

export const sentenceHtml = (report, words) => html`${words.sentence({
  model: report.model, parameters: words.parameters(grouped(report.parameters.total), grouped(report.parameters.trainable)),
  peak: `${short(report.peak.bytes)} (${grouped(report.peak.bytes)} B)`, instant: instantName(report.peak, words),
})}`;

/** One or two reports on one axis. */
export function timelinesHtml(reports, words, labels) {
  const most = Math.max(...reports.map(({ peak }) => peak.bytes)) * 1.06;
  return html`<div class="timelines" data-count="${reports.length}">${reports.map((report, index) => html`<figure class="timeline" data-report="${index}"><figcaption>${
    reports.length > 1 ? html`<b>${index === 0 ? words.now : words.pinned}</b> · ` : ''}${report.model} · ${words.peak(short(report.peak.bytes))}</figcaption>${
    timelineSvg(report, { most, prefix: `t${index}`, words, labels })}<label class="scrub"><span class="unseen">${words.scrub}</span><input type="range" data-scrub="${index}" min="0" max="1" step="any" value="${
    axisOf(report.timeline).at(report.timeline.points[peakPoint(report)][0])}"></label><output class="read-out" data-read="${index}"></output></figure>`)}</div>${legendHtml(reports, labels)}`;
}

/** The point of the timeline with the most bytes. */
export function peakPoint({ timeline: { points } }) {
  const total = (row) => row.slice(1).reduce((sum, bytes) => sum + bytes, 0);
  return points.reduce((best, row, index) => (total(row) > total(points[best]) ? index : best), 0);
}

const scroll = (id, inner) => html`<div class="table-scroll" role="group" tabindex="0" aria-labelledby="${id}">${inner}</div>`;
const number = (value, shown) => html`<td class="number" data-value="${value}">${shown ?? short(value)}</td>`;

export function instantsHtml(report, other, words, labels) {
  const categories = Object.keys(labels).filter((id) => report.instants.some(({ by_category: bytes }) => bytes[id]));
  const same = (row) => other?.instants.find(({ instant, micro_batch: m }) => instant === row.instant && m === row.micro_batch);
  const peak = report.instants.findIndex(({ bytes }) => bytes === report.peak.bytes);
  return scroll('instants-title', html`<table data-table="instants"><thead><tr><th scope="col">${words.instant}</th><th scope="col" class="number">${words.total}</th><th scope="col" class="number">${
    words.exact}</th>${other ? html`<th scope="col" class="number">${words.pinned}</th><th scope="col" class="number">${words.difference}</th>` : ''}${categories.map((id) =>
    html`<th scope="col" class="number"><span class="ink" data-ink="${id}">${labels[id]}</span></th>`)}</tr></thead><tbody>${report.instants.map((row, index) => {
    const twin = same(row);
    return html`<tr data-instant="${row.instant}" data-micro="${row.micro_batch}"${index === peak ? html` aria-current="true"` : ''}><th scope="row">${instantName(row, words)}${
      index === peak ? html` <b class="binds">◆ ${words.binds}</b>` : ''}</th>${number(row.bytes)}${number(row.bytes, grouped(row.bytes))}${
      other ? html`${twin ? number(twin.bytes) : html`<td class="number">–</td>`}${twin ? number(row.bytes - twin.bytes, `${row.bytes > twin.bytes ? '+' : ''}${short(row.bytes - twin.bytes)}`) : html`<td class="number">–</td>`}` : ''}${
      categories.map((id) => (row.by_category[id] ? number(row.by_category[id]) : html`<td class="number">–</td>`))}</tr>`;
  })}</tbody></table>`);
}

/** Rows of [what, value, remark]. */
export function numbersOf(report, values, words) {
  const tokens = Number(values.batch) * report.shape.sequence;
  const stepTokens = tokens * Number(values.micro_batches);
  const perToken = perTokenAndLayer(report, tokens);
  const end = report.instants.filter(({ instant }) => instant === 'backward_end').at(-1);
  const states = ['parameter', 'master_weight', 'gradient', 'optimizer_state'].reduce((sum, id) => sum + (end?.by_category[id] ?? 0), 0);
  const per = (count) => words.flops_per(decimals(count / (report.parameters.total * stepTokens), 2));
  return [
    [words.saved, short(report.saved), `${grouped(report.saved)} B`],
    ...(perToken ? [[words.per_token, `${grouped(Math.round(perToken.bytes))} B`, `${words.units(decimals(perToken.units, 1))} (${words.units_about})`]] : []),
    [words.per_parameter, `${decimals(states / report.parameters.total, 2)} B`, `${grouped(states)} B`],
    [words.flops.forward, flops(report.flops.forward), per(report.flops.forward)],
    [words.flops.backward, flops(report.flops.backward), per(report.flops.backward)],
    ...(report.flops.recomputed ? [[words.flops.recomputed, flops(report.flops.recomputed), per(report.flops.recomputed)]] : []),
  ];
}

export function numbersHtml(report, values, words) {
  return scroll('numbers-title', html`<table data-table="numbers"><tbody>${numbersOf(report, values, words).map(([what, value, remark]) =>
    html`<tr><th scope="row">${what}</th><td class="number">${value}</td><td>${remark}</td></tr>`)}</tbody></table>`);
}

const LEDGER = ['module', 'op', 'shape', 'dtype', 'category', 'bytes', 'count', 'sum', 'holders'];

/** A line of the ledger as texts by column. */
export function ledgerRow(entry, labels) {
  return {
    module: entry.module, op: `${entry.op}.${entry.slot}`, shape: `(${entry.shape.join(', ')})`, dtype: entry.dtype, category: labels[entry.category] ?? entry.category,
    bytes: grouped(entry.bytes), count: grouped(entry.count), sum: grouped(entry.bytes * entry.count), holders: grouped(entry.holders),
  };
}

/** Which lines have every word that was typed. */
export function searched(report, query, labels) {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  return report.ledger.filter((entry) => {
    const text = Object.values(ledgerRow(entry, labels)).join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

export function ledgerHtml(report, query, words, labels) {
  const found = searched(report, query, labels);
  const sum = found.reduce((all, { bytes, count }) => all + bytes * count, 0);
  const numeric = (key) => ['bytes', 'count', 'sum', 'holders'].includes(key);
  const cell = (key, text) => (key === 'module' ? html`<th scope="row"><code>${text || '–'}</code></th>` : numeric(key) ? html`<td class="number">${text}</td>`
    : html`<td>${key === 'category' ? text : html`<code>${text}</code>`}</td>`);
  return html`<p class="ledger-shown" role="status">${words.ledger_shown(found.length, report.ledger.length, `${short(sum)} (${grouped(sum)} B)`)}</p>${
    scroll('ledger-title', html`<table data-table="ledger"><thead><tr>${LEDGER.map((key) => html`<th scope="col"${numeric(key) ? html` class="number"` : ''}>${words.columns[key]}</th>`)}</tr></thead><tbody>${
      found.map((entry) => html`<tr>${LEDGER.map((key) => cell(key, ledgerRow(entry, labels)[key]))}</tr>`)}</tbody></table>`)}`;
}

export const notesHtml = (report) => (report.notes.length ? html`<ul class="notes">${report.notes.map((note) => html`<li>${note}</li>`)}</ul>` : html``);

/** What is alive at a point of the timeline: its sum, and each category. */
export function readOutHtml(report, index, phase, words, labels) {
  const row = report.timeline.points[index];
  const bytes = Object.fromEntries(report.timeline.categories.map((id, at) => [id, row[at + 1]]).filter(([, each]) => each));
  const name = words.phases[phase.id] + (phase.micro_batch > 1 && phase.id !== 'optimizer_step' ? ` ${phase.micro_batch}` : '');
  return html`<b>${words.at(name, short(totalOf(bytes)))}</b>${Object.entries(bytes).map(([id, each]) => html` <span class="read-item"><span class="ink" data-ink="${id}">${
    labels[id]}</span> ${short(each)}</span>`)}`;
}

/** Whether it fits, what binds, and what would help; each change is the step executed once more. */
export function verdictHtml({ verdict }, gpu, words, labels) {
  const own = words.verdict;
  const nameOf = (id) => own.changes[id] ?? id;
  const cost = ({ extra_flops: extra }) => (extra === 0 ? own.free : extra > 0 ? own.extra(flops(extra)) : own.less(flops(-extra)));
  const details = (change) => [own.saves(short(change.saved), short(change.peak)), cost(change), change.rounds && own.rounds].filter(Boolean).join(words.separator);
  const fits = (change) => (change.fits ? html` <b class="fits">✓ ${own.then_fits}</b>` : '');
  const offered = verdict.changes.slice(0, verdict.offered);
  const where = `${gpu} (${short(verdict.capacity)})`;
  return html`<p class="verdict-line" data-fits="${String(verdict.fits)}"><b>${verdict.fits ? '✓' : '✗'} ${verdict.fits ? own.fits(where, short(verdict.headroom)) : own.misses(where, short(-verdict.headroom))}</b> ${
    own.binds({ instant: instantName(verdict.binds, words), category: labels[verdict.largest.category], bytes: short(verdict.largest.bytes) })}</p>${
    offered.length === 0 ? html`<p>${own.none}</p>` : html`<p>${own.offered}</p><ol class="changes">${offered.map((change) => html`<li data-change="${change.id}"><b>${
      nameOf(change.id)}</b>: ${details(change)}${fits(change)}</li>`)}</ol>`}${
    verdict.together ? html`<p>${own.together(short(verdict.together.peak))}${fits(verdict.together)}</p>` : ''}${
    verdict.enough && !verdict.fits ? html`<p>${own.enough(verdict.enough.changes.map(nameOf).join(' + '))}</p>` : ''}`;
}

const quoted = (cell) => (/[",\n]/.test(cell) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell >= INEXACT ? cell.toExponential() : cell));
const csv = (rows) => rows.map((row) => row.map(quoted).join(',')).join('\n');

export function instantsCsv(report) {
  const categories = [...new Set(report.instants.flatMap(({ by_category: bytes }) => Object.keys(bytes)))];
  return csv([['instant', 'micro_batch', 'block', 'bytes', ...categories],
    ...report.instants.map((row) => [row.instant, row.micro_batch, row.block ?? '', row.bytes, ...categories.map((id) => row.by_category[id] ?? 0)])]);
}

export const ledgerCsv = (report) => csv([['module', 'op', 'slot', 'shape', 'dtype', 'category', 'bytes', 'count', 'holders'],
  ...report.ledger.map((each) => [each.module, each.op, each.slot, each.shape.join('x'), each.dtype, each.category, each.bytes, each.count, each.holders])]);
