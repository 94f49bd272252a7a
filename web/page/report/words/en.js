// What this part says, in English.

const percent = (share) => `${Number((share * 100).toPrecision(3))}%`;

/** `one`, `many`: what is counted, in both numbers; then takes what the core counts of it. */
const agreement = (one, many) => ({ all, equal, worst, off_zero: offZero }) => {
  const apart = all - equal;
  if (apart === 0) return all === 1 ? `1 ${one}, equal.` : `${all} ${many}, all equal.`;
  const off = worst === null ? 'not the predicted zero' : `${apart === 1 ? '' : 'up to '}${percent(worst)} off${offZero ? ' or not the predicted zero' : ''}`;
  if (all === 1) return `1 ${one}, ${off}.`;
  return `${all} ${many}, ${equal === 0 ? '' : `${equal} equal, `}${equal === 0 ? 'all' : apart === 1 ? 'the other' : 'the others'} ${off}.`;
};

export const words = {
  about: 'Choose a report that ./scripts/measure wrote, or drop it anywhere on this page. It is read in this browser and goes nowhere else.',
  choose: 'Choose a report…',
  example: 'Load the example',
  remove: 'Remove this report',
  removed: 'The report is removed; figures and tables show predictions alone.',
  loaded: (name) => `${name} is loaded.`,
  loaded_example: 'The example is loaded: the demonstrations, and measurements at a small scale.',
  example_is: 'This is the example that comes with the page. It was measured on a CPU, not on a GPU.',
  file_is: (name) => `From ${name}.`,
  problem_of: (name, why) => `${name}: ${why}`,
  not_a_report: (why) => `This is no report of ./scripts/measure --json: ${why}.`,
  too_large: (bytes, most) => `The file has ${bytes} bytes; a report has at most ${most}, so it was not read.`,
  is_empty: 'The file is empty; a report is the JSON that ./scripts/measure --json FILE writes.',
  no_reader: (why) => `What reads reports did not start (${why}). Please check the connection and try again.`,
  unreadable: (why) => `The browser cannot read this file (${why}).`,
  in_figures: 'Rings in the figures are measured. In the tables, measured stands below predicted.',
  scale_cells: 'Each cell has what was measured and, below it, how far that is from the prediction. Time and speed are not predicted.',
  equal_of: (equal, all) => `${equal} of ${all} equal`,
  number: 'number',
  predicted: 'predicted',
  measured: 'measured',
  difference: 'difference',
  configuration: 'setting',
  status: 'status',
  done: 'done',
  comma: ', ',
  equal: 'equal',
  gap: ' ',
  measured_is: 'measured on LibTorch ',
  legend: (device) => `measured on LibTorch: ${device}`,
  measured_on: (libtorch, device, made, isExample) =>
    `Measured on LibTorch ${libtorch}${isExample ? ' (the example)' : ''}: ${device}${made && `, ${made}`}.`,
  cells: agreement('number in the tables', 'numbers in the tables'),
  points: agreement('point in the figures', 'points in the figures'),
  other_setting: 'The report measured another setting, so nothing of it is shown here.',
  take_setting: 'Set this figure to the report’s setting',
  unknown_settings: (keys) => `The report has settings that this figure does not have (${keys.slice(0, 5).map((key) => key.slice(0, 40)).join(', ')}), so they cannot be compared.`,
  other_prediction: (count) => `In ${count} ${count === 1 ? 'place' : 'places'} the report’s prediction is not this page’s: another version of Tally wrote it, or the file was changed. Differences are from this page’s prediction.`,
  stop: '.',
  bytes: 'bytes',
  between: (low, high) => `${low} to ${high}`,
  run_title: 'A run of your own',
  run_about: 'After a training step, paste all that torch.cuda.memory_stats() or torch.cuda.memory_summary() prints. The text is read in this page; it goes nowhere else, and nothing in it is executed.',
  run_text: 'Output of memory_stats() or memory_summary()',
  run_lesson: 'Beside which figure, as it is set now',
  run_compare: 'Compare',
  run_clear: 'Clear',
  run_table: 'The predicted peak and the peaks that you measured',
  run_step: 'above the row before',
  run_because: 'what that consists of',
  run_beside: (title) => `Beside “${title}” as it is set now:`,
  run_empty: 'There is no text yet: please paste what torch.cuda.memory_stats() or torch.cuda.memory_summary() prints.',
  run_long: (letters, most) => `The text has ${letters} characters and may have ${most}; either function prints far less.`,
  bad_run: (line, column, found, wanted) => `Line ${line}, column ${column}: ${found ? `found “${found}”` : 'the text ends'}, where there should be ${wanted}.`,
  run_wants: {
    key: 'a key in quotes, such as "allocated_bytes.all.peak"', number: 'a whole number', once: 'each key once', fewer: 'far fewer entries', shallower: 'less nesting', end: 'the end',
    head: 'the head Metric | Cur Usage | Peak Usage | Tot Alloc | Tot Freed', columns: 'five columns', size: 'a size with its unit, such as 1024 KiB', rows: 'the rows Allocated memory and GPU reserved memory',
    '{': '{ or OrderedDict(', ':': 'a colon', ',': 'a comma', '}': '}', ']': ']', ')': ')', '(': '(',
  },
  run_no_peak: 'This figure has no timeline of a training step, so there is no peak to compare with; please choose another.',
  run_rows: { predicted: 'predicted: most bytes alive at once in a step', requested: 'asked for by tensors', allocated: 'in allocated blocks', active: 'in active blocks', reserved: 'reserved from the driver' },
  run_heads: { requested: 'Requested memory', allocated: 'Allocated memory', active: 'Active memory', reserved: 'GPU reserved memory' },
  run_reasons: (id, from, { low, high }) => {
    if (low === 0 && high === 0) return 'Equal.';
    if (low <= 0 && high >= 0) return 'Equal, as far as the printed digits tell.';
    if (from === 'predicted') {
      if (high < 0) return 'Less than predicted: perhaps another step was measured, or model and batch are smaller than the figure’s.';
      return `Tensors that the figure does not have: other layers, other data, and the workspace of matrix products, which cuBLAS takes from this allocator too.${id === 'allocated' ? ' Also what rounding up to 512 bytes adds.' : ''}`;
    }
    if (id === 'allocated') return 'Every allocation is rounded up to 512 bytes, and a block whose rest is too small to split counts as a whole.';
    if (id === 'active') return 'Blocks that are freed, but that another stream still uses (record_stream).';
    return 'Taken from the driver and empty: blocks cached for reuse, and fragments that fit nothing.';
  },
  run_rounded: 'memory_summary() cuts bytes down to whole KiB, MiB or GiB, so every number is an interval; memory_stats() is exact.',
  run_no_requested: 'There is no “requested” in this output: earlier versions of PyTorch do not count what tensors really asked for, so rounding cannot be told apart.',
  run_split: (bytes) => `The empty parts of split blocks (inactive_split) took ${bytes} bytes at most; that is fragmentation.`,
  run_counts: (retries, ooms) => (retries === null && ooms === null ? '' : `cudaMalloc retries: ${retries ?? '–'}; out of memory: ${ooms ?? '–'}.${retries > 0 ? ' Each retry emptied the cache first: memory was full for a moment, and the step slower.' : ''}`),
  run_instants: 'Each peak has an instant of its own; the differences are between peaks.',
  run_outside: 'What lies outside of the allocator is not in this table: CUDA’s context, code of kernels, buffers of NCCL, other processes. nvidia-smi therefore reports more.',
};
