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

/** The lecture, and the pages beside it. */
const SOURCES = ['index.html', 'model.html', 'agreement.html'];
/** What the pages' scripts say, a file a language. */
const WORDS = ['web/page/words', 'web/page/model/texts', 'web/page/report/words'];

/** All faults of a checkout. */
export async function lintProse(root) {
  const json = async (name) => JSON.parse(await readFile(join(root, 'web', name), 'utf8'));
  const folders = await readdir(join(root, 'src/lecture/languages'), { withFileTypes: true });
  const languages = folders.filter((each) => each.isDirectory()).map(({ name }) => ({ tag: name, html_lang: name }));
  const [terms, digits] = [await json('terms.json'), await json('digits.json')];
  const references = await readReferences(join(root, 'web/references.json'));
  const faults = [...lintTermTable(terms, languages.map((each) => each.tag))];
  const read = await Promise.all(SOURCES.map(async (name) => ({ name, text: await readFile(join(root, name), 'utf8') })));
  const parsed = (text) => parse(text, { sourceCodeLocationInfo: true });
  const words = await Promise.all(WORDS.map(async (folder) => (await readdir(join(root, folder))).sort().map((name) => `${folder}/${name}`)));
  const scripts = await Promise.all(words.flat().map(async (name) => ({ name, script: await readFile(join(root, name), 'utf8') })));
  faults.push(...lintDigits([...read.map(({ name, text }) => ({ name, document: parsed(text) })), ...scripts], digits));
  for (const { name, text } of read) {
    const pages = languages.map((language) => {
      const document = parsed(text);
      keepLanguage(document, language, languages);
      return { tag: language.tag, document };
    });
    faults.push(...lintAnchors(pages, references, name));
    for (const { tag, document } of pages) faults.push(...lintPageTerms(document, terms, tag, name));
  }
  for (const { tag } of languages) {
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
