// Checks 1 to 10 of 20, of a figure inside an article: it keeps out of the page's way, costs nothing at rest, is sharp
// at every size, and survives a lost drawing context.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { atRest, LESSONS, settle, showCanvas, startBrowser } from './browser.mjs';
import { both, canvasOf, check as checkOn, frames, middle, PHONE, set, turnWheel } from './gestures.mjs';

let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());
const check = checkOn.bind(null, () => site);

check(1, 'the wheel over a figure scrolls the page until the figure is entered, and again after Escape', {}, async (page) => {
  for (const lesson of LESSONS) {
    const canvas = await showCanvas(page, lesson);
    await page.mouse.move(...await middle(canvas));
    assert.ok((await turnWheel(page)) > 0, `${lesson}: before it is entered`);
  }
  const canvas = await showCanvas(page, 'activation');
  await page.mouse.move(...await middle(canvas));
  await canvas.focus();
  assert.ok((await turnWheel(page)) > 0, 'focus alone is not entering');
  await page.keyboard.press('Enter');
  assert.equal(await turnWheel(page), 0, 'entered');
  await page.keyboard.press('Escape');
  assert.ok((await turnWheel(page)) > 0, 'left');
});

check(2, 'letters and Backspace belong to the field that has the focus, also beside a figure that was entered', {}, async (page) => {
  const canvas = await showCanvas(page, 'activation');
  await canvas.focus();
  await page.keyboard.press('Enter');
  await page.locator('figure[data-lesson="activation"] .figure-bar button[aria-expanded]').click();
  const inputs = page.locator('figure[data-lesson="activation"] input[type=text]');
  assert.ok((await inputs.count()) >= 4, 'there are fields');
  for (const input of await inputs.all()) {
    await input.fill('');
    await input.pressSequentially('12a');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Delete');
    assert.equal(await input.inputValue(), '1');
    await input.fill('1');
  }
  await settle(page, 'activation');
});

const isFocused = (page, tag) => page.evaluate((name) => document.activeElement?.tagName === name, tag);

check(3, 'Tab passes through every figure and out of it, in both directions', {}, async (page) => {
  for (const lesson of LESSONS) {
    const canvas = await showCanvas(page, lesson);
    await canvas.focus();
    await page.keyboard.press('Enter');
    assert.equal(await canvas.getAttribute('data-entered'), '', `${lesson}: entered`);
    await page.keyboard.press('Tab');
    assert.equal(await isFocused(page, 'CANVAS'), false, `${lesson}: Tab leaves`);
    assert.equal(await canvas.getAttribute('data-entered'), null, `${lesson}: leaving ends it`);
    await page.keyboard.press('Shift+Tab');
    assert.equal(await isFocused(page, 'CANVAS'), true, `${lesson}: and back`);
    await page.keyboard.press('Shift+Tab');
    assert.equal(await isFocused(page, 'CANVAS'), false, `${lesson}: out at the other side`);
  }
});

check(4, 'a swipe over a figure scrolls the page', PHONE, async (page) => {
  const session = await page.context().newCDPSession(page);
  const touch = (type, touchPoints) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
  for (const lesson of LESSONS) {
    const canvas = await showCanvas(page, lesson);
    const prevented = await canvas.evaluate((element) => ['touchstart', 'touchmove', 'touchend'].map((type) => {
      const finger = new Touch({ identifier: 1, target: element, clientX: 50, clientY: 50 });
      const event = new TouchEvent(type, { cancelable: true, bubbles: true, touches: [finger], changedTouches: [finger] });
      element.dispatchEvent(event);
      return event.defaultPrevented;
    }));
    assert.deepEqual(prevented, [false, false, false], lesson);
    const [x, y] = await middle(canvas);
    const start = await page.evaluate(() => scrollY);
    await touch('touchStart', [{ x, y }]);
    for (let moved = 20; moved <= 240; moved += 20) await touch('touchMove', [{ x, y: y - moved }]);
    await touch('touchEnd', []);
    await page.waitForFunction((from) => scrollY > from + 100, start, { timeout: 3000 }).catch(() => {});
    assert.ok((await page.evaluate(() => scrollY)) > start + 100, `${lesson}: the page scrolled`);
  }
});

/** Counts what the page asks of the browser's frames, whoever asks. */
const countFrames = (page) => page.addInitScript(() => {
  globalThis.asked = 0;
  const ask = globalThis.requestAnimationFrame;
  globalThis.requestAnimationFrame = (draw) => {
    globalThis.asked += 1;
    return ask(draw);
  };
});

check(5, 'at rest no frame is drawn for two seconds', { prepare: countFrames }, async (page) => {
  for (const lesson of LESSONS) await showCanvas(page, lesson);
  const canvas = await showCanvas(page, 'activation');
  const counts = () => page.evaluate(() => [globalThis.asked, globalThis.tally.scheduler.frames]);
  const start = await counts();
  assert.ok(start[0] > 0 && start[1] > 0, 'frames are counted');
  await page.waitForTimeout(2000);
  assert.deepEqual(await counts(), start);
  await page.mouse.move(...await middle(canvas));
  await atRest(page);
  assert.ok((await frames(page)) > start[1], 'a pointer in the figure draws');
});

check(6, 'off screen and in a hidden tab no frame is drawn', { prepare: countFrames }, async (page) => {
  const canvas = await showCanvas(page, 'activation');
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.waitForTimeout(300);
  assert.ok(await canvas.evaluate((element) => element.getBoundingClientRect().top > innerHeight), 'it is off screen');
  let start = await frames(page);
  await set(page, 'activation', 'layers', '3');
  await settle(page, 'activation');
  await page.waitForTimeout(600);
  assert.equal((await frames(page)) - start, 0, 'a change off screen draws nothing');
  await canvas.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await atRest(page);
  assert.ok((await frames(page)) > start, 'it is drawn when it comes into view');

  const hide = (hidden) => page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
  start = await frames(page);
  await hide(true);
  await set(page, 'activation', 'layers', '4');
  await settle(page, 'activation');
  await page.waitForTimeout(600);
  assert.equal((await frames(page)) - start, 0, 'hidden');
  await hide(false);
  await atRest(page);
  assert.ok((await frames(page)) > start, 'drawn when the tab is back');
});

