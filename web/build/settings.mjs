// Settings in the prose, `<a href="#place&lesson.key=value">`: each is executed, so that no link leads to a
// setting that the lecture refuses.
import { parseFragment } from '../page/url.js';

/** Throws where `href` sets what its lesson does not take. A control that it hides must be one of the lesson's. */
export function checkSetting(href, core, tag) {
  const refuse = (why) => {
    throw new Error(`index.html: href="${href}": ${why}`);
  };
  const lessonOf = (id) => core.description.lessons.find((each) => each.id === id) ?? refuse(`there is no lesson ${id}`);
  const { hide = [], ...rest } = parseFragment(href);
  for (const [id, texts] of Object.entries(rest.values)) {
    if (texts[''] !== undefined) continue;  // a word without a dot is the page's: present=1
    lessonOf(id);
    try {
      core.run(id, tag, texts);
    } catch (error) {
      refuse(error.message);
    }
  }
  for (const [id, key] of hide.map((name) => name.split('.'))) {
    if (!lessonOf(id).parameters.some((each) => each.key === key)) refuse(`${id} has no ${key}`);
  }
}
