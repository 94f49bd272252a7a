// What this part says, in Chinese.

const percent = (share) => `${Number((share * 100).toPrecision(3))}%`;

/** `what`: what is counted, with {} where its count stands; then takes what the core counts of it. */
const agreement = (what) => ({ all, equal, worst, off_zero: offZero }) => {
  const apart = all - equal;
  const counted = what.replace('{}', all);
  if (apart === 0) return `${counted}，${all === 1 ? '相等' : '全部相等'}。`;
  const off = worst === null ? '预测为零，实测不为零' : `${apart === 1 ? '差' : '最多差'} ${percent(worst)}${offZero ? '，或预测为零而实测不为零' : ''}`;
  if (all === 1) return `${counted}，${off}。`;
  return `${counted}，${equal === 0 ? '都不相等' : `${equal} 个相等`}，${equal === 0 ? '' : '其余'}${off}。`;
};

export const words = {
  about: '选一份 ./scripts/measure 写出的报告，或者把它拖到页面的任何地方。文件只在这个浏览器里读，不会传出去。',
  choose: '选择报告……',
  example: '载入示例',
  remove: '移除这份报告',
  removed: '报告已移除，图和表只剩预测。',
  loaded: (name) => `已载入 ${name}。`,
  loaded_example: '已载入示例：讲稿的演示，以及小规模的测量。',
  example_is: '这是随页面附带的示例，在 CPU 上测得，不是 GPU。',
  file_is: (name) => `来自 ${name}。`,
  problem_of: (name, why) => `${name}：${why}`,
  not_a_report: (why) => `这不是 ./scripts/measure --json 写出的报告。${why}。`,
  too_large: (bytes, most) => `文件有 ${bytes} 字节；报告最多 ${most} 字节，所以没有读。`,
  is_empty: '文件是空的；报告是 ./scripts/measure --json FILE 写出的 JSON。',
  no_reader: (why) => `读报告的程序没有启动（${why}），请检查网络后再试一次。`,
  unreadable: (why) => `浏览器读不了这个文件（${why}）。`,
  in_figures: '图里的空心圆是实测；表里，实测写在预测的下面。',
  scale_cells: '每格上面是实测，下面是它与预测的差；没有预测的（时间、速度）只有实测。',
  equal_of: (equal, all) => `${equal} / ${all} 个相等`,
  number: '量',
  predicted: '预测',
  measured: '实测',
  difference: '差',
  configuration: '设定',
  status: '状态',
  done: '完成',
  comma: '，',
  equal: '相等',
  gap: '',
  measured_is: 'LibTorch 实测 ',
  legend: (device) => `LibTorch 实测：${device}`,
  measured_on: (libtorch, device, made, isExample) =>
    `LibTorch ${libtorch} 实测${isExample ? '（示例）' : ''}：${device}${made && `，${made}`}。`,
  cells: agreement('表里 {} 个数'),
  points: agreement('图里 {} 个点'),
  other_setting: '报告测的是另一个设定，所以没有标在这里。',
  take_setting: '把这幅图设成报告的设定',
  unknown_settings: (keys) => `报告里有这幅图没有的设定（${keys.slice(0, 5).map((key) => key.slice(0, 40)).join('，')}），没法对照。`,
  other_prediction: (count) => `有 ${count} 处，报告里的预测与本页的不同：写报告的 Tally 是另一个版本，或者文件被改过；差是对本页的预测算的。`,
  stop: '。',
  bytes: '字节',
  between: (low, high) => `${low} 到 ${high}`,
  run_title: '你自己的训练',
  run_about: '走过一步之后，把 torch.cuda.memory_stats() 或 torch.cuda.memory_summary() 打印的内容整段贴进来。文字只在这个页面里解析，不会传出去，也不会被执行。',
  run_text: 'memory_stats() 或 memory_summary() 的输出',
  run_lesson: '与哪幅图现在的设定对照',
  run_compare: '对照',
  run_clear: '清空',
  run_table: '预测的峰值和你量到的峰值',
  run_step: '比上一行多',
  run_because: '多在哪里',
  run_beside: (title) => `与“${title}”现在的设定对照：`,
  run_empty: '还没有文字：请把 torch.cuda.memory_stats() 或 torch.cuda.memory_summary() 打印的内容贴进来。',
  run_long: (letters, most) => `文字有 ${letters} 个字符，最多 ${most} 个。这两个函数的输出都短得多。`,
  bad_run: (line, column, found, wanted) => `第 ${line} 行第 ${column} 列：${found ? `读到“${found}”` : '文字到此为止'}，这里应当是${wanted}。`,
  run_wants: {
    key: '带引号的键，如 "allocated_bytes.all.peak"', number: '一个整数', once: '每个键只出现一次', fewer: '少得多的项', shallower: '浅一些的嵌套', end: '结尾',
    head: '表头 Metric | Cur Usage | Peak Usage | Tot Alloc | Tot Freed', columns: '五列', size: '带单位的大小，如 1024 KiB', rows: 'Allocated memory 和 GPU reserved memory 两行',
    '{': ' {，或 OrderedDict(', ':': '冒号', ',': '逗号', '}': ' }', ']': ' ]', ')': ' )', '(': ' (',
  },
  run_no_peak: '这幅图没有训练步的时间线，没有峰值可比；请另选一幅。',
  run_rows: { predicted: '预测：一步里同时存活的最多字节', requested: '张量要的', allocated: '分配的块', active: '在用的块', reserved: '向驱动要来的' },
  run_heads: { requested: 'Requested memory', allocated: 'Allocated memory', active: 'Active memory', reserved: 'GPU reserved memory' },
  run_reasons: (id, from, { low, high }) => {
    if (low === 0 && high === 0) return '相等。';
    if (low <= 0 && high >= 0) return '在打印时截去的尾数之内，可能相等。';
    if (from === 'predicted') {
      if (high < 0) return '比预测还少：量的也许不是这一步，或者模型、批次比图里的小。';
      return `图里没有的张量：别的层、别的数据，以及矩阵乘法的工作区（cuBLAS 也从这个分配器要）。${id === 'allocated' ? '还有向上取整到 512 字节的零头。' : ''}`;
    }
    if (id === 'allocated') return '每次分配向上取整到 512 字节；余下的太小，不值得切开，也整块算上。';
    if (id === 'active') return '已经释放，但别的流还没用完的块（record_stream）。';
    return '要来了却空着的：缓存里等着复用的块，和切碎了拼不起来的碎片。';
  },
  run_rounded: 'memory_summary() 把字节数截成整 KiB、MiB 或 GiB，所以每个数是一个区间；要精确到字节，请用 memory_stats()。',
  run_no_requested: '这份输出没有 requested：PyTorch 较早的版本不记张量实际要了多少，取整的零头因此分不出来。',
  run_split: (bytes) => `切开的块里空着的部分（inactive_split）最多 ${bytes} 字节，这就是碎片。`,
  run_counts: (retries, ooms) => (retries === null && ooms === null ? '' : `cudaMalloc 重试 ${retries ?? '–'} 次，显存不足（OOM）${ooms ?? '–'} 次。${retries > 0 ? '每次重试都先清空缓存：显存到过顶，这一步也慢了。' : ''}`),
  run_instants: '每个峰值都在自己的那一刻取得，各行的差是峰值之差。',
  run_outside: '分配器之外的不在表里：CUDA 上下文、内核代码、NCCL 的缓冲，以及别的进程。所以 nvidia-smi 报的数更大。',
};
