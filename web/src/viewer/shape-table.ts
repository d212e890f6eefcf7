// The shapes of a world as the engine lists them (shapeLayout), made ready for drawing: sorted into moving and
// static ones and by kind, each kind a unit body between -1 and 1 that half extents stretch. A capsule becomes a
// cylinder and two balls, point masses become balls, a cavity is not drawn. The floor is found among the static boxes: it is
// drawn as a plane that fades away.
import { turn, vectorAt } from '../simulation/mechanics';
import { pointMassLayout, poseLayout, shapeLayout } from '../simulation/layout';
import { shapeKinds, type WorldInfo } from '../simulation/protocol';
import type { DisplayedPoses } from './displayed-poses';
import type { FigureName } from './look-names';

/** One draw call: a kind, for hulls and meshes one geometry, for figures one name and size. */
export type DrawnKind = 'box' | 'ball' | 'cylinder' | 'cone' | `solid${number}` | `figure:${FigureName}:${string}`;

/** In place of the kind, which is that of the group, a record of it has the ordinal of its shape: 1 for the first that the engine lists of the
 *  body, 0 for a figure of the whole body. */
export const shapeOrdinal = shapeLayout.kind;

/** Shapes of one draw call. `table` holds a record for each (shapeLayout), with half extents for dimensions and shapeOrdinal for the kind;
 *  `figure` is what bodies of this look are drawn as. */
export type ShapeGroup = {
  readonly kind: DrawnKind;
  readonly count: number;
  readonly table: Float32Array;
  readonly figure?: FigureName;
};

/** What bodies are drawn as in place of their shapes, by slot. */
export type Looks = ReadonlyMap<number, FigureName>;

const kFloorBreadth = 6; // a floor is at least this many times as broad as it is thick
const kFloorHalfWidth = 3; // m; anything narrower is a slab to look at, not a floor
const kLevel = 1e-3; // a floor's up axis may lean by this much (radians, about)
const kPointSize = 0.07; // radius of the heaviest of point masses, of the half diagonal of all

type Vector3 = [number, number, number];
type Add = (kind: DrawnKind, halfExtents: Vector3, position: Vector3) => void;

/** The middle and half extents of a geometry: `stride` numbers a point. */
export function extentOf(numbers: Float32Array, stride: 3 | 4): { middle: Vector3; half: Vector3 } {
  const low: Vector3 = [Infinity, Infinity, Infinity];
  const high: Vector3 = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at + 2 < numbers.length; at += stride) {
    for (const axis of [0, 1, 2] as const) {
      low[axis] = Math.min(low[axis], numbers[at + axis]);
      high[axis] = Math.max(high[axis], numbers[at + axis]);
    }
  }
  const along = (of: (axis: 0 | 1 | 2) => number): Vector3 => [of(0), of(1), of(2)];
  return { middle: along((axis) => (low[axis] + high[axis]) / 2), half: along((axis) => Math.max(1e-6, (high[axis] - low[axis]) / 2)) };
}

// What is drawn for one shape of the engine, in the shape's own frame.
function draw(kind: number, [a, b, c]: Vector3, geometries: readonly Float32Array[], add: Add): void {
  const { box, sphere, cylinder, capsule, cone, points, ellipsoid } = shapeKinds;
  if (kind === box) add('box', [a, b, c], [0, 0, 0]);
  else if (kind === sphere || kind === ellipsoid) add('ball', kind === sphere ? [a, a, a] : [a, b, c], [0, 0, 0]);
  else if (kind === cylinder || kind === cone) add(kind === cone ? 'cone' : 'cylinder', [a, b / 2, a], [0, 0, 0]);
  else if (kind === capsule) {
    add('cylinder', [a, b / 2, a], [0, 0, 0]);
    for (const side of [-1, 1]) add('ball', [a, a, a], [0, (side * b) / 2, 0]);
  } else {
    const geometry = geometries[a];
    if (!geometry || geometry.length === 0) return;
    if (kind !== points) {
      const { middle, half } = extentOf(geometry, 3);
      return add(`solid${a}`, half, middle);
    }
    const { half } = extentOf(geometry, pointMassLayout.stride);
    const massAt = (at: number): number => geometry[at + pointMassLayout.mass];
    let heaviest = 0;
    for (let at = 0; at < geometry.length; at += pointMassLayout.stride) heaviest = Math.max(heaviest, massAt(at));
    for (let at = 0; at < geometry.length; at += pointMassLayout.stride) {
      const radius = kPointSize * Math.max(0.05, Math.hypot(...half)) * Math.cbrt(massAt(at) / heaviest);
      add('ball', [radius, radius, radius], [...vectorAt(geometry, at + pointMassLayout.position)]);
    }
  }
}

