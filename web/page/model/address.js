// The settings as a fragment and back: #model=gpt2&batch=4, and the pinned ones with "a." before their names. A space is %20,
// and a + is itself.
import { defaults, PARAMETERS } from './parameters.js';

const KNOWN = ['model', ...PARAMETERS.map(({ key }) => key)];
const LONGEST = 200;

/** The page's own word: no answers are shown. */
const BLIND = 'blind';

/** `unknown`: names that no setting has; `twice`: those that stand there more than once, of which the last holds. */
export function readAddress(hash) {
  const values = defaults();
  let pinned = null;
  const unknown = [];
  const seen = new Set();
  const twice = new Set();
  for (const [name, text] of new URLSearchParams(hash.replace(/^#/, '').replaceAll('+', '%2B'))) {
    (seen.has(name) ? twice : seen).add(name);
    const isPinned = name.startsWith('a.');
    const key = isPinned ? name.slice(2) : name;
    if (isPinned) pinned ??= defaults();
    if (name === 'pin') pinned ??= defaults();
    else if (name === BLIND) continue;
    else if (KNOWN.includes(key) && text.length <= LONGEST) (isPinned ? pinned : values)[key] = text;
    else if (text !== '') unknown.push(key);
  }
  return { values, pinned, unknown, twice: [...twice] };
}

export function writeAddress(values, pinned, isBlind = false) {
  const usual = defaults();
  const items = new URLSearchParams(isBlind ? [[BLIND, '1']] : []);
  const add = (from, prefix) => KNOWN.filter((key) => from[key] !== usual[key]).forEach((key) => items.append(prefix + key, from[key]));
  add(values, '');
  if (pinned) {
    items.append('pin', '1');
    add(pinned, 'a.');
  }
  return items.toString().replaceAll('+', '%20');
}
