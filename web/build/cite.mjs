// "Cite this page": an entry for BibTeX, with the engine's version. The address is the host's to know: given
// to the build, or filled in by the page where it is read.
import { html } from '../page/html.js';
import { buildWords } from './words.mjs';

const AUTHORS = 'The authors of Tally';
const YEAR = 2026;

export function citeHtml(core, language, site) {
  const address = site ? html`
  url = {${site}${language.tag}/},` : html`<span data-address-line hidden>
  url = {<span data-page-address></span>},</span>`;
  return html`<pre tabindex="0"><code>@misc{tally,
  title = {{${buildWords(language.tag).lecture}}},
  author = {{${AUTHORS}}},
  year = {${YEAR}},${address}
  note = {Tally ${core.description.engine_version}}
}</code></pre>`;
}
