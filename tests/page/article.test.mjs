// Figures inside an article: the page keeps its wheel, keys and swipes, and costs nothing at rest.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertQuiet, atRest, LESSONS, settle, showCanvas, showFigure, startBrowser, WIDE } from './browser.mjs';

let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

const frames = (page) => page.evaluate(() => globalThis.tally.scheduler.frames);

async function middle(canvas) {
  const box = await canvas.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test('the wheel scrolls the page over a figure until it is entered, and again after Escape', async () => {
  const page = await site.open();
  const canvas = await showCanvas(page, 'activation');
  await page.mouse.move(...await middle(canvas));
  const scrolled = async () => {
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 120);
    await page.waitForFunction((y) => scrollY !== y, before, { timeout: 1000 }).catch(() => {});
    const moved = (await page.evaluate(() => scrollY)) - before;
    await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), before);
    return moved;
  };
  assert.ok((await scrolled()) > 0, 'before it is entered');
  await canvas.focus();
  assert.ok((await scrolled()) > 0, 'focus alone is not entering');
  await page.keyboard.press('Enter');
  assert.equal(await scrolled(), 0, 'entered');
  await page.keyboard.press('Escape');
  assert.ok((await scrolled()) > 0, 'left');
  assertQuiet(page);
  await page.context().close();
});

test('Tab passes through every figure, forwards and backwards', async () => {
  const page = await site.open();
  for (const lesson of LESSONS) {
    const canvas = await showCanvas(page, lesson);
    await canvas.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.tagName === 'CANVAS'), false, `${lesson}: Tab leaves`);
    assert.equal(await canvas.getAttribute('data-entered'), null, `${lesson}: leaving ends it`);
    await page.keyboard.press('Shift+Tab');
    assert.equal(await page.evaluate(() => document.activeElement.tagName), 'CANVAS', `${lesson}: and back`);
    await page.keyboard.press('Shift+Tab');
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), 'CANVAS', `${lesson}: out at the other side`);
  }
  await page.context().close();
});

test('Backspace and letters belong to the field that has the focus', async () => {
  const page = await site.open();
  await showCanvas(page, 'activation');
  await page.locator('figure[data-lesson="activation"] .figure-bar button[aria-expanded]').click();
  const input = page.locator('figure[data-lesson="activation"] input[type=text]').first();
  await input.fill('');
  await input.pressSequentially('123');
  await page.keyboard.press('Backspace');
  assert.equal(await input.inputValue(), '12');
  await page.context().close();
});

test('a swipe over a figure stays the page’s', async () => {
  const page = await site.open({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });
  const canvas = await showCanvas(page, 'activation');
  const prevented = await canvas.evaluate((element) => ['touchstart', 'touchmove', 'touchend'].map((type) => {
    const touch = new Touch({ identifier: 1, target: element, clientX: 50, clientY: 50 });
    const event = new TouchEvent(type, { cancelable: true, bubbles: true, touches: [touch], changedTouches: [touch] });
    element.dispatchEvent(event);
    return event.defaultPrevented;
  }));
  assert.deepEqual(prevented, [false, false, false]);
  assert.match(await canvas.evaluate((element) => getComputedStyle(element).touchAction), /pan-y/);
  const session = await page.context().newCDPSession(page);
  const [x, y] = await middle(canvas);
  const before = await page.evaluate(() => scrollY);
  const touch = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [{ x, y }]);
  for (let moved = 20; moved <= 240; moved += 20) await touch('touchMove', [{ x, y: y - moved }]);
  await touch('touchEnd', []);
  await page.waitForTimeout(300);
  assert.ok((await page.evaluate(() => scrollY)) > before + 100, 'the page scrolled');
  await page.context().close();
});

test('no frame is drawn at rest, none off screen; a pointer in the figure draws', async () => {
  const page = await site.open();
  const canvas = await showCanvas(page, 'activation');
  let start = await frames(page);
  assert.ok(start > 0, 'something was drawn');
  await page.waitForTimeout(2000);
  assert.equal((await frames(page)) - start, 0, 'at rest for two seconds');
  await page.mouse.move(...await middle(canvas));
  await atRest(page);
  assert.ok((await frames(page)) > start, 'the pointer draws');
  await page.mouse.move(2, 2);
  await atRest(page);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.waitForTimeout(300);
  start = await frames(page);
  await page.evaluate(() => globalThis.tally.state.set('activation', 'layers', '3'));
  await page.waitForTimeout(1000);
  assert.equal(await page.locator('figure[data-lesson="activation"] canvas').evaluate((element) => element.getBoundingClientRect().top > innerHeight), true);
  assert.equal((await frames(page)) - start, 0, 'a change off screen draws nothing');
  await canvas.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await atRest(page);
  assert.ok((await frames(page)) > start, 'it is drawn when it comes into view');
  await page.context().close();
});

