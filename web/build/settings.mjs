// Settings in the prose, `<a href="#place&lesson.key=value">`: each is executed, so that no link leads to a
// setting that the lecture refuses; and words that hold for a default only, `<p data-rests="lesson.key=value">`.
import { parseFragment } from '../page/url.js';

const lessonOf = (core, id, refuse) => core.description.lessons.find((each) => each.id === id) ?? refuse(`there is no lesson ${id}`);

/** Whether presenter mode has a step of that name. Its numbers and its formulas are the page's to count. */
function isStep(name, core) {
  if (name === 'opening' || /^[1-9]\d*$/.test(name)) return true;
  const [, kind, id] = name.match(/^(figure|q|formula)-(\w+?)(?:-[1-9]\d*)?$/) ?? [];
  const known = kind === 'q' ? core.description.questions : core.description.lessons;
  return known.some((each) => each.id === id);
}

/** Throws where `href` sets or names what the lecture does not have. */
export function checkSetting(href, core, tag) {
  const refuse = (why) => {
    throw new Error(`index.html: href="${href}": ${why}`);
  };
  const { hide, embed, present, pins, values } = parseFragment(href);
  for (const [id, texts] of [...Object.entries(values), ...Object.entries(pins)]) {
    // A word without a dot is the page's own, and those that it has are read apart.
    if (texts[''] !== undefined) refuse(`the page has no ${id}=; it has hide, blind, pin, embed and present`);
    lessonOf(core, id, refuse);
    try {
      core.run(id, tag, texts);
    } catch (error) {
      refuse(error.message);
    }
  }
  for (const [id, key] of hide.map((name) => name.split('.'))) {
    if (!lessonOf(core, id, refuse).parameters.some((each) => each.key === key)) refuse(`${id} has no ${key}`);
  }
  if (embed) lessonOf(core, embed, refuse);
  if (present && !isStep(present, core)) refuse(`there is no step ${present}`);
}

/** Throws where a default is not what the words that rest on it say. */
export function checkDefaults(rests, core) {
  const refuse = (why) => {
    throw new Error(`index.html: data-rests="${rests}": ${why}`);
  };
  const { values } = parseFragment(rests);
  if (Object.keys(values).length === 0) refuse('takes lesson.key=value');
  for (const [id, texts] of Object.entries(values)) {
    for (const [key, text] of Object.entries(texts)) {
      const parameter = lessonOf(core, id, refuse).parameters.find((each) => each.key === key) ?? refuse(`${id} has no ${key}`);
      if (parameter.default !== text) refuse(`the default of ${id}.${key} is ${parameter.default}; the words here are wrong now`);
    }
  }
}
