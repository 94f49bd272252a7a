// "How well does it agree?": every published case beside what the engine gives, run when the page is built.
import { html } from '../page/html.js';

/** How verdicts are called on the page, in the order of the filter. */
const RESULTS = ['exact', 'within', 'off', 'not modelled'];
const idOf = (result) => result.replace(' ', '-');

const words = {
  zh: {
    results: { exact: '吻合', within: '在印刷的精度内', off: '不符', 'not modelled': '没有建模' },
    all: '全部', show: '只看', columns: ['例子', '算出', '公布', '残差', '结果'], source: '来源', unit: '单位',
    table: (title, count) => `${title}：${count}例`, none: '没有',
    whys: {
      exact: '和公布的数一位不差。',
      within: '算出的数舍入到公布的最后一位，就和公布的一样。',
      cut: '来源自己说它把尾数截掉了；算出的数差不到最后一位的一个单位。',
      off: '算出的数和公布的不一样，原因还不清楚。',
    },
  },
  en: {
    results: { exact: 'exact', within: 'within the print', off: 'off', 'not modelled': 'not modelled' },
    all: 'all', show: 'Show', columns: ['Case', 'Executed', 'Published', 'Residual', 'Verdict'], source: 'Source', unit: 'Unit',
    table: (title, count) => `${title}: ${count} cases`, none: 'none',
    whys: {
      exact: 'Equal to the published number, to the last digit.',
      within: 'What was executed is the published number once it is rounded to the last digit printed.',
      cut: 'The source says that it cuts digits off; what was executed differs by less than one unit of the last digit printed.',
      off: 'What was executed is not what was published, and the reason is not known yet.',
    },
  },
};

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 9 });
const numbers = (values) => values.map((value) => NUMBER.format(value)).join('; ');

function whyOf(row, about, reasons, tag) {
  if (row.result === 'not modelled') return reasons.find(({ match }) => new RegExp(match, 'i').test(row.id))[tag];
  const { whys } = words[tag];
  return row.result === 'within' && typeof about.tolerance === 'string' ? whys.cut : whys[row.result];
}

/** JSON has null for what is infinite: something was published as zero, or comes out as infinite, and does not. */
const residualText = (residual) => (residual === null ? '∞' : residual === 0 ? '0' : residual.toExponential(1));

function rowHtml(row, about, reasons, tag) {
  const own = words[tag];
  const cell = (at, inner, name = 'number') => html`<td class="${name}" data-label="${own.columns[at]}">${inner}</td>`;
  return html`<tr data-case="${row.id}" data-result="${idOf(row.result)}"><th scope="row"><code>${row.id}</code><span class="case-source" lang="en">${
    about.source}<br>${about.unit}</span></th>${cell(1, row.got.length ? numbers(row.got) : '–')}${
    cell(2, row.expected.length ? numbers(row.expected) : own.none)}${
    cell(3, row.result === 'not modelled' ? '–' : residualText(row.residual))}${
    cell(4, html`<b class="verdict-word">${own.results[row.result]}</b><span class="case-why">${whyOf(row, about, reasons, tag)}</span>`, 'case-verdict')}</tr>`;
}

/** `run`: what `tally cases --json` gives; `cases`: the file that it ran; `groups`: web/agreement.json. */
export function agreementTables({ run, cases, groups }, tag) {
  const own = words[tag];
  const about = new Map(cases.map((each) => [each.id, each]));
  const groupOf = ({ id }) => groups.kinds.find(({ kinds }) => kinds.includes(about.get(id).kind)) ?? groups.kinds.at(-1);
  return groups.kinds.map((group) => {
    const rows = run.cases.filter((row) => groupOf(row) === group);
    if (rows.length === 0) return '';
    return html`<section id="${group.id}" aria-labelledby="${group.id}-title"><h2 id="${group.id}-title">${group[tag]}</h2><div class="table-scroll" role="group" tabindex="0" aria-labelledby="${
      group.id}-title"><table class="cases"><caption>${own.table(group[tag], rows.length)}</caption><thead><tr>${own.columns.map((name) =>
      html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows.map((row) => rowHtml(row, about.get(row.id), groups.reasons, tag))}</tbody></table></div></section>`;
  });
}

/** The filter works by the style sheet alone: no script has to run. */
export function agreementFilter({ run }, tag) {
  const own = words[tag];
  const counts = { exact: run.exact, within: run.within, off: run.off, 'not modelled': run.not_modelled };
  const radio = (value, label, count, checked) => html`<label><input type="radio" name="result" value="${value}"${checked ? html` checked` : ''}>${
    label} <data value="${count}">${count}</data></label>`;
  return html`<fieldset class="case-filter"><legend>${own.show}</legend><div class="radios">${radio('all', own.all, run.cases.length, true)}${
    RESULTS.map((result) => radio(idOf(result), own.results[result], counts[result], false))}</div></fieldset>`;
}

/** What the prose asks for: a count by its name, or the worst residual of the modelled ones. */
export function agreementNumber({ run }, name) {
  const modelled = run.cases.filter((row) => row.result !== 'not modelled');
  const known = { all: run.cases.length, modelled: modelled.length, exact: run.exact, within: run.within, off: run.off, not_modelled: run.not_modelled,
    percent: modelled.some((row) => row.residual === null) ? '∞' : `${(100 * Math.max(0, ...modelled.map((row) => row.residual))).toFixed(2)}` };
  if (known[name] === undefined) throw new Error(`agreement.html: data-cases-number="${name}": there is ${Object.keys(known).join(', ')}`);
  return String(known[name]);
}
