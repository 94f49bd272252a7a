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

/** The step that a reader at this place of the page would start with. */
export function nearestStep(steps) {
  const middle = innerHeight / 2;
  const distance = ({ element }) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top > middle ? top - middle : bottom < middle ? middle - bottom : 0;
  };
  const seen = steps.filter(({ element, name }) => element.getClientRects().length > 0 && name !== 'opening');
  if (scrollY < innerHeight / 3 || seen.length === 0) return steps[0];
  return seen.reduce((best, step) => (distance(step) < distance(best) ? step : best));
}
