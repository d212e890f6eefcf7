// What a body is drawn as where a scene gives it a `look`: a racket, a hammer, a rocket. A figure fills the box around the body's shapes; its
// long axis is that of the box, its head at the positive end. The shapes move and collide, the figure is drawn. It loads with the first
// scene that asks for one.
import { BufferGeometry, Float32BufferAttribute, type MeshLambertMaterial } from 'three';
import type { Vector } from '../simulation/protocol';
import { FigureMesh, plain, type Tone } from './figure-mesh';
import type { FigureName } from './look-names';
import { paintedMaterial } from './painted-material';

export { withFigures } from './figure-groups';

const dark: Tone = [0.022, 0.024, 0.03, 0.86];
const steel: Tone = [0.24, 0.27, 0.3, 1];
const pale: Tone = [0.8, 0.8, 0.77, 1];
const shaded: Tone = [0, 0, 0, 0.42];

/** `half`: half extents, m, of which the second one is the longest. */
type Draw = (mesh: FigureMesh, half: Vector) => void;

// Mains and crosses, a frame with a face of its own on either side, an open throat, a grip.
function drawRacket(mesh: FigureMesh, [wide, long, thick]: Vector): void {
  const tube = Math.min(thick, 0.1 * wide);
  const grip = Math.min(thick, 0.16 * wide) / 1.08;
  const [a, b] = [wide - tube, 0.26 * 2 * long - tube];
  const middle = long - tube - b;
  const face = (normal: Vector): Tone => (normal[2] < -0.25 ? dark : plain);
  const onHoop = (angle: number): Vector => [a * Math.sin(angle), middle - b * Math.cos(angle), 0];
  const hoop = Array.from({ length: 64 }, (_, index) => onHoop((2 * Math.PI * index) / 64));
  mesh.tube(hoop, tube, true, face, 12);
  const joint = -long + 0.33 * 2 * long;
  for (const side of [-1, 1]) {
    const root = onHoop(side * 0.62);
    const bend: Vector = [0.42 * root[0], (root[1] + joint) / 2 - 0.02 * long, 0];
    mesh.tube([root, bend, [side * 0.35 * grip, joint, 0], [side * 0.3 * grip, joint - 0.06 * long, 0]], tube, false, face, 12);
  }
  const top = -long + 0.58 * long;
  mesh.turned(
    [0, 0, 0],
    [0, 1, 0],
    [
      [top, 0],
      [top, 0.85 * grip],
      [joint, 0.85 * grip],
      [joint, 0],
    ],
    plain,
  );
  mesh.turned(
    [0, 0, 0],
    [0, 1, 0],
    [
      [-long, 0],
      [-long, 1.08 * grip],
      [-long + 0.05 * long, grip],
      [top, grip],
      [top, 0],
    ],
    dark,
    8,
  );
  mesh.endOutline();
  const string = Math.max(0.011 * wide, 0.0006);
  const [mains, crosses] = [14, 17];
  const pull = (from: Vector, to: Vector): void => mesh.tube([from, to], string, false, () => pale, 4);
  for (let index = 1; index < mains; index += 1) {
    const x = a * (-1 + (2 * index) / mains);
    const y = b * Math.sqrt(1 - (x / a) ** 2);
    pull([x, middle - y, 0], [x, middle + y, 0]);
  }
  for (let index = 1; index < crosses; index += 1) {
    const y = b * (-1 + (2 * index) / crosses);
    const x = a * Math.sqrt(1 - (y / b) ** 2);
    pull([-x, middle + y, 0], [x, middle + y, 0]);
  }
}

// A turned handle, and across it a head with a face at one end and a peen at the other.
function drawHammer(mesh: FigureMesh, [wide, long, thick]: Vector): void {
  const cheek = Math.min(thick, 0.3 * long) / 1.012;
  const head = long - 1.012 * cheek;
  const grip = 0.34 * cheek;
  mesh.turned(
    [0, 0, 0],
    [0, 1, 0],
    [
      [-long, 0],
      [-long, 0.9 * grip],
      [-long + 0.1 * long, 1.15 * grip],
      [-0.35 * long, 1.1 * grip],
      [0.1 * long, 0.75 * grip],
      [long, 0.8 * grip],
      [long, 0],
    ],
    plain,
  );
  const profile: readonly (readonly [number, number])[] = [
    [-wide, 0.1 * cheek],
    [-0.92 * wide, 0.34 * cheek],
    [-0.3 * wide, 0.66 * cheek],
    [-0.24 * wide, 0.8 * cheek],
    [0.24 * wide, 0.8 * cheek],
    [0.34 * wide, 0.62 * cheek],
    [0.5 * wide, 0.62 * cheek],
    [0.56 * wide, cheek],
    [0.94 * wide, cheek],
    [wide, 0.9 * cheek],
    [wide, 0],
  ];
  mesh.turned([0, head, 0], [1, 0, 0], [[-wide, 0], ...profile], steel);
  mesh.turned(
    [0, head, 0],
    [1, 0, 0],
    [
      [0.6 * wide, 1.012 * cheek],
      [0.68 * wide, 1.012 * cheek],
    ],
    dark,
  );
}

