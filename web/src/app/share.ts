// The button and key that open the dialog of web/share, which loads then; and its way to pictures for the console.
import { find } from '../dom/elements';
import type { Figure } from '../figure/figure';
import type { Poster } from '../share/poster';
import type { ShareDialog } from '../share/share-dialog';
import type { ShareSource } from '../share/share-source';
import { sentenceOf } from '../simulation/problems';
import { absoluteUrl } from './url-state';

export class Share {
  readonly #figure: Figure;
  readonly #button = find('share-button');
  #dialog: Promise<ShareDialog> | null = null;

  constructor(figure: Figure, signal: AbortSignal) {
    this.#figure = figure;
    this.#button.addEventListener('click', () => void this.open(), { signal });
  }

  async open(): Promise<void> {
    if (this.#figure.simulation.scene === undefined) return;
    try {
      await (await this.#load()).open();
    } catch (error) {
      this.#figure.notices.refuse(sentenceOf(error));
    }
  }

  /** Renders a step of the run on display. Rejects with a sentence. */
  async poster(step: number): Promise<Poster> {
    const { simulation } = this.#figure;
    const { renderPoster } = await import('../share/poster');
    return renderPoster(this.#figure, { scene: simulation.base, log: simulation.log ?? [] }, step);
  }

  #load(): Promise<ShareDialog> {
    const source: ShareSource = {
      figure: this.#figure,
      link: async () => absoluteUrl({ isEmbed: false }),
      embedLink: async () => absoluteUrl({ isEmbed: true }),
    };
    this.#dialog ??= import('../share/share-dialog').then(
      ({ ShareDialog: Dialog }) => new Dialog(find<HTMLDialogElement>('share'), source),
      (error: unknown) => {
        this.#dialog = null; // a network may come back
        throw error;
      },
    );
    return this.#dialog;
  }
}
