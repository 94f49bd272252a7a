// The timeline as SVG: bands by category over the parts of a step, as the report executed them.
import palette from '../../palette.json' with { type: 'json' };
import { html } from '../html.js';
import { TILES } from '../picture.js';
import { short } from './format.js';
import { axisOf } from './read.js';

export const VIEW = { width: 720, height: 330, left: 64, right: 8, top: 30, bottom: 34 };

const color = (name) => `var(--color-${name.replaceAll('_', '-')})`;
const round = Math.round;

export const xAt = (share) => VIEW.left + share * (VIEW.width - VIEW.left - VIEW.right);
export const shareAt = (x) => (x - VIEW.left) / (VIEW.width - VIEW.left - VIEW.right);

function ticksUpTo(most) {
  const raw = most / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= raw);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}

/** Its colour, hatched where the palette says so. */
function paint(category, prefix) {
  const tile = TILES[palette.inks[category].pattern];
  if (!tile) return { fill: color(category), pattern: '' };
  const id = `${prefix}-${category}`;
  return { fill: `url(#${id})`, pattern: html`<pattern id="${id}" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="${
    color(category)}"/><path d="${tile}" fill="none" stroke="var(--color-background)" stroke-opacity=".6" stroke-width="1.4"/></pattern>` };
}

/** The outline of what lies below `tops` and above the ground: what is live lasts until the next change. */
function area(xs, tops, ground) {
  let path = `M${xs[0]} ${ground}V${tops[0]}`;
  let [x, y] = [xs[0], tops[0]];
  for (let index = 1; index < xs.length; index += 1) {
    if (tops[index] === y) continue;
    if (xs[index] !== x) path += `h${xs[index] - x}`;
    path += `v${tops[index] - y}`;
    [x, y] = [xs[index], tops[index]];
  }
  return `${path}H${xs.at(-1)}V${ground}Z`;
}

/** `most`: the greatest number of bytes of the axis; `prefix` keeps the ids of one drawing apart from another's. */
export function timelineSvg(report, { most, prefix, words, labels }) {
  const { timeline } = report;
  const axis = axisOf(timeline);
  const ground = VIEW.height - VIEW.bottom;
  const y = (bytes) => round(ground - (bytes / most) * (ground - VIEW.top));
  const xs = timeline.points.map(([at]) => round(xAt(axis.at(at))));
  const floors = timeline.points.map(() => 0);
  const bands = timeline.categories.map((category, index) => {
    timeline.points.forEach((row, point) => {
      floors[point] += row[index + 1];
    });
    return { category, tops: floors.map(y), ...paint(category, prefix) };
  });
  // The highest first: each band covers its share of the one above.
  const shapes = [...bands].reverse().filter(({ tops }) => tops.some((top) => top < ground)).map(({ category, tops, fill }) =>
    html`<path d="${area(xs, tops, ground)}" fill="${fill}" data-ink="${category}"><title>${labels[category]}</title></path>`);
  const phases = axis.phases.map(({ id, micro_batch, begin, end }) => {
    const [from, to] = [round(xAt(begin)), round(xAt(end))];
    const name = words.phases[id] + (id !== 'optimizer_step' && micro_batch > 1 ? ` ${micro_batch}` : '');
    return html`<path d="M${to} ${VIEW.top}V${ground}" stroke="var(--color-grid)" stroke-dasharray="2 3"/><text x="${round((from + to) / 2)}" y="${
      ground + 20}" text-anchor="middle">${name}</text>`;
  });
  const peak = words.peak(short(report.peak.bytes));
  const right = VIEW.width - VIEW.right;
  return html`<svg class="timeline-picture" viewBox="0 0 ${VIEW.width} ${VIEW.height}" role="img" aria-label="${words.timeline}: ${report.model}, ${
    peak}"><defs>${bands.map(({ pattern }) => pattern)}</defs><g class="picture-text">${ticksUpTo(most).map((bytes) =>
    html`<path d="M${VIEW.left} ${y(bytes)}H${right}" stroke="var(--color-grid)"/><text x="${VIEW.left - 6}" y="${y(bytes) + 4}" text-anchor="end">${
      short(bytes)}</text>`)}</g>${shapes}<g class="picture-text">${phases}<path d="M${VIEW.left} ${y(report.peak.bytes)}H${
    right}" stroke="var(--color-text)" stroke-dasharray="6 4" fill="none"/><text x="${right}" y="${y(report.peak.bytes) - 5}" text-anchor="end">${peak}</text></g><path class="cursor" d="M0 ${VIEW.top}V${ground}" stroke="var(--color-text)" visibility="hidden"/></svg>`;
}

export function legendHtml(reports, labels) {
  const categories = Object.keys(labels).filter((id) => reports.some(({ timeline }) => timeline.categories.includes(id)));
  return html`<ul class="picture-legend">${categories.map((id) => {
    const { fill, pattern } = paint(id, 'legend');
    return html`<li data-ink="${id}"><svg viewBox="0 0 12 12" aria-hidden="true"><defs>${pattern}</defs><rect width="12" height="12" rx="2" fill="${fill}"/></svg>${labels[id]}</li>`;
  })}</ul>`;
}