// A nose of four pieces of an ogive, fins of which one is dark, and nozzles at these places across, in parts of the half width.
function drawRocket(mesh: FigureMesh, [wide, long, thick]: Vector, nozzles: readonly number[], body: number): void {
  const across = Math.min(wide, thick);
  const radius = body * across;
  const tail = -long + 0.09 * long;
  const nose = long - 3.2 * radius;
  const ogive = [1, 0.965, 0.86, 0.68, 0.42, 0.2, 0].map(
    (part, index) => [nose + 3.2 * radius * [0, 0.18, 0.4, 0.62, 0.82, 0.93, 1][index]!, radius * part] as const,
  );
  mesh.turned(
    [0, 0, 0],
    [0, 1, 0],
    [
      [tail, 0],
      [tail, radius],
      [nose, radius],
    ],
    plain,
  );
  mesh.turned([0, 0, 0], [0, 1, 0], ogive, pale);
  mesh.turned(
    [0, 0, 0],
    [0, 1, 0],
    [
      [tail + 0.12 * long, 1.012 * radius],
      [tail + 0.17 * long, 1.012 * radius],
    ],
    pale,
  );
  mesh.turned(
    [0, nose - 0.35 * radius, 0],
    [0, 0, 1],
    [
      [0.9 * radius, 0.34 * radius],
      [1.03 * radius, 0.34 * radius],
      [1.03 * radius, 0],
    ],
    dark,
  );
  for (const x of nozzles) {
    const bell = Math.min(0.34 * radius, 0.83 * (1 - Math.abs(x)) * wide);
    mesh.turned(
      [x * wide, 0, 0],
      [0, 1, 0],
      [
        [-long, 0.8 * bell],
        [-long, bell],
        [tail, 0.5 * bell],
        [tail + 0.02 * long, 0],
      ],
      dark,
    );
    if (x !== 0)
      mesh.turned(
        [x * wide, 0, 0],
        [0, 1, 0],
        [
          [tail, 0],
          [tail, 1.2 * bell],
          [-0.45 * long, 1.2 * bell],
          [-0.3 * long, 0],
        ],
        shaded,
      );
  }
  const fin = (out: Vector, span: number, tone: Tone): void => {
    const at = (part: number, y: number): Vector => [out[0] * part, y, out[2] * part];
    mesh.plate(
      [at(0.8 * radius, tail), at(span, tail - 0.04 * long), at(span, tail + 0.22 * long), at(0.8 * radius, tail + 0.55 * long)],
      [out[2], 0, -out[0]],
      0.09 * radius,
      tone,
    );
  };
  if (nozzles.length > 1) {
    fin([0, 0, 1], thick, dark);
    fin([0, 0, -1], thick, shaded);
    return;
  }
  fin([1, 0, 0], wide, shaded);
  fin([-1, 0, 0], wide, shaded);
  fin([0, 0, 1], thick, dark);
  fin([0, 0, -1], thick, shaded);
}

const draws: Readonly<Record<FigureName, Draw>> = {
  racket: drawRacket,
  hammer: drawHammer,
  rocket: (mesh, half) => drawRocket(mesh, half, [0], 0.4),
  twinRocket: (mesh, half) => drawRocket(mesh, half, [-0.833, 0.833], 0.58),
};

// The axes of the box in the order of the figure's: the longest second, the shortest third. An even turn of axes has no reflection; an odd
// one turns the third round.
function orderOf(half: Vector): { readonly order: readonly [0 | 1 | 2, 0 | 1 | 2, 0 | 1 | 2]; readonly sign: 1 | -1 } {
  const sorted = ([0, 1, 2] as const).toSorted((a, b) => half[b] - half[a] || a - b);
  const order = [sorted[1]!, sorted[0]!, sorted[2]!] as const;
  const isEven = (order[1] - order[0] + 3) % 3 === 1;
  return { order, sign: isEven ? 1 : -1 };
}

/** The figure in a box of half extents 1: a new geometry, whose draw range without the finest parts is `userData.outlined` corners. */
export function figureGeometry(name: FigureName, half: Vector): BufferGeometry {
  const { order, sign } = orderOf(half);
  const mesh = new FigureMesh();
  draws[name](mesh, [half[order[0]], half[order[1]], half[order[2]]]);
  const place = (values: readonly number[], scale: (axis: 0 | 1 | 2) => number): Float32BufferAttribute => {
    const out = new Float32Array(values.length);
    for (let at = 0; at < values.length; at += 3) {
      for (const part of [0, 1, 2] as const) out[at + order[part]] = (part === 2 ? sign : 1) * values[at + part]! * scale(order[part]);
    }
    return new Float32BufferAttribute(out, 3);
  };
  const geometry = new BufferGeometry()
    .setAttribute(
      'position',
      place(mesh.positions, (axis) => 1 / half[axis]),
    )
    .setAttribute(
      'normal',
      place(mesh.normals, (axis) => half[axis]),
    ) // that the matrix of an instance divides by again
    .setAttribute('tone', new Float32BufferAttribute(mesh.tones, 4));
  geometry.userData.outlined = Math.min(mesh.outlined, mesh.count);
  return geometry;
}

/** Matt, in the body's colour under the tones. */
export const figureMaterial = (softwareRendering: boolean): MeshLambertMaterial =>
  paintedMaterial('figure', softwareRendering, {
    vertexHead: 'attribute vec4 tone;\nvarying vec4 vTone;',
    fragmentHead: 'varying vec4 vTone;',
    vertex: 'vTone = tone;',
    color: 'diffuseColor.rgb = mix(diffuseColor.rgb, vTone.rgb, vTone.a);',
  });
