// What the pages beside the lecture share (worksheet, answers, formulas): plain, without scripts, for paper too.
import { html } from '../page/html.js';
import { buildWords } from './words.mjs';

/** `css` and `icon`: URLs. `links`: beside the one to the lecture. `isListed`: search engines may show it. */
export function sheetHtml(language, { title, css, icon, body, links = '', isListed = true }) {
  return String(html`<!doctype html>
<html lang="${language.html_lang}">
<head>
<meta charset="utf-8" data-build="charset">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Tally</title>
<meta name="color-scheme" content="light dark">${isListed ? '' : html`<meta name="robots" content="noindex">`}
<link rel="icon" href="${icon}" type="image/svg+xml">
<link rel="stylesheet" href="${css}">
</head>
<body>
<nav class="screen"><a href="./">${buildWords(language.tag).to_lecture}</a>${links}</nav>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`);
}
