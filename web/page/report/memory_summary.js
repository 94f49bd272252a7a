// What torch.cuda.memory_summary() prints, as text. It cuts bytes down to whole KiB, MiB or GiB, so a number stands for
// an interval: {low, high}, both included. PyTorch up to 1.12 calls the same units KB, MB and GB.
import { BadText } from './stats.js';

const UNITS = ['B', 'KIB', 'MIB', 'GIB', 'TIB', 'PIB'];
const ROWS = {
  'allocated memory': 'allocated', 'active memory': 'active', 'requested memory': 'requested', 'gpu reserved memory': 'reserved',
  'non-releasable memory': 'inactive_split',
};
/** Its columns, in their order. */
const HEADS = ['metric', 'cur usage', 'peak usage', 'tot alloc', 'tot freed'];

/** "1024 KiB": from 1,048,576 to 1,049,599 bytes. */
function interval(cell) {
  const match = /^(\d{1,12}) *([KMGTP]i?B|B)$/i.exec(cell);
  if (!match) return null;
  const unit = 1024 ** UNITS.indexOf(match[2].toUpperCase().replace(/^([KMGTP])B$/, '$1IB'));
  return { low: Number(match[1]) * unit, high: Number(match[1]) * unit + unit - 1 };
}

export const isSummary = (text) => /^\s*['"]?\|=+\|/.test(text) || /memory summary, device/i.test(text);

/** As printed, or as the interpreter shows the string: in quotes, its lines ended by \n. */
function linesOf(text) {
  const trimmed = text.trim();
  const shown = /^(['"])([^]*)\1$/.exec(trimmed);
  return (shown ? shown[2].replaceAll('\\n', '\n') : trimmed).split('\n');
}

/** Gives {peak: {allocated, ...}, retries, ooms}; a row that a version lacks is left out. */
export function parseSummary(text) {
  const result = { peak: {}, retries: null, ooms: null };
  let hasHead = false;
  let at = 0;
  for (const line of linesOf(text)) {
    const fail = (found, wanted) => {
      throw new BadText(found.slice(0, 40), wanted, text, text.indexOf(line, at) < 0 ? at : text.indexOf(line, at));
    };
    const cells = line.trim().replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim());
    const counts = /CUDA OOMs: *(\d{1,15}).*Malloc retries: *(\d{1,15})/i.exec(line) ?? /HIP OOMs: *(\d{1,15}).*Malloc retries: *(\d{1,15})/i.exec(line);
    if (counts) [result.ooms, result.retries] = [Number(counts[1]), Number(counts[2])];
    if (cells[0].toLowerCase() === HEADS[0]) {
      if (cells.map((cell) => cell.toLowerCase()).join() !== HEADS.join()) fail(line.trim(), 'head');
      hasHead = true;
    }
    const name = ROWS[cells[0].toLowerCase()];
    if (name) {
      if (!hasHead || cells.length !== HEADS.length) fail(line.trim(), hasHead ? 'columns' : 'head');
      for (const cell of cells.slice(1, 3)) if (!interval(cell)) fail(cell, 'size');
      if (result.peak[name]) fail(cells[0], 'once');
      result.peak[name] = interval(cells[2]);
    }
    at += line.length;
  }
  if (!result.peak.allocated || !result.peak.reserved) {
    throw new BadText(result.peak.allocated ? 'Allocated memory' : '', 'rows', text, text.length);
  }
  return result;
}
