// Starts the view with the first figure that comes near, once for all of them, and again when the system
// took the drawing context away. Where it cannot start, the figures keep their forms and tables.
import { startView } from './view.js';
import { wordsOf } from './words.js';

/** A context lost more often than this is not asked for again. */
const RESTARTS = 3;

export function createViewLoader(app, assets, figures, announce) {
  const wanting = new Set();  // figures that came near
  let starting = null;
  let view = null;
  let restarts = 0;

  async function start() {
    try {
      view = await startView(assets, {
        description: app.descriptionText,
        language: app.state.language,
        scheduler: app.scheduler,
        onChange: (lesson, key, text) => (key ? app.state.set(lesson, key, text) : app.state.reset(lesson)),
        onLost: lost,
      });
      announce(view ? '' : app.ui(app.state.language).no_webgl);
    } catch (error) {
      announce(`${wordsOf(app.state.language).view_missing} (${error.message})`);
    }
    wanting.forEach(attach);
  }

  function attach(figure) {
    if (!view) return;
    const figureView = view.createFigureView(figure);
    figureView.attach(figure.stage);
    figure.attachView(figureView);
  }

  function lost() {
    view = null;
    wanting.forEach((figure) => figure.detachView());
    restarts += 1;
    if (restarts > RESTARTS) announce(wordsOf(app.state.language).view_missing);
    else starting = start();
  }

  return {
    get view() {
      return view;
    },
    async need(figure) {
      if (wanting.has(figure)) return;
      wanting.add(figure);
      if (!starting) starting = start();
      else if (view) attach(figure);
    },
  };
}
