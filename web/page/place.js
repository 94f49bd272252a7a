// Keeps the reader's place while the page changes above it: the part under the top of the window stays
// where it is.

const ANCHORS = 'main section, main p, main h1, main h2, main h3, main figure, main table, main li';

function visible(element) {
  return element.getClientRects().length > 0;
}

/** Runs `change`, then scrolls so that what was at the top of the window is there again. */
export function keepPlace(change) {
  if (scrollY <= 0) return change();
  const anchor = [...document.querySelectorAll(ANCHORS)].filter(visible)
    .findLast((element) => element.getBoundingClientRect().top <= innerHeight * 0.25);
  const before = anchor?.getBoundingClientRect().top ?? 0;
  change();
  const kept = anchor && (visible(anchor) ? anchor : counterpart(anchor));
  if (kept) scrollBy({ top: kept.getBoundingClientRect().top - before, behavior: 'instant' });
}

/** The same paragraph in the language that is shown now: its nearest sibling in sight. */
function counterpart(element) {
  const block = element.closest('[data-lang]') ?? element;
  for (let sibling = block.nextElementSibling; sibling; sibling = sibling.nextElementSibling) {
    if (visible(sibling)) return sibling;
  }
  for (let sibling = block.previousElementSibling; sibling; sibling = sibling.previousElementSibling) {
    if (visible(sibling)) return sibling;
  }
  return block.parentElement;
}
