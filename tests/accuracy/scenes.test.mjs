// The numbers to check of each scene of the gallery, against closed forms: the targets of web/checks.json, beside which the page shows what
// the running scene gives (tests/wasm/checks.test.mjs), or the numbers in a sentence of web/scenes/catalog.json.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { worst } from '../support/worst.mjs';
import { importWebModules } from '../web/support/bundle.mjs';
import './machines.mjs';
import './rolling.mjs';
import { angularMomentum, catalog, check, checked, checks, cross, dot, energy, energyDrift, inspect, read } from './scene-check.mjs';
import { accuracy, angleBetween, axisAngle, distance, product, rotate, size } from './table.mjs';

const figures = await importWebModules('viewer/euler-path.ts', 'viewer/tesseract-shape.ts'); // what the page draws beside some

/** Moments when the spin about the body's own middle axis changes sign. */
function flips(run, index, axis, seconds) {
  const times = Array.from({ length: seconds * 60 }, (_, i) => (i + 1) / 60);
  const own = run(times).map((bodies) => {
    const { orientation: q, angularVelocity } = bodies[index];
    return rotate([-q[0], -q[1], -q[2], q[3]], angularVelocity)[axis];
  });
  return own.flatMap((w, i) => (i > 0 && w * own[i - 1] < 0 ? [times[i - 1] + own[i - 1] / (own[i - 1] - w) / 60] : []));
}

check('driven-spin', ({ run, error, said }) => error('terminal spin', Math.abs(run(100)[0].angularVelocity[0] - said[0]), 1e-6, 'rad/s'));

check('off-centre-push', ({ run, error, said }) => {
  run(1).forEach((body) => error('speed', Math.abs(size(body.velocity) - said[0]), 1e-12, 'm/s'));
});

check('tennis-racket', ({ scene, error, said }) => {
  error('said', Math.abs(size(angularMomentum(scene, 0, 0)) - said[0]), 5e-5, 'kg m²/s');
  error('|L| after 20 s', Math.abs(size(angularMomentum(scene, 0, 1200)) - size(angularMomentum(scene, 0, 1))), 1e-12, 'kg m²/s');
});

check('drop-flat', ({ scene, run, error }) => {
  const index = scene.bodies.findIndex((body) => body.type !== 'static');
  error('spin after 5 s', size(run(5)[index].angularVelocity), 1e-5, 'rad/s');
});

check('two-cubes-colliding', ({ run, error }) => {
  const [before, after] = run([0.1, 4]).map((bodies) => bodies.measures);
  error('momentum', distance(before.slice(3, 6), after.slice(3, 6)), 1e-5, 'kg m/s');
  error('angular momentum', distance(before.slice(6, 9), after.slice(6, 9)), 1e-4, 'kg m²/s');
});

check('hammer-on-the-moon', ({ scene, run, error, said }) => {
  const index = scene.bodies.findIndex((body) => body.type !== 'static');
  const [a, b] = run([0.5, 0.75]);
  error('fall', Math.abs((a[index].velocity[1] - b[index].velocity[1]) / 0.25 - said[0]), 1e-9, 'm/s²');
});

check('ball-on-ice', ({ run, error, said }) => {
  // v = J / m; omega = J h / (2/5 m r^2) for a push at height h above the middle.
  const [v, w] = [3 / 6, (3 * 0.25) / (0.4 * 6 * 0.25)];
  error('said', Math.abs(v - said[0]) + Math.abs(w - said[1]), 1e-12, '');
  const [, above, middle, below] = run(2);
  [above, middle, below].forEach((ball) => error('velocity', distance(ball.velocity, [v, 0, 0]), 1e-12, 'm/s'));
  error('spin, above', distance(above.angularVelocity, [0, 0, -w]), 1e-9, 'rad/s');
  error('spin, middle', size(middle.angularVelocity), 1e-9, 'rad/s');
  error('spin, below', distance(below.angularVelocity, [0, 0, w]), 1e-9, 'rad/s');
});

check('couple', ({ run, error, said }) => {
  const w = (2 * 1.5 * 1) / ((3 * (4 + 0.09)) / 12);
  error('said', Math.abs(w - said[1]), 0.005, 'rad/s');
  const [rod] = run(3);
  error('velocity', size(rod.velocity), 1e-12, 'm/s');
  error('spin', distance(rod.angularVelocity, [0, w, 0]), 1e-12, 'rad/s');
});

