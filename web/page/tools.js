// What stands below a figure: pin its result, take it along, share it, present it, and the panel that opens.
import { createPinned } from './pinned.js';
import { make } from './dom.js';

/** `place`, `comparison`: elements of the figure. `report(message)`: what is wrong with a link's pinned setting. */
export function createTools(figure, { place, comparison }, app, report) {
  const { words, state } = app;
  const pinned = createPinned(figure, comparison, app, report);
  const panel = make('div', { className: 'tool-panel', id: `${figure.id}-panel`, hidden: true });
  let open = null;  // the button whose panel is open

  function disclose(button) {
    open?.setAttribute('aria-expanded', 'false');
    open = button;
    panel.hidden = !open;
    open?.setAttribute('aria-expanded', 'true');
    fill();
    refreshButtons();
  }

  /** A result that is not there can be neither saved nor shared, but an open panel can be closed. */
  function refreshButtons() {
    const isUsable = Boolean(figure.response()?.presentation);
    for (const button of [save, share]) button.disabled = !isUsable && button !== open;
  }

  async function fill() {
    const button = open;
    const later = button && await app.later();
    if (open !== button) return;
    if (!button) panel.replaceChildren();
    // The result may have gone while the script came; the next one fills the panel.
    else if (figure.response()?.presentation) panel.replaceChildren(...button.makePanel(later));
  }

  const disclosure = (label, makePanel) => make('button', {
    type: 'button', className: 'quiet', textContent: label, makePanel, disabled: true,
    attrs: { 'aria-expanded': 'false', 'aria-controls': panel.id },
    onclick: ({ currentTarget }) => disclose(open === currentTarget ? null : currentTarget),
  });
  const save = disclosure(words.save, ({ savePanel }) => savePanel(figure, app, state.address(figure.id, { place: `figure-${figure.id}` })));
  const share = disclosure(words.share, ({ sharePanel }) => sharePanel(figure, app));
  const present = make('button', { type: 'button', className: 'quiet', textContent: words.present_here, onclick: () => app.present(figure.element) });
  const resetAll = make('button', { type: 'button', className: 'quiet', textContent: words.reset_figures, onclick: () => state.resetAll() });
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !open) return;
    event.preventDefault();
    const button = open;
    disclose(null);
    button.focus();
  });
  place.append(make('div', { className: 'tool-buttons' }, ...pinned.buttons, save, share, present, resetAll), panel);

  /** After a change of any figure's setting. */
  function refreshReset() {
    resetAll.hidden = state.changed().length === 0;
  }

  refreshReset();
  pinned.refresh();
  return {
    follow: pinned.follow,
    refreshReset,
    /** After a new result. */
    refresh() {
      pinned.refresh();
      refreshButtons();
      if (open && figure.response().presentation && !panel.contains(document.activeElement)) fill();
    },
  };
}
