// What the site weighs, and a copy of the lecture as one file.
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { DIST, LESSONS, showCanvas } from './browser.mjs';

const size = (bytes) => gzipSync(bytes, { level: 9 }).length;
export const gzipped = async (file) => size(await readFile(file));

/** The files of the site, notices left out: no page loads them. */
export async function siteFiles() {
  const entries = await readdir(DIST, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && !/^(\.nojekyll|THIRD-PARTY\.txt)$/.test(entry.name)).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** Everything that a reader's first view takes: up to the first figure, drawn. */
export const firstView = {
  watch(page) {
    page.loaded = new Map();
    page.on('response', (response) => page.loaded.set(response.url(), response.body().then(size, () => 0)));
  },
  async read(page) {
    await page.waitForSelector('html[data-ready]');
    await showCanvas(page, LESSONS[0]);
    const sizes = await Promise.all(page.loaded.values());
    return { bytes: sizes.reduce((sum, each) => sum + each, 0), urls: [...page.loaded.keys()] };
  },
};

/** The single file of a language in a folder of its own: its address, and how to remove it. */
export async function copyAlone(language) {
  const folder = await mkdtemp(join(tmpdir(), 'tally-alone-'));
  const file = join(folder, 'lecture.html');
  await copyFile(join(DIST, `tally-${language}.html`), file);
  return { address: pathToFileURL(file).href, remove: () => rm(folder, { recursive: true, force: true }) };
}
