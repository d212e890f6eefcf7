// The fields of the shapes of a body and of the arrangement of its copies: keys, units and limits as in
// web/scenes/README.md.
import { asObject } from '../simulation/scene-path';
import { color, number, orientation, rows, surfaceFields, toggle, vector, type Field } from './scene-fields';

const largestRadius = 500; // m
const edge = [0.001, 1000] as const; // m
const size: Field = { key: 'size', label: 'edges', kind: 'vector', unit: 'm', low: edge[0], high: edge[1], absent: ['', '', ''] };
const radius = number('radius', 'radius', 'm', 0.0005, largestRadius);
const radii: Field = {
  key: 'radii',
  label: 'semi-axes',
  kind: 'vector',
  unit: 'm',
  low: 0.0005,
  high: largestRadius,
  absent: ['', '', ''],
};
const height = number('height', 'height', 'm', ...edge);

const ofAll: readonly Field[] = [
  vector('position', 'position, body frame', 'm', 1000),
  orientation,
  toggle('subtract', 'a cavity', 'false'),
  number('density', 'density', 'kg/m³', 0.001, 100_000, 'the body’s'),
  ...surfaceFields('the body’s', 'the body’s', 'the body’s'),
  toggle('collides', 'collides', 'true'),
  color,
];

const corners = rows('vertices', 'corners x y z, one a line', 'm', -1000, 1000);

/** Fields of a shape, by its type. */
export const shapeFields: Readonly<Record<string, readonly Field[]>> = {
  box: [size, ...ofAll],
  sphere: [radius, ...ofAll],
  ellipsoid: [radii, ...ofAll],
  cylinder: [radius, height, ...ofAll],
  capsule: [radius, height, ...ofAll],
  cone: [radius, height, ...ofAll],
  hull: [corners, ...ofAll],
  mesh: [corners, rows('triangles', 'triangles, three corners a line', '', 0, 9999, ['a', 'b', 'c']), ...ofAll],
  heightField: [
    rows('heights', 'heights, a line along x', 'm', -1000, 1000),
    { key: 'spacing', label: 'from height to height', kind: 'vector', unit: 'm', low: 0.001, high: 1000, parts: ['x', 'z'] },
    ...ofAll,
  ],
  points: [
    rows('points', 'points x y z, one a line', 'm', -1000, 1000),
    rows('masses', 'masses, one a line', 'kg', 1e-9, 1e12, ['m']),
    ...ofAll,
  ],
};

/** The shape with another type; keys that both types have are kept, except what came with the old one: a box of a mesh collides again. */
export function asShape(type: string, shape: Readonly<Record<string, unknown>>): object {
  const came = asObject(newShapes[String(shape.type)]);
  const kept = Object.entries(shape).filter(([key, value]) => came[key] !== value && ofAll.some((field) => field.key === key));
  return { type, ...newShapes[type], ...Object.fromEntries(kept) };
}

/** Values of a new shape; a type that cannot collide yet must say so. */
export const newShapes: Readonly<Record<string, object>> = {
  box: { size: [0.5, 0.5, 0.5] },
  sphere: { radius: 0.25 },
  ellipsoid: { radii: [0.4, 0.25, 0.2] },
  cylinder: { radius: 0.25, height: 0.5 },
  capsule: { radius: 0.25, height: 0.5 },
  cone: { radius: 0.25, height: 0.5 },
  hull: {
    vertices: [
      [-0.25, 0, -0.25],
      [0.25, 0, -0.25],
      [0, 0, 0.25],
      [0, 0.5, 0],
    ],
  },
  mesh: {
    vertices: [
      [-0.25, 0, -0.25],
      [0.25, 0, -0.25],
      [0, 0, 0.25],
      [0, 0.5, 0],
    ],
    triangles: [
      [0, 1, 2],
      [0, 3, 1],
      [1, 3, 2],
      [2, 3, 0],
    ],
    collides: false,
  },
  heightField: {
    heights: [
      [0.2, 0, 0.2],
      [0, 0, 0],
      [0.2, 0, 0.2],
    ],
    spacing: [1, 1],
  },
  points: {
    points: [
      [-0.25, 0, 0],
      [0.25, 0, 0],
      [0, 0.25, 0.1],
    ],
    masses: [1, 1, 2],
    collides: false,
  },
};

const { heightField: _, ...movableShapes } = newShapes;

/** Those that a body of a type can have: heights belong to one that is static. */
export const newShapesOf = (type: unknown): typeof newShapes => (type === 'static' ? newShapes : movableShapes);

const count = (key: string, label: string, low = 1): Field => ({ key, label, kind: 'number', unit: '', low, high: 20_000, whole: true });
const counts: Field = { key: 'count', label: 'copies along x, y, z', kind: 'vector', unit: '', low: 1, high: 20_000, whole: true };
const plane: Field = { key: 'spacing', label: 'from copy to copy', kind: 'vector', unit: 'm', low: 0, high: 10_000, parts: ['x', 'y'] };
const space: Field = { key: 'spacing', label: 'from copy to copy', kind: 'vector', unit: 'm', low: 0, high: 10_000 };
const chance: readonly Field[] = [
  number('jitter', 'moved at random by', 'm', 0, 1000, '0'),
  toggle('randomOrientation', 'turned at random', 'false'),
  { key: 'seed', label: 'seed of chance', kind: 'number', unit: '', low: 0, high: 4_294_967_295, whole: true, absent: '1' },
];

/** Fields of an arrangement, by its type. */
export const arrangementFields: Readonly<Record<string, readonly Field[]>> = {
  grid: [counts, space, ...chance],
  stack: [count('count', 'copies'), number('spacing', 'from copy to copy', 'm', 0, 10_000), ...chance],
  wall: [count('columns', 'columns', 2), count('rows', 'rows'), plane, ...chance],
  pyramid: [count('rows', 'rows'), plane, ...chance],
  spiral: [
    count('count', 'copies'),
    number('spacing', 'along the path', 'm', 0.001, 10_000),
    number('radius', 'radius at its beginning', 'm', 0.001, 10_000),
    number('pitch', 'wider each turn by', 'm', 0, 10_000, '0'),
    ...chance,
  ],
};

/** Values of a new arrangement of bodies of a size (m). */
export const newArrangements: Readonly<Record<string, (x: number, y: number, z: number) => object>> = {
  grid: (x, y, z) => ({ count: [3, 1, 3], spacing: [1.5 * x, y, 1.5 * z] }),
  stack: (_x, y) => ({ count: 3, spacing: y }),
  wall: (x, y) => ({ columns: 4, rows: 3, spacing: [x, y] }),
  pyramid: (x, y) => ({ rows: 3, spacing: [1.1 * x, y] }),
  spiral: (x) => ({ count: 8, spacing: 1.5 * x, radius: 3 * x }),
};
