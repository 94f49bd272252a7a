// "The same in PyTorch": the program and what it prints stand under the figure, are copied, and follow it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertQuiet, describe, showFigure, startBrowser } from './browser.mjs';
import { plant, SCRIPT } from './planted.mjs';

let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

const block = (page) => page.locator('figure[data-lesson="activation"] .figure-pytorch');

test('the program is shown as it is, with the integers that it prints, and is copied', async () => {
  const page = await site.open({ prepare: plant, permissions: ['clipboard-read', 'clipboard-write'] });
  await showFigure(page, 'activation');
  assert.equal(await block(page).locator('pre').first().isVisible(), false, 'folded');
  await block(page).locator('summary').click();
  assert.equal(await block(page).locator('code').textContent(), SCRIPT.code);
  assert.equal(await block(page).locator('samp').textContent(), '8\n1234567890123');
  await block(page).getByRole('button', { name: 'Copy' }).click();
  await page.waitForFunction(() => document.querySelector('figure[data-lesson="activation"] .figure-pytorch [role=status]').textContent === 'Copied');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), SCRIPT.code);
  await page.evaluate(() => globalThis.tally.state.set('activation', 'layers', '3'));
  await showFigure(page, 'activation');
  assert.ok(await block(page).locator('code').isVisible(), 'it stays open');
  assertQuiet(page);
  await page.context().close();
});

test('a browser that refuses to copy is named', async () => {
  const page = await site.open({ prepare: async (fresh) => {
    await plant(fresh);
    await fresh.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('no'));
      document.execCommand = () => false;
    });
  } });
  await showFigure(page, 'activation');
  await block(page).locator('summary').click();
  await block(page).getByRole('button', { name: 'Copy' }).click();
  await page.waitForFunction(() => /does not let/.test(document.querySelector('figure[data-lesson="activation"] .figure-pytorch [role=status]').textContent));
  await page.context().close();
});

test('every lesson shows the program that the engine gives, without scripts too', async () => {
  const [page, still] = [await site.open(), await site.open({ javaScriptEnabled: false, ready: false })];
  for (const { id } of (await describe(page)).lessons) {
    await showFigure(page, id);
    const script = await page.evaluate((lesson) => globalThis.tally.figures.get(lesson).response().presentation.pytorch, id);
    for (const each of [page, still]) {
      const shown = each.locator(`figure[data-lesson="${id}"] .figure-pytorch code`);
      assert.equal(await shown.count(), script ? 1 : 0, id);
      if (script) assert.equal(await shown.textContent(), script.code, id);
    }
  }
  await page.context().close();
  await still.context().close();
});
