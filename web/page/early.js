// Runs before the first paint: the reader's language and colours, so that nothing flickers.
import { preferredLanguage, recall } from './preferences.js';
import { parseFragment } from './url.js';

const root = document.documentElement;
const tags = ['zh', 'en'];
const wanted = [parseFragment(location.hash).language, recall('language')].find((tag) => tags.includes(tag));
root.dataset.language = wanted ?? preferredLanguage(tags);
root.lang = root.dataset.language === 'zh' ? 'zh-Hans' : root.dataset.language;
if (recall('theme')) root.dataset.theme = recall('theme');
root.dataset.scripted = '';