check('thrown-through-honey', ({ run, error, said }) => {
  // v' = g - (c/m) v: v(t) = v_end + (v0 - v_end) e^(-ct/m).
  error('said', Math.abs((2 * 9.81) / 4 - said[0]), 1e-12, 'm/s');
  const [soon, end] = run([1, 12]).map(([cube]) => cube.velocity);
  error('after 1 s', distance(soon, [9 * Math.exp(-2), -4.905 + 7.905 * Math.exp(-2), 0]), 5e-6, 'm/s');
  error('in the end', distance(end, [0, -4.905, 0]), 5e-6, 'm/s');
});

check('weight-on-a-spring', ({ scene, run, error, said }) => {
  // omega = sqrt(k/m) = 2: y = y0 + cos 2t, y0 = 3 - m g / k.
  error('said', Math.abs(Math.PI - said[0]), 5e-4, 's');
  const y0 = 3 - (10 * 9.81) / 40;
  error('energy', energyDrift(scene), 1e-8, '');
  [0.5, 1.5, 3, 10].forEach((t) => error(`height after ${t} s`, Math.abs(run(t)[0].position[1] - y0 - Math.cos(2 * t)), 2e-3, 'm'));
});

check('flatland', ({ run, error, said }) => {
  const moving = run(Array.from({ length: 40 }, (_, i) => i / 2)).flatMap((bodies) => bodies.slice(0, 3));
  const largest = (of) => worst(moving.map(of));
  error(
    'out of the plane',
    largest((body) => body.position[2] - said[0]),
    0,
    'm',
  );
  error(
    'spin out of the plane',
    largest((body) => Math.hypot(...body.angularVelocity.slice(0, 2))),
    0,
    'rad/s',
  );
});

check('one-engine-out', ({ run, error, said }) => {
  const w = ((0.25 * 36) / ((12 * (0.36 + 9)) / 12)) * 2;
  error('said', Math.abs(w - said[0]), 0.005, 'rad/s');
  error('spin after 2 s', Math.abs(run(2)[0].angularVelocity[2] - w), 1e-9, 'rad/s');
});

check('l-not-along-omega', ({ scene, error, said }) => {
  const L = [2 * 0.5 * (1 + 0.25), 1 * 0.5 * (4 + 0.25), 0];
  const angle = (Math.acos(dot(L, [2, 1, 0]) / size(L) / Math.sqrt(5)) * 180) / Math.PI;
  error('said', Math.abs(angle - said[0]), 0.05, '°');
  error('L at the start', distance(angularMomentum(scene, 0, 0), L), 1e-12, 'kg m²/s');
  error('L after 20 s', distance(angularMomentum(scene, 0, 1200), L), 1e-12, 'kg m²/s');
});

check('point-on-a-wheel', ({ run, error, said }) => {
  // v + omega x r at r = (0, 1, 0); omega x (omega x r) has the size omega^2 r.
  const wheel = run(1)[1];
  const r = [0, 1, 0];
  const turning = cross(wheel.angularVelocity, r);
  error('at the top', Math.abs(size(wheel.velocity.map((v, i) => v + turning[i])) - said[0]), 1e-9, 'm/s');
  error('to the hub', Math.abs(size(cross(wheel.angularVelocity, turning)) - said[1]), 1e-9, 'm/s²');
  error('at the bottom', size(wheel.velocity.map((v, i) => v - turning[i])), 1e-9, 'm/s');
});

check('a-third-of-a-turn', ({ run, error, said }) => {
  // Rodrigues: a turn by 120 degrees about (1, 1, 1) takes x to y, y to z, z to x.
  const [third, whole] = run([said[0] / 3, said[0]]).map(([body]) => body.orientation);
  error('x to y', distance(rotate(third, [1, 0, 0]), [0, 1, 0]), 1e-9, '');
  error('z to x', distance(rotate(third, [0, 0, 1]), [1, 0, 0]), 1e-9, '');
  error('home again', angleBetween(whole, [0, 0, 0, 1]), 1e-8, 'rad');
});

check('matrix-drift', ({ scene, error, said }) => {
  // Across the axis each step makes A longer by sqrt(1 + h^2 w^2): A^T A - 1 has (1 + h^2 w^2)^n - 1 twice.
  const defect = Math.SQRT2 * ((1 + (2 / 60) ** 2) ** 120 - 1);
  error('said', Math.abs(defect - said[0]), 5e-4, '');
  inspect(scene, 120, (world) => {
    error('without Gram-Schmidt', Math.abs(world.bodyState(0)[23] - defect), 1e-9, '');
    error('with Gram-Schmidt', world.bodyState(1)[23], 1e-14, '');
  });
});

check('tilde-operator', ({ scene, error, said }) => {
  // A after one step of h = 0.1 s: 1 + h w~, with w~ = ((0, -1, 0), (1, 0, 0), (0, 0, 0)).
  const column = inspect(scene, 1, (world) => [28, 31, 34].map((at) => world.bodyState(0)[at]));
  error('x axis', distance(column, said.slice(-3)), 1e-15, '');
});

