// The smoke test in Debian's Firefox, driven by WebDriver BiDi. It wants a display (xvfb-run), without which it has no WebGL2.
import { after, before, test } from 'node:test';
import { firefox } from 'playwright-core';
import { DIST, LANGUAGES } from '../page/browser.mjs';
import { serve } from '../page/server.mjs';
import { smoke } from './smoke.mjs';

let server;
let browser;
before(async () => {
  server = await serve(DIST);
  browser = await firefox.launch({ channel: 'moz-firefox', executablePath: process.env.TALLY_FIREFOX ?? '/usr/bin/firefox-esr', headless: false });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

for (const language of LANGUAGES) {
  test(`Firefox: the page loads, the tables are right, wheel and Tab are the page's (${language})`, async (t) => {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    await smoke({
      open: (url) => page.goto(url),
      run: (body, ...values) => page.evaluate(`(function () { ${body} }).apply(null, ${JSON.stringify(values)})`),
      wheel: async (x, y, by) => {
        await page.mouse.move(x, y);
        await page.mouse.wheel(0, by);
      },
      press: (key) => page.keyboard.press(key),
    }, server.url, language);
    t.diagnostic(`Firefox ${browser.version()}`);
    await page.context().close();
  });
}
