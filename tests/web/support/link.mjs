// A host with the fake engine at the other end of a MessageChannel, and what a test needs around it.
import { calls, fakeEngine } from './fake-engine.mjs';

/** Sends raw messages to a host and waits for its answers. */
export class HostClient {
  #answers = [];
  #wake = () => {};
  #request = 1000;

  constructor(createHost, options) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = (event) => {
      this.#answers.push(event.data);
      this.#wake();
    };
    this.host = createHost(port2, fakeEngine, options);
    this.close = () => {
      this.host.dispose();
      port1.close();
      port2.close();
    };
  }

  send(message, transfer = []) {
    this.port.postMessage(message, transfer);
  }

  /** The next message of a type; those before it are left out. */
  async next(type) {
    for (;;) {
      while (this.#answers.length > 0) {
        const answer = this.#answers.shift();
        if (answer.type === type || (Array.isArray(type) && type.includes(answer.type))) return answer;
      }
      await new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no "${type}" came within 5 s`)), 5000);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  ask(message, type) {
    this.#request += 1;
    this.send({ ...message, request: this.#request });
    return this.next([type, 'refused']);
  }

  frame(now, poses = null) {
    this.send({ type: 'frame', now, poses }, poses ? [poses.buffer] : []);
    return this.next('frame');
  }
}

/** Connections for Simulation.start({ connect }); `mute` makes the newest host stop answering, as in an endless step. */
export function connections(createHost, { where = 'worker' } = {}) {
  const made = [];
  const connect = async () => {
    const { port1, port2 } = new MessageChannel();
    const host = createHost(port2, fakeEngine);
    let muted = false;
    let die = () => {};
    const connection = {
      where,
      port: port1,
      onDeath: (listener) => {
        die = listener;
      },
      close() {
        connection.closed = true;
        if (!muted) host.dispose();
        port1.onmessage = null;
        port1.close();
        port2.close();
      },
      closed: false,
      mute() {
        muted = true;
        port2.onmessage = null;
      },
      die: (reason) => die(reason),
    };
    made.push(connection);
    return connection;
  };
  return {
    connect,
    made,
    get latest() {
      return made.at(-1);
    },
  };
}

export { calls };

/** Counts the buffers and typed arrays made by plain constructors while `work` runs. */
export async function countBuffers(work) {
  const names = ['ArrayBuffer', 'Float32Array', 'Float64Array', 'Uint32Array', 'Uint8Array'];
  const kept = Object.fromEntries(names.map((name) => [name, globalThis[name]]));
  let count = 0;
  for (const name of names) {
    globalThis[name] = new Proxy(kept[name], {
      construct(target, args, newTarget) {
        count += 1;
        return Reflect.construct(target, args, newTarget);
      },
    });
  }
  try {
    await work();
  } finally {
    Object.assign(globalThis, kept);
  }
  return count;
}

export const until = async (condition, what, limit = 5000) => {
  for (const end = performance.now() + limit; !(await condition()); ) {
    if (performance.now() > end) throw new Error(`${what} did not happen within ${limit} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
