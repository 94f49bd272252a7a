// Lints the lecture's prose: node web/lint.mjs [REPOSITORY]. One line per fault; exits with 1 if there is one.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'parse5';
import { keepLanguage } from './build/language.mjs';
import { readReferences } from './build/references.mjs';
import { lintAnchors } from './lint/anchors.mjs';
import { lintDigits } from './lint/digits.mjs';
import { lintHeaderTerms, lintPageTerms, lintTermTable } from './lint/terms.mjs';

/** All faults of a checkout. */
export async function lintProse(root) {
  const json = async (name) => JSON.parse(await readFile(join(root, 'web', name), 'utf8'));
  const source = await readFile(join(root, 'index.html'), 'utf8');
  const read = () => parse(source, { sourceCodeLocationInfo: true });
  const folders = await readdir(join(root, 'src/lecture/languages'), { withFileTypes: true });
  const languages = folders.filter((each) => each.isDirectory()).map(({ name }) => ({ tag: name, html_lang: name }));
  const [terms, digits] = [await json('terms.json'), await json('digits.json')];
  const pages = languages.map((language) => {
    const document = read();
    keepLanguage(document, language, languages);
    return { tag: language.tag, document };
  });
  const faults = [...lintDigits(read(), digits), ...lintTermTable(terms, languages.map((each) => each.tag)),
    ...lintAnchors(pages, await readReferences(join(root, 'web/references.json')))];
  for (const { tag, document } of pages) {
    faults.push(...lintPageTerms(document, terms, tag));
    const folder = `src/lecture/languages/${tag}`;
    for (const name of (await readdir(join(root, folder))).sort()) {
      faults.push(...lintHeaderTerms(`${folder}/${name}`, await readFile(join(root, folder, name), 'utf8'), terms, tag));
    }
  }
  return faults;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = await lintProse(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
  faults.forEach((fault) => console.log(fault));
  process.exitCode = faults.length ? 1 : 0;
}
