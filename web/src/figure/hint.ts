// The invitation to push: shown with each scene until somebody has pushed once.
import { part } from '../dom/elements';

export class Hint {
  readonly #element: HTMLElement;
  #isDone = false;

  constructor(root: Element) {
    this.#element = part(root, 'hint');
  }

  show(): void {
    if (!this.#isDone) this.#element.hidden = false;
  }

  /** Fades; for good when the push has happened. */
  hide(isDone: boolean): void {
    if (this.#isDone) return;
    this.#isDone = isDone;
    this.#element.classList.add('is-gone');
  }
}
