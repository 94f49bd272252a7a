// What axe finds in a part of a page.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations within the element `id`: [rule, its first elements]. */
export async function axeFindsIn(page, id) {
  await page.evaluate(AXE);
  return page.evaluate(async (part) => (await globalThis.axe.run(document.getElementById(part), { resultTypes: ['violations'] })).violations
    .map(({ id: rule, nodes }) => [rule, nodes.map(({ target }) => String(target)).slice(0, 4)]), id);
}
