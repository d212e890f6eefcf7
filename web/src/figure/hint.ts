// The invitation to push: shown with each scene until somebody has pushed once; in a small figure once, for a few seconds.
import { part } from '../dom/elements';

const kSmall = 600; // CSS pixels
const kMilliseconds = 5000; // in a small figure

export class Hint {
  readonly #element: HTMLElement;
  readonly #stage: HTMLElement;
  #isDone = false;
  #timer = 0;

  constructor(root: Element, signal: AbortSignal) {
    this.#element = part(root, 'hint');
    this.#stage = part(root, 'stage');
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  show(): void {
    if (this.#isDone) return;
    this.#element.hidden = false;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#stage.clientWidth < kSmall && this.hide(true), kMilliseconds);
  }

  /** Fades; for good when the push has happened. */
  hide(isDone: boolean): void {
    if (this.#isDone) return;
    this.#isDone = isDone;
    this.#element.classList.add('is-gone');
  }
}
