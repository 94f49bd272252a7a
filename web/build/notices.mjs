// The notices of what dist/ contains, read from the packages that were built from, and refused when one
// is missing.
import { access, readFile } from 'node:fs/promises';

/** Each part, what of it is in dist/, and where its licence stands: the first file that exists. */
const PARTS = [
  { name: 'Dear ImGui', what: 'compiled into the view module',
    files: ['/usr/share/doc/libimgui-dev/copyright', '/usr/share/doc/libimgui1.90/copyright'] },
  { name: 'Eigen', what: 'compiled into the core module', files: ['/usr/share/doc/libeigen3-dev/copyright'] },
  { name: 'JSON for Modern C++ (nlohmann-json)', what: 'compiled into both modules',
    files: ['/usr/share/doc/nlohmann-json3-dev/copyright'] },
  { name: 'Emscripten runtime and system libraries (musl, libc++, compiler-rt)', what: 'in both modules',
    files: ['/usr/share/doc/emscripten/copyright'] },
  { name: 'Noto Sans CJK', what: 'a subset of its glyphs is in the view module',
    files: ['/usr/share/doc/fonts-noto-cjk/copyright'] },
];

async function firstFile(part) {
  for (const file of part.files) {
    try {
      await access(file);
      return file;
    } catch {
      // the next candidate
    }
  }
  throw new Error(`notices: no licence of ${part.name}: looked for ${part.files.join(', ')}`);
}

export async function noticesText() {
  const rule = '-'.repeat(78);
  const texts = [];
  for (const part of PARTS) {
    texts.push(`${rule}\n${part.name}: ${part.what}\n${rule}\n\n${(await readFile(await firstFile(part), 'utf8')).trim()}\n`);
  }
  return `Tally is licensed under the Apache License 2.0. This page also contains the parts below.\n\n${texts.join('\n')}`;
}
