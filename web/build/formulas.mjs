// How each number of the tables comes about, on a page of its own: for a reader without scripts, whose cells are
// no buttons. The lecture's page links to it, and is the lighter for it.
import { html } from '../page/html.js';
import { formulaList } from '../page/results.js';
import { wordsOf } from '../page/words.js';
import { sheetHtml } from './sheet.mjs';
import { buildWords } from './words.mjs';

/** The page of one language. `css` and `icon`: URLs. */
export function formulasPage(core, language, { css, icon }) {
  const { tag } = language;
  const [words, own] = [buildWords(tag), wordsOf(tag)];
  const title = `${own.formula_list} · ${words.lecture}`;
  const tableHtml = (table) => {
    const list = formulaList(table, own);
    return list && html`<h3>${table.caption}</h3>${list}${table.source ? html`<p>${own.source}${table.source}</p>` : ''}`;
  };
  return sheetHtml(language, { title, css, icon, body: core.description.lessons.map(({ id, number, title: titles }) =>
    html`<section id="${id}"><h2>${number} ${titles[tag]}</h2>${core.run(id, tag).tables.map(tableHtml)}</section>`) });
}