for (const scale of [1, 1.5, 2, 3]) {
  test(`at ${scale} device pixels per pixel the canvas has exactly its pixels`, async () => {
    const page = await site.open({ deviceScaleFactor: scale, viewport: { width: 1237, height: 801 } });
    for (const lesson of LESSONS.slice(0, 3)) {
      const canvas = await showCanvas(page, lesson);
      const { columns, rows, width, height } = await canvas.evaluate((element) => {
        const box = element.getBoundingClientRect();
        return { columns: element.width, rows: element.height, width: box.width * devicePixelRatio, height: box.height * devicePixelRatio };
      });
      assert.ok(columns > 100 && rows > 100, `${columns} x ${rows}`);
      assert.ok(Math.abs(columns - width) < 0.02 && Math.abs(rows - height) < 0.02, `${lesson}: ${columns} x ${rows} for ${width} x ${height}`);
    }
    await page.context().close();
  });
}

test('no width from 320 to 1920 scrolls sideways, in either language', async () => {
  for (const tag of ['zh', 'en']) {
    const page = await site.open({ language: tag });
    for (const lesson of LESSONS) await showFigure(page, lesson);
    for (const width of [320, 360, 414, 600, 768, 1024, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await page.waitForTimeout(150);
      const wide = await page.evaluate(() => document.scrollingElement.scrollWidth);
      assert.ok(wide <= width, `${tag}: ${wide} wide in a window of ${width}`);
    }
    await page.context().close();
  }
});

test('a lost drawing context comes back with the same picture', async () => {
  const page = await site.open();
  const canvas = await showCanvas(page, 'activation');
  await page.mouse.move(2, 2);
  await atRest(page);
  const picture = () => page.locator('figure[data-lesson="activation"] canvas').screenshot();
  const before = await picture();
  await page.evaluate(() => {
    globalThis.lose = globalThis.tally.view.gl.getContext('webgl2').getExtension('WEBGL_lose_context');
    globalThis.lose.loseContext();
  });
  await page.locator('#view-problem').waitFor({ state: 'visible' });
  const start = await frames(page);
  await page.evaluate(() => globalThis.tally.state.set('activation', 'layers', '3'));
  await settle(page, 'activation');
  assert.equal((await frames(page)) - start, 0, 'nothing can be drawn');
  await page.evaluate(() => globalThis.lose.restoreContext());
  await page.locator('#view-problem').waitFor({ state: 'hidden' });
  await page.evaluate(() => globalThis.tally.state.reset('activation'));
  await settle(page, 'activation');
  await atRest(page);
  assert.ok(before.equals(await picture()), 'the same pixels');
  await page.context().close();
});

test('light and dark reach the page and the canvas', async () => {
  const looks = [];
  for (const colorScheme of ['light', 'dark']) {
    const page = await site.open({ colorScheme });
    await showCanvas(page, 'recipes');
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const picture = await page.locator('figure[data-lesson="recipes"] canvas').screenshot();
    looks.push({ background, picture });
    if (colorScheme === 'light') {
      await page.locator('#theme').selectOption('dark');
      await atRest(page);
      looks.push({
        background: await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
        picture: await page.locator('figure[data-lesson="recipes"] canvas').screenshot(),
      });
    }
    await page.context().close();
  }
  const [light, switched, dark] = looks;
  assert.notEqual(light.background, dark.background);
  assert.equal(switched.background, dark.background);
  assert.ok(!light.picture.equals(dark.picture), 'the canvas follows');
  assert.ok(switched.picture.equals(dark.picture), 'by the switch as by the system');
});

test('a hidden tab draws nothing', async () => {
  const page = await site.open({ viewport: WIDE });
  await showCanvas(page, 'activation');
  const start = await frames(page);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    globalThis.tally.state.set('activation', 'layers', '3');
  });
  await page.waitForTimeout(600);
  assert.equal((await frames(page)) - start, 0);
  await page.context().close();
});
