// The page's own words: what the engine's description does not carry because only a page needs it.
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
    no_wasm: '这个浏览器不能运行 WebAssembly，图和表停在讲稿的设定上。',
    engine_missing: '计算引擎没有启动，图和表停在讲稿的设定上。',
    context_lost: '系统收回了绘图环境，正等它恢复；数据表照常更新。',
    view_missing: '画图的部分没有启动，数据表照常更新。',
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
    no_wasm: 'This browser cannot run WebAssembly. Figures and tables stay at the lecture’s settings.',
    engine_missing: 'The engine did not start. Figures and tables stay at the lecture’s settings.',
    context_lost: 'The system took the drawing context away; waiting for it to come back. The tables stay live.',
    view_missing: 'The drawing part did not start. The tables stay live.',
  },
};
export function wordsOf(language) {
  return words[language] ?? words.en;
}
