// Builds the static pages: node web/build.mjs --wasm build/wasm --out dist
// Relative URLs, hashed asset names, numbers and tables from the core itself.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startAccount } from './build/account.mjs';
import { bundle, bundleFor, coreScript, minifiedCss, reportAssets, sharedScript, styles, wasmFile, WEB, wordsScript, writeAsset } from './build/assets.mjs';
import { writeBeside } from './build/beside.mjs';
import { headLinks, pictures } from './build/card.mjs';
import { citeHtml } from './build/cite.mjs';
import { startCore } from './build/core.mjs';
import { entrance } from './build/entrance.mjs';
import { formulasPage } from './build/formulas.mjs';
import { readGlossary } from './build/glossary.mjs';
import { alternateLinks, languageLinks, textIn } from './build/language.mjs';
import { noticesText } from './build/notices.mjs';
import { FORMULAS, pageHtml, withPolicy } from './build/page.mjs';
import { paletteCss } from './build/palette.mjs';
import { readReferences } from './build/references.mjs';
import { carried, inline } from './build/single.mjs';
import { worksheet } from './build/worksheet.mjs';

// --unproved: a page is made even of a core that no longer proves an answer, for the test of a changed op.
const USAGE = 'usage: node web/build.mjs [--wasm build/wasm] [--out dist] [--url https://host/path/] [--licences /usr/share/doc] [--fonts FOLDER] [--unproved]';
/** A page's folder stands beside the assets. */
const UP = '../';

function options() {
  try {
    const { values } = parseArgs({ options: {
      wasm: { type: 'string', default: 'build/wasm' },
      out: { type: 'string', default: 'dist' },
      url: { type: 'string', default: '' },
      unproved: { type: 'boolean', default: false },
      licences: { type: 'string', default: '/usr/share/doc' },
      fonts: { type: 'string', default: '/usr/share/fonts/opentype/noto' },
    } });
    if (values.url && !/^https?:\/\/.*\/$/.test(values.url)) throw new Error(`--url takes an address that ends with /, not "${values.url}"`);
    return values;
  } catch (error) {
    throw new Error(`${error.message}\n${USAGE}`);
  }
}

/** The module that Emscripten made, with its loader, a font and the strings of each language; the page's own scripts, styles and pictures; URLs relative to the site. */
async function writeAssets(out, wasm, drawn, languages, languageFiles) {
  const urls = {
    tally: await writeAsset(out, 'tally.mjs', await coreScript(wasm)),
    tally_wasm: await writeAsset(out, 'tally.wasm', await wasmFile(wasm, 'tally.wasm')),
    page: await writeAsset(out, 'page-main.js', await sharedScript('main.js')),
  };
  const own = {};
  for (const { tag } of languages) {
    own[tag] = {
      words: await writeAsset(out, `page-${tag}.js`, await wordsScript(`import { words } from './words/${tag}.js';\nglobalThis.tallyWords = { words };`)),
      later: await writeAsset(out, 'later.js', await bundleFor(tag, 'later.js', 'esm')),
      font: await writeAsset(out, `${tag}.otf`, await wasmFile(wasm, `fonts/${tag}.otf`)),
      strings: await writeAsset(out, `${tag}.txt`, languageFiles[tag]),
    };
    for (const [name, file, , contents] of await reportAssets(wasm, tag)) own[tag][name] = await writeAsset(out, file, contents);
  }
  const css = await styles();
  const sheet = await minifiedCss([await paletteCss(join(WEB, 'palette.json')), await readFile(join(WEB, 'worksheet.css'), 'utf8')]);
  const images = await Promise.all(Object.entries(drawn).map(async ([name, file]) => [name, await writeAsset(out, name, file)]));
  return { urls, own, css, images: Object.fromEntries(images), early: await bundle('early.js', 'iife'),
    css_url: await writeAsset(out, 'page.css', css), sheet_url: await writeAsset(out, 'worksheet.css', sheet) };
}

async function main() {
  const { wasm, out, url, licences, fonts, unproved } = options();
  const folder = resolve(wasm);
  const core = await startCore(folder, { unproved });
  const { languages } = core.description;
  const source = await readFile(join(WEB, '..', 'index.html'), 'utf8');
  const books = { references: await readReferences(join(WEB, 'references.json')), glossary: await readGlossary(WEB, languages), account: await startAccount(folder) };
  const palette = JSON.parse(await readFile(join(WEB, 'palette.json'), 'utf8'));
  const modules = (await readdir(folder)).filter((name) => name.endsWith('.wasm'));
  const notices = await noticesText(licences, await Promise.all(modules.map((name) => readFile(join(folder, name)))));
  const drawn = await pictures(core, fonts, url);

  await rm(out, { recursive: true, force: true });
  await mkdir(join(out, 'assets'), { recursive: true });
  const assets = await writeAssets(out, folder, drawn, languages, core.languageFiles);
  const up = (paths, base = UP) => Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, base + path]));
  const write = (name, text) => writeFile(join(out, name), text);
  for (const language of languages) {
    const cite = citeHtml(core, language, url);
    const singleScript = await bundleFor(language.tag, 'single.js', 'iife');
    const urls = up({ ...assets.urls, ...assets.own[language.tag] });
    await mkdir(join(out, language.tag));
    await write(`${language.tag}/index.html`, pageHtml(source, core, books, language, { own: "'self'", frame: {
      early: inline(assets.early, [urls.tally, urls.tally_wasm, urls.strings, urls.font]), cite, footer_links: undefined, beside: undefined,
      styles: `<link rel="stylesheet" href="${UP}${assets.css_url}">`,
      script: [urls.words, urls.page].map((each) => `<script type="module" src="${each}"></script>`).join(''),
      assets: JSON.stringify(urls),
      alternates: alternateLinks(language, languages, url || UP),
      languages: languageLinks(language, languages, (tag) => `${UP}${tag}/`),
      head: headLinks(core, language, { palette, site: url, urls: up(assets.images, url || UP), ...textIn(source, language) }),
    } }));
    await write(`tally-${language.tag}.html`, pageHtml(source, core, books, language, { own: 'blob:', isAlone: true, frame: {
      early: inline(assets.early), cite, alternates: null, footer_links: null, beside: null,
      styles: `<style>${assets.css}</style>`,
      script: await carried(folder, language.tag, core.languageFiles[language.tag], notices) + inline(singleScript),
      assets: '{}',
      languages: languageLinks(language, languages, (tag) => `tally-${tag}.html`),
      head: `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(drawn['icon.svg'].trim())}">`,
    } }));
    const sheet = { css: UP + assets.sheet_url, icon: UP + assets.images['icon.svg'] };
    await write(`${language.tag}/${FORMULAS}`, withPolicy(formulasPage(core, language, sheet)));
    for (const [name, isKey] of [['worksheet', false], ['answers', true]]) {
      await write(`${language.tag}/${name}.html`, withPolicy(worksheet(core, language, { isKey, ...sheet })));
    }
  }
  await writeBeside(out, folder, books.account, { languages, assets, palette, url, version: core.description.engine_version });
  await write('index.html', withPolicy(entrance(languages, assets.css_url, assets.images['icon.svg'], await bundle('entrance.js', 'iife'))));
  await write('THIRD-PARTY.txt', notices);
  await write('.nojekyll', '');
}

try {
  await main();
} catch (error) {
  console.error(`web/build.mjs: ${error.message}`);
  process.exitCode = 1;
}
