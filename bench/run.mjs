// Measures what it is told to and prints a table, or JSON: node bench/run.mjs page|wasm|native... [--json]. All of it is
// built before (./scripts/bench).
import { readFileSync } from 'node:fs';
import { arch, cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureDrawing, measureNative } from './native.mjs';
import { measurePage } from './page.mjs';
import { table } from './rows.mjs';
import { inChromium, wasmRows } from './wasm.mjs';

const NATIVE = fileURLToPath(new URL('../build/native/bench', import.meta.url));
const { values: options, positionals: parts } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean', default: false } } });

const machine = {
  processor: cpus()[0].model, cores: cpus().length, architecture: arch(), memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  system: /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1], node: process.versions.node,
  loadBefore: loadavg()[0],
};
const rows = [];
if (parts.includes('wasm')) {
  const { results, browser, tensorflow } = await inChromium();
  Object.assign(machine, { chromium: browser, tensorflow });
  rows.push(...wasmRows(results));
}
if (parts.includes('native')) {
  const native = measureNative(NATIVE);
  Object.assign(machine, native.machine);
  rows.push(...native.rows, ...measureDrawing(NATIVE));
}
if (parts.includes('page')) rows.push(...await measurePage());
machine.loadAfter = loadavg()[0];

if (options.json) {
  console.log(JSON.stringify({ machine, rows }, null, 1));
} else {
  console.log(table(rows).join('\n'));
  console.log(`\nmachine: ${Object.entries(machine).map(([key, value]) => `${key} ${value}`).join(', ')}`);
}
