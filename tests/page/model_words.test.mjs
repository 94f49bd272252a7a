// Words and numbers of the page of real models that need no browser.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { textsOf } from '../../web/page/model/texts.js';

test('every change that the engine tries has a name in each language, and no other has', async () => {
  const header = await readFile(new URL('../../src/account/verdict.h', import.meta.url), 'utf8');
  const [, list] = /step_change_ids\{([^}]+)\}/.exec(header);
  const ids = [...list.matchAll(/"(\w+)"/g)].map(([, id]) => id);
  assert.ok(ids.includes('recompute_attention'));
  for (const tag of ['zh', 'en']) assert.deepEqual(Object.keys(textsOf(tag).verdict.changes).sort(), [...ids].sort(), tag);
});
