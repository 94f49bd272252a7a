// Runs the native programs of the benchmark in turns and makes rows of what Google Benchmark writes. Times are those of
// the processor, not of the clock on the wall: others may use the machine.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { limitRow, median, row } from './rows.mjs';

const SINGLE = { OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1', MKL_NUM_THREADS: '1' };

/** One run of a program: {name: {ms, flops, bytes, label, events}}, and what it says of its machine. */
function once(program, { filter, seconds, display = false }) {
  const environment = { ...process.env, ...SINGLE };
  delete environment.OPENBLAS_CORETYPE; // OpenBLAS takes the kernels of the processor that is here
  const command = [program, '--benchmark_format=json', `--benchmark_min_time=${seconds}s`, `--benchmark_filter=${filter}`];
  if (display) command.unshift('xvfb-run', '-a');
  const { status, stdout, stderr } = spawnSync(command[0], command.slice(1), { env: environment, maxBuffer: 1 << 26, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  const { context, benchmarks } = JSON.parse(stdout);
  return { context, times: Object.fromEntries(benchmarks.map((each) => [each.name.replace(/\/process_time$/, ''),
    { ms: each.cpu_time, flops: each.flops, bytes: each.bytes_per_second, label: each.label, events: each.events }])) };
}

/** `rounds` runs of each of `programs` in turns: key -> name -> [samples], and the last context of each. */
function inTurns(programs, rounds) {
  const found = Object.fromEntries(Object.keys(programs).map((key) => [key, { context: null, samples: {} }]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [key, [program, options]] of Object.entries(programs)) {
      const { context, times } = once(program, options);
      found[key].context = context;
      for (const [name, time] of Object.entries(times)) (found[key].samples[name] ??= []).push(time);
    }
  }
  return found;
}

const milliseconds = (samples) => samples.map((each) => each.ms);
const middle = (samples) => median(milliseconds(samples));
const least = (samples) => Math.min(...milliseconds(samples));
const GIGA = 1e9;

/** All rows, and notes of the machine. `folder`: the native build's bench folder. */
export function measureNative(folder, { rounds = 5 } = {}) {
  const program = (name) => `${folder}/${name}`;
  const hasTorch = existsSync(program('bench_torch'));
  const { engine, torch } = inTurns({
    engine: [program('bench_engine'), { filter: '^(gemm|peak|copy/16MiB|elementwise|step/counted)', seconds: 0.2 }],
    ...(hasTorch && { torch: [program('bench_torch'), { filter: '.*', seconds: 0.2 }] }),
  }, rounds);
  const tracking = inTurns({
    counted: [program('bench_engine'), { filter: 'step/(counted|recorded)', seconds: 0.1 }],
    untracked: [program('bench_untracked'), { filter: 'step/counted', seconds: 0.1 }],
  }, 8 * rounds);
  const meta = inTurns({ meta: [program('bench_engine'), { filter: '^(meta_step|copy/1GB)', seconds: 0.3 }] }, rounds).meta.samples;
  const real = inTurns({ account: [program('bench_account'), { filter: '.*', seconds: 0.3 }] }, rounds).account.samples['account/llama-3.1-405b'];
  const rows = [];
  const ours = engine.samples;

  const step = ours['step/counted'];
  const beside = (name, samples, aim) => rows.push(row({ name, samples: milliseconds(step), unit: 'ms',
    ratio: middle(step) / middle(samples), against: `LibTorch's ${Math.round(middle(samples) * 10) / 10} ms`, aim }));
  if (torch) {
    beside('native step, 16 x 512 MLP, batch 64, Adam', torch.samples['step/stock'], { most: 1 });
    beside('the same, LibTorch with its fused Adam', torch.samples['step/fused']);
  }
  const rate = (sample) => sample.flops / GIGA;
  for (const [layout, title] of [['ab', 'AB'], ['atb', 'A^T B'], ['abt', 'A B^T']]) {
    for (const n of [256, 512, 1024]) {
      const samples = ours[`gemm/${layout}/${n}`], theirs = torch?.samples[`gemm/${layout}/${n}`];
      rows.push(row({ name: `native GEMM ${title}, n = ${n}`, samples: samples.map(rate), unit: 'GFLOP/s',
        ratio: theirs && middle(theirs) / middle(samples), against: theirs && `LibTorch's ${Math.round(median(theirs.map(rate)))}` }));
    }
  }

  const counted = tracking.counted.samples, untracked = tracking.untracked.samples;
  // A percent is less than what rounds differ by: each round is held against its own neighbour.
  const cost = (name, samples, base, most) => rows.push(row({ name, samples: milliseconds(samples), unit: 'ms',
    ratio: median(samples.map(({ ms }, round) => ms / base[round].ms)), against: 'untracked', aim: most && { most } }));
  cost('tracking: counters', counted['step/counted'], untracked['step/counted'], 1.01);
  cost('tracking: events attached', counted['step/recorded'], untracked['step/counted'], 1.03);
  cost('tracking: counters, 16 x 8 MLP, batch 4', counted['small_step/counted'], untracked['small_step/counted']);
  cost('tracking: events, 16 x 8 MLP, batch 4', counted['small_step/recorded'], untracked['small_step/counted']);

  const copied = meta['copy/1GB'], deep = (layers) => meta[`meta_step/${layers}`];
  rows.push(row({ name: 'copy of 1 GB', samples: milliseconds(copied), unit: 'ms' }));
  rows.push(row({ name: 'meta step, 10,000 layers', samples: milliseconds(deep(10000)), unit: 'ms',
    ratio: least(deep(10000)) / least(copied), against: 'a copy of 1 GB' }));
  rows.push(row({ name: 'meta step, 20,000 layers', samples: milliseconds(deep(20000)), unit: 'ms',
    ratio: least(deep(20000)) / least(deep(10000)) / 2, against: 'twice that of 10,000' }));

  rows.push(limitRow('account of Llama-3.1-405B, native', middle(real), 'ms', 50));
  rows.push(row({ name: 'the same, beside a copy of 1 GB', samples: milliseconds(real), unit: 'ms', ratio: middle(real) / middle(copied), against: 'the copy' }));

  const copy = ours['copy/16MiB'];
  const bandwidth = (sample) => sample.bytes / GIGA;
  for (const name of ['relu', 'relu_backward', 'add', 'add_', 'sum', 'adam'])
    rows.push(row({ name: `native ${name}, 4,194,304 floats`, samples: ours[`elementwise/${name}`].map(bandwidth), unit: 'GB/s',
      ratio: median(ours[`elementwise/${name}`].map(bandwidth)) / median(copy.map(bandwidth)), against: 'a copy' }));
  rows.push(row({ name: 'native copy, 4,194,304 floats', samples: copy.map(bandwidth), unit: 'GB/s' }));
  rows.push(row({ name: 'native kernel in the first cache', samples: ours['peak/flops'].map(rate), unit: 'GFLOP/s' }));
  return { rows, machine: { kernel: ours['peak/flops'][0].label, ...(torch && { libtorch: torch.context.torch, atenKernels: torch.context.capability }) } };
}

/** Rows of the timeline's frame; they need a display. */
export function measureDrawing(folder, { rounds = 3 } = {}) {
  const { samples } = inTurns({ app: [`${folder}/bench_app`, { filter: '.*', seconds: 0.5, display: true }] }, rounds).app;
  const build = samples['timeline/build'];
  return [
    row({ name: `timeline of ${build[0].events.toLocaleString('en')} events, built`, samples: milliseconds(build), unit: 'ms' }),
    row({ name: 'the same, a frame drawn, beside a step of few events', samples: milliseconds(samples['frame/timeline']), unit: 'ms',
      ratio: middle(samples['frame/timeline']) / middle(samples['frame/few']), against: 'the same figure' }),
    row({ name: 'the same, a frame drawn', samples: milliseconds(samples['frame/timeline']), unit: 'ms',
      ratio: middle(samples['frame/timeline']) / middle(samples['frame/empty']), against: 'an empty figure', aim: { most: 2 } }),
  ];
}
