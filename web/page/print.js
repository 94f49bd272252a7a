// On paper every table is unfolded; afterwards each is as the reader left it.

export function startPrint() {
  let folded = [];
  addEventListener('beforeprint', () => {
    folded = [...document.querySelectorAll('details:not([open])')];
    folded.forEach((block) => {
      block.open = true;
    });
  });
  addEventListener('afterprint', () => {
    folded.forEach((block) => {
      block.open = false;
    });
    folded = [];
  });
}
