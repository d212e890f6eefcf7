// The entry of the Worker. The first message brings the compiled engine; from then on the host has the port.
import { createHost } from './host';
import { instantiateEngine } from './load-engine';
import { sentenceOf } from './problems';
import type { Port } from './protocol';

/** The first message of the page. Without a port the Worker itself is the port. */
export type WorkerStart = { readonly type: 'start'; readonly compiled: WebAssembly.Module; readonly port?: MessagePort };

const self = globalThis as unknown as Port;

self.onmessage = async (event) => {
  const start = event.data as WorkerStart;
  const port = start.port ?? self;
  try {
    createHost(port, await instantiateEngine(start.compiled));
  } catch (error) {
    port.postMessage({ type: 'failed', message: sentenceOf(error) });
  }
};
