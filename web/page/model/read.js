// What the page reads out of an account: sums of its own numbers, nothing that it does not hold.

export const totalOf = (byCategory) => Object.values(byCategory).reduce((sum, bytes) => sum + bytes, 0);

const BLOCK = /(?:^|\.)(?:h|layers)\.(\d+)(?:\.|$)/;
export const blockOf = (module) => module.match(BLOCK)?.[1];

/** What one token keeps in one block, in bytes and in units of 2h; null where blocks keep nothing of their own. */
export function perTokenAndLayer(report, tokens) {
  const kept = report.ledger.filter(({ module }) => blockOf(module) !== undefined).reduce((sum, each) => sum + each.bytes * each.count, 0);
  if (!kept || !report.shape) return null;
  const bytes = kept / report.shape.layers / tokens;
  return { bytes, units: bytes / (2 * report.shape.hidden) };
}

/** Parts of the step as the drawing has them: what follows the backward pass is one part. */
export function phasesOf({ parts }) {
  const phases = [];
  for (const part of parts) {
    const last = phases.at(-1);
    const id = part.part === 'zero_grad' ? 'optimizer_step' : part.part;
    if (last?.id === id && last.micro_batch === part.micro_batch) last.to = part.to;
    else if (part.to > part.from) phases.push({ id, micro_batch: part.micro_batch, from: part.from, to: part.to });
  }
  return phases;
}

/** How wide a part is drawn: the same in every configuration, so that two of them lie on one axis. */
const WEIGHTS = { forward: 1, backward: 1.4, optimizer_step: 0.8 };

/** Gives `at(change)` from 0 to 1, and `phases` with their `begin` and `end` on that scale. */
export function axisOf(timeline) {
  const phases = phasesOf(timeline);
  const whole = phases.reduce((sum, { id }) => sum + WEIGHTS[id], 0);
  let begin = 0;
  for (const phase of phases) {
    phase.begin = begin / whole;
    begin += WEIGHTS[phase.id];
    phase.end = begin / whole;
  }
  return {
    phases,
    at(change) {
      const phase = phases.find(({ to }) => change <= to) ?? phases.at(-1);
      return phase.begin + ((phase.end - phase.begin) * (change - phase.from)) / (phase.to - phase.from);
    },
  };
}

/** The phase that a point of the timeline belongs to: a change counts to the part that made it. */
export const phaseAt = (phases, change) => phases.find(({ from, to }) => change > from && change <= to) ?? phases[0];
