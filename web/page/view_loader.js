// Starts the view with the first figure that comes near, once for all of them. Where it cannot start, or
// while the system has taken its drawing context away, the figures keep their forms and tables.
import { createView } from './view.js';

/** `drawing`: a promise of what startDrawing gives. */
export function createViewLoader(app, drawing, announce) {
  const wanting = new Set();  // figures that came near
  let starting = null;
  let view = null;
  const { words } = app;

  async function start() {
    try {
      const started = await drawing;
      view = started && createView(started, {
        categories: app.description.categories,
        scheduler: app.scheduler,
        zoom: () => app.zoom,
        onChange: (lesson, key, text) => (key ? app.state.set(lesson, key, text) : app.state.reset(lesson)),
        onLost: (isLost) => announce(isLost ? words.context_lost : ''),
      });
      announce(view ? '' : app.ui.no_webgl);
    } catch (error) {
      announce(`${words.view_missing} (${error.message})`);
    }
    wanting.forEach(attach);
  }

  function attach(figure) {
    if (!view) return;
    const figureView = view.createFigureView(figure);
    figureView.attach(figure.stage);
    figure.attachView(figureView);
  }

  return {
    get view() {
      return view;
    },
    need(figure) {
      if (wanting.has(figure)) return;
      wanting.add(figure);
      if (!starting) starting = start();
      else if (view) attach(figure);
    },
  };
}
