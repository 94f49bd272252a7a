// The page's only owner of what the reader set: the texts of each lesson's parameters, and the place. Whatever shows a value reads it here and is told of changes.
import { formatFragment, parseFragment } from './url.js';

export function createState(lessons, language) {
  const defaults = new Map(lessons.map((lesson) =>
    [lesson.id, new Map(lesson.parameters.map((parameter) => [parameter.key, parameter.default]))]));
  const listeners = new Set();
  const state = { values: Object.create(null), place: '' };

  const tell = (change) => listeners.forEach((listener) => listener(change));
  const isDefault = (lesson, key, text) => defaults.get(lesson)?.get(key) === text;

  function assign(lesson, key, text) {
    const texts = Object.assign(Object.create(null), state.values[lesson]);
    if (isDefault(lesson, key, text)) delete texts[key];
    else texts[key] = text;
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
      assign(lesson, key, text);
      tell({ lesson, key });
    },
    reset(lesson) {
      if (!state.values[lesson]) return;
      delete state.values[lesson];
      tell({ lesson });
    },
    setPlace(place) {
      state.place = place;
    },
    /** Lessons that a fragment named and that do not exist. */
    unknownLessons() {
      return Object.keys(state.values).filter((lesson) => !defaults.has(lesson));
    },
    fragment() {
      return formatFragment({ place: state.place, values: state.values });
    },
    /** Takes over what a fragment says; one without state only moves the place. */
    readFragment(fragment) {
      const read = parseFragment(fragment);
      state.place = read.place;
      if (!read.stated) return;
      const touched = new Set([...Object.keys(state.values), ...Object.keys(read.values)]);
      state.values = Object.create(null);
      for (const [lesson, texts] of Object.entries(read.values)) {
        for (const [key, text] of Object.entries(texts)) assign(lesson, key, text);
      }
      touched.forEach((lesson) => tell({ lesson }));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