export function splitShapes({ bodies, shapes, geometries }: WorldInfo): { moving: ShapeGroup[]; still: ShapeGroup[] } {
  const isStill = new Set(bodies.filter((body) => body.type === 'static').map((body) => body.slot));
  const lists = { moving: new Map<DrawnKind, number[]>(), still: new Map<DrawnKind, number[]>() };
  const listed: number[] = []; // shapes so far, by slot
  for (let at = 0; at + shapeLayout.stride <= shapes.length; at += shapeLayout.stride) {
    const shape = shapes.subarray(at, at + shapeLayout.stride);
    const kind = shape[shapeLayout.kind];
    const slot = shape[shapeLayout.slot];
    const ordinal = (listed[slot] = (listed[slot] ?? 0) + 1);
    if (kind >= shapeKinds.cavity) continue;
    const own = isStill.has(slot) ? lists.still : lists.moving;
    const [a, b, c, x, y, z] = shape.subarray(shapeLayout.dimensions, shapeLayout.orientation);
    draw(kind, [a, b, c], geometries, (drawn, half, local) => {
      const place = turn(shape, shapeLayout.orientation, local);
      let list = own.get(drawn);
      if (!list) own.set(drawn, (list = []));
      list.push(slot, ordinal, ...half, x + place[0], y + place[1], z + place[2], ...shape.subarray(shapeLayout.orientation));
    });
  }
  const groups = (own: Map<DrawnKind, number[]>): ShapeGroup[] =>
    [...own].map(([kind, list]) => ({ kind, count: list.length / shapeLayout.stride, table: Float32Array.from(list) }));
  return { moving: groups(lists.moving), still: groups(lists.still) };
}

/** Where the floor is: its index in the group, the middle of its top face and its half widths (world axes). */
export type Floor = { index: number; x: number; y: number; z: number; halfX: number; halfZ: number };

/** The broadest level box that stands still, if there is one. */
export function findFloor(group: ShapeGroup, poses: DisplayedPoses): Floor | null {
  let best: Floor | null = null;
  for (let index = 0; index < group.count; ++index) {
    const at = index * shapeLayout.stride;
    const [halfX, halfY, halfZ] = group.table.subarray(at + shapeLayout.dimensions, at + shapeLayout.position);
    if (Math.min(halfX, halfZ) < Math.max(kFloorHalfWidth, kFloorBreadth * halfY)) continue;
    const pose = group.table[at + shapeLayout.slot] * poseLayout.stride;
    const turned = [0, 1, 2].some(
      (part) =>
        Math.abs(poses.values[pose + poseLayout.orientation + part]) > kLevel ||
        Math.abs(group.table[at + shapeLayout.orientation + part]) > kLevel,
    );
    if (turned || (best && halfX * halfZ <= best.halfX * best.halfZ)) continue;
    const body = vectorAt(poses.values, pose + poseLayout.position);
    const local = vectorAt(group.table, at + shapeLayout.position);
    best = {
      index,
      x: body[0] + local[0],
      y: body[1] + local[1] + halfY,
      z: body[2] + local[2],
      halfX,
      halfZ,
    };
  }
  return best;
}
