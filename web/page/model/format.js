// Numbers as texts.
const GROUPED = new Intl.NumberFormat('en-US');

/** From here on a number holds no more every integer, and is said to be rounded. */
export const INEXACT = 2 ** 53;

export const grouped = (value) => (Math.abs(value) < INEXACT ? '' : '≈ ') + GROUPED.format(value);

/** Three digits, or all of them before the point: toPrecision(3) would write 999.7 as 1.00e+3. */
const inThree = (value) => (value >= 100 ? Math.round(value) : value.toPrecision(3));

/** Bytes in short: 1e9 bytes are a GB. */
export function short(bytes) {
  const sign = bytes < 0 ? '−' : '';
  const value = Math.abs(bytes);
  for (const [unit, name] of [[1e15, 'PB'], [1e12, 'TB'], [1e9, 'GB'], [1e6, 'MB'], [1e3, 'kB']]) {
    if (value >= unit) return `${sign}${inThree(value / unit)} ${name}`;
  }
  return `${sign}${value} B`;
}

export function flops(count) {
  for (const [unit, name] of [[1e18, 'EFLOP'], [1e15, 'PFLOP'], [1e12, 'TFLOP'], [1e9, 'GFLOP'], [1e6, 'MFLOP']]) {
    if (count >= unit) return `${inThree(count / unit)} ${name}`;
  }
  return `${grouped(count)} FLOP`;
}

export const decimals = (value, digits) => value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
