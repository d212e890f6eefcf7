// What the page works out for its instruments, against closed forms: motion of a point, principal axes, the polhode.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { aboutPoint, cross, motionOf, newMotion, pointMotion, inverse, principalAxes, writePolhode, polhodePoints } = await importWebModules(
  'simulation/mechanics.ts',
  'simulation/principal-axes.ts',
  'viewer/polhode.ts',
);
const close = (actual, expected, tolerance, what) =>
  [...actual].forEach((value, axis) =>
    assert.ok(Math.abs(value - expected[axis]) <= tolerance, `${what}[${axis}]: ${value} is not ${expected[axis]}`),
  );

const body = (inertiaTensor, mass = 2) => ({
  id: 0,
  slot: 0,
  name: '',
  type: 'dynamic',
  mass,
  inertia: [1, 1, 1],
  inertiaTensor,
  centerOfMass: [0, 0, 0],
  motion: 'automatic',
  entry: 0,
});
const axisAngle = (axis, angle) => [...axis.map((part) => part * Math.sin(angle / 2)), Math.cos(angle / 2)];

test('about any point a push J at p leaves p x J, and a force F there turns by p x F: r x p of the centre, and what is about it', () => {
  const [centre, push, J, O] = [
    [1, 2, 3],
    [1.5, 1, 2],
    [0.4, -0.3, 0.2],
    [-2, 0.5, 1],
  ];
  const minus = (a, b) => a.map((part, axis) => part - b[axis]);
  const own = cross(minus(push, centre), J);
  const motion = { ...newMotion(), position: centre, momentum: J, angularMomentum: own, force: J, torque: own };
  const { momentum, torque } = aboutPoint(motion, O);
  close(momentum.total, cross(minus(push, O), J), 1e-15, 'L');
  close(momentum.ofCentre, cross(minus(centre, O), J), 1e-15, 'r x p');
  close(momentum.aboutCentre, own, 0, 'own L');
  close(torque.total, cross(minus(push, O), J), 1e-15, 'torque');
  close(aboutPoint(motion, push).momentum.total, [0, 0, 0], 1e-15, 'about where it was pushed');
});

test('a ball on a circle: velocity and centripetal acceleration of a point of it', () => {
  // Centre at rest, omega = 3 about z; a point at r = (0.5, 0, 0) runs at 1.5 m/s and is drawn inwards with 4.5 m/s^2.
  const state = [1, 2, 3, 0, 0, 0, 1, 0, 0, 0, 0, 0, 3];
  const details = {
    states: Float64Array.from(state),
    earlier: Float64Array.from(state),
    accelerations: new Float64Array(0),
    contacts: new Float32Array(0),
    forces: new Float64Array(0),
  };
  const motion = motionOf(body([4, 0, 0, 0, 4, 0, 0, 0, 4]), details, 60, newMotion());
  const point = pointMotion(motion, [0.5, 0, 0]);
  close(point.velocity, [0, 1.5, 0], 1e-12, 'velocity');
  close(point.centripetal, [-4.5, 0, 0], 1e-12, 'centripetal');
  close(point.tangential, [0, 0, 0], 1e-12, 'tangential');
});

test('free rotation has no torque, and its angular acceleration is Euler’s', () => {
  // I = diag(1, 2, 3), omega = (1, 2, 3), in body axes: d omega = I^-1 (-(omega x I omega)).
  const tensor = [1, 0, 0, 0, 2, 0, 0, 0, 3];
  const omega = [1, 2, 3];
  const moment = [1, 4, 9];
  const expected = [-(2 * 9 - 3 * 4) / 1, -(3 * 1 - 1 * 9) / 2, -(1 * 4 - 2 * 1) / 3];
  const state = [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, ...omega];
  const details = {
    states: Float64Array.from(state),
    earlier: Float64Array.from(state),
    accelerations: new Float64Array(0),
    contacts: new Float32Array(0),
    forces: new Float64Array(0),
  };
  const motion = motionOf(body(tensor), details, 60, newMotion());
  close(motion.angularMomentum, moment, 1e-12, 'L');
  close(motion.torque, [0, 0, 0], 0, 'torque');
  close(motion.angularAcceleration, expected, 1e-12, 'angular acceleration');
});

test('principal axes turn the tensor into its moments', () => {
  const tensor = [4, -1, 0.5, -1, 3, 0.25, 0.5, 0.25, 2];
  const { moments, axes } = principalAxes(tensor);
  assert.ok(moments[0] <= moments[1] && moments[1] <= moments[2]);
  assert.ok(Math.abs(moments[0] + moments[1] + moments[2] - 9) < 1e-12, 'trace');
  axes.forEach((axis, index) =>
    close(
      [0, 3, 6].map((row) => tensor[row] * axis[0] + tensor[row + 1] * axis[1] + tensor[row + 2] * axis[2]),
      axis.map((part) => part * moments[index]),
      1e-12,
      'I a = m a',
    ),
  );
  const product = inverse(tensor).map((_, at) =>
    [0, 1, 2].reduce((sum, k) => sum + inverse(tensor)[3 * Math.floor(at / 3) + k] * tensor[3 * k + (at % 3)], 0),
  );
  close(product, [1, 0, 0, 0, 1, 0, 0, 0, 1], 1e-12, 'inverse');
});

test('every point of the polhode has the energy and the angular momentum of omega', () => {
  const moments = [0.77333, 2.77333, 3.33333];
  for (const omega of [
    [0.01, 5, 0.01],
    [3, 0.5, 0.2],
    [-0.4, 1, -6],
  ]) {
    const points = new Float32Array(3 * polhodePoints);
    writePolhode(moments, omega, points);
    const energy = (w) => moments.reduce((sum, moment, axis) => sum + moment * w[axis] ** 2, 0);
    const square = (w) => moments.reduce((sum, moment, axis) => sum + (moment * w[axis]) ** 2, 0);
    let nearest = Infinity;
    for (let at = 0; at < points.length; at += 3) {
      const w = points.subarray(at, at + 3);
      assert.ok(Math.abs(energy(w) / energy(omega) - 1) < 1e-5, `energy at ${at}`);
      assert.ok(Math.abs(square(w) / square(omega) - 1) < 1e-5, `angular momentum at ${at}`);
      nearest = Math.min(nearest, Math.hypot(...omega.map((part, axis) => part - w[axis])));
    }
    assert.ok(nearest < 0.2, `omega lies on its own polhode: ${nearest}`);
  }
});

test('an orientation turns the tensor into the world', () => {
  const q = axisAngle([0, 0, 1], Math.PI / 2); // body x is world y
  const state = [0, 0, 0, ...q, 0, 0, 0, 0, 5, 0];
  const details = {
    states: Float64Array.from(state),
    earlier: new Float64Array(0),
    accelerations: new Float64Array(0),
    contacts: new Float32Array(0),
    forces: new Float64Array(0),
  };
  close(motionOf(body([1, 0, 0, 0, 2, 0, 0, 0, 3]), details, 60, newMotion()).angularMomentum, [0, 5, 0], 1e-12, 'L');
});
