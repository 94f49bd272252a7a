// A page beside the lecture that needs no engine: colours, and the language that was chosen.
import { remember } from './preferences.js';
import { startTheme } from './theme.js';

startTheme(() => {});
for (const link of document.querySelectorAll('[data-language-link]')) {
  link.addEventListener('click', () => {
    remember('language', link.dataset.languageLink);
    link.hash = location.hash;
  });
}
document.documentElement.dataset.ready = '';
