// Pages beside the lecture, each in a folder of its own below a language's: real models, and how well their numbers
// agree. A bilingual source at the root for each, as index.html is for the lecture.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, serialize } from 'parse5';
import { escape, html } from '../page/html.js';
import { wordsOf } from '../page/words.js';
import { runCases } from './account.mjs';
import { agreementFilter, agreementNumber, agreementTables } from './agreement.mjs';
import { bundle, minifiedCss, sharedScript, WEB, writeAsset } from './assets.mjs';
import { mathml } from './glossary.mjs';
import { keepLanguage, textIn } from './language.mjs';
import { modelParts, modelWords } from './model.mjs';
import { fillFrame } from './page.mjs';
import { addPolicy } from './policy.mjs';
import { inline } from './single.mjs';
import { attribute, removeAttribute, replace, setAttribute, setInner, textOf, walk } from './tree.mjs';

/** A page's folder stands two below the assets'. */
const UP = '../../';

/** Fills what a source asks for by `data-NAME`: `fillers` gives the inside by the attribute's value. */
function fill(document, fillers, tag) {
  walk(document, (node) => {
    if (node.tagName === 'x-tex') replace(node, mathml(textOf(node), attribute(node, 'display') !== undefined));
    const word = attribute(node, 'data-word');
    if (word !== undefined) {
      setInner(node, escape(wordsOf(tag)[word]));
      removeAttribute(node, 'data-word');
    }
    for (const [name, filler] of Object.entries(fillers)) {
      const value = attribute(node, name);
      if (value === undefined) continue;
      const inner = filler(value);
      if (inner === null) continue;  // what only a script fills
      if (node.tagName === 'data') setAttribute(node, 'value', String(inner).replaceAll(',', ''));
      setInner(node, inner);
      if (node.tagName === 'data' || name === 'data-text') removeAttribute(node, name);
    }
  });
}

function headOf({ title, description }, icons, palette) {
  return html`<link rel="icon" href="${UP}${icons['icon.svg']}" type="image/svg+xml"><link rel="apple-touch-icon" href="${UP}${icons['icon.png']}">${
    ['light', 'dark'].map((scheme) => html`<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${palette.surfaces.background[scheme]}">`)}<meta property="og:title" content="${
    title}"><meta property="og:description" content="${description}"><meta property="og:type" content="article"><meta property="og:site_name" content="Tally">`;
}

const alternates = (name, language, languages, site) => html`<link rel="canonical" href="${site}${language.tag}/${name}/">${languages.map((each) =>
  html`<link rel="alternate" hreflang="${each.html_lang}" href="${site}${each.tag}/${name}/">`)}`;

const languageLinks = (name, language, languages) => html`${languages.filter((each) => each !== language).map((each) =>
  html`<a class="language" data-language-link="${each.tag}" lang="${each.html_lang}" hreflang="${each.html_lang}" rel="alternate" href="${UP}${
    each.tag}/${name}/">${each.name}</a>`)}`;

/** `site`: `assets` (what the lecture's build wrote), `palette`, `url`, `version`. */
export async function writeBeside(out, folder, account, { languages, assets, palette, url, version }) {
  const css = await writeAsset(out, 'model.css', await minifiedCss([await readFile(join(WEB, 'model.css'), 'utf8')]));
  const cases = JSON.parse(await readFile(join(WEB, '..', 'src/cli/published.json'), 'utf8'));
  const agreement = { run: await runCases(folder, JSON.stringify(cases)), cases, groups: JSON.parse(await readFile(join(WEB, 'agreement.json'), 'utf8')) };
  const worker = await writeAsset(out, 'account.js', await bundle('model/core.js', 'iife'));
  const script = await writeAsset(out, 'model.js', await sharedScript('model/main.js'));
  const early = inline(assets.early);
  const plain = `<script type="module" src="${UP}${await writeAsset(out, 'beside.js', await bundle('beside.js', 'esm'))}"></script>`;
  for (const language of languages) {
    const { tag } = language;
    const urls = { worker, module: assets.own[tag].beside, strings: await writeAsset(out, `account-${tag}.txt`, account.languageFiles[tag]) };
    const own = await writeAsset(out, `model-${tag}.js`, await modelWords(tag));
    const sources = {
      agreement: { script: plain, fillers: {
        'data-cases': (part) => (part === 'filter' ? agreementFilter(agreement, tag) : html`${agreementTables(agreement, tag)}`),
        'data-cases-number': (name) => agreementNumber(agreement, name),
      } },
      model: { script: [own, script].map((each) => `<script type="module" src="${UP}${each}"></script>`).join(''), fillers: modelParts(account, tag),
        assets: Object.fromEntries(Object.entries(urls).map(([key, path]) => [key, UP + path])) },
    };
    for (const [name, source] of Object.entries(sources)) {
      const text = await readFile(join(WEB, '..', `${name}.html`), 'utf8');
      const document = parse(text);
      keepLanguage(document, language, languages);
      fill(document, source.fillers, tag);
      fillFrame(document, {
        charset: null, early, version, assets: JSON.stringify(source.assets ?? {}), script: source.script,
        styles: `<link rel="stylesheet" href="${UP}${assets.css_url}"><link rel="stylesheet" href="${UP}${css}">`,
        alternates: alternates(name, language, languages, url || UP),
        languages: languageLinks(name, language, languages),
        head: headOf(textIn(text, language), assets.images, palette),
      });
      addPolicy(document, "'self'");
      await mkdir(join(out, tag, name));
      await writeFile(join(out, tag, name, 'index.html'), serialize(document));
    }
  }
}
