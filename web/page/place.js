// Keeps the reader's place: the block under the top of the window stays where it is while the page changes
// above it, and on the way to the other language, whose page has the same blocks in the same order.

const PARTS = 'main > .opening, main > section[id]';
const BLOCKS = 'h1, h2, h3, p, li, figure, .formula, [role="group"]';
const STORED = 'tally.place';

/** The blocks of a part of the page, outside of figures and of what the page alone adds. */
function blocksOf(part) {
  return [...part.querySelectorAll(BLOCKS)].filter((each) => !each.parentElement.closest('figure, nav'));
}

/** The block at the top of the window: {part, index, element, top}, or null at the page's very top. */
function reading() {
  if (scrollY <= 0) return null;
  const seen = [...document.querySelectorAll(PARTS)].flatMap((part) => blocksOf(part).map((element, index) =>
    ({ part: part.id, index, element, top: element.getBoundingClientRect().top })))
    .filter(({ element }) => element.getClientRects().length > 0);
  return seen.find(({ top }) => top >= 0 && top < innerHeight / 2) ?? seen.findLast(({ top }) => top < 0) ?? null;
}

function scrollTo(element, top) {
  scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' });
}

/** Runs `change`, then scrolls so that what was at the top of the window is there again. */
export function keepPlace(change) {
  const place = reading();
  if (!place) return change();
  const root = document.documentElement;
  root.style.overflowAnchor = 'none';  // or the browser would correct the same shift a second time
  change();
  scrollTo(place.element, place.top);
  root.style.removeProperty('overflow-anchor');  // results still on their way move the page too
}

/** Leaves the place for the page of language `tag`, which is about to open in this window. */
export function leavePlace(tag) {
  const place = reading();
  try {
    if (place) sessionStorage.setItem(STORED, JSON.stringify({ tag, part: place.part, index: place.index, top: place.top }));
    else sessionStorage.removeItem(STORED);
  } catch {
    // storage is off: the new page opens at what its address names
  }
}

/** Goes where another language's page left off; tells whether it did. A place is taken once. */
export function takePlace(tag) {
  let place = null;
  try {
    place = JSON.parse(sessionStorage.getItem(STORED));
    sessionStorage.removeItem(STORED);
  } catch {
    return false;
  }
  if (place?.tag !== tag) return false;
  const part = [...document.querySelectorAll(PARTS)].find((each) => each.id === place.part);
  const element = part && blocksOf(part)[place.index];
  if (element) scrollTo(element, place.top);
  return Boolean(element);
}
