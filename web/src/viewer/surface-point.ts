// Where a ray meets the surface of a body, moving or not, as it is drawn: the body, the point, and the normal there. The triangles of the shape are tried in
// turn (Möller and Trumbore, "Fast, minimum storage ray/triangle intersection", 1997), in the axes of the shape; balls are met where they are round.
import { Vector3, type Ray } from 'three';
import { cross, dot, size, sum, times, vectorAt } from '../simulation/mechanics';
import type { BodyInfo, Vector } from '../simulation/protocol';
import type { BodyInstances } from './body-instances';
import type { InstancedShapes } from './instanced-shapes';
import { pickShape } from './picking';

export type SurfacePoint = {
  readonly body: BodyInfo | null; // null: of the floor, which may be drawn larger than its body
  readonly point: Vector; // m, world
  readonly normal: Vector; // unit, world, outwards
};

/** The nearest surface on a ray; null where it meets none. */
export function surfacePoint(ray: Ray, bodies: BodyInstances, all: readonly BodyInfo[]): SurfacePoint | null {
  const moving = bodies.pick(ray, new Vector3());
  const met = moving ? [moving] : all.filter(({ type }) => type === 'static');
  const parts = new Set(met.flatMap(({ slot }) => bodies.partsOf(slot)).map(({ part }) => part));
  const found = pickShape(ray, [...parts]);
  const [origin, direction] = [ray.origin.toArray(), ray.direction.toArray()];
  if (found) {
    const { part, index, distance } = found;
    const slot = part.slotOf(index);
    const body = all.find((one) => one.slot === slot) ?? null;
    const surface = onShape(part, index, origin, direction);
    // Beside the shape, but within the box around it: the point on that box.
    return { body, ...(surface ?? { point: sum(origin, direction, distance), normal: times(direction, -1) }) };
  }
  const { floor } = bodies;
  const way = floor ? (floor.y - origin[1]) / direction[1] : -1;
  return way > 0 ? { body: null, point: sum(origin, direction, way), normal: [0, 1, 0] } : null;
}

function onShape(
  { mesh, matrices, group }: InstancedShapes,
  index: number,
  origin: Vector,
  direction: Vector,
): Omit<SurfacePoint, 'body'> | null {
  const at = 16 * index;
  const columns = [0, 4, 8].map((column) => vectorAt(matrices, at + column));
  const centre = vectorAt(matrices, at + 12);
  // The columns are perpendicular: a coordinate in the unit body is a dot product over a square.
  const inside = (v: Vector): Vector => columns.map((column) => dot(v, column) / dot(column, column)) as unknown as Vector;
  const [from, along] = [inside(sum(origin, centre, -1)), inside(direction)];
  const hit = group.kind === 'ball' ? onBall(from, along) : onTriangles(mesh.geometry, from, along);
  if (!hit) return null;
  const normal = hit.normal.reduce<Vector>(
    (total, part, axis) => sum(total, columns[axis]!, part / dot(columns[axis]!, columns[axis]!)),
    [0, 0, 0],
  );
  return { point: sum(origin, direction, hit.way), normal: times(normal, 1 / size(normal)) };
}

type Hit = { readonly way: number; readonly normal: Vector };

function onBall(from: Vector, along: Vector): Hit | null {
  const [square, half, left] = [dot(along, along), dot(from, along), dot(from, from) - 1];
  const root = half * half - square * left;
  if (root < 0) return null;
  const way = -(half + Math.sqrt(root)) / square;
  return { way, normal: sum(from, along, way) };
}

function onTriangles({ index, attributes }: InstancedShapes['mesh']['geometry'], from: Vector, along: Vector): Hit | null {
  const [places, normals] = [attributes.position!.array, attributes.normal!.array];
  const vertex = (at: number): number => 3 * (index ? index.array[at]! : at);
  const corner = (at: number): Vector => vectorAt(places, vertex(at));
  const count = index ? index.array.length : places.length / 3;
  let nearest: Hit | null = null;
  for (let at = 0; at + 2 < count; at += 3) {
    const first = corner(at);
    const [one, other] = [sum(corner(at + 1), first, -1), sum(corner(at + 2), first, -1)];
    const normal = cross(one, other);
    const steep = -dot(normal, along);
    if (steep <= 0) continue; // its back, or seen edge on
    const away = sum(from, first, -1);
    const turned = cross(away, along);
    const [u, v, way] = [dot(other, turned), -dot(one, turned), dot(normal, away) / steep];
    if (u < 0 || v < 0 || u + v > steep || way <= 0 || (nearest && way >= nearest.way)) continue;
    // Round surfaces have a normal at each corner.
    const weights = [1 - (u + v) / steep, u / steep, v / steep];
    nearest = {
      way,
      normal: weights.reduce<Vector>((total, weight, k) => sum(total, vectorAt(normals, vertex(at + k)), weight), [0, 0, 0]),
    };
  }
  return nearest;
}
