// Measures the engine as wasm in Chromium, beside TensorFlow.js's wasm backend in the same page.
import { existsSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { startBrowser } from '../tests/page/browser.mjs';
import { median, row } from './rows.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const TENSORFLOW = `${ROOT}bench/node_modules/@tensorflow/tfjs-backend-wasm/package.json`;

/** TensorFlow.js as one module for the harness. What it takes from Node is never asked for in a browser. */
async function bundleTensorFlow() {
  await build({ entryPoints: [`${ROOT}bench/page/tensorflow.mjs`], outfile: `${ROOT}build/bench/tensorflow.mjs`,
    bundle: true, format: 'esm', platform: 'browser', external: builtinModules, logLevel: 'error' });
}

/** What harness.mjs gives, and the browser's version. */
export async function inChromium({ smoke = false, withTensorFlow = existsSync(TENSORFLOW) } = {}) {
  if (withTensorFlow) await bundleTensorFlow();
  const site = await startBrowser({ dist: ROOT, gl: false });
  try {
    const page = await site.open({ address: `${site.url}bench/page/index.html`, ready: false });
    await page.waitForFunction(() => globalThis.harness);
    const measured = await page.evaluate((options) => globalThis.harness.measure(options), { smoke, withTensorFlow });
    return { ...measured, browser: page.context().browser().version(), heard: page.heard };
  } finally {
    await site.close();
  }
}

/** Rows of what was measured. Without TensorFlow.js there is nothing to hold products and step against. */
export function wasmRows(results) {
  const copy = results.find((each) => each.name === 'copy');
  const rate = (amount, times) => times.map((ms) => amount / ms / 1e6);
  return results.map(({ kind, layout, n, layers, width, batch, name, elements, flops, bytes, times: { ours, theirs } }) => {
    const faster = theirs && median(theirs) / median(ours);
    const shown = theirs && Math.round(median(kind === 'gemm' ? rate(flops, theirs) : theirs) * 10) / 10;
    if (kind === 'gemm')
      return row({ name: `wasm GEMM ${layout}, n = ${n}`, samples: rate(flops, ours), unit: 'GFLOP/s', ratio: faster,
        against: theirs && `TensorFlow.js's ${shown}`, aim: theirs && { least: 1.6 } });
    if (kind === 'peak') return row({ name: 'wasm kernel in the first cache', samples: rate(flops, ours), unit: 'GFLOP/s' });
    if (kind === 'step')
      return row({ name: `wasm step, ${layers} x ${width} MLP, batch ${batch}, Adam`, samples: ours, unit: 'ms', ratio: faster,
        against: theirs && `TensorFlow.js's ${shown} ms`, aim: theirs && { least: 18 } });
    const speed = rate(bytes, ours);
    return row({ name: `wasm ${name}, ${elements.toLocaleString('en')} floats`, samples: speed, unit: 'GB/s',
      ...(name !== 'copy' && { ratio: median(speed) / median(rate(copy.bytes, copy.times.ours)), against: 'a copy' }) });
  });
}
