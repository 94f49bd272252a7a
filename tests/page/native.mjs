// The command line beside the page: what the native engine says to the same question.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const TALLY = process.env.TALLY_NATIVE ?? fileURLToPath(new URL('../../build/native/src/cli/tally', import.meta.url));

/** Runs `tally` with these arguments. Gives its status and what it wrote. */
export function tally(...args) {
  return new Promise((resolve, reject) => {
    execFile(TALLY, args, { maxBuffer: 1 << 28 }, (error, out, err) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve({ status: error?.code ?? 0, out, err });
    });
  });
}

/** A parameter as an option: --name=text. */
export const option = (key, text) => `--${key.replaceAll('_', '-')}=${text}`;

/** The responses of all lessons, or of `lesson` alone with these texts of its parameters. */
export async function lecture(language, lesson = '', texts = {}) {
  const options = Object.entries(texts).map(([key, text]) => option(key, text));
  const { status, out, err } = await tally('lecture', '--json', `--lang=${language}`, ...(lesson ? [`--demo=${lesson}`] : []), ...options);
  assert.equal(status, 0, err);
  return JSON.parse(out).lessons;
}

/** Numbers of both are the same: whole ones exactly, the others (losses, gradients) up to rounding. */
export function assertSame(native, wasm, where) {
  if (typeof native === 'number' && typeof wasm === 'number' && !(Number.isInteger(native) && Number.isInteger(wasm))) {
    assert.ok(Math.abs(native - wasm) <= 1e-5 * Math.abs(native) + 1e-8, `${where}: ${native} natively, ${wasm} in the page`);
  } else if (native !== null && typeof native === 'object') {
    assert.deepEqual(Object.keys(wasm ?? {}).sort(), Object.keys(native).sort(), where);
    const isRounded = [native, wasm].some(({ value }) => typeof value === 'number' && !Number.isInteger(value));  // so its text may be
    for (const key of Object.keys(native)) if (!(isRounded && key !== 'value')) assertSame(native[key], wasm[key], `${where}.${key}`);
  } else {
    assert.equal(wasm, native, where);
  }
}

/** What rounding leaves of two gradients that should be equal: another number in each build, and far below the gradients. */
const NOISE = ['largest_difference', 'relative_difference'];

/** A response without what differs from run to run: times, and the noise of rounding. */
export function comparable({ presentation, ...rest }) {
  const isTimed = ({ id }) => id === 'times';
  const isNoise = (id, row) => NOISE.includes(id) && row.at(-1).value < 1e-6;
  const tables = presentation.tables.filter((table) => !isTimed(table)).map((table) =>
    ({ ...table, rows: table.rows.filter((row, at) => !isNoise(table.row_ids[at], row)) }));
  const sentence = presentation.sentence.replace(/[\d.]+e-(0[7-9]|1\d)/g, 'noise');
  const notes = presentation.notes.filter((note) => !/\d ms/.test(note));
  return { ...rest, presentation: { ...presentation, sentence, notes, tables, plots: presentation.plots.filter((plot) => !isTimed(plot)) } };
}
