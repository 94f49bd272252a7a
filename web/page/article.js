// What the article does by itself, with or without the engine: its contents mark the part that is read, and
// a citation shows its reference.

/** The part counts as read once its top has passed this share of the window. */
const READING_LINE = 0.3;
/** A card stays this long after the pointer has left, so that the pointer can go into it. */
const LEAVE_MS = 250;

function startContents() {
  const links = new Map([...document.querySelectorAll('[data-contents] a')].map((link) => [link.hash.slice(1), link]));
  const parts = [...document.querySelectorAll('main > section[id]')].filter((part) => links.has(part.id));
  const mark = () => {
    const current = parts.findLast((part) => part.getBoundingClientRect().top < innerHeight * READING_LINE);
    for (const [id, link] of links) {
      if (id === current?.id) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };
  // A part's edge crosses the line: the only moments at which the answer changes.
  const line = new IntersectionObserver(mark, { rootMargin: `0px 0px -${(1 - READING_LINE) * 100}% 0px`, threshold: [0] });
  parts.forEach((part) => line.observe(part));
}

function startCitations() {
  const card = document.createElement('div');
  if (!('popover' in card)) return;  // the link to the list is enough
  card.popover = 'manual';
  card.className = 'reference-card';
  card.id = 'reference-card';
  card.setAttribute('role', 'tooltip');
  document.body.append(card);
  let timer = 0;
  let shownFor = null;

  function hide() {
    clearTimeout(timer);
    if (shownFor) card.hidePopover();
    shownFor?.removeAttribute('aria-describedby');
    shownFor = null;
  }

  function show(link) {
    clearTimeout(timer);
    if (shownFor === link) return;
    hide();
    const reference = document.getElementById(link.hash.slice(1))?.querySelector('[data-reference]');
    if (!reference) return;
    card.replaceChildren(...reference.cloneNode(true).childNodes);
    card.showPopover();
    shownFor = link;
    link.setAttribute('aria-describedby', card.id);
    const [at, size] = [link.getBoundingClientRect(), card.getBoundingClientRect()];
    const begin = link.getClientRects()[0].left;  // where its words begin, if they go over two lines
    const below = at.bottom + size.height + 8 <= innerHeight;
    // In the page's coordinates: it scrolls with the text.
    card.style.left = `${scrollX + Math.max(8, Math.min(begin, document.documentElement.clientWidth - size.width - 8))}px`;
    card.style.top = `${scrollY + (below ? at.bottom + 4 : at.top - size.height - 4)}px`;
  }

  const hideSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(hide, LEAVE_MS);
  };
  for (const link of document.querySelectorAll('a.citation')) {
    link.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && show(link));
    link.addEventListener('pointerleave', hideSoon);
    link.addEventListener('focus', () => show(link));
    link.addEventListener('blur', hideSoon);
  }
  card.addEventListener('pointerenter', () => clearTimeout(timer));
  card.addEventListener('pointerleave', hideSoon);
  addEventListener('keydown', (event) => event.key === 'Escape' && hide());
}

/** Search engines want whole addresses of this page and its other languages; only now are they known. */
function completeLinks() {
  for (const link of document.querySelectorAll('link[rel=canonical], link[rel=alternate]')) link.href = link.href.toString();
  for (const line of document.querySelectorAll('[data-address-line]')) {
    line.querySelector('[data-page-address]').textContent = location.href.split('#')[0];
    line.hidden = false;
  }
}

export function startArticle() {
  startContents();
  startCitations();
  if (location.protocol.startsWith('http')) completeLinks();
}
