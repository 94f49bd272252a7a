// Each number leads to its formula: one popover for the page, opened by the button in a table's cell, with
// the numbers put in and the table's source. The browser closes it on Escape and on a press elsewhere. A table is one
// stop of Tab; arrow keys go from number to number.
import { make } from './dom.js';

const EDGE = 8;  // pixels that stay free between the popover and the window's edge

function headOf(table, column) {
  return table.tHead.querySelector(`[data-column="${CSS.escape(column)}"]`)?.textContent ?? '';
}

/** Below the button, above it where there is no room, and always inside of the window. */
function place(popover, button) {
  const at = button.getBoundingClientRect();
  const { width, height } = popover.getBoundingClientRect();
  const left = Math.min(Math.max(EDGE, at.right - width), innerWidth - width - EDGE);
  const below = at.bottom + EDGE;
  const top = below + height <= innerHeight - EDGE ? below : Math.max(EDGE, at.top - EDGE - height);
  popover.style.left = `${Math.max(EDGE, left)}px`;
  popover.style.top = `${top}px`;
}

/** The cell at the same place, should the table have been written anew meanwhile. */
function successor(origin) {
  if (origin.button.isConnected) return origin.button;
  const table = document.getElementById(origin.figure)?.querySelector(`table[data-table="${CSS.escape(origin.table)}"]`);
  return table?.rows[origin.row]?.cells[origin.column]?.querySelector('.cell-formula');
}

/** How far each key moves: rows, columns. */
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** The next number with a formula from `button` in the direction of `key`, within its table; the ends for Home and End. */
function neighbour(button, key) {
  const table = button.closest('table');
  const all = [...table.querySelectorAll('.cell-formula')];
  if (key === 'Home' || key === 'End') return all.at(key === 'Home' ? 0 : -1);
  const [down, right] = MOVES[key] ?? [0, 0];
  const cell = button.closest('td, th');
  let [row, column] = [cell.parentElement.rowIndex + down, cell.cellIndex + right];
  for (; (down || right) && table.rows[row]?.cells[column]; row += down, column += right) {
    const found = table.rows[row].cells[column].querySelector('.cell-formula');
    if (found) return found;
  }
  return null;
}

/** One stop for Tab in each table: the number that last had the focus. */
function startArrows() {
  document.addEventListener('keydown', (event) => {
    const button = event.target.closest?.('.cell-formula');
    if (!button || event.ctrlKey || event.metaKey || event.altKey || !(event.key in MOVES || ['Home', 'End'].includes(event.key))) return;
    event.preventDefault();
    neighbour(button, event.key)?.focus();
  });
  document.addEventListener('focusin', ({ target }) => {
    if (!target.matches?.('.cell-formula')) return;
    for (const each of target.closest('table').querySelectorAll('.cell-formula')) each.tabIndex = each === target ? 0 : -1;
  });
}

export function startFormulas(words) {
  startArrows();
  const title = make('h4', { id: 'formula-title' });
  const text = make('p', { className: 'formula-text' });
  const source = make('p', { className: 'formula-source' });
  const close = make('button', { type: 'button', className: 'quiet', textContent: words.close });
  const popover = make('div', {
    id: 'formula', className: 'popover', attrs: { popover: 'auto', role: 'dialog', 'aria-labelledby': title.id, tabindex: '-1' },
  }, title, text, source, close);
  document.body.append(popover);
  let origin = null;

  function open(button) {
    const cell = button.closest('td, th');
    const row = cell.parentElement;
    const table = cell.closest('table');
    title.textContent = words.formula_title(row.cells[0].textContent, headOf(table, cell.dataset.column));
    text.textContent = button.dataset.formula;
    const said = table.closest('.table').querySelector('.table-source')?.textContent ?? '';
    source.hidden = !said;
    source.textContent = said;
    origin?.button.removeAttribute('aria-expanded');
    origin = { button, figure: button.closest('figure')?.id, table: table.dataset.table, row: row.rowIndex, column: cell.cellIndex };
    button.setAttribute('aria-expanded', 'true');
    popover.showPopover();
    place(popover, button);
    popover.focus({ preventScroll: true });
  }

  document.addEventListener('click', (event) => {
    const button = event.target.closest?.('.cell-formula');
    if (button) open(button);
  });
  close.addEventListener('click', () => popover.hidePopover());
  popover.addEventListener('toggle', ({ newState }) => {
    if (newState !== 'closed' || !origin) return;
    const target = successor(origin);
    const isFocusFree = document.activeElement === document.body || popover.contains(document.activeElement);
    origin.button.removeAttribute('aria-expanded');
    origin = null;
    if (isFocusFree) target?.focus({ preventScroll: true });
  });
  const follow = () => origin?.button.isConnected && place(popover, origin.button);
  addEventListener('resize', follow);
  addEventListener('scroll', follow, { capture: true, passive: true });
}
