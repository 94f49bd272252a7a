// Pointer, wheel and keys of a figure's canvas. Until the reader enters the figure (a click, or Enter when
// it has the focus), wheel, keys and swipes stay the page's; Escape and leaving the focus end it. Tab is
// never taken.

const MODIFIERS = [['shiftKey', 1], ['ctrlKey', 2], ['altKey', 4], ['metaKey', 8]];
const PIXELS_PER_LINE = 16;

function modifiers(event) {
  return MODIFIERS.reduce((bits, [name, bit]) => bits | (event[name] ? bit : 0), 0);
}

/** `target`: mouse(x, y, buttons) and wheel(dx, dy) in CSS pixels, key(code, down, modifiers), focus(on). */
export function guardCanvas(canvas, target) {
  let isEntered = false;
  let touch = null;

  function enter() {
    if (isEntered) return;
    isEntered = true;
    canvas.dataset.entered = '';
    canvas.addEventListener('wheel', onWheel, { passive: false });
    target.focus(true);
  }

  function leave() {
    if (!isEntered) return;
    isEntered = false;
    delete canvas.dataset.entered;
    canvas.removeEventListener('wheel', onWheel, { passive: false });
    target.focus(false);
  }

  function place(event, buttons) {
    const box = canvas.getBoundingClientRect();
    target.mouse(event.clientX - box.left, event.clientY - box.top, buttons);
  }

  function onWheel(event) {
    if (event.ctrlKey || event.metaKey) return;  // the browser's zoom
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? PIXELS_PER_LINE : 1;
    target.wheel(event.deltaX * unit, event.deltaY * unit);
  }

  canvas.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'touch') {
      touch = event.pointerId;
      place(event, 0);  // a finger points: the read-out follows it, nothing is pressed
      return;
    }
    canvas.focus({ preventScroll: true });
    enter();
    canvas.setPointerCapture(event.pointerId);
    place(event, event.buttons);
    event.preventDefault();
  });
  canvas.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'touch' && event.pointerId !== touch) return;
    place(event, event.pointerType === 'touch' ? 0 : event.buttons);
  });
  canvas.addEventListener('pointerup', (event) => {
    if (event.pointerType !== 'touch') place(event, event.buttons);
  });
  canvas.addEventListener('pointercancel', () => target.mouse(-1, -1, 0));
  canvas.addEventListener('pointerleave', (event) => {
    if (event.pointerType !== 'touch' && event.buttons === 0) target.mouse(-1, -1, 0);
  });

  canvas.addEventListener('keydown', (event) => {
    if (!isEntered) {
      if (event.key === 'Enter') {
        event.preventDefault();
        enter();
      }
      return;
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      leave();
      return;
    }
    if (event.key === 'Tab' || event.ctrlKey || event.metaKey || event.altKey || /^F\d/.test(event.key)) return;
    event.preventDefault();
    target.key(event.code, true, modifiers(event));
  });
  canvas.addEventListener('keyup', (event) => {
    if (isEntered && event.key !== 'Tab') target.key(event.code, false, modifiers(event));
  });
  canvas.addEventListener('blur', leave);
}
