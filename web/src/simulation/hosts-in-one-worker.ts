// One Worker for several simulations, each with a host and an engine of its own in it: what steps together needs no processor of its own. Where no
// Worker can start, each has its host in the page.
import { compileEngine } from './compile-engine';
import { connect, newWorker, startTimeout, type Connect, type Connection } from './connection';
import { EngineError } from './problems';
import { protocolVersion, type FromHost } from './protocol';
import type { WorkerStart } from './worker';

type Listener = (reason: string) => void;
type Member = { died: Listener };

export class HostsInOneWorker {
  #worker: Worker | null = null;
  #members = new Set<Member>();

  /** A way to one more host. */
  readonly connect: Connect = async () => {
    // A Worker that hangs answers nobody: it makes way for another one.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const connection = await this.#connectWorker().catch(() => null);
      if (connection) return connection;
    }
    return connect({ worker: false });
  };

  async #connectWorker(): Promise<Connection> {
    const compiled = await compileEngine();
    const worker = (this.#worker ??= this.#start());
    const { port1: port, port2 } = new MessageChannel();
    const member: Member = { died: () => {} };
    this.#members.add(member);
    const start: WorkerStart = { type: 'start', compiled, port: port2 };
    try {
      const ready = firstMessage(port, member);
      worker.postMessage(start, [port2]);
      await ready;
    } catch (error) {
      this.#members.delete(member);
      if (worker === this.#worker) this.#break('the Worker does not answer');
      throw error;
    }
    member.died = () => {};
    return {
      where: 'worker',
      port,
      onDeath: (listener) => {
        member.died = listener;
      },
      close: () => {
        if (!this.#members.delete(member)) return;
        port.postMessage({ type: 'dispose' });
        port.onmessage = null;
        port.close();
        if (this.#members.size === 0) this.#end();
      },
    };
  }

  #start(): Worker {
    const worker = newWorker();
    worker.onerror = (event) => {
      event.preventDefault();
      if (event.message) console.warn(event.message);
      if (worker === this.#worker) this.#break('the Worker broke down');
    };
    return worker;
  }

  // All hosts in it are gone.
  #break(reason: string): void {
    const members = this.#members;
    this.#members = new Set();
    this.#end();
    for (const { died } of members) died(reason);
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

// Resolves once the host at the other end is ready.
function firstMessage(port: MessagePort, member: Member): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new EngineError(`it did not start within ${startTimeout / 1000} s`)), startTimeout);
    member.died = (reason) => {
      clearTimeout(timer);
      reject(new EngineError(reason));
    };
    port.onmessage = ({ data }: MessageEvent<FromHost>) => {
      clearTimeout(timer);
      if (data.type === 'ready' && data.version === protocolVersion) resolve();
      else reject(new EngineError(data.type === 'failed' ? data.message : 'it speaks another version of the protocol'));
    };
  });
}
