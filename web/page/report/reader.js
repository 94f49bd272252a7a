// The reader of reports that the command line has too (src/bindings/report.cpp). Each file is read by a new instance of
// its module, which goes with its report.
import { callWith, place, started } from '../engine.js';
import { compileStandalone, createStandalone } from '../standalone.js';

/** How pairs {here, measured} agree: how many, how many of them equal, the most that one is off its prediction, how many are off a prediction of zero. */
function agreementOf(core, pairs) {
  const at = place(core, Float64Array.from(pairs.flatMap(({ here, measured }) => [here, measured])).buffer);
  const answer = callWith(core, 'report_agreement', 'string', ['number', 'number'], [at, pairs.length]);
  core._free(at);
  return JSON.parse(answer);
}

/** `url`: the module's. Gives read(bytes, language): what the module answers, as an object, with `agreementOf(pairs)`. */
export function createReader(url) {
  let compiled = null;

  return async function read(bytes, language) {
    compiled ??= compileStandalone(url);
    let module;
    try {
      module = await compiled;
    } catch (error) {
      compiled = null;  // it is asked for again with the next file
      throw error;
    }
    const said = [];
    try {
      const core = await started(createStandalone, module, { printErr: (line) => said.push(line) });
      const answer = JSON.parse(callWith(core, 'report_read', 'string', ['number', 'number', 'string'], [place(core, bytes), bytes.length, language]));
      return { ...answer, agreementOf: (pairs) => agreementOf(core, pairs) };
    } catch (error) {
      throw said.length ? new Error(said.join(' ')) : error;
    }
  };
}
