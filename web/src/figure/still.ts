// A copy of the last picture, in the same place: seen while there is no graphics context to draw with, and in print, where browsers
// leave a drawn canvas blank.
import { make } from '../dom/elements';

export class Still {
  readonly #picture: HTMLCanvasElement;
  readonly #copy = make('canvas', { class: 'still', 'aria-hidden': 'true' }) as HTMLCanvasElement;
  #context: CanvasRenderingContext2D | null = null;

  constructor(picture: HTMLCanvasElement) {
    this.#picture = picture;
    this.#copy.hidden = true;
    picture.after(this.#copy);
  }

  /** Copies what was drawn in this task; later it is gone. */
  take(): void {
    const { width, height } = this.#picture;
    // Read back into memory, because a copy on the graphics card would be lost with the picture.
    this.#context ??= this.#copy.getContext('2d', { alpha: false, willReadFrequently: true });
    if (this.#copy.width !== width || this.#copy.height !== height) Object.assign(this.#copy, { width, height });
    this.#context?.drawImage(this.#picture, 0, 0);
  }

  set isSeen(isSeen: boolean) {
    this.#copy.hidden = !isSeen || !this.#context;
  }
}