check('gimbal-lock', ({ run, error }) => {
  const [[, early], [lost, home]] = run([2, 20]);
  const start = [0, 0, 0, 1];
  error('quaternion', angleBetween(early.orientation, start) + angleBetween(home.orientation, start), 1e-9, 'rad');
  error('what is left to 0.2 rad of error', Math.max(0, 0.2 - angleBetween(lost.orientation, start)), 0, 'rad');
});

check('rings-and-slerp', ({ scene, run, error, said }) => {
  const { anglesAt, quaternionOf, ringKeys, ringSeconds } = figures;
  const degrees = 180 / Math.PI;
  // The body takes each orientation of the rings when they do, by one constant angular velocity: the geodesic.
  const times = [1, 2, 3, 4].map((leg) => leg * ringSeconds);
  run(times).forEach(([body], index) =>
    error('at the keys', angleBetween(body.orientation, quaternionOf(ringKeys[(index + 1) % 3])), 1e-9, 'rad'),
  );
  error('slerp', Math.abs(size(scene.bodies[0].angularVelocity) * ringSeconds * degrees - said[0]), 1e-6, 'degrees');
  // The rings' way, added up: sqrt(yaw^2 + pitch^2) on the first leg, where nothing rolls; far longer out of the lock.
  const [first, second] = [0, 1].map((leg) => {
    const at = (part) => quaternionOf(anglesAt(ringKeys, 1, leg + part * (1 - 1e-12)));
    return Array.from({ length: 2000 }, (_, i) => angleBetween(at(i / 2000), at((i + 1) / 2000))).reduce((sum, angle) => sum + angle, 0);
  });
  error('rings', Math.abs(first - Math.PI / Math.SQRT2), 1e-6, 'rad');
  error('what is left to twice as far', Math.max(0, (4 * Math.PI) / 3 - second), 0, 'rad');
  // Locked: the axle that the outer ring turns on and that of the inner ring are one line.
  const axle = rotate(quaternionOf(ringKeys[1]), [0, 0, 1]);
  error('axles', size(cross(axle, [0, 1, 0])), 1e-15, '');
});

check('listing-1', ({ scene, error, said }) => {
  const L = size([2.77333 * 5, 0.77333 * 0.01, 3.33333 * 0.01]);
  error('said', Math.abs(L - said[0]), 0.005, 'kg m²/s');
  [0, 1].forEach((body) =>
    error(`|L| of body ${body} after 20 s`, Math.abs(size(angularMomentum(scene, body, 1200)) - L), 1e-9, 'kg m²/s'),
  );
  // It ends about the axis of least inertia: L^2 / 2 I1 instead of L^2 / 2 I2.
  error('energy gained by Euler', Math.abs(energy(scene, 0, 2400) / energy(scene, 0, 0) - 2.77333 / 0.77333), 0.05, '');
  error('energy of the exact one', Math.abs(energy(scene, 1, 1200) / energy(scene, 1, 0) - 1), 1e-12, '');
});

for (const [id, index] of [
  ['runge-kutta-4', 0],
  ['racket-by-five-schemes', 0],
]) {
  check(id, ({ run, error, said }) => {
    // Half a period of the middle axis, 2 K(k) / rate, for these moments (Landau, Lifshitz, "Mechanics", section 37).
    const moments = flips(run, index, 0, 31);
    const gaps = moments.slice(1).map((time, i) => time - moments[i]);
    error('times in 31 s (to six)', Math.abs(moments.length - 6), 0, '');
    gaps.forEach((gap) => error('between flips', Math.abs(gap - said.at(-1)), 3e-3, 's'));
  });
}
accuracy('scene racket-by-five-schemes: without the term', ({ run, error }) => {
  error('flips', flips((times) => run(read('racket-by-five-schemes'), times), 4, 0, 30).length, 0, '');
});

check('box-and-ball', ({ scene, error, said }) => {
  const [box, ball] = [80, (4 / 3) * Math.PI * 0.064 * 1000];
  error('said', Math.abs(ball / (box + ball) - said[0]), 5e-4, 'm');
  inspect(scene, 0, (world) =>
    error('centre of mass', distance([...world.bodyInfo(0).centerOfMass], [ball / (box + ball), 0, 0]), 1e-12, 'm'),
  );
});

