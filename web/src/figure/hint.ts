// The invitation to push: shown with each scene until somebody has pushed once; for a few seconds in a small figure, and in the first of those that stand
// in a page of somebody else.
import { part } from '../dom/elements';

const kSmall = 600; // CSS pixels
const kMilliseconds = 5000;

let isTaken = false; // by another figure of the page

export class Hint {
  readonly #element: HTMLElement;
  readonly #stage: HTMLElement;
  #isDone = isTaken;
  #timer = 0;

  constructor(root: Element, signal: AbortSignal) {
    this.#element = part(root, 'hint');
    this.#stage = part(root, 'stage');
    isTaken = true;
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  show(): void {
    if (this.#isDone) return;
    this.#element.hidden = false;
    clearTimeout(this.#timer);
    const isForAWhile = (): boolean => this.#stage.clientWidth < kSmall || this.#stage.getRootNode() !== document;
    this.#timer = window.setTimeout(() => isForAWhile() && this.hide(true), kMilliseconds);
  }

  /** Fades; for good when the push has happened. */
  hide(isDone: boolean): void {
    if (this.#isDone) return;
    this.#isDone = isDone;
    this.#element.classList.add('is-gone');
  }
}
