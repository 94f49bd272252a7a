// The lecture's core under Node: the numbers of the static page come from the module that it serves.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Gives `description`, `run(lesson, language, values)` and `ask(question, language)`, whose answers are kept.
 * `unproved`: a question whose execution proves no choice is answered all the same, with its error.
 */
export async function startCore(folder, { unproved = false } = {}) {
  const { default: createCore } = await import(pathToFileURL(join(folder, 'tally.mjs')).href);
  const errors = [];
  const core = await createCore({ printErr: (line) => errors.push(line), print: () => {} });
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
