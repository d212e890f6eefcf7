// The scenes of the benchmark, the same for every engine; what one is, says scene-parts.mjs.
import { chains, net, ragdolls } from './joint-scenes.mjs';
import { block, box, ground, kGravity, numbers, randomOrientation, thing } from './scene-parts.mjs';
import { hull, kIcosahedron, kOctahedron } from './shapes.mjs';

const kCube = { type: 'box', half: [0.5, 0.5, 0.5] };

/** One of each, within 0.9 m of its centre. */
const kMixed = [
  kCube,
  { type: 'sphere', radius: 0.6 },
  { type: 'capsule', radius: 0.4, halfHeight: 0.4 },
  { type: 'cylinder', radius: 0.5, halfHeight: 0.5 },
  { type: 'cone', radius: 0.6, halfHeight: 0.6 },
  hull(kOctahedron, 0.8),
  hull(kIcosahedron, 0.35),
  { type: 'box', half: [0.7, 0.35, 0.35] },
];

const building = (title, bodies, { groundHalf, ...rest } = {}) => ({
  title,
  steps: 600,
  gravity: kGravity,
  statics: [ground(groundHalf)],
  bodies,
  joints: [],
  stands: true,
  ...rest,
});

/** Shapes in turn, turned at random, that fall from a loose grid, `side` by `side` in a layer, into a pit of its width. */
function heap(title, count, side, { seed, steps = 600, shapes = [kCube] }) {
  const next = numbers(seed),
    spacing = 1.8,
    bodies = [];
  const jitter = () => 0.04 * next() - 0.02;
  for (let i = 0; i < count; i++) {
    const column = i % side,
      row = Math.floor(i / side) % side,
      layer = Math.floor(i / side ** 2);
    const position = [
      (column - (side - 1) / 2) * spacing + jitter(),
      1.2 + layer * spacing + jitter(),
      (row - (side - 1) / 2) * spacing + jitter(),
    ];
    bodies.push(thing(shapes[i % shapes.length], position, { orientation: randomOrientation(next) }));
  }
  const pit = (side * spacing) / 2 + 0.2,
    up = (Math.ceil(count / side ** 2) * spacing + 8) / 2;
  const statics = [ground(pit + 10)];
  for (const sign of [1, -1]) {
    statics.push(block([1, up, pit + 2], [sign * (pit + 1), up, 0]), block([pit, up, 1], [0, up, sign * (pit + 1)]));
  }
  return { title, steps, gravity: kGravity, statics, bodies, joints: [], pit };
}

function stacks(title, count, height) {
  const bodies = [],
    width = Math.ceil(Math.sqrt(count)),
    spacing = 4;
  for (let i = 0; i < count; i++) {
    const x = ((i % width) - (width - 1) / 2) * spacing,
      z = (Math.floor(i / width) - (width - 1) / 2) * spacing;
    for (let level = 0; level < height; level++) bodies.push(thing(kCube, [x, 0.5 + level, z]));
  }
  return building(title, bodies, { groundHalf: Math.max(60, width * spacing) });
}

function pyramid(rows) {
  const bodies = [];
  for (let row = 0; row < rows; row++) {
    const count = rows - row;
    for (let i = 0; i < count; i++) bodies.push(thing(kCube, [(i - (count - 1) / 2) * 1.05, 0.5 + row, 0]));
  }
  return building(`pyramid of ${bodies.length}`, bodies);
}

/** Bricks in running bond with half bricks at the ends of every other row; a heavy cube is shot at them after two seconds. */
function wall(columns, rows) {
  const brick = [0.5, 0.25, 0.25],
    pitch = 1.05,
    gap = 0.05,
    bodies = [];
  const end = ((columns - 1) / 2) * pitch + 0.5; // the outer face of the last brick
  const halfBrick = [(1 - gap) / 4, 0.25, 0.25];
  for (let row = 0; row < rows; row++) {
    const y = 0.25 + 0.5 * row,
      count = columns - (row % 2);
    for (let i = 0; i < count; i++) bodies.push(box(brick, [(i - (count - 1) / 2) * pitch, y, 0]));
    if (row % 2) for (const sign of [1, -1]) bodies.push(box(halfBrick, [sign * (end - halfBrick[0]), y, 0]));
  }
  const title = `wall of ${bodies.length}, hit at step 120`;
  bodies.push(box([1, 1, 1], [0, 1, 8], { density: 4 }));
  return building(title, bodies, { kick: { step: 120, body: bodies.length - 1, impulse: [0, 0, -640] } });
}

/** Spinning cubes so far apart that they never touch. */
function free(count, width) {
  const next = numbers(3),
    spacing = 2.5,
    bodies = [];
  const spin = () => 8 * next() - 4;
  for (let i = 0; i < count; i++) {
    const position = [
      ((i % width) - (width - 1) / 2) * spacing,
      Math.floor(i / width ** 2) * spacing,
      ((Math.floor(i / width) % width) - (width - 1) / 2) * spacing,
    ];
    const orientation = randomOrientation(next);
    bodies.push(thing(kCube, position, { orientation, angularVelocity: [spin(), spin(), spin()] }));
  }
  return { title: '10,000 free cubes', steps: 600, gravity: [0, 0, 0], statics: [], bodies, joints: [] };
}

export const kWarmUp = () => heap('warm-up', 216, 6, { seed: 9, steps: 100 });

/** The scenes that engines are compared by. */
export const kScenes = {
  pile: () => heap('pile of 1,000', 1000, 10, { seed: 1 }),
  pile4k: () => heap('pile of 4,000', 4000, 16, { seed: 2, steps: 300 }),
  pyramid: () => pyramid(30),
  wall: () => wall(40, 20),
  stacks: () => stacks('20 stacks of 20', 20, 20),
  free: () => free(10000, 22),
  mixed: () => heap('1,000 mixed shapes', 1000, 10, { seed: 1, shapes: kMixed }),
  chains: () => chains(20, 50),
  net: () => net(30),
  ragdolls: () => ragdolls(10),
};

// Of equal height whatever the count, so that every cube has as many neighbours. A world holds 20,000 bodies with the pit.
const kGrowthCounts = [1000, 2000, 5000, 10000, 19980];
const kHeapLayers = 10,
  kStackHeight = 20;

/** Heaps and stacks from a thousand cubes to twenty thousand. */
export const kGrowthScenes = Object.fromEntries(
  kGrowthCounts.flatMap((count) => [
    [`heap-${count}`, () => heap('heap', count, Math.ceil(Math.sqrt(count / kHeapLayers)), { seed: 4 })],
    [`stacks-${count}`, () => stacks('stacks of 20', count / kStackHeight, kStackHeight)],
  ]),
);
