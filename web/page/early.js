// Runs before the first paint: the reader's colours and what the link asks to leave out, so that nothing flickers.
import { recall } from './preferences.js';
import { parseFragment } from './url.js';

const { currentScript } = document;
const root = document.documentElement;
if (recall('theme')) root.dataset.theme = recall('theme');
root.dataset.scripted = '';
const { blind, embed, present } = parseFragment(location.hash);
if (blind) root.dataset.blind = '';
if (embed && !present) root.dataset.embed = '';

/** What the page's script will ask for, asked for once the text is painted, unless the script was faster. */
function preload() {
  if ('asked' in root.dataset) return;
  for (const href of currentScript.dataset.preload?.split(' ') ?? []) {
    const isModule = /\.mjs$/.test(href);
    document.head.append(Object.assign(document.createElement('link'),
      isModule ? { rel: 'modulepreload', href } : { rel: 'preload', as: 'fetch', crossOrigin: '', fetchPriority: 'low', href }));
  }
}
requestAnimationFrame(() => setTimeout(preload));
