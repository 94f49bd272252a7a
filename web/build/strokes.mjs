// A section's number as tally strokes: four uprights and a bar in English, the strokes of 正 in Chinese.
import { html } from '../page/html.js';

const WESTERN = ['M5 4v24', 'M11 4v24', 'M17 4v24', 'M23 4v24', 'M1 23 27 9'];
const CHINESE = ['M4 5h24', 'M16 5v22', 'M16 15h9', 'M8 14v13', 'M3 27h26'];

function drawing(strokes) {
  return html`<svg class="strokes" viewBox="0 0 32 32"><path d="${strokes.join('')}"/></svg>`;
}

/** Decoration beside a heading; the number itself stands in the figure's caption. */
export function strokesHtml(number, tag) {
  const strokes = tag === 'zh' ? CHINESE : WESTERN;
  const drawn = [];
  for (let left = number; left > 0; left -= strokes.length) {
    drawn.push(drawing(strokes.slice(0, left)));
  }
  return html`<span class="strokes-row" aria-hidden="true">${drawn}</span>`;
}
