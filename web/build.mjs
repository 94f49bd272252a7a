// Builds the static page: node web/build.mjs --wasm build/wasm --out dist
// Relative URLs, hashed asset names, numbers and tables from the core itself.
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as esbuild from 'esbuild';
import { parse, serialize } from 'parse5';
import { startCore } from './build/core.mjs';
import { fillPage } from './build/fill.mjs';
import { readGlossary } from './build/glossary.mjs';
import { alternateLinks, keepLanguage, languageLinks } from './build/language.mjs';
import { noticesText } from './build/notices.mjs';
import { paletteCss } from './build/palette.mjs';
import { entrance } from './build/entrance.mjs';
import { readReferences } from './build/references.mjs';
import { attribute, replace, setInner, walk } from './build/tree.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const USAGE = 'usage: node web/build.mjs [--wasm build/wasm] [--out dist] [--licences /usr/share/doc]';

function options() {
  try {
    return parseArgs({ options: {
      wasm: { type: 'string', default: 'build/wasm' },
      out: { type: 'string', default: 'dist' },
      licences: { type: 'string', default: '/usr/share/doc' },
    } }).values;
  } catch (error) {
    throw new Error(`${error.message}\n${USAGE}`);
  }
}

/** Writes assets/NAME-HASH.EXT and gives its URL relative to the page. */
async function writeAsset(out, name, contents) {
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 10);
  const extension = extname(name);
  const path = `assets/${name.slice(0, -extension.length)}-${hash}${extension}`;
  await writeFile(join(out, path), contents);
  return path;
}

async function bundle(entry) {
  const result = await esbuild.build({
    entryPoints: [join(here, 'page', entry)], bundle: true, minify: true, format: 'esm', target: 'es2022',
    write: false, logLevel: 'warning',
  });
  return result.outputFiles[0].contents;
}

/** A script small enough to stand in the page itself, before its first paint. */
async function inlineScript(entry) {
  const result = await esbuild.build({
    entryPoints: [join(here, 'page', entry)], bundle: true, minify: true, format: 'iife', target: 'es2022', write: false,
  });
  return result.outputFiles[0].text.trim();
}

async function styles() {
  const files = (await readdir(join(here, 'styles'))).filter((file) => file.endsWith('.css')).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(here, 'styles', file), 'utf8')));
  const css = [await paletteCss(join(here, 'palette.json')), ...texts].join('\n');
  return (await esbuild.transform(css, { loader: 'css', minify: true })).code;
}

async function wasmFile(folder, name) {
  try {
    return await readFile(join(folder, name));
  } catch {
    throw new Error(`no ${name} in ${folder}: build the wasm preset first, or name its folder with --wasm`);
  }
}

/** The modules that Emscripten made, and the page's own scripts; URLs relative to the site. */
async function writeAssets(out, wasm) {
  const urls = {};
  for (const [key, name] of [['core', 'tally_core'], ['view', 'tally_view']]) {
    urls[key] = await writeAsset(out, `${name}.mjs`, await wasmFile(wasm, `${name}.mjs`));
    urls[`${key}_wasm`] = await writeAsset(out, `${name}.wasm`, await wasmFile(wasm, `${name}.wasm`));
  }
  urls.worker = await writeAsset(out, 'worker.js', await bundle('core_worker.js'));
  return { urls, page: await writeAsset(out, 'page.js', await bundle('main.js')), css: await writeAsset(out, 'page.css', await styles()),
    early: await inlineScript('early.js') };
}

/** A page's folder stands beside the assets. */
const UP = '../';

function languagePage(source, core, books, assets, language) {
  const { languages } = core.description;
  const document = parse(source);
  keepLanguage(document, language, languages);
  fillPage(document, core, language, books);
  const urls = Object.fromEntries(Object.entries(assets.urls).map(([key, url]) => [key, UP + url]));
  walk(document, (node) => {
    const kind = attribute(node, 'data-build');
    if (kind === 'styles') replace(node, `<link rel="stylesheet" href="${UP}${assets.css}">`);
    else if (kind === 'script') replace(node, `<script type="module" src="${UP}${assets.page}"></script>`);
    else if (kind === 'early') replace(node, `<script>${assets.early}</script>`);
    else if (kind === 'assets') setInner(node, JSON.stringify(urls));
    else if (kind === 'alternates') replace(node, alternateLinks(language, languages, UP));
    else if (kind === 'languages') setInner(node, languageLinks(language, languages));
    else if (kind === 'version') setInner(node, core.description.engine_version);
    else if (kind === 'pytorch') setInner(node, core.description.pytorch_version);
  });
  return serialize(document);
}

async function main() {
  const { wasm, out, licences } = options();
  const core = await startCore(resolve(wasm));
  const { languages } = core.description;
  const source = await readFile(join(here, '..', 'index.html'), 'utf8');
  const books = { references: await readReferences(join(here, 'references.json')), glossary: await readGlossary(here) };

  await rm(out, { recursive: true, force: true });
  await mkdir(join(out, 'assets'), { recursive: true });
  const assets = await writeAssets(out, resolve(wasm));
  for (const language of languages) {
    await mkdir(join(out, language.tag));
    await writeFile(join(out, language.tag, 'index.html'), languagePage(source, core, books, assets, language));
  }
  await writeFile(join(out, 'index.html'), entrance(languages, assets.css, await inlineScript('entrance.js')));
  await writeFile(join(out, 'THIRD-PARTY.txt'), await noticesText(licences));
  await writeFile(join(out, '.nojekyll'), '');
}

try {
  await main();
} catch (error) {
  console.error(`web/build.mjs: ${error.message}`);
  process.exitCode = 1;
}
