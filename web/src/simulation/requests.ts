// Questions that wait for their answer.
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

  /** Opens a question. `accept` makes the value of the promise from the answer, at once when the answer comes: before
   *  anything else the host said after it. */
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

  /** When the host is gone. The page hears of that by itself, so nobody has to look at these rejections. */
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
