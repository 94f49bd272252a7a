// What a site weighs: bytes as gzip sends them.
import { readFile, readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Aims in bytes, gzipped: kB is 1000. */
export const AIMS = { firstView: 500_000, site: 900_000 };

/** What is fetched once a reader asks for it. */
const LATER = /^later-/;
/** What a page fetches by itself; a card for other sites or a licence text is none of it. */
const FETCHED = new Set(['.js', '.mjs', '.css', '.wasm', '.otf', '.txt']);

async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).sort();
}

const gzipped = async (path) => gzipSync(await readFile(path), { level: 9 }).length;

/** Rows [name, bytes] of a list of files, and their sum. */
async function weighed(folder, paths) {
  const rows = await Promise.all(paths.map(async (path) => [path.slice(folder.length).replace(/^\//, ''), await gzipped(path)]));
  return { rows, total: rows.reduce((sum, [, bytes]) => sum + bytes, 0) };
}

/** The page of one language with everything that it names, or that what it names names. */
export async function firstView(dist, language) {
  const page = join(dist, language, 'index.html');
  const assets = (await filesBelow(join(dist, 'assets'))).filter((path) => FETCHED.has(extname(path)) && !LATER.test(basename(path)));
  const wanted = [page];
  for (let next = 0; next < wanted.length; next += 1) {
    const text = await readFile(wanted[next], 'latin1');
    wanted.push(...assets.filter((path) => !wanted.includes(path) && text.includes(basename(path))));
  }
  return weighed(dist, wanted);
}

const nameIn = (dist, path) => path.slice(dist.length).replace(/^\//, '');

/** The site with all its pages: everything but the editions in one file. */
export async function wholeSite(dist) {
  return weighed(dist, (await filesBelow(dist)).filter((path) => !/^tally-[a-z]+\.html$/.test(nameIn(dist, path))));
}
