// The dialog “Share”; what is in it loads when it is first opened.
import { find } from '../dom/elements';
import { Emitter } from '../simulation/emitter';
import { sentenceOf } from '../simulation/problems';
import type { SceneOpener } from './scene-opener';

export class Share {
  /** There is no link: one sentence. */
  readonly failed = new Emitter<string>();
  readonly #scenes: SceneOpener;
  readonly #dialog = find<HTMLDialogElement>('share');

  constructor(scenes: SceneOpener, signal: AbortSignal) {
    this.#scenes = scenes;
    find('share-button').addEventListener('click', () => void this.open(), { signal });
    this.#dialog.addEventListener(
      'click',
      (event) => {
        if (event.target === this.#dialog) this.#dialog.close(); // the veil around it
      },
      { signal },
    );
  }

  async open(): Promise<void> {
    const { present, viewParts } = this.#scenes;
    if (!present || !viewParts) return;
    try {
      const { writeShare } = await import('./share-page');
      await writeShare(this.#dialog, viewParts, present);
      if (!this.#dialog.open) this.#dialog.showModal();
    } catch (error) {
      this.failed.emit(sentenceOf(error));
    }
  }
}
