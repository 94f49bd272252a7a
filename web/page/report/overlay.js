// Measured over predicted: a report's numbers in the cells of the figures' tables, its points as rings in the plots.
// Both are found by the places that the report names; what a figure does not show there is left out.
import { differenceText } from '../compare.js';
import { make } from '../dom.js';

const RING = '○';
/** As the core's JSON names a stack of bars. */
const SUM = 'sum';
const LEGEND_LETTERS = 40;

/** The figures' font has no other letters for sure. */
const inFont = (text) => text.replace(/[^ -~]+/g, ' ').trim().slice(0, LEGEND_LETTERS);

export function deviceOf({ device, device_name: name }) {
  return name ? `${device} (${name})` : device;
}

/** The configurations of a report with their words: {id, settings, numbers, points, rows, ...}. */
export function configurationsOf(report) {
  return report.measurement.configurations.map((measured, index) => ({ ...measured, words: report.configurations[index] }));
}

/** What a figure holds where the report has a number: its cell and the element that shows it, or null. */
function cellAt(figure, presentation, id) {
  const [table, row, column, ...more] = id.split('/');
  const found = !more.length && column && presentation.tables.find((each) => each.id === table);
  const cell = found && found.rows[found.row_ids.indexOf(row)]?.[found.columns.findIndex((each) => each.key === column)];
  if (typeof cell?.value !== 'number') return null;
  const element = figure.element.querySelector(`table[data-table="${CSS.escape(table)}"] tbody tr[data-row="${CSS.escape(row)}"] [data-column="${CSS.escape(column)}"]`);
  return element && { cell, element };
}

/** The value of a plot at a point's place, or null where it has none. */
function valueAt(plots, { plot, series, x }) {
  let value = null;
  for (const each of plots.find(({ id }) => id === plot)?.series ?? []) {
    const isMeant = series === SUM ? each.kind === 'bars' : each.id === series;
    const index = isMeant ? each.x.indexOf(x) : -1;
    if (index >= 0) value = (value ?? 0) + each.y[index];
  }
  return value;
}

/** `current()`: the report of the lecture, or null. */
export function createOverlay(app, words, current) {
  const lessonOf = (id) => app.description.lessons.find((lesson) => lesson.id === id);

  /** What of a configuration's settings the lesson does not know. */
  const strangers = (lesson, { settings = {} }) =>
    Object.keys(settings).filter((key) => !lesson.parameters.some((parameter) => parameter.key === key));

  const isMeasuredAt = (lesson, { settings = {} }, values) =>
    lesson.parameters.every(({ key, default: text }) => values[key] === (settings[key] ?? text));

  /** Of a lesson, the configuration at these values, else the first: {configuration, isHere}; null where there is none. */
  function find(id, values) {
    const report = current();
    const lesson = lessonOf(id);
    const all = report && lesson ? configurationsOf(report).filter((each) => each.id === id) : [];
    if (all.length === 0) return null;
    const isUsable = (each) => strangers(lesson, each).length === 0;
    const here = all.find((each) => isUsable(each) && isMeasuredAt(lesson, each, values));
    return { configuration: here ?? all[0], isHere: Boolean(here), lesson };
  }

  /** The points that the plots of a presentation have a place for, with what they predict there. */
  function pointsOf(configuration, presentation) {
    return (configuration.points ?? []).map((point) => ({ ...point, here: valueAt(presentation.plots, point) }))
      .filter(({ here }) => here !== null);
  }

  /** A response with the measured points over its plots. */
  function lay(response) {
    const found = response.presentation && find(response.lesson, response.values);
    if (!found?.isHere) return response;
    const points = pointsOf(found.configuration, response.presentation);
    const label = words.legend(inFont(current().measurement.device_name || '') || current().measurement.device);
    const plots = response.presentation.plots.map((plot) => {
      const own = points.filter((point) => point.plot === plot.id);
      return own.length === 0 ? plot : { ...plot, series: [...plot.series, {
        id: 'overlay', label, color: 'overlay', kind: 'points', x: own.map(({ x }) => x), y: own.map(({ measured }) => measured),
      }] };
    });
    return { ...response, presentation: { ...response.presentation, plots } };
  }

  /** The text of a residual: the report's own, where page and report predict the same. */
  function residualText(row, number, cell) {
    if (number.measured === cell.value) return words.equal;
    if (number.predicted === cell.value) return row.difference.text;
    return differenceText(cell, { value: number.measured });
  }

  function markCells(figure, configuration, presentation) {
    const marked = [];
    (configuration.numbers ?? []).forEach((number, index) => {
      const at = typeof number.measured === 'number' ? cellAt(figure, presentation, number.id) : null;
      if (!at) return;
      const row = configuration.words.rows[index];
      const isEqual = number.measured === at.cell.value;
      at.element.append(make('span', {
        className: `measured${isEqual ? '' : ' is-apart'}`,
        attrs: { 'data-measured': String(number.measured), 'data-residual': String(number.measured - at.cell.value) },
      }, make('span', { attrs: { 'aria-hidden': 'true' }, textContent: `${RING} ` }), make('span', { className: 'unseen', textContent: words.measured_is }),
      row.measured.text, make('span', { className: 'residual', textContent: ` ${residualText(row, number, at.cell)}` })));
      marked.push({ here: at.cell.value, measured: number.measured, predicted: number.predicted });
    });
    return marked;
  }

  const countText = (pairs, text) => (pairs.length ? text(current().agreementOf(pairs)) : '');

  function noteOf(figure, { configuration, isHere, lesson }, presentation) {
    const { measurement, isExample } = current();
    const said = words.measured_on(measurement.libtorch_version, deviceOf(measurement), measurement.made ?? '', isExample);
    if (!isHere) {
      const unknown = strangers(lesson, configuration);
      if (unknown.length) return [said, words.gap, words.unknown_settings(unknown)];
      return [said, words.gap, words.other_setting, ' ', make('button', { type: 'button', textContent: words.take_setting, onclick: () => takeSetting(lesson, configuration) })];
    }
    const cells = markCells(figure, configuration, presentation);
    const points = pointsOf(configuration, presentation);
    const foreign = [...cells, ...points].filter(({ here, predicted }) => typeof predicted === 'number' && predicted !== here).length;
    return [[said, countText(cells, words.cells), countText(points, words.points), foreign ? words.other_prediction(foreign) : '',
      configuration.words.problem].filter(Boolean).join(words.gap)];
  }

  function takeSetting(lesson, { settings = {} }) {
    for (const { key, default: text } of lesson.parameters) app.state.set(lesson.id, key, settings[key] ?? text);
  }

  /** Puts measured into a figure's tables, and a note above them; what stood there before goes. */
  function decorate(figure) {
    const hadFocus = figure.element.querySelector('.measured-note')?.contains(document.activeElement);
    figure.element.querySelectorAll('.measured, .measured-note').forEach((each) => each.remove());
    const response = figure.response();
    const found = response?.presentation && find(figure.id, response.values);
    if (!found) return;
    const note = make('p', { className: 'measured-note', tabIndex: -1 }, make('span', { attrs: { 'aria-hidden': 'true' }, textContent: `${RING} ` }),
      ...noteOf(figure, found, response.presentation));
    figure.element.querySelector('[data-part="comparison"]').before(note);
    if (hadFocus) note.focus({ preventScroll: true });
  }

  return { lay, decorate, find, takeSetting };
}
