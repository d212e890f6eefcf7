// What stands beside the bodies: energy as bars, graph paper; and the camera that looks along z without perspective.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { energyParts, roundScale, roundStep, OrbitCamera, Vector3, readShow } = await importWebModules(
  'figure/energy-parts.ts',
  'viewer/graph-paper.ts',
  'viewer/orbit-camera.ts',
  '../../node_modules/three/src/math/Vector3.js',
  'figure/scene-show.ts',
);

test('the bars are the parts of the energy, and the last one their sum', () => {
  const measures = { linearEnergy: 3, rotationalEnergy: 4, potentialEnergy: -9 };
  assert.deepEqual(
    energyParts.map(({ of }) => of(measures)),
    [3, 4, -9, -2],
  );
});

test('scales and steps are 1, 2 or 5 times a power of ten, the next one above', () => {
  const values = [0.013, 0.9, 1, 1.01, 3, 7, 142];
  assert.deepEqual(values.map(roundScale), [0.02, 1, 1, 2, 5, 10, 200]);
  assert.deepEqual([roundScale(0), roundScale(-3), roundScale(NaN), roundScale(Infinity)], [0, 0, 0, 0]);
  values.map(roundStep).forEach((step, index) => assert.ok(Math.abs(step / [0.02, 1, 1, 2, 5, 10, 200][index] - 1) < 1e-12, `${step}`));
});

test('flat, a camera shows equal lengths alike at any depth, upright, and in the middle of what panels leave free', () => {
  const camera = new OrbitCamera();
  camera.eases = false;
  camera.resize(800, 600, { left: 200, top: 100, right: 0, bottom: 0 });
  camera.lookFrom(new Vector3(4, 5, 9), new Vector3(1, 2, 0), 1);
  camera.isFlat = true;
  camera.update(1);
  const pixel = (x, y, z) => {
    const place = new Vector3(x, y, z).project(camera.camera);
    return [((place.x + 1) / 2) * 800, ((1 - place.y) / 2) * 600];
  };
  const close = (actual, expected) => expected.forEach((part, axis) => assert.ok(Math.abs(actual[axis] - part) < 1e-6, `${actual}`));
  const metre = 1 / camera.metresPerPixel(camera.target);
  for (const z of [-3, 0, 2]) {
    close(pixel(1, 2, z), [500, 350]);
    close(pixel(2, 3, z), [500 + metre, 350 - metre]);
  }
  camera.isFlat = false;
  camera.update(1);
  assert.ok(Math.abs(pixel(2, 3, 2)[0] - pixel(2, 3, -3)[0]) > 1, 'with perspective it does not');
});

test('a scene asks for them with true or false', () => {
  const show = (what) => readShow({ show: what, bodies: [] });
  assert.deepEqual(show({ energyBars: true, graphPaper: false }), { energyBars: true, graphPaper: false });
  assert.throws(() => show({ graphPaper: 1 }), { message: 'show.graphPaper: 1 is neither true nor false' });
});
