// The shapes of a world as the engine lists them (protocol: floatsPerShape), split for drawing into what moves and what
// stands still, and the floor found among the latter: it is drawn as a plane that fades away instead of as a box.
import { floatsPerPose, floatsPerShape, type WorldInfo } from '../simulation/protocol';
import type { DisplayedPoses } from './displayed-poses';

/** Shapes of one draw call. `table` holds floatsPerShape floats a shape, in the engine's order. */
export type ShapeGroup = { readonly count: number; readonly table: Float32Array };

/** Offsets inside one shape of the table. */
export const shapeFields = { slot: 0, type: 1, halfExtents: 2, position: 5, orientation: 8 } as const;

const kFloorBreadth = 6; // a floor is at least this many times as broad as it is thick
const kFloorHalfWidth = 3; // m; anything narrower is a slab to look at, not a floor
const kLevel = 1e-3; // a floor's up axis may lean by this much (radians, about)

function pick(table: Float32Array, offsets: readonly number[]): ShapeGroup {
  const own = new Float32Array(offsets.length * floatsPerShape);
  offsets.forEach((offset, index) => own.set(table.subarray(offset, offset + floatsPerShape), index * floatsPerShape));
  return { count: offsets.length, table: own };
}

export function splitShapes(info: WorldInfo): { moving: ShapeGroup; still: ShapeGroup } {
  const isStill = new Set(info.bodies.filter((body) => body.type === 'static').map((body) => body.slot));
  const moving: number[] = [];
  const still: number[] = [];
  for (let at = 0; at + floatsPerShape <= info.shapes.length; at += floatsPerShape) {
    (isStill.has(info.shapes[at + shapeFields.slot]) ? still : moving).push(at);
  }
  return { moving: pick(info.shapes, moving), still: pick(info.shapes, still) };
}

/** Where the floor is: its index in the group, the middle of its top face and its half widths (world axes). */
export type Floor = { index: number; x: number; y: number; z: number; halfX: number; halfZ: number };

/** The broadest level box that stands still, if there is one. */
export function findFloor(group: ShapeGroup, poses: DisplayedPoses): Floor | null {
  let best: Floor | null = null;
  for (let index = 0; index < group.count; ++index) {
    const at = index * floatsPerShape;
    const [halfX, halfY, halfZ] = group.table.subarray(at + shapeFields.halfExtents, at + shapeFields.position);
    if (Math.min(halfX, halfZ) < Math.max(kFloorHalfWidth, kFloorBreadth * halfY)) continue;
    const pose = group.table[at + shapeFields.slot] * floatsPerPose;
    const turned = [0, 1, 2].some(
      (part) =>
        Math.abs(poses.values[pose + 4 + part]) > kLevel || Math.abs(group.table[at + shapeFields.orientation + part]) > kLevel,
    );
    if (turned || (best && halfX * halfZ <= best.halfX * best.halfZ)) continue;
    const local = group.table.subarray(at + shapeFields.position, at + shapeFields.orientation);
    best = {
      index,
      x: poses.values[pose] + local[0],
      y: poses.values[pose + 1] + local[1] + halfY,
      z: poses.values[pose + 2] + local[2],
      halfX,
      halfZ,
    };
  }
  return best;
}
