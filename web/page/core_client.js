// The page's end of the core: keeps only the newest request of each lesson or question, runs one at a time, reports
// progress, cancels by ending the worker, and starts the core again after an abort.

/**
 * `assets`: URLs `worker`, `tally`; `module`: a promise of the compiled wasm. `described` is a promise of the description's text.
 * `run(lesson, request)` and `ask(question, language)` give a promise of {status: 'done', response} |
 * {status: 'failed', message} | {status: 'superseded'} | {status: 'cancelled'}.
 */
export function createCore(assets, module, { onBusy = () => {}, onProgress = () => {} } = {}) {
  const waiting = new Map();  // lesson -> job, in the order of asking
  let worker = null;
  let isReady = false;
  let running = null;
  let memory = 0;
  let nextId = 1;
  let generation = 0;  // of workers; what an ended one still says is not heard
  let broken = '';  // why the core cannot be started at all
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
      describe.resolve(data.description);
    } else if (data.type === 'progress') {
      if (running) onProgress(running.lesson, data.fraction);
    } else if (data.type === 'done' && running?.id === data.id) {
      const job = running;
      running = null;
      memory = data.memory;
      finish(job, { status: 'done', response: data.response });
    } else if (data.type === 'failed') {
      hearFailure(data.message);
    }
    pump();
  }

  function hearFailure(message) {
    const job = running;
    running = null;
    const wasReady = isReady;
    stop();
    if (!wasReady) return giveUp(message);
    start();
    if (job) finish(job, { status: 'failed', message, restarted: true });
  }

  function giveUp(message) {
    broken = message;
    describe.reject(new Error(message));
    pump();
  }

  function stop() {
    generation += 1;
    worker?.terminate();
    worker = null;
    isReady = false;
  }

  async function start() {
    const mine = generation;
    try {
      const fresh = new Worker(assets.worker);
      worker = fresh;
      fresh.onmessage = (event) => worker === fresh && hear(event);
      fresh.onerror = (event) => worker === fresh && hearFailure(event.message || 'worker');
      fresh.postMessage({ type: 'load', url: assets.tally });
      const compiled = await module;
      if (mine === generation) fresh.postMessage({ type: 'start', module: compiled });
    } catch (error) {
      giveUp(String(error.message ?? error));
    }
  }

  function submit(type, lesson, request) {
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
    /** Bytes of the core's memory after its last answer. */
    get memory() {
      return memory;
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
      stop();
      start();
      finish(ended, { status: 'cancelled' });
    },
  };
}