check('cloud-and-twin', ({ scene, run, error, said }) => {
  const I = [8 * (0.09 + 0.0225), 8 * (0.25 + 0.0225), 8 * (0.25 + 0.09)];
  error('said', distance(I, said), 0.005, 'kg m²');
  inspect(scene, 0, (world) =>
    error(
      'moments',
      distance(
        [0, 4, 8].map((at) => world.bodyInfo(0).inertiaTensor[at]),
        I,
      ),
      1e-12,
      'kg m²',
    ),
  );
  const [cloud, block] = run(60);
  error('apart after 60 s', angleBetween(cloud.orientation, block.orientation), 1e-8, 'rad');
});

check('masses-on-springs', ({ scene, run, error, said }) => {
  error('energy', energyDrift(scene), 1e-4, '');
  const samples = run([1, 5, 20]);
  samples.forEach((bodies) => {
    for (let i = 0; i < 4; i += 1)
      for (let j = 0; j < i; j += 1) error('edge', Math.abs(distance(bodies[i].position, bodies[j].position) - said[0]), 1e-3, 'm');
  });
  // A turn about y by 2 rad/s, both of them: the masses are where the twin's corners are.
  const arm = (bodies) => bodies[0].position.map((x, i) => x - [-1.2, 0, 0][i]);
  error('apart after 5 s', distance(arm(samples[1]), rotate(samples[1][4].orientation, [0.5, 0.5, 0.5])), 0.02, 'm');
});

check('tractor-beam', ({ run, error }) => {
  const [early, ...later] = run([0.5, 2, 6]);
  error('at the middle', worst([early, ...later].map(([slab]) => size(slab.angularVelocity))), 1e-9, 'rad/s');
  // F = 4 N on 4 kg with 1 N s/m against it, before either has turned much: v = 4 (1 - e^(-t/4)).
  error('it comes', Math.abs(early[0].velocity[1] - 4 * (1 - Math.exp(-0.125))), 1e-4, 'm/s');
  error('at the corner (what is left to 0.5 rad/s)', Math.max(0, 0.5 - size(early[1].angularVelocity)), 0, 'rad/s');
});

check('explosion-flips-a-car', ({ scene, run, error, said }) => {
  const index = scene.bodies.findIndex(({ name }) => name === 'car');
  const [soon, late] = run([1 + 1 / 60, 8]),
    end = late[index];
  // A wheel ends 0.92 m beside its middle and 0.05 m below, the roof 0.7 m beside and 0.95 m above.
  const angle = 90 + (Math.atan((0.92 - 0.7) / (0.95 + 0.05)) * 180) / Math.PI;
  error('said', Math.abs(angle - said[0]), 0.05, '°');
  error('angle from upright', Math.abs((Math.acos(rotate(end.orientation, [0, 1, 0])[1]) * 180) / Math.PI - angle), 0.5, '°');
  error('at rest', size(end.velocity), 0.05, 'm/s');
  // One face of 0.36 m^2 of a crate of 40 kg, 1.8 m away: P A cos / 4 pi r^2 with r from its middle, and the air has taken 1.8 m of 8.
  const crate = scene.bodies.findIndex(({ name }) => name === 'crate 2'),
    [r2, cosine] = [1.8 ** 2 + 0.3 ** 2 + 0.2 ** 2, 1.8 / Math.hypot(1.8, 0.3, 0.2)];
  const speed = ((20000 / (4 * Math.PI)) * (1 - 1.8 / 8) * 0.36 * cosine) / r2 / 40;
  error('a crate goes off', Math.abs(size(soon[crate].velocity) - speed), 0.3, 'm/s');
});

check('tesseract', ({ scene, run, error, said }) => {
  const { cornerCount, cornersOfCube, cubeEdges, edges, projectCorners } = figures;
  error('edges', Math.abs(edges.length - 32) + Math.abs(cubeEdges(3).length - 12) + Math.abs(cubeEdges(2).length - 4), 0, '');
  const place = (corners, index) => corners.slice(4 * index, 4 * index + 3);
  const square = cornersOfCube(2);
  for (const [from, to] of cubeEdges(2))
    error('edges of the square', Math.abs(distance(place(square, from), place(square, to)) - 2), 0, 'm');
  const lengths = (corners, bit) =>
    edges
      .filter(([from, to]) => to - from === 1 && ((from >> 3) & 1) === bit)
      .map(([from, to]) => distance(place(corners, from), place(corners, to)));
  const corners = [];
  projectCorners(0, 0, corners);
  // An eye at 3 half edges sees the cubes w = -1 and w = 1 at the distances 3 + 1 and 3 - 1.
  lengths(corners, 0).forEach((length) => error('small cube', Math.abs(length - said[0]), 1e-15, 'm'));
  lengths(corners, 1).forEach((length) => error('large cube', Math.abs(length - said[1]), 1e-15, 'm'));
  error('their ratio', Math.abs(said[0] / said[1] - (3 - 1) / (3 + 1)), 0, '');
  // Half a turn in xw: they have changed places. And it is rigid in four dimensions: seen from far away, x^2 + y^2 + z^2 + w^2 stays 4.
  const turned = [];
  projectCorners(Math.PI, 0, turned);
  for (let corner = 0; corner < cornerCount; corner += 1)
    error('half a turn', distance(place(turned, corner ^ 9), place(corners, corner)), 1e-12, 'm');
  projectCorners(0.7, 1.9, turned);
  for (let corner = 0; corner < cornerCount; corner += 1) {
    const scale = turned[4 * corner + 3];
    error('rigid', Math.abs(size(place(turned, corner)) ** 2 / scale ** 2 + (3 - 2 / scale) ** 2 - 4), 1e-12, 'm²');
  }
  error('spin after 60 s', distance(run(60)[0].angularVelocity, scene.bodies[0].angularVelocity), 1e-12, 'rad/s');
});

