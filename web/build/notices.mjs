// The notices of what dist/ contains, read from the packages that were built from, and refused when one
// is missing.
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Each part, what of it is in dist/, and where its licence stands below Debian's /usr/share/doc: the first file that exists. */
const PARTS = [
  { name: 'Dear ImGui', what: 'compiled into the module',
    files: ['libimgui-dev/copyright', 'libimgui1.90/copyright'] },
  { name: 'Eigen', what: 'compiled into the module', files: ['libeigen3-dev/copyright'] },
  { name: 'fmt', what: 'compiled into the module', files: ['libfmt-dev/copyright'] },
  { name: 'RapidJSON', what: 'compiled into the module', files: ['rapidjson-dev/copyright'] },
  { name: 'Emscripten runtime and system libraries (musl, libc++, compiler-rt)', what: 'in the module',
    files: ['emscripten/copyright'] },
  { name: 'Noto Sans CJK', what: 'a subset of its glyphs is in the fonts of the figures',
    files: ['fonts-noto-cjk/copyright'] },
];

async function firstFile(folder, part) {
  for (const name of part.files) {
    const file = join(folder, name);
    try {
      await access(file);
      return file;
    } catch {
      // the next candidate
    }
  }
  throw new Error(`notices: no licence of ${part.name}: looked in ${folder} for ${part.files.join(', ')}; name another folder with --licences`);
}

/** `folder`: where the packages' copyright files stand. */
export async function noticesText(folder) {
  const rule = '-'.repeat(78);
  const texts = [];
  for (const part of PARTS) {
    texts.push(`${rule}\n${part.name}: ${part.what}\n${rule}\n\n${(await readFile(await firstFile(folder, part), 'utf8')).trim()}\n`);
  }
  return `Tally is licensed under the Apache License 2.0. This page also contains the parts below.\n\n${texts.join('\n')}`;
}
