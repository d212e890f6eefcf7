// Brings a figure to what its scene shows when it opens (scene-show.ts): selected body, marks, camera and speed.
import type { BodyInfo, WorldInfo } from '../simulation/protocol';
import type { Viewer } from '../viewer/viewer';
import type { Marks } from './marks';
import type { BodyReference } from './scene-checks';
import type { Show } from './scene-show';
import type { Selection } from './selection';
import type { TimeControls } from './time-controls';

export type OpeningParts = {
  readonly viewer: Viewer | null;
  readonly selection: Selection;
  readonly marks: Marks;
  readonly time: TimeControls;
};

/** The body that a scene names, or null. */
export function bodyOf(reference: BodyReference | undefined, { bodies }: WorldInfo): BodyInfo | null {
  if (reference === undefined) return null;
  return (typeof reference === 'number' ? bodies[reference] : bodies.find(({ name }) => name === reference)) ?? null;
}

export class OpeningView {
  readonly #parts: OpeningParts;
  #rate: number | null = null; // that the scene before asked for

  constructor(parts: OpeningParts) {
    this.#parts = parts;
  }

  open(show: Show, info: WorldInfo): void {
    const { viewer, selection, marks } = this.#parts;
    const body = bodyOf(show.body, info);
    const centre = body?.centerOfMass;
    const point = show.point && centre ? ([0, 1, 2].map((axis) => show.point![axis]! - centre[axis]!) as [number, number, number]) : null;
    selection.show(body, point);
    marks.showOnly(show.marks ?? null, show.allBodies ?? false);
    if (viewer) viewer.follows = show.follow ?? false;
    this.#setRate(show.rate ?? null);
  }

  // A person's own speed stays from scene to scene; that of a scene goes with it.
  #setRate(wanted: number | null): void {
    const { time } = this.#parts;
    if (wanted !== null) time.setRate(wanted);
    else if (this.#rate !== null && time.rate === this.#rate) time.setRate(1);
    this.#rate = wanted;
  }
}
