// The page's own words: what the engine's description does not carry because only a page needs it.
import { toolWords } from './words_tools.js';

const words = {
  zh: {
    theme_auto: '跟随系统',
    demonstration: (number) => `演示${number}`,
    form_of: (title) => `${title}：参数`,
    slider_of: (label) => `${label}：滑块`,
    reset_of: (label, text) => `把“${label}”恢复为 ${text}`,
    theme_light: '浅色',
    theme_dark: '深色',
    unknown_lesson: (names) => `链接里有这一讲没有的演示：${names}。其余设定照常生效。`,
    unknown_key: (key) => `链接里的参数“${key}”`,
    more_unknown: (count) => `链接里另有 ${count} 个没有的参数。`,
    too_long: (label, length, most) => `${label}：共 ${length} 个字符，最多 ${most} 个。`,
    and_more: (count) => `，另有 ${count} 个`,
    no_wasm: '这个浏览器不能运行 WebAssembly，图和表停在讲稿的设定上。',
    engine_missing: '计算引擎没有启动，图和表停在讲稿的设定上。',
    context_lost: '系统收回了绘图环境，正等它恢复；数据表照常更新。',
    view_missing: '画图的部分没有启动，数据表照常更新。',
    instant_label: '逐事件看这一步',
    instant_previous: '上一个事件',
    instant_next: '下一个事件',
    instant_to_peak: '到峰值',
    instant_event: (event) => `第 ${event} 个事件之后`,
    instant_where: (event, phase, total) => `第 ${event} 个事件之后${phase ? `，${phase}` : ''}：共 ${total}。`,
    instant_begin: '记录从这里开始，之前的都已经在了。',
    instant_allocates: (label, size, category) => (label.includes('.') ? `为 ${label} 分配 ${size}（${category}）`
      : `${label || '这里'} 分配 ${size}（${category}）`),
    instant_frees: (label, size, category) => `释放 ${size}（${category}${label ? `，来自 ${label}` : ''}）`,
    instant_becomes: (label, size, category) => `${label || '这里'} 的 ${size} 改记为${category}`,
    instant_holds: (node, slot, size) => `${node} 保存 ${slot}（${size}）`,
    instant_lets_go: (node, slot, size) => `${node} 放开 ${slot}（${size}）`,
    instant_more: (count) => `另有 ${count} 处变化`,
    instant_separator: '；',
    instant_storages: (count, total) => `这一刻存活的存储：${count} 块，共 ${total}`,
    instant_list: '这一刻存活的存储',
    instant_columns: ['类别', '算子或名称', '形状', '字节', '谁拿着'],
    instant_not_listed: '这次运行的存储太多，没有逐块列出。',
  },
  en: {
    theme_auto: 'System',
    demonstration: (number) => `Demonstration ${number}`,
    form_of: (title) => `${title}: parameters`,
    slider_of: (label) => `${label}, slider`,
    reset_of: (label, text) => `Set ${label} back to ${text}`,
    theme_light: 'Light',
    theme_dark: 'Dark',
    unknown_lesson: (names) => `The link names demonstrations that this lecture does not have: ${names}. The rest of it applies.`,
    unknown_key: (key) => `The link’s parameter “${key}”`,
    more_unknown: (count) => `The link names ${count} more parameters that do not exist.`,
    too_long: (label, length, most) => `${label}: got ${length} characters, takes at most ${most}.`,
    and_more: (count) => ` and ${count} more`,
    no_wasm: 'This browser cannot run WebAssembly. Figures and tables stay at the lecture’s settings.',
    engine_missing: 'The engine did not start. Figures and tables stay at the lecture’s settings.',
    context_lost: 'The system took the drawing context away; waiting for it to come back. The tables stay live.',
    view_missing: 'The drawing part did not start. The tables stay live.',
    instant_label: 'This step, event by event',
    instant_previous: 'Previous event',
    instant_next: 'Next event',
    instant_to_peak: 'To the peak',
    instant_event: (event) => `after event ${event}`,
    instant_where: (event, phase, total) => `After event ${event}${phase ? `, ${phase}` : ''}: ${total} in all.`,
    instant_begin: 'The recording begins; this was there before.',
    instant_allocates: (label, size, category) => (label.includes('.') ? `${size} allocated for ${label} (${category})`
      : `${label || 'The run'} allocates ${size} (${category})`),
    instant_frees: (label, size, category) => `${size} freed (${category}${label ? `, from ${label}` : ''})`,
    instant_becomes: (label, size, category) => `${size} from ${label || 'the run'} now counted as ${category}`,
    instant_holds: (node, slot, size) => `${node} keeps ${slot} (${size})`,
    instant_lets_go: (node, slot, size) => `${node} lets ${slot} go (${size})`,
    instant_more: (count) => `${count} more ${count === 1 ? 'change' : 'changes'}`,
    instant_separator: '; ',
    instant_storages: (count, total) => `Live at this instant: ${count} ${count === 1 ? 'storage' : 'storages'}, ${total}`,
    instant_list: 'Storages that are live at this instant',
    instant_columns: ['category', 'op or name', 'shape', 'bytes', 'held by'],
    instant_not_listed: 'This run makes too many storages to list them one by one.',
  },
};

/** The words of one language. The build asks for those of each, so that none without words gets a page. */
export function wordsOf(language) {
  for (const [file, known] of [['words.js', words], ['words_tools.js', toolWords]]) {
    if (!Object.hasOwn(known, language)) throw new Error(`web/page/${file}: no words in "${language}"`);
  }
  return { ...words[language], ...toolWords[language] };
}

/** So many of a link's names are said, and so much of each: it can hold thousands, of any length. */
const NAMES_SAID = 5;
const LETTERS_SAID = 60;

/** Names in a row, and how many more there are. */
export function few(names, words) {
  const said = names.slice(0, NAMES_SAID).map((name) => (name.length > LETTERS_SAID ? `${name.slice(0, LETTERS_SAID)}…` : name));
  const more = names.length - said.length;
  return said.join(', ') + (more ? words.and_more(more.toLocaleString('en')) : '');
}
