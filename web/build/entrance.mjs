// dist/index.html: leads to the page of the reader's language. Without scripts it is a choice of links.
import { html } from '../page/html.js';

/** `script`: what chooses; `css`: the URL of the site's styles. */
export function entrance(languages, css, icon, script) {
  return String(html`<!doctype html>
<html lang="${languages[0].html_lang}">
<head>
<meta charset="utf-8" data-build="charset">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tally</title>
${languages.map((each) => html`<link rel="alternate" hreflang="${each.html_lang}" href="${each.tag}/">
`)}<link rel="icon" href="${icon}" type="image/svg+xml">
<link rel="stylesheet" href="${css}">
</head>
<body class="entrance">
<main>
<h1>Tally</h1>
<ul>${languages.map((each) => html`<li><a href="${each.tag}/" lang="${each.html_lang}" hreflang="${each.html_lang}">${each.name}</a></li>`)}</ul>
</main>
`) + `<script data-languages="${languages.map((each) => each.tag).join(' ')}">${script}</script>
</body>
</html>
`;
}
