// What goes wrong with the page as a whole: said once at the top, and where it concerns the figures, in their places.

export function announce(id, text) {
  const element = document.getElementById(id);
  element.hidden = !text;
  element.textContent = text;
}

/** A trouble of all figures. */
export function announceInFigures(id, text) {
  announce(id, text);
  for (const element of document.querySelectorAll('figure [data-part="problem"]')) {
    element.hidden = !text;
    element.textContent = text;
  }
}
