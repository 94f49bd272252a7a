// The lecture's core under Node: the numbers of the static page come from the module that it serves.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Gives `description`, `run(lesson, language, values)`, whose answers are kept, and `ask(question, language)`. */
export async function startCore(folder) {
  const { default: createCore } = await import(pathToFileURL(join(folder, 'tally_core.mjs')).href);
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
  return {
    description: call('tally_describe', [], []),
    run(lesson, language, values = {}) {
      const request = JSON.stringify({ lesson, language, values });
      if (!answers.has(request)) answers.set(request, call('tally_run', ['string'], [request]));
      const answer = answers.get(request);
      if (answer.error) throw new Error(`core: ${answer.error}`);
      if (answer.issues.length) throw new Error(`core: ${request}: ${answer.issues.map((issue) => issue.message).join(' ')}`);
      return answer.presentation;
    },
    ask(question, language) {
      const request = JSON.stringify({ question, language });
      if (!answers.has(request)) answers.set(request, call('tally_ask', ['string'], [request]));
      const answer = answers.get(request);
      if (answer.error) throw new Error(`core: ${answer.error}`);
      return answer;
    },
  };
}
