// The page finds the colour of a shape by its place in the engine's list of shapes: both have to count alike.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Scene } from 'three';
import { importWebModules } from '../web/support/bundle.mjs';
import { drawnColors } from '../web/support/drawn-colors.mjs';
import { instantiate, load } from './support/engine.mjs';

const { sceneLook, BodyInstances, WorldDescriber, keptBodies } = await importWebModules(
  'figure/scene-look.ts',
  'viewer/body-instances.ts',
  'simulation/world-info.ts',
  'simulation/kept-bodies.ts',
);

const kApart = 10; // m: a shape tells by its x where it stands in the scene
const corners = [
  [-1, 0, -1],
  [1, 0, -1],
  [0, 0, 1],
  [0, 1, 0],
];
const faces = [
  [0, 1, 2],
  [0, 3, 1],
  [1, 3, 2],
  [2, 3, 0],
];
const points = [
  [0, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const solids = [
  { type: 'box', size: [1, 1, 1] },
  { type: 'sphere', radius: 1 },
  { type: 'cylinder', radius: 1, height: 1 },
  { type: 'capsule', radius: 1, height: 1 },
  { type: 'cone', radius: 1, height: 1 },
  { type: 'ellipsoid', radii: [1, 2, 3] },
  { type: 'hull', vertices: corners },
];
const cavity = { type: 'sphere', radius: 0.1, subtract: true };
const ghosts = [...solids, { type: 'mesh', vertices: corners, triangles: faces }, { type: 'points', points, masses: 1 }].map((shape) => ({
  ...shape,
  collides: false,
}));
const surfaces = [
  { type: 'mesh', vertices: corners, triangles: faces },
  { type: 'heightField', heights: points, spacing: [1, 1] },
];
const inColors = (shapes) =>
  shapes.map((shape, index) => ({ ...shape, position: [kApart * index, 0, 0], color: `#0000${(16 + index).toString(16)}` }));
const dynamic = inColors([ghosts[0], ...solids, cavity, ...ghosts, ...solids]);
const bodies = [
  { name: 'ground', type: 'static', shapes: inColors([...surfaces, ...solids, ...ghosts.slice(0, 3), cavity, ...solids]) },
  { name: 'copies', shapes: dynamic, position: [0, 500, 0], arrangement: { type: 'stack', count: 3, spacing: 50 } },
  { name: 'ghost', collides: false, shapes: inColors([...solids, ...solids.map((shape) => ({ ...shape, collides: true }))]) },
  { name: 'last', shapes: inColors([...ghosts].reverse()), position: [0, 900, 0] },
];

/** Asserts that every shape that is drawn has the colour that the scene gives it. */
function assertColors(world, scene) {
  const info = new WorldDescriber().describe(world);
  const drawn = new BodyInstances(new Scene(), true);
  drawn.setWorld(info, sceneLook(scene, info).looks);
  for (const { slot, name, entry, centerOfMass } of info.bodies) {
    const { shapes } = scene.bodies[entry];
    const placeOf = (_kind, record) => Math.round((record[5] + centerOfMass[0]) / kApart);
    const found = drawnColors(drawn, slot, placeOf);
    const wanted = shapes.flatMap(({ subtract, color }, place) => (subtract ? [] : [[place, color]]));
    const byPlace = new Map(found);
    assert.deepEqual(
      [...byPlace].sort(([a], [b]) => a - b),
      wanted,
      name,
    );
    for (const [place, color] of found) assert.equal(color, byPlace.get(place), `${name}, parts of shape ${place}`);
  }
}

test('every shape of every kind has the colour of its place, in moving, static and ghostly bodies and in copies', async () => {
  const scene = { tumble: 1, bodies };
  const { World } = await instantiate();
  const world = load(new World(), scene);
  assertColors(world, scene);
  world.step();
  // Bodies that go and come, in another order.
  const edited = { ...scene, bodies: [bodies[0], bodies[3], { ...bodies[1], name: 'others', position: [0, 300, 0] }, bodies[2]] };
  assert.equal(world.revise(edited, keptBodies(scene, edited)), '');
  assertColors(world, edited);
});
