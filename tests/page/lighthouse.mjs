// Lighthouse on the built site: `npm run lighthouse`. Prints the four scores of each language's page, and what
// costs points. It measures time, so it is no test; it fails only when a page cannot be audited.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import lighthouse, { desktopConfig } from 'lighthouse';
import { chromium } from 'playwright-core';
import { DIST, LANGUAGES } from './browser.mjs';
import { TYPES } from './server.mjs';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const { values: { desktop } } = parseArgs({ options: { desktop: { type: 'boolean', default: false } } });

/** The site as a static host serves it: compressed, kept for ten minutes. */
function serveCompressed(folder) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://host').pathname));
    const file = path.endsWith('/') ? `${path}index.html` : path;
    try {
      const body = gzipSync(await readFile(join(folder, file)));
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'content-encoding': 'gzip', 'cache-control': 'max-age=600' }).end(body);
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
    }
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const server = await serveCompressed(DIST);
const port = server.address().port + 1 > 65535 ? 9222 : server.address().port + 1;
const browser = await chromium.launch({
  executablePath: process.env.TALLY_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', `--remote-debugging-port=${port}`],
});
try {
  for (const language of LANGUAGES) {
    const url = `http://127.0.0.1:${server.address().port}/${language}/`;
    const { lhr } = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: CATEGORIES }, desktop ? desktopConfig : undefined);
    if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
    console.log(`${language}: ${CATEGORIES.map((id) => `${id} ${Math.round(lhr.categories[id].score * 100)}`).join(', ')}`);
    for (const category of CATEGORIES.map((id) => lhr.categories[id])) {
      for (const { id, weight } of category.auditRefs.filter((ref) => ref.weight > 0)) {
        const { score, title, displayValue = '', details } = lhr.audits[id];
        if (score === null || score >= 0.9) continue;
        const items = (details?.items ?? []).slice(0, 3).map((item) => item.node?.selector ?? item.source ?? item.url ?? '').filter(Boolean).join(' | ');
        console.log(`  ${category.id}: ${title} ${displayValue} (${Math.round(score * 100)}, weight ${weight}) ${items}`);
      }
    }
  }
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
}
