// The page's own words by language. The script of a page is built with those of its language alone.
import { words as en } from './words/en.js';
import { words as zh } from './words/zh.js';

/** The words of one language. The build asks for those of each, so that none without words gets a page. */
export function wordsOf(language) {
  const words = { zh, en };
  if (!Object.hasOwn(words, language)) throw new Error(`web/page/words.js: no words in "${language}"`);
  return words[language];
}
