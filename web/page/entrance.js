// Leads on to the reader's language: the one chosen before on this machine, or else the browser's. What the
// fragment says goes along.
import { preferredLanguage, recall } from './preferences.js';

const tags = document.currentScript.dataset.languages.split(' ');
const chosen = recall('language');
const tag = tags.includes(chosen) ? chosen : preferredLanguage(tags);
location.replace(`${tag}/${location.search}${location.hash}`);
