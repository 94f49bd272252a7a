// Real models and published cases under Node: the numbers of the static pages come from the module that they serve.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { callWith, instantiate } from '../page/engine.js';
import { createStandalone } from '../page/standalone.js';
import { BESIDE, wasmFile } from './assets.mjs';

/** Gives `languageFiles` by tag, and for each of them `describe(tag)` and `account(tag, options, file)` (its text). */
export async function startAccount(folder) {
  const module = await WebAssembly.compile(await wasmFile(folder, BESIDE));
  const names = (await readdir(join(folder, 'languages/real'))).filter((name) => name.endsWith('.txt')).sort();
  const cores = new Map();
  const languageFiles = {};
  for (const name of names) {
    const tag = name.replace(/^\d+-|\.txt$/g, '');
    languageFiles[tag] = await readFile(join(folder, 'languages/real', name));
    cores.set(tag, await instantiate(createStandalone, module, languageFiles[tag], { printErr: (line) => console.error(line) }));
  }
  const ask = (tag, name, ...texts) => callWith(cores.get(tag), name, 'string', texts.map(() => 'string'), texts);
  return {
    languageFiles,
    describe: (tag) => JSON.parse(ask(tag, 'tally_account_describe')),
    account(tag, options, file) {
      const text = ask(tag, 'tally_account', JSON.stringify({ options, file }));
      const { problem } = JSON.parse(text);
      if (problem) throw new Error(`account ${options.join(' ')}: ${problem}`);
      return text;
    },
  };
}

/** What `tally cases --json` gives of a file of cases. */
export async function runCases(folder, text) {
  const { default: create } = await import(pathToFileURL(join(folder, 'cases.mjs')).href);
  const core = await create({ printErr: (line) => console.error(line), print: () => {} });
  const answer = JSON.parse(callWith(core, 'tally_cases', 'string', ['string'], [text]));
  if (answer.problem) throw new Error(`cases: ${answer.problem}`);
  return answer;
}
