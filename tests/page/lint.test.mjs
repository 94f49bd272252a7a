// The lints of the prose catch a planted fault each, and find none in the lecture.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'parse5';
import { lintProse } from '../../web/lint.mjs';
import { lintAnchors } from '../../web/lint/anchors.mjs';
import { lintDigits } from '../../web/lint/digits.mjs';
import { lintHeaderTerms, lintPageTerms, lintTermTable } from '../../web/lint/terms.mjs';

const page = (body) => parse(`<!doctype html><title>t</title><main>\n${body}</main>`, { sourceCodeLocationInfo: true });
const TERMS = [
  { id: 'accumulation', zh: '梯度累积', en: 'gradient accumulation', meaning: { zh: '攒', en: 'adding up' }, forbidden: { zh: ['梯度累加'], en: ['gradient aggregation'] } },
  { id: 'batch', zh: '批次', en: 'batch', meaning: { zh: '样本', en: 'samples' }, forbidden: { zh: [], en: ['minibatch'] } },
];

test('the lecture has no fault', async () => {
  assert.deepEqual(await lintProse(fileURLToPath(new URL('../../', import.meta.url))), []);
});

test('a typed number is refused, one from the engine, in a formula or in code is not', () => {
  const fine = page('<p><data data-from="a/b/c/d">12</data> <x-tex>2^7</x-tex> <code>step(3)</code> 10 GB</p>');
  const allowed = [{ text: '10 GB', reason: 'a size that is sold' }];
  assert.deepEqual(lintDigits(fine, allowed), []);
  assert.match(lintDigits(page('<p>about 589,824 bytes, 10 GB</p>'), allowed).join(), /index.html:2: "589".*comes from the engine/);
  assert.match(lintDigits(page('<p>１４ 字节, 10 GB</p>'), allowed).join(), /"１４"/);
  assert.match(lintDigits(fine, [...allowed, { text: '7B', reason: 'a name' }]).join(), /"7B" is nowhere any more/);
  assert.match(lintDigits(fine, [{ text: '10 GB', reason: ' ' }]).join(), /has no reason/);
});

test('a formula that is a number alone is a typed number, and so is one in what a script says', () => {
  assert.match(lintDigits(page('<p><x-tex>70</x-tex> times</p>'), []).join(), /index.html:2: "70" in “\$70\$”/);
  assert.deepEqual(lintDigits(page('<p><x-tex>70</x-tex> times</p>'), [{ text: '$70$', reason: 'of a paper' }]), []);
  const lint = (script) => lintDigits([{ name: 'en.js', script }], []);
  assert.deepEqual(lint("// all 32 blocks\nconst words = { '16 16': `${short(1e9, '`', { a: 2 })} kept`, b: [3], c: 'it\\'s' };"), []);
  assert.match(lint("const words = {\n  a: 'all 32 blocks' };").join(), /^en.js:2: "32" in “all 32 blocks”/);
  assert.match(lint('const words = (n) => `${n ? `${n} of 32` : ""} kept`;').join(), /"32" in “… of 32”/);
  assert.match(lint('const words = (n) => `${n ? "" : ""} of 7`;').join(), /"7"/);
});

test('a forbidden word is refused in page and strings, in any case and number, and not inside of another word', () => {
  assert.deepEqual(lintPageTerms(page('<p>梯度累积</p>'), TERMS, 'zh'), []);
  assert.match(lintPageTerms(page('<p>用梯度累加</p>'), TERMS, 'zh').join(), /index.html:2: "梯度累加".*"梯度累积"/);
  assert.match(lintPageTerms(page('<p>Minibatches</p>'), TERMS, 'en').join(), /"minibatch".*"batch"/);
  assert.deepEqual(lintPageTerms(page('<p>minibatching <code>minibatch</code></p>'), TERMS, 'en'), []);
  const header = '#include "minibatch.h"\n// minibatch\n.help = "one minibatch",\n';
  assert.deepEqual(lintHeaderTerms('en/x.h', header, TERMS, 'en'), ['en/x.h:3: "minibatch": web/terms.json says "batch"']);
});

test('the table of terms is whole and has no word twice', () => {
  assert.deepEqual(lintTermTable(TERMS, ['zh', 'en']), []);
  assert.match(lintTermTable([...TERMS, { ...TERMS[1], id: 'other' }], ['zh', 'en']).join(), /other and batch are both/);
  assert.match(lintTermTable([{ ...TERMS[0], meaning: { zh: '攒' } }], ['zh', 'en']).join(), /no meaning in "en"/);
});

test('ids that differ, links to nothing and unknown citations are found', () => {
  const pages = (zh, en) => [{ tag: 'zh', document: page(zh) }, { tag: 'en', document: page(en) }];
  const keys = new Set(['chen2016']);
  const fine = '<section id="a"></section><a href="#a"></a><a href="#q-any&amp;a.layers=3"></a><a href="#blind=1"></a><a data-cite="chen2016"></a>';
  assert.deepEqual(lintAnchors(pages(fine, fine), keys), []);
  assert.match(lintAnchors(pages(fine, `${fine}<p id="b"></p>`), keys).join(), /only in zh: none; only in en: b/);
  assert.match(lintAnchors(pages(`<p id="b"></p>${fine}`, `${fine}<p id="b"></p>`), keys).join(), /ids differ/);
  assert.match(lintAnchors(pages(`${fine}<a href="#gone"></a>`, fine), keys).join(), /href="#gone"/);
  assert.match(lintAnchors(pages(`${fine}<a data-cite="nobody"></a>`, fine), keys).join(), /data-cite="nobody"/);
  assert.match(lintAnchors(pages(`${fine}<p id="a"></p>`, fine), keys).join(), /id="a" stands twice/);
});
