// What PyTorch's memory functions print, by version: made from counts, in the layout of torch/cuda/memory.py.

const POOLS = ['all', 'large_pool', 'small_pool'];
const KINDS = ['current', 'peak', 'allocated', 'freed'];

/** Flat counts as memory_stats() has them; `peaks`: bytes by pool name, of which each other kind is a share. */
export function statsOf(peaks, { retries = 0, ooms = 0, ...more } = {}) {
  const stats = {};
  for (const [name, peak] of Object.entries(peaks)) {
    for (const pool of POOLS) for (const kind of KINDS) stats[`${name}_bytes.${pool}.${kind}`] = pool === 'all' ? Math.floor(peak / (kind === 'peak' ? 1 : 2)) : 0;
  }
  return { ...stats, ...more, num_alloc_retries: retries, num_ooms: ooms, max_split_size: -1 };
}

const entries = (stats) => Object.entries(stats).sort(([a], [b]) => (a < b ? -1 : 1));

/** What Python prints of the OrderedDict: up to 3.11, from 3.12 on, and by pprint. */
export const pythonOld = (stats) => `OrderedDict([${entries(stats).map(([key, value]) => `('${key}', ${value})`).join(', ')}])`;
export const pythonNew = (stats) => `OrderedDict({${entries(stats).map(([key, value]) => `'${key}': ${value}`).join(', ')}})`;
export const pythonPretty = (stats) => `OrderedDict([${entries(stats).map(([key, value]) => `('${key}', ${value})`).join(',\n             ')}])\n`;
export const pythonDict = (stats) => `{${entries(stats).map(([key, value]) => `'${key}': ${value}`).join(',\n ')},}`;

/** memory_stats_as_nested_dict(). */
export function pythonNested(stats) {
  const tree = {};
  for (const [key, value] of entries(stats)) {
    const path = key.split('.');
    path.slice(0, -1).reduce((at, name) => (at[name] ??= {}), tree)[path.at(-1)] = value;
  }
  return JSON.stringify(tree).replaceAll('"', "'");
}

const WIDTH = 75;

/** memory_summary(): `isOld` for PyTorch up to 1.12, whose units are KB and MB and which does not count what was requested. */
export function summaryText(stats, { isOld = false, abbreviated = false } = {}) {
  const units = isOld ? ['B  ', 'KB ', 'MB ', 'GB ', 'TB '] : ['B  ', 'KiB', 'MiB', 'GiB', 'TiB'];
  const size = (bytes, preferred) => {
    let [value, wanted, unit] = [bytes, preferred, 0];
    while (unit < units.length - 1 && wanted >= 768 * 1024) {
      value = Math.floor(value / 1024);
      wanted /= 1024;
      unit += 1;
    }
    return `${String(value).padStart(7)} ${units[unit]}`;
  };
  const centred = (text) => `|${text.padStart(Math.floor((WIDTH + text.length) / 2)).padEnd(WIDTH)}|`;
  const rule = (sign) => `|${sign.repeat(WIDTH)}|`;
  const row = (head, cells) => `|${` ${head}`.padEnd(23)}|${cells.map((cell) => `${cell} `.padStart(12)).join('|')}|`;
  const metrics = [['Allocated memory', 'allocated_bytes'], ['Active memory', 'active_bytes'], ...(isOld ? [] : [['Requested memory', 'requested_bytes']]),
    ['GPU reserved memory', 'reserved_bytes'], ['Non-releasable memory', 'inactive_split_bytes']];
  const lines = [rule('='), centred('PyTorch CUDA memory summary, device ID 0'), rule('-'),
    `|            CUDA OOMs: ${String(stats.num_ooms).padEnd(13)}|        cudaMalloc retries: ${String(stats.num_alloc_retries).padEnd(10)}|`, rule('='),
    row('       Metric', ['Cur Usage ', 'Peak Usage', 'Tot Alloc ', 'Tot Freed '])];
  for (const [name, metric] of metrics) {
    lines.push(rule('-'));
    for (const pool of abbreviated ? ['all'] : POOLS) {
      const cells = KINDS.map((kind) => stats[`${metric}.${pool}.${kind}`]);
      lines.push(row(pool === 'all' ? name : `      from ${pool.replace('_', ' ')}`, cells.map((bytes) => size(bytes, cells[1]))));
    }
  }
  for (const name of ['Allocations', 'Active allocs', 'GPU reserved segments']) lines.push(rule('-'), row(name, ['12', '20', '99', '87']));
  return [...lines, rule('='), ''].join('\n');
}
