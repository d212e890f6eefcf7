// The dialog of the help; what it says loads when it is first opened.
import { find } from '../dom/elements';
import { Emitter } from '../simulation/emitter';
import { sentenceOf } from '../simulation/problems';

export class Help {
  /** It could not be loaded: one sentence. */
  readonly failed = new Emitter<string>();
  readonly #dialog = find<HTMLDialogElement>('help');

  constructor(signal: AbortSignal) {
    find('help-button').addEventListener('click', () => void this.open(), { signal });
    this.#dialog.addEventListener(
      'click',
      (event) => {
        if (event.target === this.#dialog) this.#dialog.close(); // the veil around it
      },
      { signal },
    );
  }

  async open(): Promise<void> {
    try {
      const { writeHelp } = await import('./help-page');
      if (this.#dialog.childElementCount === 0) writeHelp(this.#dialog);
      if (!this.#dialog.open) this.#dialog.showModal();
    } catch (error) {
      this.failed.emit(sentenceOf(error));
    }
  }
}
