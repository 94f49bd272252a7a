// The smoke test in WebKitGTK's MiniBrowser, driven by WebDriver. It wants a display: xvfb-run.
import { after, before, test } from 'node:test';
import { DIST, LANGUAGES } from '../page/browser.mjs';
import { serve } from '../page/server.mjs';
import { smoke } from './smoke.mjs';
import { startSession } from './webdriver.mjs';

const MINI = process.env.TALLY_MINIBROWSER ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
let server;
let session;
before(async () => {
  server = await serve(DIST);
  session = await startSession('WebKitWebDriver', ['--port=4488'], 4488, {
    'webkitgtk:browserOptions': { binary: MINI, args: ['--automation'] },
  });
});
after(async () => {
  await session?.close();
  await server?.close();
});

for (const language of LANGUAGES) {
  test(`WebKit: the page loads, the tables are right, wheel and Tab are the page's (${language})`, async (t) => {
    await smoke(session, server.url, language);
    t.diagnostic(`${session.capabilities.browserName} ${session.capabilities.browserVersion}`);
  });
}
