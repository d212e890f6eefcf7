// The button and key that open the dialog of web/share, which loads then; and pictures for the console.
import { find } from '../dom/elements';
import type { Poster } from '../share/poster';
import type { ShareDialog } from '../share/share-dialog';
import type { SharedLink } from '../share/share-source';
import { sentenceOf } from '../simulation/problems';
import type { ViewParts } from './link-view';
import type { SceneOpener } from './scene-opener';
import { sharedUrl } from './url-state';

export class Share {
  readonly #parts: ViewParts;
  readonly #scenes: SceneOpener;
  #dialog: Promise<ShareDialog> | null = null;

  constructor(parts: ViewParts, scenes: SceneOpener, signal: AbortSignal) {
    this.#parts = parts;
    this.#scenes = scenes;
    find('share-button').addEventListener('click', () => void this.open(), { signal });
  }

  async open(): Promise<void> {
    const { simulation, notices } = this.#parts.figure;
    if (simulation.scene === undefined) return;
    try {
      await (await this.#load()).open();
    } catch (error) {
      notices.refuse(sentenceOf(error));
    }
  }

  /** Renders a step of the run on display. Rejects with a sentence. */
  async poster(step: number): Promise<Poster> {
    const { figure } = this.#parts;
    const { simulation } = figure;
    const { renderPoster } = await import('../share/poster');
    return renderPoster(figure, { scene: simulation.base, log: simulation.log ?? [] }, step);
  }

  #load(): Promise<ShareDialog> {
    const { figure } = this.#parts;
    this.#dialog ??= Promise.all([import('../share/share-dialog'), import('./link-view')]).then(
      ([{ ShareDialog: Dialog }, { presentView }]) =>
        new Dialog(find<HTMLDialogElement>('share'), { figure, link: () => this.#link(), view: () => presentView(this.#parts) }),
      (error: unknown) => {
        this.#dialog = null; // a network may come back
        throw error;
      },
    );
    return this.#dialog;
  }

  async #link(): Promise<SharedLink> {
    const { present } = this.#scenes;
    const { presentLink } = await import('./present-link');
    const { text, isPlain } = await presentLink(this.#parts, present);
    const link = isPlain ? null : text;
    const scene = present?.scene ?? null;
    return {
      address: sharedUrl(link, scene),
      embedAddress: sharedUrl(link, scene, true),
      figure: isPlain && scene !== null ? { scene } : { link: text },
      isFromStart: isPlain,
    };
  }
}
