// Keeps the reader's place while the page changes above it: the part under the top of the window stays
// where it is.

const ANCHORS = 'main section, main p, main h1, main h2, main h3, main figure, main table, main li';

function visible(element) {
  return element.getClientRects().length > 0 && !element.closest('.is-offered, .unseen');
}

/** Runs `change`, then scrolls so that what was at the top of the window is there again. */
export function keepPlace(change) {
  if (scrollY <= 0) return change();
  const seen = [...document.querySelectorAll(ANCHORS)].filter(visible)
    .map((element) => ({ element, top: element.getBoundingClientRect().top }));
  const anchor = (seen.find(({ top }) => top >= 0 && top < innerHeight / 2) ?? seen.findLast(({ top }) => top < 0))?.element;
  const before = anchor?.getBoundingClientRect().top ?? 0;
  const root = document.documentElement;
  root.style.overflowAnchor = 'none';  // or the browser would correct the same shift a second time
  change();
  const kept = anchor && (visible(anchor) ? anchor : counterpart(anchor));
  if (kept) scrollBy({ top: kept.getBoundingClientRect().top - before, behavior: 'instant' });
  root.style.removeProperty('overflow-anchor');  // results still on their way move the page too
}

/** The same block in the language that is shown now: blocks stand in the same order in each. */
function counterpart(element) {
  const block = element.closest('[data-lang]');
  if (!block) return null;
  const siblings = [...block.parentElement.children];
  const index = siblings.filter((each) => each.dataset.lang === block.dataset.lang).indexOf(block);
  const twin = siblings.filter((each) => each.dataset.lang === document.documentElement.dataset.language)[index];
  return twin ?? block.parentElement;
}
