// Draws what asked to be drawn, in the next frame, and nothing else: no frame at rest, none off screen.

export function createScheduler() {
  const wanted = new Map();  // drawable -> frames still wanted
  let request = 0;
  let frames = 0;

  function isDue(drawable) {
    return drawable.isVisible() && !document.hidden;
  }

  function ask() {
    if (request === 0 && [...wanted.keys()].some(isDue)) request = requestAnimationFrame(frame);
  }

  function frame() {
    request = 0;
    for (const [drawable, count] of [...wanted]) {
      if (!isDue(drawable)) continue;
      frames += 1;
      const more = Math.max(drawable.draw(), count - 1);
      if (more > 0) wanted.set(drawable, more);
      else wanted.delete(drawable);
    }
    ask();
  }

  document.addEventListener('visibilitychange', ask);
  return {
    /** Asks for at least `count` frames of `drawable` ({draw, isVisible}); `draw` says how many more. */
    wake(drawable, count = 1) {
      wanted.set(drawable, Math.max(wanted.get(drawable) ?? 0, count));
      ask();
    },
    /** A drawable came into view. */
    ask,
    /** No frame is asked for. */
    get isAtRest() {
      return request === 0;
    },
    /** Frames drawn since the page opened. */
    get frames() {
      return frames;
    },
  };
}