/** A figure's picture has as many columns and rows as it covers device pixels: no pixel is made of two. */
async function assertSharp(page, lesson, when) {
  await atRest(page);
  const measure = () => canvasOf(page, lesson).evaluate((element) => {
    const { width, height } = element.getBoundingClientRect();
    return { picture: [element.width, element.height], covered: [width * devicePixelRatio, height * devicePixelRatio] };
  });
  const isSharp = ({ picture, covered }) => [0, 1].every((side) => Math.abs(picture[side] - covered[side]) < 0.02);
  let now = await measure();
  // The browser tells of a new size or place when it has the time.
  for (let tries = 0; tries < 20 && !isSharp(now); ++tries) {
    await page.waitForTimeout(100);
    now = await measure();
  }
  const { picture, covered } = now;
  assert.ok(picture[0] > 100 && picture[1] > 100, `${lesson} ${when}: ${picture}`);
  assert.ok(isSharp(now), `${lesson} ${when}: ${picture} for ${covered}`);
  return picture;
}

check(7, 'at 1, 1.5, 2 and 3 device pixels per pixel a figure has exactly the pixels that it covers',
  [1, 1.5, 2, 3].map((deviceScaleFactor) => ({ deviceScaleFactor, viewport: { width: 1237, height: 801 } })), async (page, { deviceScaleFactor }) => {
    assert.equal(await page.evaluate(() => devicePixelRatio), deviceScaleFactor);
    for (const lesson of LESSONS) {
      await showCanvas(page, lesson);
      await assertSharp(page, lesson, `at ${deviceScaleFactor}`);
    }
  });

check(8, 'no width from 200 to 2560 scrolls sideways', both(), async (page, { language }) => {
  for (const lesson of LESSONS) await showCanvas(page, lesson);
  for (const width of [200, 320, 360, 414, 600, 768, 1024, 1280, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    await page.waitForTimeout(150);
    const wide = await page.evaluate(() => document.scrollingElement.scrollWidth);
    assert.ok(wide <= width, `${language}: ${wide} wide in a window of ${width}`);
  }
});

check(9, 'a figure takes its new size when a block around it opens, when the page is zoomed, in each language',
  both({ viewport: { width: 2000, height: 1000 } }), async (page) => {
    const canvas = await showCanvas(page, 'activation');
    await assertSharp(page, 'activation', 'at first');
    // Zoom changes the density of pixels and the window's width in CSS pixels at once.
    const session = await page.context().newCDPSession(page);
    for (const zoom of [1.1, 2, 0.5, 1]) {
      await session.send('Emulation.setDeviceMetricsOverride', {
        width: Math.round(2000 / zoom), height: Math.round(1000 / zoom), deviceScaleFactor: zoom, mobile: false,
      });
      await page.waitForFunction((ratio) => Math.abs(devicePixelRatio - ratio) < 0.01, zoom);
      await canvas.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await page.waitForTimeout(200);
      const [columns] = await assertSharp(page, 'activation', `zoomed ${zoom} times`);
      const room = await canvas.evaluate((element) => {
        const style = getComputedStyle(element.parentElement);
        return element.parentElement.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      });
      assert.ok(Math.abs(columns / zoom - room) <= 1 / zoom, `zoomed ${zoom} times it is ${columns} for ${room}`);
    }
    await canvas.evaluate((element) => {
      const block = document.createElement('details');
      const figure = element.closest('figure');
      figure.before(block);
      block.append(figure);
    });
    await page.waitForTimeout(300);
    assert.equal(await canvas.isVisible(), false, 'folded');
    const start = await frames(page);
    await set(page, 'activation', 'layers', '3');
    await settle(page, 'activation');
    assert.equal(await frames(page), start, 'a folded figure draws nothing');
    await page.setViewportSize({ width: 900, height: 800 });
    await page.evaluate(() => {
      document.querySelector('details:has(> figure)').open = true;
    });
    await canvas.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const [columns] = await assertSharp(page, 'activation', 'unfolded');
    assert.ok(columns <= 900, `unfolded in a narrower window: ${columns}`);
  });

check(10, 'a lost drawing context comes back with the same pixels', {}, async (page) => {
  const canvas = await showCanvas(page, 'activation');
  await page.mouse.move(2, 2);
  await atRest(page);
  const picture = await canvas.screenshot();
  await page.evaluate(() => {
    globalThis.lose = globalThis.tally.view.gl.getContext('webgl2').getExtension('WEBGL_lose_context');
    globalThis.lose.loseContext();
  });
  await page.locator('#view-problem').waitFor({ state: 'visible' });
  const start = await frames(page);
  await set(page, 'activation', 'layers', '3');
  await settle(page, 'activation');
  assert.equal((await frames(page)) - start, 0, 'nothing can be drawn');
  await page.evaluate(() => globalThis.lose.restoreContext());
  await page.locator('#view-problem').waitFor({ state: 'hidden' });
  await atRest(page);
  assert.ok(!picture.equals(await canvas.screenshot()), 'a change made meanwhile shows');
  await page.evaluate(() => globalThis.tally.state.reset('activation'));
  await settle(page, 'activation');
  await atRest(page);
  assert.ok(picture.equals(await canvas.screenshot()), 'the same pixels');
});
