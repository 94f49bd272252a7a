// Runs before the first paint: the reader's colours, so that nothing flickers.
import { recall } from './preferences.js';

const root = document.documentElement;
if (recall('theme')) root.dataset.theme = recall('theme');
root.dataset.scripted = '';
