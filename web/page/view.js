// The drawing part: one wasm module with one WebGL2 context for all figures, off the page. A finished frame is handed
// to its figure's canvas as it is: a copy would wait for the GPU, or for its emulation.
import { callWith, instantiate, place } from './engine.js';
import { guardCanvas } from './pointer.js';

/** A frame that has not come by then may not come: the figure was scrolled away, or its context lost. */
const LONGEST_MS = 250;
const COLOR_ROLES = ['measured', 'formula', 'yours', 'limit', 'muted', 'text', 'background', 'panel', 'grid'];

/** "rgb(20, 23, 28)" as "#14171c". */
const hex = (color) => `#${color.match(/\d+/g).slice(0, 3).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;

function themeJson(categories) {
  const style = getComputedStyle(document.documentElement);
  const body = getComputedStyle(document.body);
  const colors = {};
  for (const name of [...categories.map((category) => category.id), ...COLOR_ROLES]) {
    colors[name] = style.getPropertyValue(`--color-${name.replaceAll('_', '-')}`).trim();
  }
  // Of the page itself, since a system may force its own.
  colors.background = hex(body.backgroundColor);
  colors.text = hex(body.color);
  return JSON.stringify({
    dark: matchMedia('(forced-colors: active)').matches ? matchMedia('(prefers-color-scheme: dark)').matches
      : style.colorScheme.includes('dark') && !style.colorScheme.includes('light'),
    colors,
    font_size: 15 * parseFloat(style.fontSize) / 16,  // as the reader's browser is set
    reduced_motion: matchMedia('(prefers-reduced-motion: reduce)').matches,
  });
}

function contentWidth(element) {
  const style = getComputedStyle(element);
  return element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
}

/**
 * Starts an instance of the module with its WebGL2 context, so that it is ready when the first figure is.
 * Gives null when there is no WebGL2. `engine`: see engine.js.
 */
export async function startDrawing(engine, language) {
  const [create, compiled, font, strings] = await Promise.all([engine.loader, engine.module, engine.font, engine.strings]);
  if (typeof OffscreenCanvas === 'undefined') return null;
  const gl = new OffscreenCanvas(1, 1);
  const module = await instantiate(create, compiled, strings, {
    canvas: gl,
    print: () => {},
    printErr: (line) => console.warn(line),
  });
  if (callWith(module, 'view_start', 'number', ['string', 'number', 'number'], [language, place(module, font), font.byteLength])) {
    return { module, gl };
  }
  return null;
}

/**
 * The view on what startDrawing gave. `zoom()`: how many times larger than on the page all is drawn.
 * `onChange(lesson, key, text)` tells what the reader changed in a canvas.
 */
export function createView({ module, gl }, { categories, scheduler, zoom, onChange, onLost }) {
  const lessons = new Map();  // handle -> lesson id
  const figures = new Set();
  const byHandle = new Map();
  let isLost = false;
  module.onChange = (handle, key, text) => onChange(lessons.get(handle), key, text);
  module.onInstant = (handle, sample) => byHandle.get(handle)?.onInstant?.(sample);
  const call = (...how) => callWith(module, ...how);
  const setTheme = () => call('view_theme', null, ['string'], [themeJson(categories)]);
  setTheme();

  gl.addEventListener('webglcontextlost', (event) => {
    event.preventDefault();  // asks for it back; the figures keep their last pictures meanwhile
    isLost = true;
    call('view_lose', null, [], []);  // its objects belong to no context any more
    onLost(true);
  });
  gl.addEventListener('webglcontextrestored', () => {
    isLost = !call('view_restore', 'number', [], []);
    onLost(isLost);
    figures.forEach((figure) => figure.wake());
  });

  /** Framebuffer pixels for a pixel of the view. */
  const density = () => devicePixelRatio * zoom();

  function createFigureView(figure) {
    const handle = call('view_figure', 'number', ['string'], [figure.id]);
    lessons.set(handle, figure.id);
    const canvas = document.createElement('canvas');
    canvas.className = 'figure-canvas';
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'img');
    const context = canvas.getContext('bitmaprenderer');
    let isVisible = false;
    let isDrawn = false;
    const whenDrawn = [];
    let width = 0;
    let height = 0;
    let hasControls = true;

    const drawable = {
      isVisible: () => isVisible && !isLost && width > 0,
      draw() {
        const dpr = density();
        const [columns, rows] = [Math.round(width * dpr), Math.round(height * dpr)];
        const more = call('view_frame', 'number', ['number', 'number', 'number', 'number'], [handle, width, height, dpr]);
        if (canvas.width !== columns || canvas.height !== rows) [canvas.width, canvas.height] = [columns, rows];
        context.transferFromImageBitmap(gl.transferToImageBitmap());
        isDrawn = true;
        whenDrawn.splice(0).forEach((resolve) => setTimeout(resolve));  // once the frame is on the screen
        canvas.style.cursor = call('view_cursor', 'string', ['number'], [handle]);
        return more > 0;
      },
    };
    const wake = () => scheduler.wake(drawable);

    /** Takes the stage's width in whole device pixels, and the height that the figure wants at it. */
    function layout() {
      const dpr = density();
      const room = canvas.parentElement ? contentWidth(canvas.parentElement) / zoom() : 0;
      width = Math.floor(room * dpr) / dpr;
      call('view_density', null, ['number'], [dpr]);
      const wanted = width && call('view_height', 'number', ['number', 'number'], [handle, width]);
      height = Math.ceil(wanted * dpr) / dpr;
      canvas.style.width = `${width * zoom()}px`;
      canvas.style.height = `${height * zoom()}px`;
      wake();
    }

    guardCanvas(canvas, {
      mouse: (x, y, buttons) => {
        call('view_mouse', null, ['number', 'number', 'number', 'number'], [handle, x < 0 ? x : x / zoom(), y / zoom(), buttons]);
        wake();
      },
      wheel: (dx, dy) => {
        call('view_wheel', null, ['number', 'number', 'number'], [handle, dx, dy]);
        wake();
      },
      key: (code, down, bits) => {
        call('view_key', null, ['number', 'string', 'number', 'number'], [handle, code, down ? 1 : 0, bits]);
        wake();
      },
      focus: (on) => {
        call('view_focus', null, ['number', 'number'], [handle, on ? 1 : 0]);
        wake();
      },
    });
    const watch = new IntersectionObserver((entries) => {
      isVisible = entries.at(-1).isIntersecting;  // the newest: a busy page hears of several at once
      scheduler.ask();
    }, { rootMargin: '100px' });
    const size = new ResizeObserver(layout);

    const figureView = {
      canvas,
      wake,
      layout,
      attach(stage) {
        stage.replaceChildren(canvas);
        watch.observe(canvas);
        size.observe(stage);
        layout();
      },
      /** What was shown last is in the picture. */
      get isDrawn() {
        return isDrawn;
      },
      /** A promise: what was shown last is on the screen, or no frame came. */
      drawn: () => new Promise((resolve) => {
        if (isDrawn || !drawable.isVisible() || document.hidden) return resolve();
        whenDrawn.push(resolve);
        setTimeout(resolve, LONGEST_MS);
      }),
      show(responseText) {
        isDrawn = false;
        call('view_show', null, ['number', 'string'], [handle, responseText]);
        layout();
      },
      setControls(on) {
        hasControls = on;
        call('view_controls', null, ['number', 'number'], [handle, on ? 1 : 0]);
        layout();
      },
      /** The chosen instant of the timeline; `onInstant(sample)` is told when the reader moves it here. */
      setInstant(sample) {
        call('view_instant', null, ['number', 'number'], [handle, sample]);
        wake();
      },
      onInstant: null,
      /** Leaves out the controls of these parameters. */
      hide(keys) {
        call('view_hide', null, ['number', 'string'], [handle, keys.join(',')]);
        layout();
      },
      /** The drawing without controls, as a canvas of its own. */
      picture() {
        const dpr = density();
        const isOn = hasControls;
        figureView.setControls(false);
        const size = [Math.round(width * dpr), Math.round(height * dpr)];
        call('view_frame', 'number', ['number', 'number', 'number', 'number'], [handle, width, height, dpr]);
        const copy = Object.assign(document.createElement('canvas'), { width: size[0], height: size[1] });
        copy.getContext('2d').drawImage(gl, 0, 0, ...size, 0, 0, ...size);
        figureView.setControls(isOn);
        return copy;
      },
      /** What a screen reader says of the drawing; its content is the sentence and the tables. */
      setName(name) {
        canvas.setAttribute('aria-label', name);
        canvas.setAttribute('aria-describedby', `${figure.id}-sentence`);
      },
      /** The widgets of the last frame with their places, in CSS pixels of the canvas. */
      items: () => JSON.parse(call('view_items', 'string', ['number'], [handle])).map((item) => ({
        ...item, x: item.x * zoom(), y: item.y * zoom(), w: item.w * zoom(), h: item.h * zoom(),
      })),
    };
    figures.add(figureView);
    byHandle.set(handle, figureView);
    return figureView;
  }

  /** Zoom changes the density of pixels, and need not change a figure's width. */
  function watchDensity() {
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => {
      figures.forEach((figure) => figure.layout());
      watchDensity();
    }, { once: true });
  }
  watchDensity();

  return {
    createFigureView,
    setTheme() {
      setTheme();
      figures.forEach((figure) => figure.wake());
    },
    /** Lights one memory category in all figures; '' ends it. */
    light(category) {
      call('view_light', null, ['string'], [category]);
      figures.forEach((figure) => figure.wake());
    },
    layout: () => figures.forEach((figure) => figure.layout()),
    /** The canvas that all figures are drawn in, for tests. */
    gl,
    /** Bytes of the module's memory. */
    get memory() {
      return module.HEAPU8.byteLength;
    },
    missingGlyphs: () => call('view_missing_glyphs', 'string', [], []),
  };
}
