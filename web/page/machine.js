// Where the page meets a machine: reports of the measuring program, and a reader's own run. Its script comes when a
// reader asks for it, or drops a file anywhere on the page.
import { make } from './dom.js';

export function startMachine(app) {
  const place = document.querySelector('[data-machine]');
  if (!place) return;
  let opened = null;

  async function open() {
    const { openMachine } = await app.later('report');
    const { words } = await app.later('report_words');  // after it: what one says of a failure stays
    opened ??= openMachine(place, app, words);
    return opened;
  }

  // What a reader drops onto a field is the field's.
  const isOurs = ({ dataTransfer, target }) =>
    dataTransfer?.types.includes('Files') && !document.documentElement.dataset.embed && !target.closest?.('textarea');
  place.append(make('div', { className: 'machine-open' }, make('button', { type: 'button', textContent: app.words.machine_open, onclick: async () => (await open()).focus() })));
  document.addEventListener('dragover', (event) => {
    if (isOurs(event)) event.preventDefault();
  });
  document.addEventListener('drop', async (event) => {
    if (!isOurs(event)) return;
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    (await open()).take(files);
  });
}
