// Copying and downloading, each said aloud and shown where the reader pressed.
import { make } from './dom.js';

async function write(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return writeBySelection(text);  // no clipboard here: an embedded page, or one without https
  }
}

function writeBySelection(text) {
  const area = make('textarea', { value: text, className: 'unseen' });
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  focused?.focus?.({ preventScroll: true });
  return isDone;
}

/** Where a confirmation is shown and said. */
export function createSaid() {
  return make('span', { className: 'said', attrs: { role: 'status' } });
}

export function say(said, text) {
  said.textContent = '';
  requestAnimationFrame(() => {
    said.textContent = text;  // emptied before, so that the same words are said again
  });
}

/** A button that copies what `text()` gives at that moment. */
export function copyButton(label, text, said, words, properties = {}) {
  return make('button', {
    type: 'button', textContent: label, ...properties,
    onclick: async () => say(said, (await write(await text())) ? words.copied : words.copy_failed),
  });
}

/** Hands a file to the reader. */
export function download(name, contents, type) {
  const url = URL.createObjectURL(contents instanceof Blob ? contents : new Blob([contents], { type }));
  make('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
