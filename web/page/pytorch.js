// "The same in PyTorch" in a live page: kept in step with the figure, with a button that copies the program.
import { copyButton, createSaid } from './copy.js';
import { make } from './dom.js';
import { pytorchHtml } from './results.js';

/** Shows `script` in `place`; null where the lesson has none. */
export function showPytorch(place, script, words) {
  const isOpen = Boolean(place.querySelector('details[open]'));
  place.hidden = !script;
  if (!script) return;
  place.innerHTML = pytorchHtml(script, words, isOpen);
  const said = createSaid();
  place.querySelector('.code').append(make('div', { className: 'code-bar' },
    copyButton(words.copy, () => place.querySelector('code').textContent, said, words), said));
}
