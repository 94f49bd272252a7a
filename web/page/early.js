// Runs before the first paint: the reader's colours and what the link asks to leave out, so that nothing flickers.
import { recall } from './preferences.js';
import { parseFragment } from './url.js';

const root = document.documentElement;
if (recall('theme')) root.dataset.theme = recall('theme');
root.dataset.scripted = '';
const { blind, embed, present } = parseFragment(location.hash);
if (blind) root.dataset.blind = '';
if (embed && !present) root.dataset.embed = '';
