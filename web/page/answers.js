// What the reader committed to, for as long as the window lives: it survives a reload and the way to the
// other language's page.
const KEY = 'tally.answers';

function read() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    return kept && typeof kept === 'object' && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};  // storage is off, or holds something else
  }
}

/** The choice committed to for a question, or ''. */
export function answerOf(question) {
  const choice = Object.hasOwn(read(), question) ? read()[question] : '';
  return typeof choice === 'string' ? choice : '';
}

/** Keeps a choice; '' forgets it. */
export function keepAnswer(question, choice) {
  const answers = new Map(Object.entries(read()));
  if (choice) answers.set(question, choice);
  else answers.delete(question);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(answers)));
  } catch {
    // storage is off: the choice lasts as long as the page
  }
}
