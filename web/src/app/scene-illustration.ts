// The illustration that a scene of the gallery shows beside its bodies, or in their place. It loads and goes with the scene.
import type { Viewer } from '../viewer/viewer';
import { fetchIllustration } from './scene-library';

export class SceneIllustration {
  readonly #viewer: Viewer | null;
  #openings = 0; // only the last one counts

  constructor(viewer: Viewer | null) {
    this.#viewer = viewer;
  }

  async show(id: string | null): Promise<void> {
    const opening = ++this.#openings;
    const make = await fetchIllustration(id).catch(() => null);
    if (opening !== this.#openings) return;
    this.#viewer?.illustration.set(make);
    this.#viewer?.invalidate();
  }
}
