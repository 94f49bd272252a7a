// The whole lecture as one file: what the site's page fetches stands in it, gzipped and in base64, and no
// script is a module, for a file opened from a disk can load none.
import { gzipSync } from 'node:zlib';
import { html, trusted } from '../page/html.js';
import { bundleFor, coreScript, reportAssets, wasmFile } from './assets.mjs';

function packed(name, type, contents) {
  const base64 = gzipSync(contents, { level: 9 }).toString('base64');
  return html`<script type="text/plain" data-asset="${name}" data-type="${type}">${trusted(base64)}</script>`;
}

/** What stands in the page of one language instead of being fetched. */
export async function carried(folder, language, strings, licences) {
  const parts = [
    ['tally', 'text/javascript', await coreScript(folder)],
    ['tally_wasm', 'application/wasm', await wasmFile(folder, 'tally.wasm')],
    ['font', 'font/otf', await wasmFile(folder, `fonts/${language}.otf`)],
    ['strings', 'text/plain', strings],
    ['later', 'text/javascript', await bundleFor(language, 'later.js', 'esm')],
    ...(await reportAssets(folder, language)).map(([name, , type, contents]) => [name, type, contents]),
    ['licences', 'text/plain;charset=utf-8', licences],
  ];
  return html`${parts.map((part) => packed(...part))}`;
}

/** A script as it may stand inside of a page. `preload`: URLs that it asks for ahead. */
export const inline = (script, preload = []) =>
  `<script${preload.length ? ` data-preload="${preload.join(' ')}"` : ''}>${script.replaceAll('</script', '<\\/script')}</script>`;
