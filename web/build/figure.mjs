// A figure as it stands in the page before the engine arrives, or without it: picture, sentence, notes and
// tables of the lecture's setting, in every language.
import { html } from '../page/html.js';
import { notesHtml, tablesHtml } from '../page/results.js';
import { wordsOf } from '../page/words.js';
import { pictureSvg } from './picture.mjs';

/** The inside of `<figure data-lesson>`; the page's figure.js takes its parts over by data-part. */
export function figureHtml(id, core) {
  const lesson = core.description.lessons.find((each) => each.id === id);
  if (!lesson) throw new Error(`index.html: data-lesson="${id}": no such lesson`);
  const languages = core.description.languages.map((language) => ({
    ...language, shown: core.run(id, language.tag), words: wordsOf(language.tag), ui: core.description.ui[language.tag],
  }));
  const each = (make) => languages.map(make);
  return html`<figcaption>${each(({ tag, html_lang, words }) => html`<span data-lang="${tag}" lang="${html_lang}"><span class="figure-number">${
    words.demonstration(lesson.number)}</span> <span class="figure-title">${lesson.title[tag]}</span></span>`)}</figcaption>
<div class="figure-stage" data-part="stage">${each(({ tag, html_lang, shown }) => html`<div class="figure-picture" data-lang="${tag}" lang="${html_lang}">${
    shown.plots.slice(0, 1).map((plot) => pictureSvg(plot))}</div>`)}</div>
<p class="figure-status" data-part="problem" hidden></p>
<p class="figure-hint" data-part="hint" hidden></p>
<form class="figure-form" data-part="form" hidden></form>
<div class="figure-bar" data-part="bar"></div>
<p class="figure-status" data-part="status" role="status" hidden></p>
<div class="figure-results" data-part="results">
<output class="figure-sentence" id="${id}-sentence" data-part="sentence" aria-live="polite">${each(({ tag, html_lang, shown }) =>
    html`<span data-lang="${tag}" lang="${html_lang}">${shown.sentence}</span>`)}</output>
<div class="figure-tables" data-part="tables">${each(({ tag, html_lang, shown }) =>
    html`<div data-lang="${tag}" lang="${html_lang}">${tablesHtml(shown.tables, `${id}-${tag}`)}</div>`)}</div>
<div class="figure-notes" data-part="notes">${each(({ tag, html_lang, shown, ui }) =>
    html`<div data-lang="${tag}" lang="${html_lang}">${notesHtml(shown.notes, ui.notes)}</div>`)}</div>
</div>`;
}
