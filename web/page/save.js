// The panel that hands out a figure's results: each table and the timeline as CSV and JSON, each plot as SVG,
// the drawing as PNG. Made anew from the present result whenever it is opened.
import { copyButton, createSaid, download, say } from './copy.js';
import { make } from './dom.js';
import { tableCsv, tableJson, timelineCsv, timelineJson } from './export.js';
import { pictureFile, timelinePlot } from './picture.js';

/** Spreadsheets tell UTF-8 by this mark. */
const BYTE_ORDER_MARK = '\ufeff';

function colorOf(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--color-${name.replaceAll('_', '-')}`).trim();
}

function blobOf(canvas) {
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}

/** `figure`: id, response(), view. `link`: the address that shows this result. */
export function savePanel(figure, app, link) {
  const { words } = app;
  const response = figure.response();
  const { tables, plots, timeline } = response.presentation;
  const said = createSaid();
  const fileName = (id, extension) => `tally-${figure.id}-${id}.${extension}`.replaceAll('_', '-');
  const saving = (format, name, contents, type) => make('button', {
    type: 'button', textContent: words.save_as(format), attrs: { 'data-save': name },
    onclick: async () => {
      download(name, await contents(), type);
      say(said, words.saved(name));
    },
  });
  const line = (label, ...buttons) => make('li', {}, make('span', { className: 'save-name', textContent: label }),
    make('span', { className: 'save-buttons' }, ...buttons));

  const data = (label, id, toCsv, toJson) => line(label,
    copyButton(words.save_copy_as('CSV'), toCsv, said, words, { attrs: { 'data-copy': `${id}.csv` } }),
    saving('CSV', fileName(id, 'csv'), () => BYTE_ORDER_MARK + toCsv(), 'text/csv;charset=utf-8'),
    copyButton(words.save_copy_as('JSON'), toJson, said, words, { attrs: { 'data-copy': `${id}.json` } }),
    saving('JSON', fileName(id, 'json'), toJson, 'application/json'));
  const drawing = (label, plot) => line(label,
    saving('SVG', fileName(plot.id, 'svg'), () => pictureFile(plot, colorOf), 'image/svg+xml'));

  const png = saving('PNG', fileName('drawing', 'png'), () => blobOf(figure.view.picture()), 'image/png');
  png.disabled = !figure.view;
  const items = [
    line(words.save_drawing, png, ...(figure.view ? [] : [make('span', { textContent: words.save_needs_gl })])),
    ...plots.map((plot) => drawing(words.save_plot(plot.caption), plot)),
    ...(timeline ? [drawing(words.save_timeline(timeline.caption), { ...timelinePlot(timeline), id: `timeline-${timeline.id}` }),
      data(words.save_timeline(timeline.caption), `timeline-${timeline.id}`,
        () => timelineCsv(timeline, words.save_total, words.save_phase), () => timelineJson(timeline, response, link))] : []),
    ...tables.map((table) => data(words.save_table(table.caption), table.id,
      () => tableCsv(table), () => tableJson(table, response, link))),
  ];
  return [make('ul', { className: 'save-list' }, ...items), make('p', { className: 'said-line' }, said)];
}
