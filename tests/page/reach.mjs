// What a reader reaches on any of the pages: by the Tab key, and in letters of twice their size.
import assert from 'node:assert/strict';

/** Goes by Tab from the top of the page to its end: every stop is seen, and none is missed. Gives how many there are. */
export async function assertTabReachesAll(page) {
  await page.evaluate(() => {
    scrollTo({ top: 0, behavior: 'instant' });
    const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
    const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')];
    // Of the buttons of one radio group, one is a stop.
    globalThis.stops = new Set(all.filter((each) => shown(each) && !each.disabled && each.tabIndex >= 0 && !(each.type === 'radio')));
    globalThis.visited = new Set();
    globalThis.look = () => {
      const element = document.activeElement;
      const ring = [element, element.closest('.figure-stage, label'), element.parentElement].some((each) => {
        const style = each && getComputedStyle(each);
        return style && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
      });
      const box = element.getClientRects()[0];
      const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)];
      const [right, bottom] = [Math.min(innerWidth, box.right), Math.min(innerHeight, box.bottom)];
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isOnTop = right > left && bottom > top && Boolean(at) && (element.contains(at) || at.contains(element));
      return { name: `${element.tagName}#${element.id}.${element.className} ${element.textContent.slice(0, 30)}`, ring, isOnTop, top: box.top };
    };
  });
  const most = await page.evaluate(() => globalThis.stops.size + document.querySelectorAll('input[type=radio]').length + 200);
  const unseen = [];
  for (let presses = 0; ; presses += 1) {
    assert.ok(presses <= most, 'Tab comes to an end');
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body || globalThis.visited.has(element)) return null;
      globalThis.visited.add(element);
      return globalThis.look();
    });
    if (!stop) break;
    const isSeen = ({ ring, isOnTop }) => ring && isOnTop;
    if (isSeen(stop)) continue;
    await page.waitForTimeout(500);  // what is still on its way may have moved it
    const again = await page.evaluate(() => globalThis.look());
    if (!isSeen(again)) unseen.push(again);
  }
  assert.deepEqual(unseen, [], 'stops that are not seen');
  const missed = await page.evaluate(() => [...globalThis.stops].filter((each) => each.isConnected && !each.disabled && each.checkVisibility() && !globalThis.visited.has(each))
    .map((each) => `${each.tagName}#${each.id}.${each.className} ${each.textContent.slice(0, 30)}`));
  assert.deepEqual(missed, [], 'controls that Tab does not reach');
  return page.evaluate(() => globalThis.visited.size);
}

/** Before a page loads: letters of twice their size. */
export const enlargeText = (page) => page.addInitScript(() => addEventListener('DOMContentLoaded', () => {
  document.documentElement.style.fontSize = '200%';
}));

/** In letters of twice their size the page is no wider than the window, and no text is cut off. */
export async function assertNothingCut(page) {
  assert.equal(await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize)), 32);
  assert.ok(await page.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth), 'no scrolling sideways');
  const cut = await page.evaluate(() => [...document.querySelectorAll('body *')].filter((element) => {
    const style = getComputedStyle(element);
    if (!element.checkVisibility() || !element.textContent.trim() || element.closest('.unseen, .is-offered, svg, math')) return false;
    const hides = (overflow) => ['hidden', 'clip'].includes(overflow);
    return (hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1) || (hides(style.overflowY) && element.scrollHeight > element.clientHeight + 1);
  }).map((element) => `${element.tagName}#${element.id}.${element.className} ${element.scrollWidth - element.clientWidth} x ${element.scrollHeight - element.clientHeight}`));
  assert.deepEqual(cut, [], 'text that is cut off');
}
