// Rows of a benchmark: from samples to {name, value, unit, ratio, aim, met}, and the table that people read.

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** How far apart the middle half of the samples lies, as a part of their median. */
export function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part) => sorted[Math.round(part * (sorted.length - 1))];
  return (at(0.75) - at(0.25)) / median(values);
}

const rounded = (value, digits = 4) => Number(value.toPrecision(digits));

/**
 * One row. `samples`: what was measured, in `unit`; `ratio`: to what it is held against, which `against` names.
 * `aim`: {most} or {least} that the ratio is to be; without one the row only reports.
 */
export function row({ name, samples, unit, ratio, against, aim }) {
  const result = { name, value: rounded(median(samples)), unit };
  if (samples.length > 1) result.spread = rounded(spread(samples), 2);
  result.ratio = ratio === undefined ? null : rounded(ratio);
  if (against) result.against = against;
  result.aim = aim ? aim.most ?? aim.least : null;
  result.met = aim ? (aim.most !== undefined ? ratio <= aim.most : ratio >= aim.least) : null;
  if (aim) result.bound = aim.most !== undefined ? 'at most' : 'at least';
  return result;
}

/** A row whose aim is a value in its own unit: the ratio says how much of it was used. */
export function limitRow(name, value, unit, most) {
  return { ...row({ name, samples: [value], unit, ratio: value / most, against: 'the aim', aim: { most: 1 } }), aim: most };
}

/** The rows as lines of a table. */
export function table(rows) {
  const sign = { 'at most': '<=', 'at least': '>=' };
  const lines = [['', 'median', '', 'spread', 'ratio', 'to', 'aim', '']].concat(rows.map((each) => [
    each.name, String(each.value), each.unit, each.spread === undefined ? '' : `${(100 * each.spread).toFixed(1)} %`,
    each.ratio === null ? '' : each.ratio.toFixed(3), each.against ?? '',
    each.aim === null ? '' : `${sign[each.bound]} ${each.aim}`, each.met === null ? '' : each.met ? 'met' : 'MISSED']));
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const toTheRight = [1, 3, 4];
  return lines.map((line) => line.map((text, column) =>
    (toTheRight.includes(column) ? text.padStart(widths[column]) : text.padEnd(widths[column]))).join('  ').trimEnd());
}
