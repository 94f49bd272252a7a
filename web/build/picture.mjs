// A plot as a small static SVG: what stands in a figure's place before its drawing starts, on paper, and
// without JavaScript. Colours are the page's custom properties.
import { html } from '../page/html.js';

const WIDTH = 640;
const HEIGHT = 300;
const LEFT = 78;
const RIGHT = 16;
const TOP = 34;
const BOTTOM = 62;

function ticks(low, high, scale) {
  if (scale === 'log10' || scale === 'log2') {
    const base = scale === 'log2' ? 2 : 10;
    const first = Math.ceil(Math.log(low) / Math.log(base) - 1e-9);
    const last = Math.floor(Math.log(high) / Math.log(base) + 1e-9);
    const every = Math.max(1, Math.ceil((last - first + 1) / 7));
    return Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, index) => base ** (first + index * every));
  }
  const raw = (high - low) / 5 || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= raw - 1e-12);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step * 1e-9; at += step) found.push(at);
  return found;
}

/** A tick in few characters: 2.5M, 40k, 0.5; a thousand million is B for parameters, G for bytes. */
function short(value, axis) {
  for (const [unit, letter] of [[1e12, 'T'], [1e9, axis.unit === 'parameters' ? 'B' : 'G'], [1e6, 'M'], [1e3, 'k']]) {
    if (Math.abs(value) >= unit) return `${Number((value / unit).toPrecision(3))}${letter}`;
  }
  return String(Number(value.toPrecision(3)));
}

/** A name in lines that fit `width`: broken at spaces, and between Chinese characters. */
function lines(name, width) {
  const found = [''];
  let used = 0;
  for (const word of name.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+/gu) ?? []) {
    const room = [...word.trimEnd()].reduce((sum, character) => sum + (character > '\u2e80' ? 12 : 7.2), 0);
    if (used > 0 && used + room > width - 8) {
      found.push('');
      used = 0;
    }
    found[found.length - 1] += word;
    used += room + 3 * (word.length - word.trimEnd().length);
  }
  return found.map((line) => line.trim());
}

function stacked(plot) {
  const floors = new Map();
  return plot.series.map((series) => {
    if (series.kind !== 'bars' && series.kind !== 'area') return { ...series, base: series.x.map(() => 0) };
    const base = series.x.map((x) => floors.get(`${series.kind}${x}`) ?? 0);
    series.x.forEach((x, index) => floors.set(`${series.kind}${x}`, base[index] + series.y[index]));
    // A second band of one category is told from the first by its lightness.
    const isSecond = plot.series.findIndex((each) => each.color === series.color && each.kind === series.kind) < plot.series.indexOf(series);
    return { ...series, base, isFaint: series.kind === 'area' && isSecond };
  });
}

function scaleOf(axis, values, from, to) {
  const isLog = axis.scale !== 'linear';
  const finite = values.filter((value) => Number.isFinite(value) && (!isLog || value > 0));
  let low = Math.min(...finite);
  let high = Math.max(...finite);
  if (!isLog) low = Math.min(0, low);
  if (!(high > low)) high = low + 1;
  const f = isLog ? Math.log : (value) => value;
  const at = (value) => from + ((f(Math.max(value, isLog ? low : -Infinity)) - f(low)) / (f(high) - f(low))) * (to - from);
  return { low, high, at };
}

const round = (value) => Number(value.toFixed(1));
const color = (key) => `var(--color-${key.replaceAll('_', '-')})`;
/** The paint of a series: a second band of one category is a lighter one. */
const paint = (series) => (series.isFaint ? `color-mix(in srgb, ${color(series.color)} 50%, var(--color-background))` : color(series.color));

/** The top of an area from its left to its right, in whole pixels, closed at the `ground`; level stretches are one line. */
function areaPath(points, ground) {
  const whole = points.map(([px, py]) => [Math.round(px), Math.round(py)]);
  const kept = whole.filter(([, py], index) => py !== whole[index - 1]?.[1] || py !== whole[index + 1]?.[1]);
  return `M${kept[0][0]} ${ground}${kept.map(([px, py]) => `L${px} ${py}`).join('')}V${ground}Z`;
}

function shapes(series, x, y, barWidth) {
  const points = series.x.map((at, index) => [x(at), y(series.base[index] + series.y[index]), y(series.base[index])]);
  const path = points.map(([px, py], index) => `${index ? 'L' : 'M'}${round(px)} ${round(py)}`).join('');
  if (series.kind === 'bars') {
    return points.map(([px, top, bottom]) => html`<rect x="${round(px - barWidth / 2)}" y="${round(top)}" width="${round(barWidth)}" height="${
      round(Math.max(0, bottom - top))}" fill="${color(series.color)}"/>`);
  }
  if (series.kind === 'area') {
    return html`<path d="${areaPath(points, Math.round(y(0)))}" fill="${paint(series)}"/>`;
  }
  if (series.kind === 'line') return html`<path d="${path}" fill="none" stroke="${color(series.color)}" stroke-width="2"/>`;
  return points.map(([px, py]) => html`<circle cx="${round(px)}" cy="${round(py)}" r="4" fill="${color(series.color)}"/>`);
}

