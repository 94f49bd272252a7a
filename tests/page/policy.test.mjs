// The Content-Security-Policy: normal use breaks none of it, and nothing that comes in with an address runs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertQuiet, LANGUAGES, LESSONS, settle, showCanvas, showFigure, startBrowser, switchTo } from './browser.mjs';
import { violations, watch } from './violations.mjs';

let site;
before(async () => {
  site = await startBrowser();
});
after(() => site.close());

test('the policy names the page itself and nothing else', async () => {
  const pages = ['', ...LANGUAGES.flatMap((language) => ['', 'model/', 'agreement/'].map((name) => `${language}/${name}`))];
  for (const name of pages) {
    const page = await site.open({ address: `${site.url}${name}`, javaScriptEnabled: false, ready: false });
    const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
    const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]));
    assert.deepEqual(rules.get('default-src'), ["'none'"]);
    for (const [name, sources] of rules) {
      for (const source of sources) {
        assert.match(source, /^('self'|'none'|'sha256-[\w+/=]+'|'wasm-unsafe-eval'|'unsafe-hashes'|data:|blob:)$/, `${name} ${source}`);
        if (source === 'data:') assert.equal(name, 'img-src');
        if (source === 'blob:') assert.ok(['img-src', 'worker-src'].includes(name), name);
      }
    }
    assert.deepEqual(rules.get('connect-src'), ["'self'"]);
    await page.context().close();
  }
});

test('normal use violates nothing', async () => {
  const page = await site.open({ prepare: watch });
  for (const lesson of LESSONS) await showCanvas(page, lesson);
  await page.evaluate(() => globalThis.tally.state.set('activation', 'layers', '3'));
  await settle(page, 'activation');
  await page.locator('#theme').selectOption('dark');
  await page.locator('a.citation').first().hover();
  assert.deepEqual(await violations(page), []);
  await switchTo(page, 'zh');
  await showCanvas(page, 'recipes');
  assert.deepEqual(await violations(page), []);
  assertQuiet(page);
  await page.context().close();
});

test('what an address carries is text: no script, handler or frame of it comes to life', async () => {
  const attacks = ['<img src=x onerror=globalThis.hit=1>', '<script>globalThis.hit=1</script>', '"><svg onload=globalThis.hit=1>',
    'javascript:globalThis.hit=1', "'-globalThis.hit=1-'"];
  for (const attack of attacks) {
    const text = encodeURIComponent(attack);
    const page = await site.open({ prepare: watch, fragment: `${text}&activation.layers=${text}&activation.${text}=${text}&${text}.x=1&checkpointing.boundaries=${text}` });
    await showFigure(page, 'activation');
    await showFigure(page, 'checkpointing');
    await page.waitForTimeout(200);
    assert.equal(await page.evaluate(() => globalThis.hit), undefined, attack);
    assert.deepEqual(await violations(page), [], 'and none had to be stopped by the policy');
    assert.equal(await page.locator('figure[data-lesson="activation"] input[name=layers]').inputValue(), attack, 'it stands there as typed');
    await page.context().close();
  }
});

test('a script that got into the page all the same is stopped', async () => {
  const page = await site.open({ prepare: watch });
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.hit = 1';
    document.body.append(script);
    document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="globalThis.hit = 2">');
    document.body.insertAdjacentHTML('beforeend', '<img src="https://example.org/x.png">');
  });
  await page.waitForFunction(() => globalThis.violations.length >= 3);
  assert.equal(await page.evaluate(() => globalThis.hit), undefined);
  assert.match((await violations(page)).join('\n'), /script-src-elem inline[^]*script-src-attr inline|script-src-attr inline[^]*script-src-elem inline/);
  assert.match((await violations(page)).join('\n'), /img-src https:\/\/example.org/);
  await page.context().close();
});