check('heckers-j', ({ run, error, said }) => {
  // Hecker 1997, part 4: the edge strikes at d = 0.7 above the centre of the bar, in line with the cube's own centre.
  const j = (2 * 3) / (1 + 1 / 4 + 0.49 / ((4 * (0.16 + 4)) / 12));
  error('said', Math.abs(j - said[0]), 0.005, 'N s');
  const [bar, cube] = run(1.5);
  error('bar', distance(bar.velocity, [j / 4, 0, 0]), 1e-4, 'm/s');
  error('bar spins', distance(bar.angularVelocity, [0, 0, (-0.7 * j) / ((4 * (0.16 + 4)) / 12)]), 1e-3, 'rad/s');
  error('cube', distance(cube.velocity, [3 - j, 0, 0]), 1e-4, 'm/s');
});

check('blocked-door', ({ scene, run, error }) => {
  const index = scene.bodies.findIndex(({ name }) => name === 'block');
  const end = run(5)[index];
  error('shift', distance([end.position[0], end.position[2]], [0, 0]), checks['blocked-door'][0].within, 'm');
  // All the momentum of the ram, spent on friction: m v = 200 * 8.
  const v = (200 * 8) / 40200;
  error('that is not too much', Math.max(0, (v * v) / (2 * 0.6 * 9.81) - 0.001), 0, 'm');
});

check('shaken-spring', ({ scene, run, error, said }) => {
  // At resonance, k = m w^2, the amplitude is a k / (c w), and the weight is a quarter of a period late.
  const [{ anchor, stiffness }, { linear }] = scene.forces;
  const w = 2 * Math.PI;
  const amplitude = (anchor[1].amplitude * stiffness) / (linear * w);
  error('said', Math.abs(-amplitude - said[0]), 5e-4, 'm');
  error('six times as far', Math.abs(amplitude / anchor[1].amplitude - 2 * Math.PI), 1e-6, '');
  [0.3, 1.55, 10, 60].forEach((t) => error(`height at ${t} s`, Math.abs(run(t)[0].position[1] + amplitude * Math.cos(w * t)), 2e-6, 'm'));
  // Twice as fast, in the end: a k / |k - m w^2 + i c w|.
  scene.forces[0].anchor[1].frequency = 2;
  const fast = (anchor[1].amplitude * stiffness) / Math.hypot(stiffness - 4 * w * w, 2 * w * linear);
  const heights = run(Array.from({ length: 60 }, (_, i) => 60 + i / 60)).map(([weight]) => weight.position[1]);
  error('twice as fast', Math.abs((Math.max(...heights) - Math.min(...heights)) / 2 - fast), 0.003 * fast, 'm');
});

check('driven-by-sines', ({ scene, run, error, said }) => {
  // v = F / (m w) sin w t, x = F / (m w^2) (1 - cos w t); L = T / w (1 - cos w t).
  const [{ force }, { torque }] = scene.forces;
  const [early, home] = run([3.7, 10]).map(([cube]) => cube);
  const rate = ({ frequency }) => 2 * Math.PI * frequency;
  const x = force.map((f) => (f.amplitude / rate(f) ** 2) * (1 - Math.cos(rate(f) * 3.7)));
  const v = force.map((f) => (f.amplitude / rate(f)) * Math.sin(rate(f) * 3.7));
  const spin = torque.map((t) => (6 * t.amplitude * (1 - Math.cos(rate(t) * 3.7))) / rate(t)); // I = 1/6
  error('place after 3.7 s', distance(early.position, x), 1e-6, 'm');
  error('velocity after 3.7 s', distance(early.velocity, v), 1e-12, 'm/s');
  error('spin after 3.7 s', distance(early.angularVelocity, spin), 1e-11, 'rad/s');
  error('from home', size(home.position) - said[0], 1e-6, 'm');
  error('at rest', size(home.velocity) + size(home.angularVelocity), 1e-11, '');
});

