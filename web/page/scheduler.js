// Draws what asked to be drawn, in the next frame, and nothing else: no frame at rest, none off screen.

export function createScheduler() {
  const wanted = new Set();
  let request = 0;
  let frames = 0;

  function isDue(drawable) {
    return drawable.isVisible() && !document.hidden;
  }

  function ask() {
    if (request === 0 && [...wanted].some(isDue)) request = requestAnimationFrame(frame);
  }

  function frame() {
    request = 0;
    for (const drawable of [...wanted].filter(isDue)) {
      frames += 1;
      wanted.delete(drawable);
      if (drawable.draw()) wanted.add(drawable);
    }
    ask();
  }

  document.addEventListener('visibilitychange', ask);
  return {
    /** Asks for a frame of `drawable` ({draw, isVisible}); `draw` tells whether it needs another. */
    wake(drawable) {
      wanted.add(drawable);
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
