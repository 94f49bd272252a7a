// A plot as a small static SVG: what stands in a figure's place before its drawing starts, on paper, without
// JavaScript, and as a file. Colours are the page's custom properties; a pattern tells those apart that some
// eyes see alike.
import palette from '../palette.json' with { type: 'json' };
import { html } from './html.js';

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

/** About how wide a text is. */
function roomOf(text) {
  return [...text].reduce((sum, character) => sum + (character > '\u2e80' ? 12 : 7.2), 0);
}

/** A name in lines that fit `width`: broken at spaces, and between Chinese characters. */
function lines(name, width) {
  const found = [''];
  let used = 0;
  for (const word of name.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+/gu) ?? []) {
    const room = roomOf(word.trimEnd());
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
    return { ...series, base };
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

/** Strokes of a 6 by 6 tile by a pattern's name, in the order in which a colour used again takes the next. */
export const TILES = {
  solid: '', rising: 'M-1 7 7-1M-1 1 1-1M5 7 7 5', falling: 'M-1-1 7 7M5-1 7 1M-1 5 1 7', dots: 'M2 3h2', level: 'M0 3h6',
  crossed: 'M-1 7 7-1M-1-1 7 7', upright: 'M3 0v6',
};
const PATTERNS = Object.keys(TILES);
/** Of a plot's lines, one after another. */
const DASHES = ['', '6 4', '2 4'];

/** The paint of each series: its colour, hatched where the palette says so or where the colour is used again. */
function paints(plot, prefix) {
  const uses = new Map();
  let lines = 0;
  return plot.series.map((series, index) => {
    const ink = palette.inks[series.color] ?? palette.inks.other;
    const use = uses.get(series.color) ?? 0;
    uses.set(series.color, use + 1);
    const tile = TILES[PATTERNS[(PATTERNS.indexOf(ink.pattern) + use) % PATTERNS.length]];
    const id = `${prefix}-${plot.id}-${index}`;
    const dash = DASHES[((ink.dashed ? 1 : 0) + (series.kind === 'line' ? lines++ : 0)) % DASHES.length];
    return {
      ink: color(series.color),
      fill: tile ? `url(#${id})` : color(series.color),
      dash: dash && html` stroke-dasharray="${dash}"`,
      pattern: tile && html`<pattern id="${id}" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="${
        color(series.color)}"/><path d="${tile}" fill="none" stroke="var(--color-background)" stroke-opacity=".6" stroke-width="1.4"/></pattern>`,
    };
  });
}

/** Joins numbers as a path takes them: a minus sign parts two as well as a space. */
const numbers = (...all) => all.map((value, index) => (index > 0 && value >= 0 ? ` ${value}` : `${value}`)).join('');

/**
 * The commands that lead through points after the one at `from`: none for a point that adds nothing, and steps
 * rather than places, for these are shorter and repeat.
 */
function pathThrough(points, from) {
  const isBetween = (low, value, high) => (low - value) * (high - value) <= 0;
  const corners = points.filter(([px, py], index) => {
    const [before, after] = [points[index - 1] ?? from, points[index + 1]];
    if (!before || !after) return true;
    const isStraight = (before[0] === px && after[0] === px && isBetween(before[1], py, after[1]))
      || (before[1] === py && after[1] === py && isBetween(before[0], px, after[0]));
    return !isStraight;
  });
  let at = from;
  return corners.map(([px, py]) => {
    const [dx, dy] = at ? [round(px - at[0]), round(py - at[1])] : [];
    const command = !at ? `M${numbers(px, py)}` : dy === 0 ? `h${dx}` : dx === 0 ? `v${dy}` : `l${numbers(dx, dy)}`;
    at = [px, py];
    return command;
  }).join('');
}

/** Dots are lines of no length with round ends. */
const DOT = 8;

function shapes(series, x, y, barWidth, paint) {
  const points = series.x.map((at, index) => [x(at), y(series.base[index] + series.y[index]), y(series.base[index])]);
  const whole = points.map((point) => point.map(Math.round));
  if (series.kind === 'bars') {
    const width = Math.round(barWidth);
    const bars = points.filter(([, top, bottom]) => round(bottom) > round(top)).map(([px, top, bottom]) =>
      `M${numbers(Math.round(px - barWidth / 2), round(top))}h${width}v${round(bottom - top)}h${-width}z`);
    return bars.length === 0 ? '' : html`<path d="${bars.join('')}" fill="${paint.fill}"/>`;
  }
  if (series.kind === 'area') {
    if (whole.every(([, top, bottom]) => top === bottom)) return '';
    const [left, ground] = [whole[0][0], Math.round(y(0))];
    return html`<path d="M${numbers(left, ground)}${pathThrough(whole, [left, ground])}V${ground}Z" fill="${paint.fill}"/>`;
  }
  if (series.kind === 'line') return html`<path d="${pathThrough(points.map((point) => point.map(round)))}" fill="none" stroke="${paint.ink}" stroke-width="2"${paint.dash}/>`;
  return html`<path d="${whole.map(([px, py]) => `M${numbers(px, py)}h0`).join('')}" stroke="${paint.ink}" stroke-width="${DOT}" stroke-linecap="round"/>`;
}

function markShape(mark, x, y) {
  const isLevel = mark.along === 'y';
  const scale = isLevel ? y : x;
  if (!Number.isFinite(mark.at) || mark.at < scale.low || mark.at > scale.high) return '';
  const at = round(scale.at(mark.at));
  const line = isLevel ? html`x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}"` : html`x1="${at}" x2="${at}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"`;
  const isLate = !isLevel && mark.until === undefined && at > (LEFT + WIDTH) / 2;
  const text = isLevel ? html`x="${WIDTH - RIGHT}" y="${at - 4}" text-anchor="end"`
    : html`x="${at + (isLate ? -4 : 4)}" y="${TOP + 10}" text-anchor="${isLate ? 'end' : 'start'}"`;
  const hasRoom = mark.until === undefined || scale.at(mark.until) - at > roomOf(mark.label);
  return html`<line ${line} stroke="${color(mark.color)}" stroke-dasharray="4 3"/>${hasRoom ? html`<text ${text}>${mark.label}</text>` : ''}`;
}

/** The parts of a drawing: its inside, and name and paint of each series. */
function drawing(plot, prefix) {
  const series = stacked(plot);
  const names = plot.x.categories ?? [];
  const xs = names.length ? [-0.5, names.length - 0.5] : series.flatMap((each) => each.x);
  const ys = series.flatMap((each) => each.y.map((value, index) => value + each.base[index]));
  const x = scaleOf(names.length ? { scale: 'linear' } : plot.x, xs, LEFT, WIDTH - RIGHT);
  if (names.length) {
    Object.assign(x, { low: -0.5, high: names.length - 0.5, at: (value) => LEFT + ((value + 0.5) / names.length) * (WIDTH - RIGHT - LEFT) });
  }
  const y = scaleOf(plot.y, ys, HEIGHT - BOTTOM, TOP);
  const barWidth = Math.min(64, ((WIDTH - LEFT - RIGHT) / Math.max(names.length, new Set(xs).size)) * 0.6);
  const inks = paints(plot, prefix);
  const shown = series.map((each, index) => html`<g data-ink="${each.color}">${shapes(each, x.at, y.at, barWidth, inks[index])}</g>`);
  // Areas reach down to the ground, the highest first: each covers its share of the one above.
  const isArea = (_, index) => series[index].kind === 'area';
  const stack = [...shown.filter(isArea).reverse(), ...shown.filter((_, index) => !isArea(_, index))];
  const heights = ticks(y.low, y.high, plot.y.scale).map((at) => [Math.round(y.at(at)), short(at, plot.y)]);
  const grid = html`<path d="${heights.map(([at]) => `M${LEFT} ${at}H${WIDTH - RIGHT}`).join('')}" stroke="var(--color-grid)"/>`;
  const yTicks = heights.map(([at, text]) => html`<text x="${LEFT - 8}" y="${at + 4}">${text}</text>`);
  const xTicks = names.length
    ? names.map((name, index) => lines(name, (WIDTH - LEFT - RIGHT) / names.length).map((line, row) => html`<text x="${
      Math.round(x.at(index))}" y="${HEIGHT - BOTTOM + 18 + row * 14}">${line}</text>`))
    : ticks(x.low, x.high, plot.x.scale).map((at) => html`<text x="${Math.round(x.at(at))}" y="${HEIGHT - BOTTOM + 18}">${short(at, plot.x)}</text>`);
  return {
    names: series.map((each, index) => ({ label: each.label, fill: inks[index].fill, color: each.color })),
    inside: html`<defs>${inks.map((ink) => ink.pattern)}</defs>${grid}<g class="picture-text"><text x="${
      LEFT}" y="18">${plot.y.label}</text><g text-anchor="middle">${xTicks}</g><g text-anchor="end">${yTicks}<text x="${
      WIDTH - RIGHT}" y="${HEIGHT - 8}">${plot.x.label}</text></g></g>${
      stack}<g class="picture-text">${
      plot.marks.map((mark) => markShape(mark, x, y))}</g>`,
  };
}

/** For the page. `prefix` keeps the ids of one picture apart from another's. */
export function pictureSvg(plot, prefix) {
  const { names, inside } = drawing(plot, prefix);
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${plot.caption}">${inside}</svg><ul class="picture-legend">${
    names.map((name) => html`<li data-ink="${name.color}"><svg viewBox="0 0 12 12" aria-hidden="true"><rect width="12" height="12" rx="2" fill="${
      name.fill}"/></svg>${name.label}</li>`)}</ul>`;
}

/** One sample for every `pixels`: of those that fall there, the one with the most bytes. */
function fewSamples({ x_at: at, bands }, pixels) {
  const columns = (WIDTH - LEFT - RIGHT) / pixels;
  const best = new Map();
  at.forEach((x, index) => {
    const column = Math.floor(((x - at[0]) / (at.at(-1) - at[0] || 1)) * columns);
    const total = bands.reduce((sum, band) => sum + band.bytes[index], 0);
    if (!best.has(column) || total > best.get(column).total) best.set(column, { index, total });
  });
  return [...best.values()].map(({ index }) => index);
}

/** A timeline as a plot of areas, in steps: what lives at an event lives until the next. `pixels`: for one sample. */
export function timelinePlot(timeline, pixels = 2) {
  const { id, caption, x, y, bands, phases, peak_bytes, peak_label } = timeline;
  const samples = fewSamples(timeline, pixels);
  const at = samples.map((index) => timeline.x_at[index]);
  const end = Math.max((at.at(-1) ?? 0) + 1, ...phases.map((phase) => phase.end));
  const steps = (values) => values.flatMap((value) => [value, value]);
  const xs = [...steps(at).slice(1), end];
  return {
    id, caption, x, y,
    series: bands.map((band) => ({ id: band.id, label: band.label, color: band.color, kind: 'area', x: xs,
      y: steps(samples.map((index) => band.bytes[index])) })),
    marks: [{ along: 'y', at: peak_bytes, label: peak_label, color: 'limit' },
      ...phases.map(({ label, begin, end: until }) => ({ along: 'x', at: begin, until, label, color: 'muted' }))],
  };
}

const LEGEND_ROW = 20;
/** Characters of a legend's name that fit half of the width. */
const LEGEND_ROOM = 42;

/** A plot as a file of its own: caption and legend inside, colours written out. `colorOf(name)` gives a colour. */
export function pictureFile(plot, colorOf) {
  const { names, inside } = drawing(plot, 'tally');
  const columns = names.some((name) => name.label.length > LEGEND_ROOM) ? 1 : 2;
  const height = HEIGHT + 24 + Math.ceil(names.length / columns) * LEGEND_ROW;
  const legend = names.map((name, index) => {
    const left = LEFT + (index % columns) * ((WIDTH - LEFT) / columns);
    const top = HEIGHT + 30 + Math.floor(index / columns) * LEGEND_ROW;
    return html`<rect x="${left}" y="${top}" width="12" height="12" rx="2" fill="${name.fill}"/><text x="${left + 18}" y="${top + 11}">${name.label}</text>`;
  });
  const text = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height
  }" font-family="system-ui, 'Noto Sans CJK SC', sans-serif" font-size="12"><title>${plot.caption}</title><rect width="${WIDTH}" height="${height
  }" fill="var(--color-background)"/><text x="${LEFT}" y="17" font-size="14" font-weight="600" fill="var(--color-text)">${
    plot.caption}</text><g transform="translate(0 24)">${inside}</g><g fill="var(--color-text)">${legend}</g></svg>\n`;
  return String(text).replaceAll(/var\(--color-([a-z-]+)\)/g, (_, name) => colorOf(name))
    .replaceAll('class="picture-text"', `fill="${colorOf('text')}"`);
}
