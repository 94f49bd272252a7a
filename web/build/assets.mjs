// What the pages load: scripts bundled, styles joined, modules as Emscripten made them.
import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { paletteCss } from './palette.mjs';

export const WEB = fileURLToPath(new URL('..', import.meta.url));

/** Writes assets/NAME-HASH.EXT below `out` and gives its URL relative to the site. */
export async function writeAsset(out, name, contents) {
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 10);
  const extension = extname(name);
  const path = `assets/${name.slice(0, -extension.length)}-${hash}${extension}`;
  await writeFile(join(out, path), contents);
  return path;
}

/** web/page/ENTRY with all it imports, as one script: 'iife' where no module can be loaded, else 'esm'. */
export async function bundle(entry, format, options = {}) {
  const result = await esbuild.build({
    entryPoints: [join(WEB, 'page', entry)], bundle: true, minify: true, format, target: 'es2022', charset: 'utf8',
    write: false, logLevel: 'warning', ...options,
  });
  return result.outputFiles[0].text.trim();
}

/** Puts the words of one language in place of web/page/words.js. */
const ownWords = (tag) => ({
  name: 'own-words',
  setup(build) {
    build.onResolve({ filter: /\/words\.js$/ }, ({ resolveDir }) => ({ path: 'words', namespace: 'own', pluginData: resolveDir }));
    build.onLoad({ filter: /.*/, namespace: 'own' }, ({ pluginData }) => ({
      contents: `import { words } from './words/${tag}.js';\nexport const wordsOf = () => words;`, resolveDir: pluginData,
    }));
  },
});

/** Styles that come with their script, as a text. */
const ownStyles = {
  name: 'own-styles',
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => ({ contents: await minifiedCss([await readFile(path, 'utf8')]), loader: 'text' }));
  },
};

/** A script of the pages of every language: their words are what the script of their own, which comes before, has left. */
export function sharedScript(entry) {
  const left = { name: 'left-words', setup(build) {
    build.onResolve({ filter: /\/(words|texts)\.js$/ }, ({ path }) => ({ path: basename(path, '.js'), namespace: 'left' }));
    build.onLoad({ filter: /.*/, namespace: 'left' }, ({ path }) => ({ contents: `export const ${path}Of = () => globalThis.tallyWords.${path};` }));
  } };
  return bundle(entry, 'esm', { plugins: [left, ownStyles] });
}

/** The words of one language, `contents` being a script in web/page that leaves them. */
export const wordsScript = (contents) => bundle('', 'esm', { entryPoints: undefined, stdin: { contents, resolveDir: join(WEB, 'page') } });

/** A script of the page of one language. */
export const bundleFor = (tag, entry, format) => bundle(entry, format, { plugins: [ownWords(tag), ownStyles] });

/** The module beside the lecture's: real models, and what reads a measurement. The site has it packed. */
export const BESIDE = 'beside.wasm';

/** What a reader brings a measurement to: its script, its words, the module that reads it, the examples; [name, file name, type, contents]. */
export async function reportAssets(folder, tag) {
  const example = async (kind) => [`example_${kind}`, `later-example-${kind}.json`, 'application/json', await readFile(join(WEB, 'examples', `${kind}.json`))];
  return [
    ['report', 'later-report.js', 'text/javascript', await bundle('report/index.js', 'esm', { plugins: [ownStyles] })],
    ['report_words', 'later-words.js', 'text/javascript', await bundle(`report/words/${tag}.js`, 'esm')],
    ['beside', 'later-beside.lzma', 'application/octet-stream', await wasmFile(folder, `${BESIDE}.lzma`)],
    await example('lecture'), await example('scale'),
  ];
}

export async function minifiedCss(texts) {
  return (await esbuild.transform(texts.join('\n'), { loader: 'css', minify: true })).code;
}

/** web/page/core.js with the loader that Emscripten made in `folder`; neither a module nor of one place. */
export async function coreScript(folder) {
  await wasmFile(folder, 'tally.mjs');
  const loader = { name: 'loader', setup: (build) => build.onResolve({ filter: /^tally-loader$/ }, () => ({ path: join(folder, 'tally.mjs') })) };
  return bundle('core.js', 'iife', { plugins: [loader], external: ['module', 'fs', 'path', 'url'], define: { 'import.meta.url': '"blob:"' } });
}

/** The lecture's styles: palette, then web/styles in the order of their names. */
export async function styles() {
  const files = (await readdir(join(WEB, 'styles'))).filter((file) => file.endsWith('.css')).sort();
  return minifiedCss([await paletteCss(join(WEB, 'palette.json')),
    ...await Promise.all(files.map((file) => readFile(join(WEB, 'styles', file), 'utf8')))]);
}

export async function wasmFile(folder, name) {
  try {
    return await readFile(join(folder, name));
  } catch {
    throw new Error(`no ${name} in ${folder}: build the wasm preset first, or name its folder with --wasm`);
  }
}
