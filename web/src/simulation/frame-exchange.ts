// The exchange of frames: one request at a time, and two pose arrays that take turns between page and host, so that nothing is
// allocated in steady state.
import type { FrameTarget, Frame, Port, ToHost } from './protocol';

export class FrameExchange {
  /** The newest frame. Its poses go back to the host when the next one has come. */
  frame: Frame | null = null;
  isUnderWay = false;
  readonly #question: Extract<ToHost, { type: 'frame' }> = { type: 'frame', now: 0, poses: null, target: null };
  readonly #transfer: Transferable[] = [];
  #spare: Float32Array | null = null; // the array of the frame before the one on display

  ask(port: Port, now: number, target: FrameTarget | null): void {
    this.isUnderWay = true;
    this.#question.now = now;
    this.#question.target = target;
    this.#question.poses = this.#spare;
    this.#transfer.length = 0;
    if (this.#spare) this.#transfer.push(this.#spare.buffer);
    this.#spare = null;
    port.postMessage(this.#question, this.#transfer);
  }

  receive(frame: Frame): void {
    this.isUnderWay = false;
    if (this.frame) this.#spare = this.frame.poses;
    this.frame = frame;
  }

  /** Forgets the open request and the arrays: the host is gone. */
  forget(): void {
    this.isUnderWay = false;
    this.frame = this.#spare = null;
  }
}
