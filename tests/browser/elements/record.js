// Keeps the events of each figure, and what the page looked like before.
globalThis.heard = {};
globalThis.readyAt = {}; // ms of the page
for (const type of ['ready', 'step', 'push', 'impact', 'change', 'visibility', 'end', 'error'])
  document.addEventListener(type, (event) => hear(event), true);

function hear(event) {
  if (!(event instanceof CustomEvent)) return;
  const { id } = event.target;
  if (event.type === 'ready') globalThis.readyAt[id] ??= performance.now();
  ((globalThis.heard[id] ??= {})[event.type] ??= []).push(event.detail);
}
globalThis.of = (id) => document.getElementById(id);

// What the figures take of the browser: graphics contexts ever made, Workers that live.
globalThis.made = { contexts: 0, workers: 0, mostWorkers: 0 };
const contexts = new WeakSet();
const { getContext } = HTMLCanvasElement.prototype;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  const context = getContext.call(this, kind, ...more);
  if (kind === 'webgl2' && context && !contexts.has(context)) {
    contexts.add(context);
    globalThis.made.contexts += 1;
  }
  return context;
};
const PlainWorker = Worker;
globalThis.Worker = class extends PlainWorker {
  #lives = true;
  constructor(...given) {
    super(...given);
    globalThis.made.workers += 1;
    globalThis.made.mostWorkers = Math.max(globalThis.made.mostWorkers, globalThis.made.workers);
  }
  terminate() {
    if (this.#lives) globalThis.made.workers -= 1;
    this.#lives = false;
    super.terminate();
  }
};
