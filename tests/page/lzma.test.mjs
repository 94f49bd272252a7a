// The module beside the lecture's arrives packed: what comes out is what went in.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { unpack } from '../../web/page/lzma.js';

const PACK = fileURLToPath(new URL('../../src/bindings/pack.py', import.meta.url));
const DIST = process.env.TALLY_DIST ?? fileURLToPath(new URL('../../dist/', import.meta.url));

async function packed(bytes, folder) {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  await writeFile(from, bytes);
  await promisify(execFile)('python3', [PACK, from, to]);
  return new Uint8Array(await readFile(to));
}

/** Bytes that look like chance, the same every time. */
function noise(count, of = 256) {
  let state = 1;
  return Uint8Array.from({ length: count }, () => {
    state = Math.imul(state, 1103515245) + 12345 >>> 0;
    return (state >>> 16) % of;
  });
}

test('bytes of every kind come out as they went in', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tally-'));
  t.after(() => rm(folder, { recursive: true }));
  const far = noise(300_000);
  for (const bytes of [new Uint8Array(0), Uint8Array.of(7), new Uint8Array(100_000), noise(1000), noise(100_000, 3), Buffer.from('abcabcabd'.repeat(999)),
    Buffer.concat([far, far.subarray(5, 70_000), noise(999, 2), far.subarray(200_000)]), await readFile(PACK)]) {
    assert.deepEqual(Buffer.from(unpack(await packed(bytes, folder))), Buffer.from(bytes), `${bytes.length} bytes`);
  }
});

test('what the site has is a module, and what was cut off ends', async () => {
  const name = (await readdir(join(DIST, 'assets'))).find((each) => each.endsWith('.lzma'));
  const bytes = new Uint8Array(await readFile(join(DIST, 'assets', name)));
  assert.ok(WebAssembly.validate(unpack(bytes)));
  for (const length of [0, 5, 20, 1000, bytes.length - 9]) {
    let out = new Uint8Array(0);
    try {
      out = unpack(bytes.subarray(0, length));
    } catch (error) {
      assert.match(error.message, /input/);
    }
    assert.ok(!WebAssembly.validate(out), `${length} bytes`);
  }
});
