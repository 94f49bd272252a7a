// The words of real models by language. The build puts one language in the place of this file.
import { words as en } from './texts/en.js';
import { words as zh } from './texts/zh.js';

const all = { zh, en };

export const textsOf = (tag) => all[tag];
