// Light, dark or as the system says; the canvas is told of every change.
import { recall, remember } from './preferences.js';

/** `changed()` is called whenever colours, motion or contrast are others than before. */
export function startTheme(changed) {
  const root = document.documentElement;
  const select = document.getElementById('theme');
  const apply = (theme) => {
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    else delete root.dataset.theme;
    changed();
  };
  select.value = recall('theme') || 'auto';
  select.addEventListener('change', () => {
    remember('theme', select.value === 'auto' ? '' : select.value);
    apply(select.value);
  });
  for (const query of ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)', '(forced-colors: active)']) {
    matchMedia(query).addEventListener('change', changed);
  }
}
