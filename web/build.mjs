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
import { noticesText } from './build/notices.mjs';
import { paletteCss } from './build/palette.mjs';
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

/** The modules that Emscripten made, and the page's own scripts. */
async function writeAssets(out, wasm) {
  const urls = {};
  for (const [key, name] of [['core', 'tally_core'], ['view', 'tally_view']]) {
    urls[key] = await writeAsset(out, `${name}.mjs`, await wasmFile(wasm, `${name}.mjs`));
    urls[`${key}_wasm`] = await writeAsset(out, `${name}.wasm`, await wasmFile(wasm, `${name}.wasm`));
  }
  urls.worker = await writeAsset(out, 'worker.js', await bundle('core_worker.js'));
  return { urls, page: await writeAsset(out, 'page.js', await bundle('main.js')), css: await writeAsset(out, 'page.css', await styles()) };
}

async function main() {
  const { wasm, out, licences } = options();
  const core = await startCore(resolve(wasm));
  const document = parse(await readFile(join(here, '..', 'index.html'), 'utf8'));
  fillPage(document, core);

  await rm(out, { recursive: true, force: true });
  await mkdir(join(out, 'assets'), { recursive: true });
  const assets = await writeAssets(out, resolve(wasm));
  const early = (await esbuild.build({ entryPoints: [join(here, 'page', 'early.js')], bundle: true, minify: true,
    format: 'iife', target: 'es2022', write: false })).outputFiles[0].text.trim();
  walk(document, (node) => {
    const kind = attribute(node, 'data-build');
    if (kind === 'styles') replace(node, `<link rel="stylesheet" href="${assets.css}">`);
    else if (kind === 'script') replace(node, `<script type="module" src="${assets.page}"></script>`);
    else if (kind === 'early') replace(node, `<script>${early}</script>`);
    else if (kind === 'assets') setInner(node, JSON.stringify(assets.urls));
    else if (kind === 'version') setInner(node, core.description.engine_version);
    else if (kind === 'pytorch') setInner(node, core.description.pytorch_version);
  });
  await writeFile(join(out, 'index.html'), serialize(document));
  await writeFile(join(out, 'THIRD-PARTY.txt'), await noticesText(licences));
  await writeFile(join(out, '.nojekyll'), '');
}

try {
  await main();
} catch (error) {
  console.error(`web/build.mjs: ${error.message}`);
  process.exitCode = 1;
}
