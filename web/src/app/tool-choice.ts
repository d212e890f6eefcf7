// Push or drag: the radio buttons beside the picture choose the tool of the pointer.
import { find } from '../dom/elements';
import type { Viewer } from '../viewer/viewer';

export class ToolChoice {
  readonly #viewer: Viewer | null;
  readonly #inputs = [...find('tools').querySelectorAll<HTMLInputElement>('input')];

  constructor(viewer: Viewer | null, signal: AbortSignal) {
    this.#viewer = viewer;
    find('tools').addEventListener('change', () => this.#use(), { signal });
    this.#use(); // a reload keeps the radio buttons as they were
  }

  toggle(): void {
    const other = this.#inputs.find((input) => !input.checked);
    if (other) other.checked = true;
    this.#use();
  }

  #use(): void {
    const tool = this.#inputs.find((input) => input.checked)?.value;
    if (this.#viewer) this.#viewer.pointerTools.tool = tool === 'drag' ? 'drag' : 'push';
  }
}
