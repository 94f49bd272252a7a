// The page's only owner of what the reader set: the texts of each lesson's parameters, the pinned settings, the
// place, and what the link asked of the page. Whatever shows a value reads it here and is told of changes.
import { formatFragment, parseFragment } from './url.js';

/** What a link may ask of the page, and what holds when it asks nothing. */
const OPTIONS = { hide: [], blind: false, embed: '', present: '' };

export function createState(lessons, language) {
  const defaults = new Map(lessons.map((lesson) =>
    [lesson.id, new Map(lesson.parameters.map((parameter) => [parameter.key, parameter.default]))]));
  const listeners = new Set();
  const state = { values: Object.create(null), pins: Object.create(null), place: '', options: { ...OPTIONS }, mistakes: { nameless: [] } };

  const tell = (change) => listeners.forEach((listener) => listener(change));
  const isDefault = (lesson, key, text) => defaults.get(lesson)?.get(key) === text;
  const only = (texts, lesson) => (texts[lesson] ? { [lesson]: texts[lesson] } : {});

  /** Sets some of a lesson's texts; `before` are those that it has. */
  function assign(lesson, changed, before = state.values[lesson]) {
    const texts = Object.assign(Object.create(null), before, changed);
    for (const [key, text] of Object.entries(changed)) {
      if (isDefault(lesson, key, text)) delete texts[key];
    }
    if (Object.keys(texts).length) state.values[lesson] = texts;
    else delete state.values[lesson];
  }

  return {
    /** Of the page; it never changes. */
    language,
    get place() {
      return state.place;
    },
    /** The text of a parameter, as it was typed. */
    text(lesson, key) {
      return state.values[lesson]?.[key] ?? defaults.get(lesson)?.get(key) ?? '';
    },
    isDefault(lesson, key) {
      return this.text(lesson, key) === defaults.get(lesson)?.get(key);
    },
    /** Everything of a lesson that is not at its default, for the core (which names unknown keys). */
    texts(lesson) {
      return { ...state.values[lesson] };
    },
    set(lesson, key, text) {
      if (this.text(lesson, key) === text) return;
      assign(lesson, { [key]: text });
      tell({ lesson, key });
    },
    reset(lesson) {
      if (!state.values[lesson]) return;
      delete state.values[lesson];
      tell({ lesson });
    },
    /** Lessons that are not at their defaults. */
    changed: () => Object.keys(state.values),
    resetAll() {
      this.changed().forEach((lesson) => this.reset(lesson));
    },
    /** The pinned setting of a lesson as texts, or null. */
    pinned: (lesson) => state.pins[lesson] ?? null,
    pins: () => Object.keys(state.pins),
    pin(lesson, texts) {
      if (texts) state.pins[lesson] = texts;
      else delete state.pins[lesson];
      tell({ pin: lesson });
    },
    /** What the link asked of the page: `embed` and `present` are names, `blind` is true or false. */
    option: (name) => state.options[name],
    setOption(name, value) {
      if (state.options[name] === value) return;
      state.options[name] = value;
      tell({ option: name });
    },
    /** The keys of a lesson's parameters without a control. */
    hidden(lesson) {
      return state.options.hide.filter((name) => name.startsWith(`${lesson}.`)).map((name) => name.slice(lesson.length + 1));
    },
    /** Names of controls that a link hides and that do not exist. */
    unknownHidden() {
      return state.options.hide.filter((name) => {
        const dot = name.indexOf('.');
        return !defaults.get(name.slice(0, dot))?.has(name.slice(dot + 1));
      });
    },
    setPlace(place) {
      state.place = place;
    },
    /** Lessons that a fragment named and that do not exist. */
    unknownLessons() {
      return [...Object.keys(state.values).filter((lesson) => !defaults.has(lesson)), ...state.mistakes.nameless];
    },
    /** What the link that was read last got wrong in itself: see parseFragment. */
    mistakes: () => state.mistakes,
    /** `omitted` takes the names of what has no room in it. */
    fragment(omitted) {
      return formatFragment({ place: state.place, ...state.options, pins: state.pins, values: state.values }, omitted);
    },
    /** The address that shows one lesson's setting; `asked`: a place, and what the link asks of the page. */
    address(lesson, asked = {}) {
      const fragment = formatFragment({
        place: '', ...OPTIONS, ...asked, pins: only(state.pins, lesson), values: only(state.values, lesson),
      });
      return `${location.href.replace(/#.*/s, '')}${fragment && `#${fragment}`}`;
    },
    /** Takes over what a fragment says; one without state only moves the place, unless it is the whole. */
    readFragment(fragment, { isWhole = false } = {}) {
      const read = parseFragment(fragment);
      state.place = read.place;
      state.mistakes = { twice: read.twice, nameless: read.nameless, badBlind: read.badBlind, both: Boolean(read.embed && read.present) };
      if (!read.stated && !isWhole) return;
      const own = (...names) => [...new Set(names.flatMap(Object.keys))].filter((lesson) => defaults.has(lesson));
      const touched = own(state.values, read.values);
      const pinned = own(state.pins, read.pins);
      state.values = Object.create(null);
      state.pins = read.pins;
      for (const name of Object.keys(OPTIONS)) state.options[name] = read[name];
      for (const [lesson, texts] of Object.entries(read.values)) assign(lesson, texts);
      touched.forEach((lesson) => tell({ lesson }));
      pinned.forEach((lesson) => tell({ pin: lesson }));
      tell({ option: 'all' });
    },
    /** Follows a link of the page itself: what it names is set, all else stays as it is. */
    followLink(fragment) {
      const read = parseFragment(fragment);
      if (read.place) state.place = read.place;
      for (const lesson of Object.keys(read.values)) {
        assign(lesson, read.values[lesson], {});
        tell({ lesson });
      }
      for (const name of Object.keys(OPTIONS)) {
        if (String(read[name]) !== String(OPTIONS[name])) this.setOption(name, read[name]);
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
