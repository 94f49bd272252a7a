// The notices of what dist/ contains, read from the packages that were built from, and refused when one
// is missing: whose part is in dist/, by which licence, and each licence's text. What a package says of files that
// nothing is built from (its tests, its manual, its own tools) is left out.
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Each part, what of it is in dist/, and where its licence stands below Debian's /usr/share/doc: the first file that exists. `mark`: a text of
 * the part that a module has which holds it; what no module holds has no notice. `apart`: how the paths of its source begin that nothing in dist/ is made from.
 */
const PARTS = [
  { name: 'Dear ImGui', what: 'compiled into the module',
    apart: ['debian/'], files: ['libimgui-dev/copyright', 'libimgui1.90/copyright'] },
  { name: 'Eigen', what: 'compiled into the module', apart: ['debian/', 'unsupported/', 'Eigen/src/OrderingMethods/', 'Eigen/src/SparseCholesky/'],
    files: ['libeigen3-dev/copyright'] },
  { name: 'fmt', what: 'compiled into the module', mark: 'argument not found', apart: ['debian/', 'doc/', 'support/'],
    files: ['libfmt-dev/copyright'] },
  { name: 'RapidJSON', what: 'compiled into the module', apart: ['debian/'], files: ['rapidjson-dev/copyright'] },
  { name: 'Emscripten runtime and system libraries (musl, libc++, compiler-rt)', what: 'in the module',
    apart: ['cmake/', 'debian/', 'docs/', 'site/', 'test/', 'third_party/', 'tools/', 'Xtypes/', 'src/cpuprofiler.js', 'src/emrun_', 'src/gl-matrix.js',
      'src/headless', 'src/library_glemu.js', 'src/library_glut.js', 'src/library_lz4.js', 'src/library_openal.js', 'src/library_opfs.js',
      'src/library_sdl.js', 'src/library_wasmfs', 'src/library_webgpu.js', 'src/library_xlib.js', 'src/memoryprofiler.js', 'src/proxy',
      'src/runtime_asan.js', 'src/source_map_support.js', 'src/threadprofiler.js', 'src/wasm2js.js', 'src/webGL', 'system/include/GL/',
      'system/include/EGL/', 'system/include/GLES/', 'system/include/GLFW/', 'system/include/SDL/', 'system/include/X11/', 'system/include/webgpu/',
      'system/lib/libc/musl/ldso/', 'system/lib/libc/musl/src/complex/', 'system/lib/libc/musl/src/crypt/', 'system/lib/libc/musl/src/prng/',
      'system/lib/libc/musl/src/regex/', 'system/lib/libc/musl/src/search/', 'system/lib/libunwind/'],
    files: ['emscripten/copyright'] },
  { name: 'Noto Sans CJK', what: 'a subset of its glyphs is in the fonts of the figures',
    apart: ['debian/'], files: ['fonts-noto-cjk/copyright'] },
];

/** Packages whose scripts are in the page's own, with the file of their licence. */
const SCRIPTS = [{ name: 'lzma1', what: 'in the script that unpacks a module', licence: new URL('../../node_modules/lzma1/LICENSE', import.meta.url) }];

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

/** A field of a paragraph in Debian's machine-readable format, its further lines included; undefined where there is none. */
const field = (paragraph, name) => paragraph.match(new RegExp(`^${name}:([^\\n]*(?:\\n[ \\t].*)*)`, 'm'))?.[1].trim();

/** "A or (B and C with D exception)" as its licences: an exception may have a text of its own, or come with the licence. */
const licencesIn = (short) => short.split(/[(),]|\s(?:and|or)\s/).map((each) => each.trim()).filter(Boolean)
  .flatMap((each) => [each, each.replace(/ with .*/, '')]);

const shortName = (paragraph) => field(paragraph, 'License')?.split('\n')[0].trim();

/** A package's copyright file without what concerns only files below `apart`, and without the licences of those alone. */
export function ofWhatIsBuilt(copyright, apart) {
  const [head, ...paragraphs] = copyright.trim().split(/\n(?:[ \t]*\n)+/);
  if (!head.startsWith('Format: ')) throw new Error(`notices: no copyright file in the machine-readable format: "${head.slice(0, 60)}"`);
  const isApart = (paragraph) => field(paragraph, 'Files').split(/\s+/).every((path) => apart.some((folder) => path.startsWith(folder)));
  const isBelow = (line) => apart.some((folder) => line.trim().startsWith(folder));
  const kept = paragraphs.filter((paragraph) => field(paragraph, 'Files') && !isApart(paragraph))
    .map((paragraph) => paragraph.replace(/^Files:.*(\n[ \t].*)*/m, (files) => files.split('\n').filter((line) => !isBelow(line)).join('\n')));
  const wanted = new Set(kept.map(shortName).flatMap(licencesIn));
  const texts = paragraphs.filter((paragraph) => !field(paragraph, 'Files') && wanted.has(shortName(paragraph)));
  const withText = new Set([...texts, ...kept.filter((paragraph) => field(paragraph, 'License').includes('\n'))].map(shortName).flatMap(licencesIn));
  for (const name of kept.map(shortName)) {
    if (!licencesIn(name).some((each) => withText.has(each))) throw new Error(`notices: no text of the licence ${name}`);
  }
  const source = head.replace(/^Files-Excluded:.*(\n[ \t].*)*\n?/m, '').trim();
  return [source, ...kept, ...texts].join('\n\n');
}

/** `folder`: where the packages' copyright files stand; `modules`: what was built, as bytes. */
export async function noticesText(folder, modules) {
  const rule = '-'.repeat(78);
  const texts = [];
  const add = ({ name, what }, text) => texts.push(`${rule}\n${name}: ${what}\n${rule}\n\n${text}\n`);
  for (const part of PARTS.filter(({ mark }) => !mark || modules.some((module) => module.includes(mark)))) {
    const copyright = await readFile(await firstFile(folder, part), 'utf8');
    add(part, ofWhatIsBuilt(copyright, part.apart));
  }
  for (const part of SCRIPTS) add(part, await readFile(part.licence, 'utf8'));
  return `Tally is licensed under the Apache License 2.0. This page also contains the parts below.\n\n${texts.join('\n')}`;
}
