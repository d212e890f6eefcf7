// The selected body. The simulation gets it too, because it sends that body's state with each frame.
import type { Simulation } from '../simulation/client';
import { Emitter } from '../simulation/emitter';
import type { BodyInfo, Vector, WorldInfo } from '../simulation/protocol';
import type { WorldChange } from '../simulation/world-change';

/** Another body is selected, or none. `isChosen`: by a person; `point`: where it was clicked, m from its centre of mass, body axes. */
export type Selected = { readonly body: BodyInfo | null; readonly isChosen: boolean; readonly point: Vector | null };

export class Selection {
  body: BodyInfo | null = null;
  readonly changed = new Emitter<Selected>();
  readonly #simulation: Simulation;
  #isChosen = false; // by a person
  #bodies = new Map<number, BodyInfo>();

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  find(id: number): BodyInfo | undefined {
    return this.#bodies.get(id);
  }

  select(id: number | null, point: Vector | null = null): void {
    const body = (id === null ? undefined : this.#bodies.get(id)) ?? null;
    if (body === this.body && (this.#isChosen || !body)) return; // what the scene selected may still be chosen
    this.#set(body, true, point);
  }

  /** By the scene, not by a person. */
  show(body: BodyInfo | null, point: Vector | null): void {
    if (body || this.body) this.#set(body, false, point);
  }

  /** The next (or previous) body that can move. */
  selectNext(by: 1 | -1): void {
    const able = [...this.#bodies.values()].filter((body) => body.type !== 'static');
    const at = able.findIndex((body) => body.id === this.body?.id);
    const next = at < 0 ? (by > 0 ? 0 : able.length - 1) : (at + by + able.length) % able.length;
    this.select(able[next]?.id ?? null);
  }

  /** After a change of world a body that is still there stays selected, except in another scene. */
  setWorld(info: WorldInfo, change: WorldChange): void {
    const before = [...this.#bodies.values()];
    this.#bodies = new Map(info.bodies.map((body) => [body.id, body]));
    if (!this.body) return;
    const same =
      change === 'scene' ? undefined : change === 'slots' ? twinOf(this.body, before, info.bodies) : this.#bodies.get(this.body.id);
    if (same && change === 'bodies') {
      this.body = same;
      this.#simulation.select(same.id); // a load forgets it
    } else this.#set(same ?? null, false);
  }

  #set(body: BodyInfo | null, isChosen: boolean, point: Vector | null = null): void {
    this.body = body;
    this.#isChosen = isChosen;
    this.#simulation.select(body?.id ?? null);
    this.changed.emit({ body, isChosen, point });
  }
}

// The same copy of the same entry of the scene.
function twinOf(body: BodyInfo, before: readonly BodyInfo[], after: readonly BodyInfo[]): BodyInfo | undefined {
  const copies = (bodies: readonly BodyInfo[]): readonly BodyInfo[] => bodies.filter(({ entry }) => entry >= 0 && entry === body.entry);
  return copies(after)[copies(before).findIndex(({ id }) => id === body.id)];
}
