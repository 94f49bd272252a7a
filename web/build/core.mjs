// The lecture's core under Node: the numbers of the static page come from the module that it serves.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadStrings } from '../page/engine.js';

/** The languages that were built, in the lecture's order, as {tag, file}. */
async function languageFiles(folder) {
  const names = (await readdir(join(folder, 'languages'))).filter((name) => name.endsWith('.txt')).sort();
  return Promise.all(names.map(async (name) => ({ tag: name.replace(/^\d+-|\.txt$/g, ''), file: await readFile(join(folder, 'languages', name)) })));
}

/**
 * Gives `languageFiles`, `description`, `run(lesson, language, values)` and `ask(question, language)`, whose answers are kept.
 * `unproved`: a question whose execution proves no choice is answered all the same, with its error.
 */
export async function startCore(folder, { unproved = false } = {}) {
  const { default: createCore } = await import(pathToFileURL(join(folder, 'tally.mjs')).href);
  const errors = [];
  const core = await createCore({ printErr: (line) => errors.push(line), print: () => {} });
  const languages = await languageFiles(folder);
  for (const { file } of languages) loadStrings(core, file);
  const call = (name, types, values) => {
    try {
      return JSON.parse(core.ccall(name, 'string', types, values));
    } catch (error) {
      throw new Error(`core: ${name} ${values.join(' ')}: ${errors.at(-1) ?? error.message}`);
    }
  };
  const answers = new Map();
  const kept = (name, request) => {
    const key = `${name} ${request}`;
    if (!answers.has(key)) answers.set(key, call(name, ['string'], [request]));
    const answer = answers.get(key);
    if (answer.error && !(unproved && answer.question)) throw new Error(`core: ${answer.error}`);
    return answer;
  };
  return {
    languageFiles: Object.fromEntries(languages.map(({ tag, file }) => [tag, file])),
    description: call('tally_describe', [], []),
    run(lesson, language, values = {}) {
      const request = JSON.stringify({ lesson, language, values });
      const answer = kept('tally_run', request);
      if (answer.issues.length) throw new Error(`core: ${request}: ${answer.issues.map((issue) => issue.message).join(' ')}`);
      return answer.presentation;
    },
    ask: (question, language) => kept('tally_ask', JSON.stringify({ question, language })),
  };
}
