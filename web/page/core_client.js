// The page's end of the core: keeps only the newest request of each lesson or question, runs one at a time, reports
// progress, cancels by ending the worker, and starts the core again after an abort, or when its memory has grown.

/**
 * Memory of wasm only grows, and what a run leaves free may not fit the next one's blocks. A core beyond this many
 * bytes is started again between two runs, so that what came before a run adds no more than this to what it takes
 * itself (128 MiB at most), and with the view's instance all stay below 256 MB.
 */
const MOST_KEPT = 48e6;

/**
 * `engine`: see engine.js; of it `worker`, `module` and `strings`. `described` is a promise of the description's text.
 * `run(lesson, request)` and `ask(question, language)` give a promise of {status: 'done', response} |
 * {status: 'failed', message} | {status: 'superseded'} | {status: 'cancelled'}.
 */
export function createCore(engine, { onBusy = () => {}, onProgress = () => {} } = {}) {
  const waiting = new Map();  // lesson -> job, in the order of asking
  let worker = null;
  let isReady = false;
  let running = null;
  let memory = 0;
  let peak = 0;
  let nextId = 1;
  let generation = 0;  // of workers; what an ended one still says is not heard
  let broken = '';  // why the core cannot be started
  let address = '';  // of the worker's text, from the first start on
  let started;  // whether the present worker is ready: a promise, with its resolver
  let describe;
  const described = new Promise((resolve, reject) => {
    describe = { resolve, reject };
  });

  const isBusy = (lesson) => running?.lesson === lesson || waiting.has(lesson);

  function finish(job, outcome) {
    onBusy(job.lesson, isBusy(job.lesson));
    job.resolve(outcome);
  }

  function pump() {
    if (broken) {
      const jobs = [...waiting.values()];
      waiting.clear();
      jobs.forEach((job) => finish(job, { status: 'failed', message: broken }));
      return;
    }
    if (!isReady || running || waiting.size === 0) return;
    const [lesson, job] = waiting.entries().next().value;
    waiting.delete(lesson);
    running = job;
    worker.postMessage({ type: job.type, id: job.id, request: JSON.stringify(job.request) });
  }

  function hear({ data }) {
    if (data.type === 'ready') {
      isReady = true;
      memory = data.memory;
      describe.resolve(data.description);
      started.resolve(true);
    } else if (data.type === 'progress') {
      if (running) onProgress(running.lesson, data.fraction);
    } else if (data.type === 'done' && running?.id === data.id) {
      const job = running;
      running = null;
      memory = data.memory;
      peak = Math.max(peak, memory);
      if (memory > MOST_KEPT) restart();
      finish(job, { status: 'done', response: data.response });
    } else if (data.type === 'failed') {
      hearFailure(data.message);
    }
    pump();
  }

  /** The figure hears of it when the core is back, or is known not to come back. */
  async function hearFailure(message) {
    const job = running;
    running = null;
    const wasReady = isReady;
    stop();
    if (!wasReady) return giveUp(message);
    const restarted = await start();
    if (job) finish(job, { status: 'failed', message, restarted });
  }

  function giveUp(message) {
    broken = message;
    describe.reject(new Error(message));
    started.resolve(false);
    pump();
  }

  function restart() {
    stop();
    start();
  }

  function stop() {
    generation += 1;
    worker?.terminate();
    worker = null;
    isReady = false;
    memory = 0;
    started?.resolve(false);
  }

  /** Starts a worker from what the page has of it, without a network. Tells whether it came to be ready. */
  function start() {
    let resolve;
    const isStarted = new Promise((settle) => {
      resolve = settle;
    });
    started = { resolve };
    begin(generation);
    return isStarted;
  }

  async function begin(mine) {
    try {
      const [text, module, strings] = await Promise.all([engine.worker, engine.module, engine.strings]);
      if (mine !== generation) return;
      address ||= URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
      const fresh = new Worker(address);
      worker = fresh;
      fresh.onmessage = (event) => worker === fresh && hear(event);
      fresh.onerror = (event) => worker === fresh && hearFailure(event.message || 'worker');
      fresh.postMessage({ type: 'start', module, strings });
    } catch (error) {
      giveUp(String(error.message ?? error));
    }
  }

  function submit(type, lesson, request) {
    if (broken) {
      broken = '';  // what kept it from starting may have passed
      restart();
    }
    const older = waiting.get(lesson);
    if (older) older.resolve({ status: 'superseded' });
    return new Promise((resolve) => {
      waiting.set(lesson, { type, id: nextId++, lesson, request, resolve });
      onBusy(lesson, true);
      pump();
    });
  }

  start();
  return {
    described,
    /** Bytes of the core's memory after its last answer; 0 until it has started. */
    get memory() {
      return memory;
    },
    /** The most that it ever had, in bytes. */
    get peak() {
      return peak;
    },
    run: (lesson, request) => submit('run', lesson, request),
    ask: (question, language) => submit('ask', `question ${question}`, { question, language }),
    /** Ends the lesson's run, waiting or running; the core starts again at once. */
    cancel(lesson) {
      const job = waiting.get(lesson);
      waiting.delete(lesson);
      if (job) finish(job, { status: 'cancelled' });
      if (running?.lesson !== lesson) return;
      const ended = running;
      running = null;
      restart();
      finish(ended, { status: 'cancelled' });
    },
  };
}
