// The steps of presenter mode in the order of the page: its opening, and every formula, figure and question.
// Each has a name for the URL: "opening", "figure-activation", "q-…", "formula-activation-1".

const STEPS = '.opening, .formula, figure[data-lesson], form[data-question]';

function nameOf(element, counts) {
  if (element.matches('.opening')) return 'opening';
  if (element.matches('figure')) return `figure-${element.dataset.lesson}`;
  if (element.matches('form')) return element.id;
  const part = element.closest('section')?.id ?? 'opening';
  counts.set(part, (counts.get(part) ?? 0) + 1);
  return `formula-${part}-${counts.get(part)}`;
}

/** All steps: {name, element, part}, where `part` is the section it belongs to, or null. */
export function findSteps() {
  const counts = new Map();
  return [...document.querySelectorAll('main :is(' + STEPS + ')')]
    .map((element) => ({ name: nameOf(element, counts), element, part: element.closest('section') }));
}
