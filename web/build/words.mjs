// The words that the build puts around the lecture's own: contents, references, terms, worksheet.
const words = {
  zh: {
    lecture: '训练一个模型，显存用在哪里',
    anchor: (title) => `“${title}”的链接`,
    previous: '上一节',
    next: '下一节',
    turn: '前后的章节',
    and_others: '等',
    many_authors: (first) => `${first}等`,
    two_authors: (first, second) => `${first}、${second}`,
    cited: (authors, year) => `${authors}，${year}`,
    back_to_text: (number) => `回到正文的第${number}处引用`,
    term: '中文',
    term_in_other: '英文',
    meaning: '意思',
    terms: '术语对照',
    symbol: '符号',
    symbols: '全文的符号',
    stands_for: '代表',
  },
  en: {
    lecture: 'Where training memory goes',
    anchor: (title) => `Link to “${title}”`,
    previous: 'Previous',
    next: 'Next',
    turn: 'Neighbouring parts',
    and_others: 'et al.',
    many_authors: (first) => `${first} et al.`,
    two_authors: (first, second) => `${first} and ${second}`,
    cited: (authors, year) => `${authors}, ${year}`,
    back_to_text: (number) => `Back to citation ${number} in the text`,
    term: 'English',
    term_in_other: 'Chinese',
    meaning: 'Meaning',
    terms: 'Terms in both languages',
    symbol: 'Symbol',
    symbols: 'Symbols of the lecture',
    stands_for: 'Stands for',
  },
};

export function buildWords(tag) {
  if (!words[tag]) throw new Error(`web/build/words.mjs: no words in "${tag}"`);
  return words[tag];
}
