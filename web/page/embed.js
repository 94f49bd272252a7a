// A figure alone, for a frame in another page: everything that does not lead to it is put out of sight.
import { make } from './dom.js';

/** Marks the way from the body to `element`; styles hide what stands beside it. */
export function markPath(element, name) {
  document.querySelectorAll(`.${name}`).forEach((each) => each.classList.remove(name));
  for (let each = element; each && each !== document.body; each = each.parentElement) each.classList.add(name);
}

/** Where the link to the lecture of a figure that is shown alone leads from now on. */
export function leadTo(address) {
  document.querySelectorAll('.embed-link a').forEach((link) => {
    link.href = address;
  });
}

/** Shows the figure alone, with a link to the lecture; null shows everything. */
export function showAlone(element, { words, address }) {
  const root = document.documentElement;
  document.querySelector('.embed-link')?.remove();
  if (!element) {
    delete root.dataset.embed;
    return;
  }
  root.dataset.embed = '';
  markPath(element, 'embed-path');
  element.append(make('p', { className: 'embed-link' }, make('a', {
    href: address, target: '_blank', rel: 'noopener', textContent: `Tally · ${words.embedded}`,
  })));
}
