// A static server on loopback for the tests: plain files below any path, no special headers. It stops with
// the process that started it.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

export const TYPES = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css',
  '.wasm': 'application/wasm', '.txt': 'text/plain; charset=utf-8', '.svg': 'image/svg+xml',
};

/** Serves `folder` below `base` ("/" or "/some/path/"). Gives its address and `close()`. */
export async function serve(folder, base = '/') {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://host').pathname));
    const inside = path.startsWith(base) ? path.slice(base.length) : null;
    try {
      if (inside === null || inside.startsWith('..')) throw new Error('outside');
      const body = await readFile(join(folder, inside === '' || inside.endsWith('/') ? `${inside}index.html` : inside));
      const type = TYPES[extname(inside === '' ? '.html' : inside)] ?? 'text/html; charset=utf-8';
      response.writeHead(200, { 'content-type': type }).end(body);
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
    }
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  server.unref();
  return {
    url: `http://127.0.0.1:${server.address().port}${base}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
