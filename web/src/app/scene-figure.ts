// The figure that a scene of the gallery shows beside its bodies, or in their place: loaded with it, gone with it.
import type { Viewer } from '../viewer/viewer';
import { fetchFigure } from './scene-library';

export class SceneFigure {
  readonly #viewer: Viewer | null;
  #openings = 0; // only the last one counts

  constructor(viewer: Viewer | null) {
    this.#viewer = viewer;
  }

  async show(id: string | null): Promise<void> {
    const opening = ++this.#openings;
    const make = await fetchFigure(id).catch(() => null);
    if (opening !== this.#openings) return;
    this.#viewer?.figure.set(make);
    this.#viewer?.invalidate();
  }
}
