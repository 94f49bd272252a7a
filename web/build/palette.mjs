// The palette as CSS custom properties: --color-NAME for each category, role and surface, light and dark.
import { readFile } from 'node:fs/promises';

function block(inks, scheme) {
  const lines = Object.entries(inks).map(([name, ink]) =>
    `--color-${name.replaceAll('_', '-')}:${ink[scheme]}`);
  return `color-scheme:${scheme};${lines.join(';')}`;
}

/** CSS for `:root`: the system's scheme decides, unless data-theme says otherwise. */
export async function paletteCss(file) {
  const { inks, surfaces } = JSON.parse(await readFile(file, 'utf8'));
  const all = { ...inks, ...surfaces };
  return [
    `:root{${block(all, 'light')}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${block(all, 'dark')}}}`,
    `:root[data-theme=dark]{${block(all, 'dark')}}`,
    `@media print{:root:root{${block(all, 'light')}}}`,
  ].join('\n');
}
