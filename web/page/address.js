// The page's address: the state as the fragment of the history's present entry, and the entries that a reader goes
// back to.

/** Browsers refuse many changes of the address in a short time: one at once, then at most one per pause. */
const PAUSE_MS = 400;

const addressOf = (fragment) => (fragment ? `#${fragment}` : location.pathname + location.search);

/**
 * An entry's state in the history is {entry, whole}: a name, and whether its address is all there is to it, so that
 * going back to one without a fragment is going back to the lecture's settings. Such are the entries on both sides of
 * a link that set something. `onWrite(fragment, omitted)` hears what is written, and the names of what had no room.
 */
export function createAddress(state, onWrite) {
  const owed = new Map();  // entry -> its fragment, where the reader left before it was written
  let entry = '';
  let timer = 0;
  let isBehind = false;

  function put() {
    isBehind = false;
    const omitted = [];
    const fragment = state.fragment(omitted);
    onWrite(fragment, omitted);
    if (location.hash.replace(/^#/, '') !== fragment) history.replaceState(history.state, '', addressOf(fragment));
  }

  function tick() {
    timer = 0;
    if (!isBehind) return;
    put();
    timer = setTimeout(tick, PAUSE_MS);
  }

  const newName = () => String(Math.random());  // a page that was loaded anew must not take an older one's

  /** The history has come to an entry, an older one or a new one; the state is still that of the entry before. */
  function arrive() {
    if (entry && history.state?.entry === entry) return;
    if (isBehind) owed.set(entry, state.fragment());
    entry = history.state?.entry ?? newName();
    const due = owed.get(entry);
    owed.delete(entry);
    const whole = due !== undefined || Boolean(history.state?.whole);
    history.replaceState({ entry, whole }, '', due === undefined ? location.href : addressOf(due));
  }

  arrive();
  /** Writes at once what is still to be written: the reader leaves. */
  const flush = () => isBehind && put();
  addEventListener('pagehide', flush);
  return {
    arrive,
    flush,
    /** The present entry's address is all there is to it. */
    get isWhole() {
      return history.state?.whole === true;
    },
    /** The state has changed. */
    write() {
      isBehind = true;
      if (!timer) tick();
    },
    /** What follows is a step of its own, which Back takes back. */
    step() {
      const left = addressOf(state.fragment());
      history.replaceState({ entry, whole: true }, '', left);
      entry = newName();
      history.pushState({ entry, whole: true }, '', left);
    },
  };
}
