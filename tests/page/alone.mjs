// A copy of the lecture as one file, in a folder with nothing else.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DIST } from './browser.mjs';

/** The single file of a language in a folder of its own: its address, and how to remove it. */
export async function copyAlone(language) {
  const folder = await mkdtemp(join(tmpdir(), 'tally-alone-'));
  const file = join(folder, 'lecture.html');
  await copyFile(join(DIST, `tally-${language}.html`), file);
  return { address: pathToFileURL(file).href, remove: () => rm(folder, { recursive: true, force: true }) };
}
