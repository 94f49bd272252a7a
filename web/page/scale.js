// Between a parameter's value and its slider's position. The slider stops at values that one would
// choose by hand; the text field beside it takes any.

/** Positions of a logarithmic slider per decade: two significant digits, 10, 11, ..., 99. */
const PER_DECADE = 90;

function log10Value(position) {
  const decade = Math.floor(position / PER_DECADE);
  return (10 + (position - decade * PER_DECADE)) * 10 ** (decade - 1);
}

function log10Position(value) {
  const decade = Math.floor(Math.log10(value) + 1e-12);
  return decade * PER_DECADE + (value / 10 ** (decade - 1) - 10);
}

/** The same for whole numbers: below ten there are fewer of them, and each step is another one. */
const wholeValue = (position) => (position < PER_DECADE ? position - PER_DECADE + 10 : log10Value(position));
const wholePosition = (value) => (value < 10 ? value + PER_DECADE - 10 : log10Position(value));

/** The slider of a parameter: its range of positions, and both directions. */
export function sliderOf(parameter) {
  const { min, max, step, scale } = parameter;
  if (scale === 'log2') {
    return {
      min: Math.log2(min), max: Math.log2(max), step: 1,
      position: (value) => Math.log2(value),
      value: (position) => Math.min(max, Math.max(min, 2 ** position)),
    };
  }
  if (scale === 'log10') {
    const [valueAt, positionOf] = parameter.kind === 'integer' ? [wholeValue, wholePosition] : [log10Value, log10Position];
    return {
      min: Math.ceil(positionOf(min) - 1e-9), max: Math.floor(positionOf(max) + 1e-9), step: 1,
      position: positionOf,
      value: (position) => Number(valueAt(position).toPrecision(2)),
    };
  }
  return { min, max, step: step || 1, position: (value) => value, value: (position) => position };
}

/** A slider's value as text in the form that the core reads: plain digits, no exponent. */
export function valueText(parameter, value) {
  if (parameter.kind === 'integer') return BigInt(Math.round(value)).toString();
  return String(Number(value.toPrecision(12)));
}

/** The number that a text stands for, or NaN; only to place the slider, the core decides what is valid. */
export function textValue(text) {
  return text.trim() === '' ? NaN : Number(text.replaceAll(',', ''));
}
