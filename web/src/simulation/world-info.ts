// Describes a world for drawing: its bodies by slot, and its shapes.
import { shapeLayout } from './layout';
import { noBody, shapeKinds, type BodyInfo, type WorldInfo } from './protocol';
import type { World } from './load-engine';

export class WorldDescriber {
  // The description of a body never changes, and getting it from the engine is slow where bodies come and go often.
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
    const shapes = world.shapes().slice();
    return {
      stepsPerSecond: world.stepsPerSecond,
      slotCount: world.slotCount,
      bodies: [...this.#bodies.values()].sort((a, b) => placeOf(a) - placeOf(b) || a.slot - b.slot),
      shapes,
      geometries: geometriesOf(world, shapes),
      // An engine of old knows no joints.
      jointNames: Array.from({ length: world.jointCount || 0 }, (_, index) => world.jointName(index)),
      joints: world.jointCount > 0 ? world.joints().slice() : new Float64Array(0),
    };
  }

  /** Before another scene: the same id may name another body there. */
  forget(): void {
    this.#bodies.clear();
  }
}

// Bodies stand in the order of the scene, because a scene names them by index; later bodies come behind.
const placeOf = ({ entry }: BodyInfo): number => (entry < 0 ? Infinity : entry);

// Geometries by the index that shapes hold.
function geometriesOf(world: World, shapes: Float32Array): Float32Array[] {
  const found: Float32Array[] = [];
  for (let at = 0; at < shapes.length; at += shapeLayout.stride) {
    const kind = shapes[at + shapeLayout.kind]! % shapeKinds.cavity;
    const isListed = kind >= shapeKinds.hull && kind <= shapeKinds.points;
    const index = shapes[at + shapeLayout.dimensions]!;
    if (isListed) found[index] ??= world.geometry(index).slice();
  }
  return Array.from(found, (geometry) => geometry ?? new Float32Array(0));
}

function bodyInfo(world: World, id: number): BodyInfo | null {
  const info = world.bodyInfo(id) as BodyInfo | null;
  if (!info) return null;
  const { slot, name, type, mass, inertia, inertiaTensor, centerOfMass, motion, entry } = info;
  return {
    id,
    slot,
    name,
    type,
    mass,
    inertia: [...inertia],
    inertiaTensor: [...inertiaTensor],
    centerOfMass: [...centerOfMass],
    motion,
    entry,
  };
}
