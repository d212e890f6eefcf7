// Where a ray meets the surface of a body: against closed forms of box, ball, cylinder and floor.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { surfacePoint, Ray, Vector3, BoxGeometry, CylinderGeometry, SphereGeometry } = await importWebModules(
  'viewer/surface-point.ts',
  '../../node_modules/three/src/math/Ray.js',
  '../../node_modules/three/src/math/Vector3.js',
  '../../node_modules/three/src/geometries/BoxGeometry.js',
  '../../node_modules/three/src/geometries/CylinderGeometry.js',
  '../../node_modules/three/src/geometries/SphereGeometry.js',
);

const body = { slot: 0, type: 'static' };
// A shape with these half extents, turned by an angle about z, at a place.
function bodies(kind, geometry, [a, b, c], angle, [x, y, z], floor = null) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const matrices = new Float32Array([a * cos, a * sin, 0, 0, -b * sin, b * cos, 0, 0, 0, 0, c, 0, x, y, z, 1]);
  const part = { group: { kind, count: 1 }, matrices, mesh: { geometry }, slotOf: () => 0 };
  return { pick: () => null, partsOf: () => [{ part, indices: [0] }], floor };
}
const ray = (origin, direction) => new Ray(new Vector3(...origin), new Vector3(...direction).normalize());
const isNear = (actual, wanted, tolerance = 1e-6) =>
  actual.forEach((part, axis) => assert.ok(Math.abs(part - wanted[axis]) < tolerance, `${actual} is not ${wanted}`));

test('a face of a turned box, a ball and the side and the end of a cylinder', () => {
  const angle = 0.3;
  const box = bodies('box', new BoxGeometry(2, 2, 2), [1, 2, 3], angle, [5, 0, 0]);
  const met = surfacePoint(ray([0, 0, 0.5], [1, 0, 0]), box, [body]);
  assert.equal(met.body, body);
  isNear(met.point, [5 - 1 / Math.cos(angle), 0, 0.5]);
  isNear(met.normal, [-Math.cos(angle), -Math.sin(angle), 0]);

  const ball = bodies('ball', new SphereGeometry(1, 8, 4), [2, 2, 2], 0, [0, 0, -5]);
  const onBall = surfacePoint(ray([1, 0, 5], [0, 0, -1]), ball, [body]);
  isNear(onBall.point, [1, 0, Math.sqrt(3) - 5]);
  isNear(onBall.normal, [0.5, 0, Math.sqrt(3) / 2]);

  const cylinder = bodies('cylinder', new CylinderGeometry(1, 1, 2, 64), [0.5, 1, 0.5], 0, [0, 0, 0]);
  const onSide = surfacePoint(ray([0.3, 0.2, 4], [0, 0, -1]), cylinder, [body]);
  isNear(onSide.point, [0.3, 0.2, 0.4], 1e-3); // its circle has 64 edges
  isNear(onSide.normal, [0.6, 0, 0.8], 2e-3);
  const onEnd = surfacePoint(ray([0.1, 4, 0.1], [0, -1, 0]), cylinder, [body]);
  isNear(onEnd.point, [0.1, 1, 0.1]);
  isNear(onEnd.normal, [0, 1, 0]);
});

test('beside all shapes the floor, which belongs to no shape; else nothing', () => {
  const floor = { index: 0, x: 0, y: -1, z: 0, halfX: 9, halfZ: 9 };
  const scene = bodies('box', new BoxGeometry(2, 2, 2), [1, 1, 1], 0, [50, 0, 0], floor);
  const met = surfacePoint(ray([0, 1, 0], [0, -1, 1]), scene, [body]);
  assert.equal(met.body, null);
  isNear(met.point, [0, -1, 2]);
  assert.deepEqual(met.normal, [0, 1, 0]);
  assert.equal(surfacePoint(ray([0, 1, 0], [0, 1, 1]), scene, [body]), null);
});
