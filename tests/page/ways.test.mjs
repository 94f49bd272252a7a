// Ways through the lecture: contents that mark what is read, neighbours, links at headings, citations.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertQuiet, LANGUAGES, startBrowser, WIDE } from './browser.mjs';

let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

test('the contents list every part and mark the one that is read', async () => {
  const page = await site.open();
  const parts = await page.locator('main > section[id]').evaluateAll((all) => all.map((part) => part.id));
  const links = await page.locator('.contents a').evaluateAll((all) => all.map((link) => link.hash.slice(1)));
  assert.ok(parts.length >= 7);
  assert.deepEqual(links, parts);
  assert.equal(await page.locator('.contents [aria-current]').count(), 0, 'none at the top');
  for (const id of [parts[2], parts[5], parts[1]]) {
    await page.locator(`#${id}`).evaluate((part) => part.scrollIntoView({ behavior: 'instant' }));
    await page.locator(`.contents a[href="#${id}"][aria-current="location"]`).waitFor();
    assert.equal(await page.locator('.contents [aria-current]').count(), 1);
    const box = await page.locator(`.contents a[href="#${id}"]`).boundingBox();
    assert.ok(box.y > 0 && box.y + box.height < WIDE.height, 'and it is in sight on a wide window');
  }
  assertQuiet(page);
  await page.context().close();
});

test('each part leads to the one before and the one after', async () => {
  const page = await site.open({ javaScriptEnabled: false, ready: false });
  const parts = await page.locator('main > section[id]').evaluateAll((all) => all.map((part) => ({
    id: part.id, previous: part.querySelector('.turn .previous')?.hash, next: part.querySelector('.turn .next')?.hash,
  })));
  parts.forEach((part, index) => {
    assert.equal(part.previous, index ? `#${parts[index - 1].id}` : undefined);
    assert.equal(part.next, index < parts.length - 1 ? `#${parts[index + 1].id}` : undefined);
  });
  const headings = await page.locator('main > section :is(h2, h3)').evaluateAll((all) =>
    all.filter((heading) => !heading.closest('figure')).map((heading) => heading.querySelector('a.anchor')?.getAttribute('href')));
  assert.ok(headings.length > parts.length);
  for (const href of headings) assert.equal(await page.locator(href).count(), 1, href);
  await page.context().close();
});

test('every link within a page leads to an anchor that is there', async () => {
  for (const language of LANGUAGES) {
    const page = await site.open({ language, javaScriptEnabled: false, ready: false });
    const lost = await page.locator('a[href^="#"]').evaluateAll((all) => all.map((link) => link.getAttribute('href').slice(1).split('&')[0])
      .filter((place) => !place.includes('=') && !document.getElementById(place)));
    assert.deepEqual(lost, []);
    await page.context().close();
  }
});

test('a citation leads to its reference and back, and shows it to pointer and keyboard', async () => {
  for (const language of LANGUAGES) {
    const page = await site.open({ language });
    const citation = page.locator('a[role=doc-biblioref]').first();
    const id = await citation.getAttribute('id');
    const reference = page.locator(await citation.getAttribute('href'));
    assert.match(await reference.textContent(), /arXiv:\d{4}\.\d{5}/);
    const card = page.locator('.reference-card');
    assert.ok(!(await card.isVisible()));
    await citation.scrollIntoViewIfNeeded();
    await citation.hover();
    await card.waitFor({ state: 'visible' });
    assert.equal(await card.textContent(), await reference.locator('[data-reference]').textContent());
    await card.hover();
    await page.waitForTimeout(400);
    assert.ok(await card.isVisible(), 'the pointer can go into it');
    await page.keyboard.press('Escape');
    assert.ok(!(await card.isVisible()));
    await page.mouse.move(1, 1);
    await citation.focus();
    await card.waitFor({ state: 'visible' });
    await citation.press('Enter');
    await page.waitForFunction((hash) => location.hash.startsWith(hash), await citation.getAttribute('href'));
    await reference.locator('a[role=doc-backlink]').first().click();
    await page.waitForFunction((hash) => location.hash.startsWith(hash), `#${id}`);
    assertQuiet(page);
    await page.context().close();
  }
});