check('moon-lander', ({ scene, run, error, said }) => {
  error('falls', Math.abs(run(1)[1].velocity[1] + said[0]), 1e-12, 'm/s');
  scene.forces[0].force[1] = scene.controls[0].keys.w;
  error('rises', Math.abs(run(1)[1].velocity[1] - said[0]), 1e-9, 'm/s');
  scene.forces[1].torque[2] = scene.controls[1].keys.a;
  const { inertia } = inspect(scene, 0, (world) => world.bodyInfo([...world.ids()][1]));
  // I w' = T - c w, about the axis of the picture.
  const spin = run(1)[1].angularVelocity[2];
  const about = inertia.map((moment) => (300 / 400) * (1 - Math.exp(-400 / moment)));
  error('turns', Math.min(...about.map((each) => Math.abs(each - spin))), 1e-6, 'rad/s');
});

check('pencil-pushed', ({ scene, run, error, said }) => {
  // About O each push J at p leaves p x J, wherever it meets the body: r x p of the centre, and L about it.
  const [{ mass, inertia }] = scene.bodies;
  const states = run(3);
  states.forEach((pencil, index) => {
    const momentum = pencil.velocity.map((part) => part * mass);
    const orbital = cross(pencil.position, momentum);
    const own = pencil.angularVelocity.map((part, axis) => part * inertia[axis]); // it turns about a principal axis
    const at = scene.commands[index].point ?? scene.bodies[index].position;
    const total = orbital.map((part, axis) => part + own[axis]);
    error(`v, ${index}`, Math.abs(size(pencil.velocity) - said[0]), 1e-12, 'm/s');
    error(`L about O, ${index}`, distance(total, cross(at, scene.commands[index].impulse)), 1e-12, 'kg m²/s');
    error(`said, ${index}`, Math.abs(size(total) - said[1 + index]), 1e-12, 'kg m²/s');
  });
});

check('rudder', ({ scene, run, error, said }) => {
  // Duchemin's law for keel and rudder, the square of the speed for the hull: forces and moments of a straight course are in balance.
  const straight = run(60)[1];
  error('spin', Math.abs(straight.angularVelocity[1] - said[0]), 1e-4, 'rad/s');
  const back = ([x, y, z, w]) => [-x, -y, -z, w];
  const u = rotate(back(straight.orientation), straight.velocity); // in the axes of the boat
  const speed = size(u);
  const [engine, hull, ...plates] = scene.forces.slice(4);
  let force = [...engine.force];
  let moment = cross(engine.point, engine.force);
  force = force.map((part, axis) => part - 0.5 * hull.density * hull.coefficient * hull.area * speed * u[axis]);
  for (const { normal, area, density, point } of plates) {
    const n = normal.map((part) => part / size(normal));
    const share = dot(n, u) / speed;
    const push = n.map((part) => (-0.5 * density * area * speed ** 2 * part * 2 * share) / (1 + share ** 2));
    force = force.map((part, axis) => part + push[axis]);
    moment = moment.map((part, axis) => part + cross(point, push)[axis]);
  }
  error('net force, of 400 N', size(force), 0.5, 'N');
  error('net moment, of 240 N m', size(moment), 0.5, 'N m');
  error('what is left to a circle', Math.max(0, 0.06 - Math.abs(run(60)[0].angularVelocity[1])), 0, 'rad/s');
});

check('crooked-rocket', ({ scene, run, error, said }) => {
  // Thrust and torque stand still in the rocket: c_turn w = r x F, and the thrust carries drag and the turning of the velocity,
  // F^2 = (c v)^2 + (m w v)^2. The centre of mass lies on the long axis.
  const [{ force, point }, { linear, angular }] = scene.forces;
  const mass = scene.bodies[0].shapes.reduce((sum, { size: edges, density }) => sum + density * edges[0] * edges[1] * edges[2], 0);
  const w = (point[2] * force[0]) / angular;
  const v = force[0] / Math.hypot(linear, mass * w);
  error('said', worst([v - said[0], w - said[1]]), 5e-3, '');
  const [rocket] = run(90);
  error('speed', Math.abs(size(rocket.velocity) - v), 1e-6, 'm/s');
  error('spin', distance(rocket.angularVelocity, [0, w, 0]), 1e-9, 'rad/s');
});

