// What torch.cuda.memory_stats() gives, as text: JSON, or what Python prints of the dict or OrderedDict. A small strict
// parser: nothing of the text is executed. Numbers are bytes, exact.

/** Far above what the allocator reports. */
const MOST_ENTRIES = 5000;
const MOST_DEPTH = 8;

/** A text that is not what it should be, with the place where reading stopped. */
export class BadText extends Error {
  constructor(found, wanted, text, at) {
    super(found);
    const before = text.slice(0, at).split('\n');
    Object.assign(this, { found, wanted, line: before.length, column: before.at(-1).length + 1 });
  }
}

const TOKEN = /\s*(?:([{}[\](),:])|"([\w. -]*)"|'([\w. -]*)'|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\w.])|(OrderedDict|defaultdict|dict|None|null|true|false|True|False|int)(?!\w))/iy;

function tokenize(text) {
  const tokens = [];
  const end = text.trimEnd().length;
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < end;) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    const at = from + text.slice(from).search(/\S/);
    if (!match) throw new BadText(text.slice(at, at + 20).split('\n')[0], 'key', text, at);
    const [, sign, double, single, number, word] = match;
    if (sign) tokens.push({ sign, at });
    else if (number !== undefined) tokens.push({ value: Number(number), at });
    else if (word) tokens.push({ word, at });
    else tokens.push({ text: double ?? single, at });
    if (tokens.length > MOST_ENTRIES * 6) throw new BadText('…', 'fewer', text, at);
  }
  return tokens;
}

/** Entries of the dict as a map from "allocated_bytes.all.peak" to a number; nested dicts give the same keys. */
export function parseStats(text) {
  const tokens = tokenize(text);
  const found = new Map();
  let next = 0;
  const peek = () => tokens[next];
  const isSign = (sign) => peek()?.sign === sign;

  function fail(wanted) {
    const token = peek();
    const shown = token ? token.sign ?? token.word ?? (token.text === undefined ? String(token.value) : `"${token.text}"`) : '';
    throw new BadText(shown, wanted, text, token ? token.at : text.length);
  }

  function take(sign) {
    if (!isSign(sign)) fail(sign);
    next += 1;
  }

  function key(prefix) {
    const name = peek()?.text;
    if (name === undefined) fail('key');
    const whole = prefix ? `${prefix}.${name}` : name;
    if (found.has(whole)) fail('once');
    next += 1;
    return whole;
  }

  function value(name, depth) {
    const token = peek();
    if (token?.sign === '{' || token?.word) return dict(name, depth);
    if (token?.value === undefined) fail('number');
    const isExact = Number.isSafeInteger(token.value);
    if (!isExact && name.includes('bytes')) fail('number');
    if (isExact) found.set(name, token.value);  // else no count of anything: a ratio of a later version
    if (found.size > MOST_ENTRIES) fail('fewer');
    next += 1;
  }

  /** What stands between brackets, each element read by `element`; a comma may end it, as Python allows. */
  function list(open, close, element) {
    take(open);
    while (!isSign(close)) {
      element();
      if (!isSign(close)) take(',');
    }
    take(close);
  }

  const members = (prefix, depth) => list('{', '}', () => {
    const name = key(prefix);
    take(':');
    value(name, depth + 1);
  });

  const pairs = (prefix, depth) => list('[', ']', () => {
    take('(');
    const name = key(prefix);
    take(',');
    value(name, depth + 1);
    take(')');
  });

  function dict(prefix, depth) {
    if (depth > MOST_DEPTH) fail('shallower');
    if (peek()?.word) {
      if (['none', 'null', 'true', 'false'].includes(peek().word.toLowerCase())) {
        next += 1;  // a setting, no count
        return;
      }
      next += 1;
      take('(');
      if (isSign('[')) pairs(prefix, depth);
      else members(prefix, depth);
      take(')');
      return;
    }
    members(prefix, depth);
  }

  dict('', 0);
  if (peek()) fail('end');
  return found;
}
