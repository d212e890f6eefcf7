// Push or drag: the radio buttons below the picture choose the tool of the pointer.
import { part } from '../dom/elements';
import { Emitter } from '../simulation/emitter';
import type { Viewer } from '../viewer/viewer';

let groups = 0; // figures in this page

export class ToolChoice {
  /** A key has chosen the other tool: what it is for and its name. */
  readonly toggled = new Emitter<string>();
  readonly #viewer: Viewer | null;
  readonly #inputs: readonly HTMLInputElement[];

  constructor(root: Element, viewer: Viewer | null, signal: AbortSignal) {
    const tools = part(root, 'tools');
    this.#viewer = viewer;
    this.#inputs = [...tools.querySelectorAll('input')];
    const group = `tool-${(groups += 1)}`; // radio buttons of one name in a page are one choice
    for (const input of this.#inputs) input.name = group;
    tools.addEventListener('change', () => this.#use(), { signal });
    this.#use(); // a reload keeps the radio buttons as they were
  }

  toggle(): void {
    const other = this.#inputs.find((input) => !input.checked);
    if (!other) return;
    other.checked = true;
    this.#use();
    this.toggled.emit(
      [other.closest('fieldset')?.querySelector('legend'), other.parentElement].map((each) => each?.textContent).join(': '),
    );
  }

  #use(): void {
    const tool = this.#inputs.find((input) => input.checked)?.value;
    if (this.#viewer) this.#viewer.pointerTools.tool = tool === 'drag' ? 'drag' : 'push';
  }
}