check('drop-on-edge', ({ scene, run, error, said }) => {
  // Without speed along the ground the corner sticks where |K_nt| / K_tt is below the friction: no speed along it in all the blow, and
  // e times the speed of the fall upwards (Hecker 1997, part 3, with friction).
  const [ground, { mass, size: edges, position, orientation, friction, restitution }] = scene.bodies;
  const angle = (orientation.angleDegrees * Math.PI) / 180;
  const [half, inertia] = [edges[0] / 2, (mass * (edges[0] ** 2 + edges[1] ** 2)) / 12];
  const [x, y] = [half * (Math.sin(angle) - Math.cos(angle)), -half * (Math.sin(angle) + Math.cos(angle))];
  const speed = Math.sqrt(2 * 9.81 * (position[1] + y));
  const [along, across, upwards] = [1 / mass + y ** 2 / inertia, (-x * y) / inertia, 1 / mass + x ** 2 / inertia];
  error('sticks', Math.max(0, Math.abs(across) / along - Math.sqrt(friction * ground.friction)), 0, '');
  const normal = ((1 + restitution) * speed) / (upwards - across ** 2 / along);
  const tangent = (-across / along) * normal;
  const spin = (x * normal - y * tangent) / inertia;
  error('said', Math.abs(Math.abs(spin) - said[0]), 5e-3, 'rad/s');
  error('spin', distance(run(0.8)[1].angularVelocity, [0, 0, spin]), 1e-3, 'rad/s');
});

check('drop-on-corner', ({ scene, run, error, said }) => {
  error('said', Math.abs(scene.bodies[1].size[1] / 2 - said[0]), 1e-12, 'm');
  const cube = run(8)[1];
  error('height', Math.abs(cube.position[1] - said[0]), 1e-4, 'm');
  error('at rest', size(cube.velocity) + size(cube.angularVelocity), 1e-3, '');
});

check('stack-of-ten', ({ run, error, said }) => {
  error('said', Math.abs(10 - 0.5 - said[0]), 1e-12, 'm');
  error('height of the topmost', Math.abs(run(10).at(-1).position[1] - said[0]), 1e-4, 'm');
});

check('two-books', ({ run, error, said }) => {
  const [one, other] = run(4);
  error('apart', Math.abs((angleBetween(one.orientation, other.orientation) * 180) / Math.PI - said[0]), 1e-5, '°');
  const [x, y] = [axisAngle([1, 0, 0], Math.PI / 2), axisAngle([0, 1, 0], Math.PI / 2)];
  error('x, then y', angleBetween(one.orientation, product(y, x)), 1e-9, 'rad');
  error('y, then x', angleBetween(other.orientation, product(x, y)), 1e-9, 'rad');
});

check('body-to-world', ({ scene, run, error, said }) => {
  // Equal moments: it turns evenly about a fixed axis. Its place in the room is x + R p; back, R^T (P - x) is p again.
  const [{ position, velocity, angularVelocity }] = scene.bodies;
  const { point } = scene.show;
  const [glider] = run(2);
  const turned = rotate(axisAngle([0, 1, 0], 2 * angularVelocity[1]), point);
  const place = position.map((x, axis) => x + 2 * velocity[axis] + turned[axis]);
  error('said', distance(place, said), 5e-4, 'm');
  const own = rotate(glider.orientation, point).map((x, axis) => x + glider.position[axis]);
  error('place', distance(own, place), 1e-9, 'm');
});

check('mirror-image', ({ scene, run, error, said }) => {
  // A mirror at x = 0: places (-x, y, z), orientations M R M, angular velocities (w, -w, -w).
  [0.5, 3, 20].forEach((seconds) => {
    const [hook, image] = run(seconds);
    const [x, y, z, w] = hook.orientation;
    error('place', distance(image.position, [-hook.position[0], hook.position[1], hook.position[2]]), 1e-12, 'm');
    error('orientation', angleBetween(image.orientation, [x, -y, -z, w]), 1e-6, 'rad');
    const mirrored = hook.angularVelocity.map((part, axis) => (axis === 0 ? part : -part));
    error('angular velocity', distance(image.angularVelocity, mirrored), 1e-6, 'rad/s');
  });
  for (const body of [0, 1]) error('said', Math.abs(size(angularMomentum(scene, body, 0)) - said[0]), 5e-4, 'kg m²/s');
});

check('turn-about-own-axis', ({ run, error, said }) => {
  const [own, three] = run(5);
  const start = axisAngle([1, 0, 0], Math.PI / 3);
  error('apart', (angleBetween(own.orientation, three.orientation) * 180) / Math.PI - said[0], 1e-5, '°');
  error('R in the axes of the body', angleBetween(own.orientation, product(start, axisAngle([0, 0, 1], Math.PI / 2))), 1e-9, 'rad');
});

