// A real model's account as the page executes it: its module under Node, beside a copy of 1 GB of memory.
import { fileURLToPath } from 'node:url';
import { startAccount } from '../web/build/account.mjs';
import { defaults, optionsOf } from '../web/page/model/parameters.js';
import { limitRow, median, row } from './rows.mjs';

const RUNS = 7;
const GIGABYTE = 1e9;

function timed(work) {
  const times = [];
  for (let run = 0; run < RUNS; run += 1) {
    const begin = performance.now();
    work();
    times.push(performance.now() - begin);
  }
  return times;
}

/** `wasm`: the folder of the modules. */
export async function measureAccount(wasm = fileURLToPath(new URL('../build/wasm', import.meta.url))) {
  const account = await startAccount(wasm);
  const options = optionsOf({ ...defaults(), model: 'llama-3.1-405b' });
  const times = timed(() => account.account('en', options));
  const [from, to] = [new Uint8Array(GIGABYTE).fill(1), new Uint8Array(GIGABYTE)];
  const copies = timed(() => to.set(from));
  return [
    limitRow('account of Llama-3.1-405B, wasm', median(times), 'ms', 100),
    row({ name: 'account of Llama-3.1-405B beside a copy of 1 GB', samples: times, unit: 'ms', ratio: median(times) / median(copies), against: 'the copy' }),
  ];
}
