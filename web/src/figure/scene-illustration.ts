// The illustration that a scene shows beside its bodies, or in their place. It comes and goes with the scene.
import type { MakeIllustration } from '../viewer/illustration';
import type { Viewer } from '../viewer/viewer';

export class SceneIllustration {
  readonly #viewer: Viewer | null;
  #openings = 0; // only the last one counts

  constructor(viewer: Viewer | null) {
    this.#viewer = viewer;
  }

  async show(fetched: Promise<MakeIllustration | null>): Promise<void> {
    const opening = ++this.#openings;
    const make = await fetched.catch(() => null);
    if (opening !== this.#openings) return;
    this.#viewer?.illustration.set(make);
    this.#viewer?.invalidate();
  }
}
