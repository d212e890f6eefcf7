import assert from 'node:assert/strict';
import test from 'node:test';
import { missingPeers } from '../bench/engines.mjs';
import { watchJoints } from '../bench/joint-quality.mjs';
import { deepestInStatics, deepestPenetration, drift, escapedCount, fallenCount, overlapDepth, topSpeed } from '../bench/quality.mjs';
import { kGrowthScenes, kScenes } from '../bench/scenes.mjs';
import { hull, kOctahedron, reach } from '../bench/shapes.mjs';
import { combineRuns, median, millimeters, milliseconds, percent, ratios, table, windowMedians } from '../bench/tables.mjs';

const unitAxes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  s = Math.SQRT1_2;

test('active is the first third, settled the last half', () => {
  assert.deepEqual(windowMedians([1, 1, 5, 5, 2, 2]), { active: 1, settled: 2 });
  assert.equal(median([3, 1, 2]), 2);
});

test('the best repetition counts for each time, and a ratio above 1 means that ours is faster', () => {
  const combined = combineRuns([
    { active: 3, settled: 1 },
    { active: 2, settled: 4 },
    { active: 9, settled: 2 },
  ]);
  assert.deepEqual(combined.best, { active: 2, settled: 1 });
  assert.deepEqual(combined.median, { active: 3, settled: 2 });
  assert.deepEqual(ratios({ active: 2, settled: 4 }, { active: 3, settled: 2 }), { active: 1.5, settled: 0.5 });
});

test('the table is Markdown with the numbers to the right', () => {
  assert.equal(table(['a', 'ms'], [['pile', '1.5']]), '| a    |  ms |\n| ---- | --: |\n| pile | 1.5 |\n');
  assert.deepEqual([0.1234, 1.234, 12.34].map(milliseconds), ['0.123', '1.23', '12.3']);
});

test('overlap of boxes: side by side, on an edge, across two edges, apart', () => {
  const half = [0.5, 0.5, 0.5],
    box = (center, axes = unitAxes) => ({ half, center, axes });
  const turned = [
    [s, s, 0],
    [-s, s, 0],
    [0, 0, 1],
  ];
  assert.ok(Math.abs(overlapDepth(box([0, 0, 0]), box([0.9, 0.2, 0])) - 0.1) < 1e-12);
  assert.ok(Math.abs(overlapDepth(box([0, 0, 0]), box([0, 1.2, 0], turned)) - (0.5 + s - 1.2)) < 1e-12);
  assert.equal(overlapDepth(box([0, 0, 0]), box([0, 1.3, 0], turned)), 0);
  // Edges that cross at a right angle along z: half diagonals add up.
  const edgeUp = [
      [1, 0, 0],
      [0, s, s],
      [0, -s, s],
    ],
    edgeDown = [
      [s, 0, s],
      [0, 1, 0],
      [-s, 0, s],
    ];
  assert.ok(Math.abs(overlapDepth(box([0, 0, 0], edgeUp), box([0, 0, 1.3], edgeDown)) - (2 * s - 1.3)) < 1e-12);
});

test('what a scene is judged by', () => {
  const body = (position) => ({ shape: { type: 'box', half: [0.5, 0.5, 0.5] }, position, orientation: [0, 0, 0, 1] });
  const scene = {
    statics: [{ half: [9, 1, 9], position: [0, -1, 0], orientation: [0, 0, 0, 1] }],
    bodies: [body([0, 0.5, 0]), body([0, 1.5, 0])],
    pit: 4,
  };
  const poses = (...positions) => Float32Array.from(positions.flatMap((p) => [...p, 0, 0, 0, 1]));
  const start = poses([0, 0.5, 0], [0, 1.5, 0]);
  assert.deepEqual(
    [drift(scene, start), fallenCount(scene, start), escapedCount(scene, start), deepestPenetration(scene, start)],
    [0, 0, 0, 0],
  );
  const end = poses([0, 0.25, 0], [3, 0.5, 4]);
  assert.deepEqual(
    [drift(scene, end), fallenCount(scene, end), escapedCount(scene, end), deepestPenetration(scene, end)],
    [Math.hypot(3, 1, 4), 1, 0, 0.25],
  );
  assert.equal(topSpeed(scene, end, start, 0.5), 2 * Math.hypot(3, 1, 4));
  for (const outside of [
    [0, -2, 0],
    [5.5, 0.5, 0],
    [0, 0.5, -5.5],
    [NaN, 0, 0],
  ]) {
    assert.equal(escapedCount(scene, poses([0, 0.5, 0], outside)), 1);
  }
});

