// The whole lecture as one file: what the site's page fetches stands in it, gzipped and in base64, and no
// script is a module, for a file opened from a disk can load none.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { html, trusted } from '../page/html.js';
import { bundle, minifiedModule, wasmFile } from './assets.mjs';

/** Replaces web/page/load_core.js by the core's own loader. */
function carriedCore(folder) {
  return {
    name: 'carried-core',
    setup(build) {
      build.onResolve({ filter: /\/load_core\.js$/ }, () => ({ path: 'load_core', namespace: 'carried' }));
      build.onLoad({ filter: /.*/, namespace: 'carried' }, () => ({
        contents: `import createCore from ${JSON.stringify(join(folder, 'tally.mjs'))};\nexport const loadCore = async () => ({ default: createCore });`,
        resolveDir: folder,
      }));
    },
  };
}

function packed(name, type, contents) {
  const base64 = gzipSync(contents, { level: 9 }).toString('base64');
  return html`<script type="text/plain" data-asset="${name}" data-type="${type}">${trusted(base64)}</script>`;
}

/** What stands in the page of one language instead of being fetched. */
export async function carried(folder, language, licences) {
  const worker = await bundle('core_worker.js', 'iife', {
    plugins: [carriedCore(folder)], external: ['module', 'fs', 'path', 'url'], define: { 'import.meta.url': '"blob:"' },
  });
  const parts = [
    ['tally', 'text/javascript', await minifiedModule(await wasmFile(folder, 'tally.mjs'))],
    ['tally_wasm', 'application/wasm', await wasmFile(folder, 'tally.wasm')],
    ['font', 'font/otf', await wasmFile(folder, `fonts/${language}.otf`)],
    ['worker', 'text/javascript', worker],
    ['licences', 'text/plain;charset=utf-8', licences],
  ];
  return html`${parts.map((part) => packed(...part))}`;
}

/** A script as it may stand inside of a page. */
export const inline = (script) => `<script>${script.replaceAll('</script', '<\\/script')}</script>`;
