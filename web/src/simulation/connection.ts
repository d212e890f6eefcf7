// Starts a host and gives its port: in a Worker, or in the page where a Worker cannot start (a sandboxed frame, a content
// security policy without worker-src, a browser setting).
import { compileEngine, compileFrom } from './compile-engine';
import { causeOf, EngineError } from './problems';
import { protocolVersion, type FromHost, type Port } from './protocol';
import type { WorkerStart } from './worker';

export type Connection = {
  readonly where: 'worker' | 'page';
  readonly port: Port;
  /** Why there is no Worker, where there is none. */
  readonly workerProblem?: string;
  /** Calls the listener when the host is gone without a message. */
  onDeath(listener: (reason: string) => void): void;
  close(): void;
};

export type Connect = () => Promise<Connection>;

export const startTimeout = 5000; // ms; a Worker that loads takes a fraction of it even on a slow phone

/** The usual way: a Worker, else the page. `worker: false` does not try one. */
export async function connect(options: { worker?: boolean } = {}): Promise<Connection> {
  const compiling = compileEngine();
  compiling.catch(() => {}); // handled below; the Worker starts meanwhile
  let workerProblem = 'the page asked for none';
  if (options.worker !== false) {
    try {
      return await connectWorker(newWorker(), compiling);
    } catch (error) {
      workerProblem = causeOf(error);
    }
  }
  const compiled = await compiling;
  const { connectSameThread } = await import('./same-thread');
  return { ...(await connectSameThread(compiled)), workerProblem };
}

/** A host of an earlier version: its Worker and its WebAssembly, in a folder. Rejects with EngineError. */
export async function connectTo(folder: URL): Promise<Connection> {
  try {
    const worker = new Worker(new URL('worker.js', folder), { type: 'module', name: 'tumble' });
    return await connectWorker(worker, compileFrom(new URL('tumble-core.wasm', folder)));
  } catch (error) {
    throw new EngineError(`The engine of the other version does not start: ${causeOf(error)}.`);
  }
}

export const newWorker = (): Worker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'tumble' });

async function connectWorker(worker: Worker, compiling: Promise<WebAssembly.Module>): Promise<Connection> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const started = firstMessage(worker);
    started.catch(() => {}); // compiling may fail first
    const start: WorkerStart = { type: 'start', compiled: await compiling };
    worker.postMessage(start);
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new EngineError(`it did not start within ${startTimeout / 1000} s`)), startTimeout);
    });
    await Promise.race([started, late]);
  } catch (error) {
    worker.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
    worker.onmessage = worker.onerror = null;
  }
  return {
    where: 'worker',
    port: worker as Port,
    onDeath(listener) {
      worker.onerror = (event) => {
        event.preventDefault();
        console.warn(event.message);
        listener('the Worker broke down');
      };
      worker.onmessageerror = () => listener('a message of the Worker could not be read');
    },
    close() {
      worker.onmessage = worker.onerror = worker.onmessageerror = null;
      worker.terminate();
    },
  };
}

// Resolves with the first message of a Worker that is ready. An error event, a refusal or another version reject: no Worker here.
function firstMessage(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => {
      event.preventDefault();
      if (event.message) console.warn(event.message);
      reject(new EngineError('its script was refused'));
    };
    worker.onmessage = (event: MessageEvent<FromHost>) => {
      const message = event.data;
      if (message.type === 'ready' && message.version === protocolVersion) resolve();
      else reject(new EngineError(message.type === 'failed' ? message.message : 'it speaks another version of the protocol'));
    };
  });
}