/** Names of stretches along x, each from where it begins, between faint lines. */
function stretches(phases, x) {
  return phases.map(({ label, begin, end }) => html`<line x1="${round(x(begin))}" x2="${round(x(begin))}" y1="${TOP}" y2="${
    HEIGHT - BOTTOM}" stroke="var(--color-muted)" stroke-dasharray="2 3"/>${
    x(end) - x(begin) > 7.2 * label.length ? html`<text x="${round(x(begin) + 5)}" y="${TOP + 12}">${label}</text>` : ''}`);
}

/** One sample for every two pixels: of those that fall there, the one with the most bytes. */
function fewSamples({ x_at: at, bands }) {
  const columns = (WIDTH - LEFT - RIGHT) / 2;
  const best = new Map();
  at.forEach((x, index) => {
    const column = Math.floor(((x - at[0]) / (at.at(-1) - at[0] || 1)) * columns);
    const total = bands.reduce((sum, band) => sum + band.bytes[index], 0);
    if (!best.has(column) || total > best.get(column).total) best.set(column, { index, total });
  });
  return [...best.values()].map(({ index }) => index);
}

/** A timeline as a plot of areas: what lived, by category, over the events of a step. */
export function timelineSvg(timeline) {
  const samples = fewSamples(timeline);
  const series = timeline.bands.map((band) => ({ ...band, kind: 'area', x: samples.map((index) => timeline.x_at[index]),
    y: samples.map((index) => band.bytes[index]) }));
  return pictureSvg({ ...timeline, series }, { phases: timeline.phases,
    peak: { x: timeline.peak_at, y: timeline.peak_bytes, label: timeline.peak_label } });
}

function peakMark({ x, y, label }, xAt, yAt) {
  const isLeft = xAt(x) > WIDTH / 2;
  return html`<circle cx="${round(xAt(x))}" cy="${round(yAt(y))}" r="4" fill="var(--color-text)"/><text x="${
    round(xAt(x) + (isLeft ? -8 : 8))}" y="${round(yAt(y) - 6)}" text-anchor="${isLeft ? 'end' : 'start'}">${label}</text>`;
}

export function pictureSvg(plot, { phases = [], peak } = {}) {
  const series = stacked(plot);
  const names = plot.x.categories ?? [];
  const xs = names.length ? [-0.5, names.length - 0.5] : series.flatMap((each) => each.x);
  const ys = series.flatMap((each) => each.y.map((value, index) => value + each.base[index]));
  const x = scaleOf(names.length ? { scale: 'linear' } : plot.x, xs, LEFT, WIDTH - RIGHT);
  if (names.length) Object.assign(x, { low: -0.5, at: (value) => LEFT + ((value + 0.5) / names.length) * (WIDTH - RIGHT - LEFT) });
  const y = scaleOf(plot.y, ys, HEIGHT - BOTTOM, TOP);
  // Areas reach down to the ground, the highest first: each covers its share of the one above.
  const drawn = [...series.filter((each) => each.kind === 'area').reverse(), ...series.filter((each) => each.kind !== 'area')];
  const barWidth = Math.min(64, ((WIDTH - LEFT - RIGHT) / Math.max(names.length, new Set(xs).size)) * 0.6);
  const yTicks = ticks(y.low, y.high, plot.y.scale).map((at) => html`<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${round(y.at(at))}" y2="${
    round(y.at(at))}" stroke="var(--color-grid)"/><text x="${LEFT - 8}" y="${round(y.at(at) + 4)}" text-anchor="end">${short(at, plot.y)}</text>`);
  const xTicks = names.length
    ? names.map((name, index) => lines(name, (WIDTH - LEFT - RIGHT) / names.length).map((line, row) => html`<text x="${
      round(x.at(index))}" y="${HEIGHT - BOTTOM + 18 + row * 14}" text-anchor="middle">${line}</text>`))
    : ticks(x.low, x.high, plot.x.scale).map((at) => html`<text x="${round(x.at(at))}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${short(at, plot.x)}</text>`);
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${plot.caption}"><g class="picture-text">${yTicks}${xTicks}<text x="${
    LEFT}" y="18">${plot.y.label}</text><text x="${WIDTH - RIGHT}" y="${HEIGHT - 8}" text-anchor="end">${plot.x.label}</text></g>${
    drawn.map((each) => html`<g>${shapes(each, x.at, y.at, barWidth)}</g>`)}<g class="picture-text">${stretches(phases, x.at)}${
    peak ? peakMark(peak, x.at, y.at) : ''}</g></svg><ul class="picture-legend">${
    series.map((each) => html`<li><svg viewBox="0 0 8 8" aria-hidden="true"><rect width="8" height="8" rx="1" fill="${paint(each)}"/></svg>${each.label}</li>`)}</ul>`;
}
