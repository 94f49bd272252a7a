// How each number of the tables comes about, on a page of its own: for a reader without scripts, whose cells are
// no buttons. The lecture's page links to it, and is the lighter for it.
import { html } from '../page/html.js';
import { formulaList } from '../page/results.js';
import { wordsOf } from '../page/words.js';
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
  return String(html`<!doctype html>
<html lang="${language.html_lang}">
<head>
<meta charset="utf-8" data-build="charset">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Tally</title>
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${icon}" type="image/svg+xml">
<link rel="stylesheet" href="${css}">
</head>
<body>
<nav class="screen"><a href="./">${words.to_lecture}</a></nav>
<main>
<h1>${title}</h1>
${core.description.lessons.map(({ id, number, title: titles }) => html`<section id="${id}"><h2>${number} ${titles[tag]}</h2>${
    core.run(id, tag).tables.map(tableHtml)}</section>`)}
</main>
</body>
</html>
`);
}
