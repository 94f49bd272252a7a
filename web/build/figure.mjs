// A figure as it stands in the page before the engine arrives, or without it: picture, sentence, notes and
// tables of the lecture's setting.
import { html } from '../page/html.js';
import { pictureSvg, timelinePlot } from '../page/picture.js';
import { notesHtml, pytorchHtml, tablesHtml } from '../page/results.js';
import { wordsOf } from '../page/words.js';

/** A still picture is there to be read for a moment: its timeline has a sample for so many pixels. */
const STILL_PIXELS = 6;

/**
 * The inside of `<figure data-lesson>`; the page's figure.js takes its parts over by data-part. `formulas`: the page that
 * lists those of the tables; without it each table lists its own.
 */
export function figureHtml(id, core, tag, formulas = '') {
  const lesson = core.description.lessons.find((each) => each.id === id);
  if (!lesson) throw new Error(`index.html: data-lesson="${id}": no such lesson`);
  const shown = core.run(id, tag);
  const words = wordsOf(tag);
  const plots = [...shown.plots, ...(shown.timeline ? [timelinePlot(shown.timeline, STILL_PIXELS)] : [])];
  return html`<figcaption><span class="figure-number">${words.demonstration(lesson.number)}</span> <span class="figure-title">${
    lesson.title[tag]}</span></figcaption>
<div class="figure-stage" data-part="stage"><div class="figure-picture">${
    plots.map((plot) => pictureSvg(plot, id))}</div></div>
<p class="figure-status" data-part="problem" hidden></p>
<p class="figure-hint" data-part="hint" hidden></p>
<form class="figure-form" data-part="form" hidden></form>
<div class="figure-bar" data-part="bar"></div>
<p class="figure-status" data-part="status" role="status" hidden></p>
<div class="figure-results" data-part="results">
<output class="figure-sentence" id="${id}-sentence" data-part="sentence" aria-live="polite">${shown.sentence}</output>
<div class="figure-comparison" data-part="comparison" hidden></div>
<div class="figure-tables" data-part="tables">${tablesHtml(shown.tables, `${id}-table`, words, { isMarked: false, hasLists: !formulas })}${
    formulas ? html`<p class="formulas"><a href="${formulas}#${id}">${words.formula_list}</a></p>` : ''}</div>
<div class="figure-notes" data-part="notes">${notesHtml(shown.notes, core.description.ui[tag].notes)}</div>
<div class="figure-pytorch" data-part="pytorch"${shown.pytorch ? '' : html` hidden`}>${shown.pytorch ? pytorchHtml(shown.pytorch, words) : ''}</div>
</div>
<div class="figure-tools" data-part="tools"></div>`;
}
