// The notices: whole for what dist/ is made from, nothing of what it is not.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ofWhatIsBuilt } from '../../web/build/notices.mjs';

const DIST = process.env.TALLY_DIST ?? fileURLToPath(new URL('../../dist/', import.meta.url));
const HEAD = 'Format: https://example.org/\nUpstream-Name: part\nFiles-Excluded:\n docs/*.pdf\n manual\nSource: https://example.org/part';
const files = (path, licence) => `Files: ${path}\nCopyright: 2020 Somebody\nLicense: ${licence}`;
const text = (licence) => `License: ${licence}\n The text of ${licence}.\n .\n Its end.`;
const whole = (...paragraphs) => [HEAD, ...paragraphs].join('\n\n');

test('what concerns files apart goes, with the licences that nothing else names', () => {
  const notices = ofWhatIsBuilt(whole(files('*', 'A or B'), files('\n src/one.c\n test/one.c', 'C with D exception'), files('test/* docs/*', 'E'),
    ...['A', 'B', 'C', 'E'].map(text)), ['test/', 'docs/']);
  assert.equal(notices, [HEAD.replace(/Files-Excluded:\n docs.*\n manual\n/, ''), files('*', 'A or B'), files('\n src/one.c', 'C with D exception'),
    ...['A', 'B', 'C'].map(text)].join('\n\n'));
});

test('a licence without its text is refused, and so is a file of another form', () => {
  assert.throws(() => ofWhatIsBuilt(whole(files('*', 'A'), text('B')), []), /no text of the licence A/);
  assert.equal(ofWhatIsBuilt(whole(files('*', 'A\n Its text stands here.')), []).includes('Its text stands here.'), true);
  assert.throws(() => ofWhatIsBuilt('This package was written by somebody.', []), /machine-readable/);
});

test('dist/ has the notices of all that it is made from', async () => {
  const notices = await readFile(join(DIST, 'THIRD-PARTY.txt'), 'utf8');
  for (const owner of ['Omar Cornut', 'Benoit Jacob', 'Milo Yip', 'The Emscripten Authors', 'Rich Felker', 'Howard Hinnant', 'Google Corporation']) assert.ok(notices.includes(owner), owner);
  for (const folder of ['system/lib/libc/musl/*', 'system/lib/libcxx/*', 'system/lib/compiler-rt/*', 'src/library.js']) assert.ok(notices.includes(folder), folder);
  assert.doesNotMatch(notices, /poppler|freetype|Files: debian/, 'nothing is made from these');
});