check('inertia-approximated', ({ scene, run, error, said }) => {
  // The tensors anew: boxes by the parallel axis theorem, points by their sum.
  const [{ shapes }, points, diagonal, tight] = scene.bodies;
  const of = shapes.map(({ size: edges, position, density }) => ({ edges, position, mass: density * edges[0] * edges[1] * edges[2] }));
  const mass = of.reduce((sum, part) => sum + part.mass, 0);
  const centre = [0, 1, 2].map((axis) => of.reduce((sum, part) => sum + (part.mass / mass) * part.position[axis], 0));
  const steiner = (arm, row, column) => (row === column ? dot(arm, arm) : 0) - arm[row] * arm[column];
  const entries = (entry) => [0, 1, 2].map((row) => [0, 1, 2].map((column) => entry(row, column)));
  const ofBox = ({ edges, mass: m }, row) => (m * (dot(edges, edges) - edges[row] ** 2)) / 12;
  const exact = entries((row, column) =>
    of.reduce((sum, part) => {
      const arm = part.position.map((x, axis) => x - centre[axis]);
      return sum + part.mass * steiner(arm, row, column) + (row === column ? ofBox(part, row) : 0);
    }, 0),
  );
  const far = (a, b) => worst(a.flat().map((x, index) => x - b.flat()[index]));
  error(
    'diagonal',
    far(
      diagonal.inertia,
      [0, 1, 2].map((axis) => exact[axis][axis]),
    ),
    1e-8,
    'kg m²',
  );
  error(
    'tight box',
    far(
      tight.inertia,
      [0, 1, 2].map((axis) => ofBox({ edges: [1.2, 1.2, 0.2], mass }, axis)),
    ),
    1e-8,
    'kg m²',
  );
  const grid = [0, 1, 2, 3].flatMap((i) => [0, 1, 2, 3].map((j) => [-0.45 + 0.3 * i, 0.3 * j, 0]));
  const inside = grid.filter((p) =>
    shapes.some(({ size: edges, position }) => [0, 1].every((k) => Math.abs(p[k] - position[k]) < edges[k] / 2)),
  );
  error('seven points', inside.length - 7, 0, '');
  const sampled = entries((row, column) =>
    inside.reduce(
      (sum, p) =>
        sum +
        (mass / inside.length) *
          steiner(
            p.map((x, axis) => x - centre[axis]),
            row,
            column,
          ),
      0,
    ),
  );
  error('sampled tensor', far(points.inertia, sampled), 1e-8, 'kg m²');
  // Euler's equations by Runge-Kutta in fine steps, for the exact tensor and the sampled one.
  const solve = (tensor, b) => {
    const [[p, q], [, r]] = tensor;
    const determinant = p * r - q * q;
    return [(r * b[0] - q * b[1]) / determinant, (p * b[1] - q * b[0]) / determinant, b[2] / tensor[2][2]];
  };
  const turned = (tensor, start) => {
    let q = [0, 0, 0, 1];
    const momentum = tensor.map((row) => dot(row, start)); // stands still in the room
    const rate = (at) =>
      product([...rotate(at, solve(tensor, rotate([-at[0], -at[1], -at[2], at[3]], momentum))), 0], at).map((x) => x / 2);
    const h = 2 / 4000;
    const plus = (at, slope, by) => at.map((x, i) => x + by * slope[i]);
    for (let step = 0; step < 4000; step += 1) {
      const a = rate(q);
      const b = rate(plus(q, a, h / 2));
      const c = rate(plus(q, b, h / 2));
      const d = rate(plus(q, c, h));
      q = q.map((x, i) => x + (h / 6) * (a[i] + 2 * b[i] + 2 * c[i] + d[i]));
    }
    return q;
  };
  const states = run(2);
  const start = scene.bodies[0].angularVelocity;
  [exact, sampled].forEach((tensor, index) =>
    error(`motion ${index}`, angleBetween(states[index].orientation, turned(tensor, start)), 1e-6, 'rad'),
  );
  const off = states.slice(1).map((state) => (angleBetween(state.orientation, states[0].orientation) * 180) / Math.PI);
  error('said', worst(off.map((degrees, index) => degrees - said[index])), 0.05, '°');
});

test('every number that the catalogue names is tested here', () => {
  assert.deepEqual(
    [...checked].sort(),
    catalog
      .filter((entry) => entry.check || entry.checked)
      .map((entry) => entry.id)
      .sort(),
  );
  assert.deepEqual(
    Object.keys(checks).sort(),
    catalog
      .filter((entry) => entry.checked)
      .map((entry) => entry.id)
      .sort(),
  );
  for (const { id, chapter } of catalog) assert.ok(chapter, `${id} has no chapter`);
  assert.ok(Math.abs(axisAngle([1, 0, 0], Math.PI)[0] - 1) < 1e-15);
});
