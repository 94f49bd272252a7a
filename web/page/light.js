// A category's word in the text, pointed at, tapped or focused, lights that category in every figure.

const wordOf = (target) => (target instanceof Element ? target.closest('.ink[data-ink]') : null);

/** `light(category)` lights it; '' ends it. Words in the article can be reached with the Tab key. */
export function startLights(light) {
  let kept = '';  // by a tap or the focus
  let shown = '';

  function show(category) {
    if (category === shown) return;
    shown = category;
    light(category);
  }
  function keep(category) {
    kept = category;
    show(category);
  }

  // A word takes the focus only where a figure has something to light: the still pictures show what.
  const inks = new Set([...document.querySelectorAll('.figure-picture [data-ink]')].map((each) => each.dataset.ink));
  for (const word of document.querySelectorAll('main .ink[data-ink]')) if (inks.has(word.dataset.ink)) word.tabIndex = 0;
  document.addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'touch') show(wordOf(event.target)?.dataset.ink ?? kept);
  });
  document.addEventListener('focusin', (event) => keep(wordOf(event.target)?.dataset.ink ?? ''));
  document.addEventListener('focusout', () => keep(''));
  document.addEventListener('click', (event) => keep(wordOf(event.target)?.dataset.ink ?? ''));
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') keep('');
  });
}