test('scenes have the counts that their titles say, and nothing overlaps at the start', () => {
  const counts = Object.fromEntries(Object.entries(kScenes).map(([name, scene]) => [name, scene().bodies.length]));
  assert.deepEqual(counts, {
    pile: 1000,
    pile4k: 4000,
    pyramid: 465,
    wall: 811,
    stacks: 400,
    free: 10000,
    mixed: 1000,
    chains: 1000,
    net: 900,
    ragdolls: 1100,
  });
  for (const name of ['pile', 'pyramid', 'wall', 'stacks']) {
    const scene = kScenes[name]();
    const poses = Float32Array.from(scene.bodies.flatMap((body) => [...body.position, ...body.orientation]));
    assert.ok(deepestPenetration(scene, poses) < 1e-6, name); // positions in single precision
  }
  for (const scene of Object.values(kGrowthScenes)) {
    const { bodies, statics } = scene();
    assert.ok(Number.isInteger(bodies.length) && bodies.length + statics.length <= 20000);
  }
});

test('how far shapes reach, and how deep they are in what stands still', () => {
  const size = { radius: 0.5, halfHeight: 1 },
    slanted = [0.6, 0.8, 0];
  const reaches = ['sphere', 'capsule', 'cylinder', 'cone'].map((type) => reach({ type, ...size }, slanted));
  for (const [i, expected] of [0.5, 1.3, 1.1, 0.8].entries()) assert.ok(Math.abs(reaches[i] - expected) < 1e-12);
  assert.ok(Math.abs(reach({ type: 'cone', ...size }, [0.6, -0.8, 0]) - 1.1) < 1e-12);
  assert.equal(reach(hull(kOctahedron, 2), [0, -1, 0]), 2);
  const scene = { statics: [{ half: [9, 1, 9], position: [0, -1, 0] }], bodies: [{ shape: { type: 'cone', ...size } }] };
  const depth = (y, orientation) => deepestInStatics(scene, Float32Array.from([0, y, 0, ...orientation]));
  assert.equal(depth(0.75, [0, 0, 0, 1]), 0.25);
  assert.ok(Math.abs(depth(0.25, [0, 0, s, s]) - 0.25) < 1e-6, 'on its side');
  assert.equal(depth(2, [0, 0, 0, 1]), 0);
});

test('joints are judged by their anchors, and energy against that of the start', () => {
  const bodies = [0, 1].map((x) => ({
    shape: { type: 'sphere', radius: 0.5 },
    position: [x, 0, 0],
    orientation: [0, 0, 0, 1],
    density: 1,
  }));
  const joints = [
    { a: null, b: 0, point: [0, 0, 0] },
    { a: 0, b: 1, point: [0.5, 0, 0] },
  ];
  const watch = watchJoints({ bodies, joints, gravity: [0, -10, 0], conservative: true });
  const world = (y, velocity) => ({
    readPoses: (out) => out.set([0, 0, 0, 0, 0, 0, 1, 1, y, 0, 0, 0, 0, 1]),
    getVel: (i) => ({ lin: [0, i * velocity, 0], ang: [0, 0, 0] }),
  });
  const poses = new Float32Array(14);
  for (const [y, velocity] of [
    [0, 0],
    [-0.125, 2], // 1.25 of 2 J/kg came from the height
    [0, 0],
  ]) {
    watch.look(world(y, velocity), poses);
  }
  assert.deepEqual(watch.result(), { gap: 0.125, energy: { end: 0, highest: 0.375 } });
  assert.deepEqual([millimeters(0.125), percent(0.375), percent(NaN)], ['130', '+37.50 %', 'blown up']);
});

test('engines that are not installed: one sentence says how to get them', () => {
  const sentence = missingPeers(['havok', 'jolt'], '/no/such/folder');
  assert.match(sentence, /^@babylonjs\/havok [\d.]+, jolt-physics [\d.]+ are not installed; "npm run bench:install-peers" puts/);
  assert.equal(missingPeers([]), null);
});
