// The engine of a released version in Node: its Worker as a page starts it, in a thread.
import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { spokenToday } from '../../../build-scripts/lib/spoken.mjs';

/** `folder`: the URL of engines/<version>-<hash>/. Gives a way to a host, as Simulation.start takes it. */
export const connectToFrozen = (folder) => async () => {
  const worker = new Worker(new URL('frozen-worker.mjs', import.meta.url), { workerData: new URL('worker.js', folder).href });
  const started = once(worker, 'message');
  worker.postMessage({ type: 'start', compiled: await WebAssembly.compile(await readFile(new URL('tumble-core.wasm', folder))) });
  const [first] = await started;
  if (first.type !== 'ready') throw new Error(`The engine of ${folder} does not start: ${first.message}`);
  // As a page holds it (web/src/simulation/connection.ts).
  const { protocol } = spokenToday();
  if (first.version !== protocol)
    throw new Error(`The engine of ${folder} speaks version ${first.version} of the protocol, not ${protocol}.`);
  const port = { onmessage: null, postMessage: (message, transfer) => worker.postMessage(message, transfer) };
  worker.on('message', (data) => port.onmessage?.({ data }));
  return {
    where: 'worker',
    port,
    onDeath: (listener) => worker.on('error', (error) => listener(String(error))),
    close: () => worker.terminate(),
  };
};

/** A scene of the gallery as it was when the version was released. */
export const frozenScenes = async (folder) => new Map(Object.entries(JSON.parse(await readFile(new URL('scenes.json', folder), 'utf8'))));
