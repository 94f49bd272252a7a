// What the pages load: scripts bundled, styles joined, modules as Emscripten made them.
import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
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

/** A script of the page of one language. */
export const bundleFor = (tag, entry, format) => bundle(entry, format, { plugins: [ownWords(tag)] });

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
