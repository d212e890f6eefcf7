// Requests that wait for their answer.
import type { FromHost } from './protocol';

type Waiting = {
  readonly kind: string;
  readonly accept: (answer: FromHost) => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly promise: Promise<unknown>;
};

export class PendingRequests {
  #next = 1;
  #waiting = new Map<number, Waiting>();

  /** Opens a request. `accept` makes the value of the promise as soon as the answer comes, before later messages of the host are
   *  handled. */
  open<Value>(kind: string, accept: (answer: FromHost) => Value): { request: number; promise: Promise<Value> } {
    const request = this.#next;
    this.#next += 1;
    let resolve!: (value: unknown) => void;
    let reject!: (error: Error) => void;
    const promise = new Promise<unknown>((resolvePromise, rejectPromise) => {
      resolve = resolvePromise;
      reject = rejectPromise;
    });
    this.#waiting.set(request, { kind, accept, resolve, reject, promise });
    return { request, promise: promise as Promise<Value> };
  }

  answer(request: number, answer: FromHost): void {
    const waiting = this.#remove(request);
    waiting?.resolve(waiting.accept(answer));
  }

  refuse(request: number, error: Error): void {
    this.#remove(request)?.reject(error);
  }

  /** Rejects all: the host is gone. The page has an event for that, so these rejections may stay unhandled. */
  refuseAll(error: Error): void {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { promise, reject } of all) {
      promise.catch(() => {});
      reject(error);
    }
  }

  waitsFor(kind: string): boolean {
    for (const waiting of this.#waiting.values()) if (waiting.kind === kind) return true;
    return false;
  }

  #remove(request: number): Waiting | undefined {
    const waiting = this.#waiting.get(request);
    this.#waiting.delete(request);
    return waiting;
  }
}
