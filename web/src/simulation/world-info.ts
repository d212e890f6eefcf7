// Describes a world for drawing: its bodies by slot, and its shapes.
import { noBody, type BodyInfo, type WorldInfo } from './protocol';
import type { World } from './load-engine';

export class WorldDescriber {
  // What a body is does not change while it lives, and asking the engine for it is slow where bodies come and go often.
  #bodies = new Map<number, BodyInfo>();

  describe(world: World): WorldInfo {
    const ids = world.ids().slice(); // a view lasts only until the next call
    const known = this.#bodies;
    this.#bodies = new Map();
    for (const id of ids) {
      if (id === noBody) continue;
      const body = known.get(id) ?? bodyInfo(world, id);
      if (body) this.#bodies.set(id, body);
    }
    return {
      stepsPerSecond: world.stepsPerSecond,
      slotCount: world.slotCount,
      bodies: [...this.#bodies.values()],
      shapes: world.shapes().slice(),
    };
  }

  /** Before another scene: the same id may name another body there. */
  forget(): void {
    this.#bodies.clear();
  }
}

function bodyInfo(world: World, id: number): BodyInfo | null {
  const info = world.bodyInfo(id) as BodyInfo | null;
  if (!info) return null;
  const { slot, name, type, mass, inertia, inertiaTensor, centerOfMass, motion, entry } = info;
  return { id, slot, name, type, mass, inertia: [...inertia], inertiaTensor: [...inertiaTensor], centerOfMass: [...centerOfMass], motion, entry };
}
