// A category that a word of the prose points at, in a figure's tables, static pictures and comparison.

/** Lights `category` in the figure's HTML; '' ends it. */
export function lightResults(figure, category) {
  figure.querySelectorAll('.is-lit').forEach((each) => each.classList.remove('is-lit'));
  figure.toggleAttribute('data-lit', category !== '');
  if (category === '') return;
  const name = CSS.escape(category);
  const parts = `[data-column="${name}"], tr[data-row="${name}"] > *, .figure-picture [data-ink="${name}"]`;
  figure.querySelectorAll(parts).forEach((each) => each.classList.add('is-lit'));
}
