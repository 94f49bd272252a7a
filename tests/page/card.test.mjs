// The card that a shared link shows, and what a language needs before it gets a page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { headLinks } from '../../web/build/card.mjs';
import { startCore } from '../../web/build/core.mjs';
import { readGlossary } from '../../web/build/glossary.mjs';
import { textIn } from '../../web/build/language.mjs';
import { buildWords } from '../../web/build/words.mjs';
import { wordsOf } from '../../web/page/words.js';

const WASM = fileURLToPath(new URL('../../build/wasm/', import.meta.url));
const WEB = fileURLToPath(new URL('../../web/', import.meta.url));
const palette = { surfaces: { background: { light: '#fff', dark: '#000' } } };

const headOf = (core, site) => String(headLinks(core, core.description.languages.find((each) => each.tag === 'en'),
  { palette, site, urls: { 'icon.svg': '../i.svg', 'icon.png': '../i.png', 'card-en.png': `${site}assets/c.png` }, title: 't', description: 'd' }));

test('the card’s picture has a whole address, or there is none', async () => {
  const core = await startCore(WASM);
  assert.match(headOf(core, 'https://host.example/path/'), /og:image" content="https:\/\/host\.example\/path\/assets\/c\.png"/);
  assert.match(headOf(core, 'https://host.example/path/'), /og:url" content="https:\/\/host\.example\/path\/en\/"/);
  assert.doesNotMatch(headOf(core, ''), /og:image|og:url|large_image/);
});

test('the card’s numbers are the engine’s', async () => {
  const core = await startCore(WASM);
  const site = 'https://host.example/';
  assert.match(headOf(core, site), /og:image:alt" content="[^"]*a 7B model[^"]*a GPU of 80 GB"/);
  const run = (lesson, tag) => {
    const shown = structuredClone(core.run(lesson, tag));
    for (const table of shown.tables) {
      table.rows.forEach((row, index) => {
        if (table.id === 'gpus' && table.row_ids[index] === 'h100_80gb') row[table.columns.findIndex((each) => each.key === 'marketed')].value = 96;
        if (table.id === 'budget' && table.row_ids[index] === '7B') row[table.columns.findIndex((each) => each.key === 'model')].text = '9B';
      });
    }
    return shown;
  };
  assert.match(headOf({ ...core, run }, site), /a 9B model[^"]*a GPU of 96 GB"/);
});

test('a language without words gets no page', async () => {
  for (const tag of ['fr', 'constructor']) {
    assert.throws(() => wordsOf(tag), /words\.js: no words in/);
    assert.throws(() => buildWords(tag), /words\.mjs: no words in/);
  }
  await assert.rejects(readGlossary(WEB, [{ tag: 'en' }, { tag: 'fr' }]), /terms\.json: memory has no words in "fr"/);
  assert.throws(() => textIn('<title data-lang="en">Tally</title>', { tag: 'fr' }), /no title or no description.*"fr"/);
});
