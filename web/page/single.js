// The start of the lecture in one file: what the site would fetch stands in the page, packed; each becomes
// an address that the page can fetch from itself.
import { announceInFigures } from './announce.js';
import { wordsOf } from './words.js';

async function unpacked(element) {
  const packed = Uint8Array.from(atob(element.textContent), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const blob = new Blob([await new Response(stream).arrayBuffer()], { type: element.dataset.type });
  element.remove();
  return URL.createObjectURL(blob);
}

async function start() {
  const urls = {};
  for (const element of document.querySelectorAll('script[data-asset]')) urls[element.dataset.asset] = await unpacked(element);
  document.getElementById('assets').textContent = JSON.stringify(urls);
  for (const link of document.querySelectorAll('[data-licences]')) link.href = urls.licences;
  await import('./main.js');
}

start().catch((error) => {
  const root = document.documentElement;
  delete root.dataset.embed;  // nobody is there to show a figure alone
  announceInFigures('engine-problem', `${wordsOf(root.dataset.language).engine_missing} (${error.message})`);
});
