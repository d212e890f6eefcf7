// Collisions, friction and resting contact through the engine's public boundary, with its defaults, against closed forms.
import { worst } from '../support/worst.mjs';
import { accuracy, axisAngle, cube, distance, ground, rotate, size } from './table.mjs';

const g = 9.81,
  radians = Math.PI / 180;
const onGround = (bodies, more = {}) => ({ gravity: [0, -g, 0], bodies: [...bodies, ground(more)] });

for (const [name, orientation, height] of [
  ['dropped flat', [0, 0, 0, 1], 0.5],
  ['dropped on an edge', axisAngle([0, 0, 1], 45.5 * radians), Math.SQRT1_2],
  ['dropped on a corner', axisAngle([Math.SQRT1_2, 0, -Math.SQRT1_2], 54.5 * radians), Math.sqrt(0.75)],
]) {
  accuracy(`cube ${name}`, ({ run, error }) => {
    const scene = onGround([cube({ orientation, position: [0, 1 + height, 0], friction: 0.5 })]);
    const samples = run(
      scene,
      Array.from({ length: 600 }, (_, i) => (i + 1) / 60),
    );
    const energies = samples.map(({ measures: m }) => m[0] + m[1] + m[2]);
    const gain = Math.max(...energies.map((e, i) => (i ? e - energies[i - 1] : 0)));
    const [end] = samples.at(-1);
    error('height at rest', Math.abs(end.position[1] - 0.5), 2e-4, 'm');
    error('speed at rest', size(end.velocity), 1e-3, 'm/s');
    error('largest gain of energy in a step, relative', gain / energies[0], 1e-4, '');
  });
}

accuracy('two cubes meet', ({ run, error }) => {
  for (const e of [1, 0.5]) {
    const m1 = 1,
      m2 = 3,
      v1 = 2,
      v2 = -1;
    const bodies = [
      cube({ position: [-2.01, 0, 0], velocity: [v1, 0, 0], restitution: e }),
      cube({ mass: m2, position: [2, 0, 0], velocity: [v2, 0, 0], restitution: e }),
    ];
    const [a, b] = run({ gravity: [0, 0, 0], bodies }, 2);
    error(
      `velocities, e = ${e}`,
      worst([
        distance(a.velocity, [((m1 - e * m2) * v1 + (1 + e) * m2 * v2) / (m1 + m2), 0, 0]),
        distance(b.velocity, [((m2 - e * m1) * v2 + (1 + e) * m1 * v1) / (m1 + m2), 0, 0]),
      ]),
      1e-6,
      'm/s',
    );
    error(`spin, e = ${e}`, size(a.angularVelocity) + size(b.angularVelocity), 1e-5, 'rad/s');
  }
});

accuracy('bouncing elastically', ({ run, error }) => {
  const scene = onGround([cube({ position: [0, 3, 0], restitution: 1, friction: 0 })], { friction: 0 });
  const samples = run(
    scene,
    Array.from({ length: 1200 }, (_, i) => (i + 1) / 60),
  );
  const energies = samples.map(({ measures: m }) => m[0] + m[1] + m[2]);
  error('energy over 20 s, relative', worst(energies.map((e) => e / (3 * g) - 1)), 1e-4, '');
});

accuracy('sliding to a stop', ({ run, error }) => {
  // d = v^2 / (2 mu g). Flat enough not to tip: h mu < w.
  for (const degrees of [0, 45]) {
    const v = 3,
      mu = 0.4,
      way = (v * v) / (2 * mu * g);
    const velocity = [v * Math.cos(degrees * radians), 0, v * Math.sin(degrees * radians)];
    const [body] = run(onGround([{ size: [2, 0.4, 2], mass: 1, position: [0, 0.2, 0], friction: mu, velocity }], { friction: mu }), 3);
    error(`way, ${degrees} degrees, relative`, Math.abs(Math.hypot(body.position[0], body.position[2]) / way - 1), 2e-3, '');
  }
});

const incline = (angle, mu) => {
  const orientation = axisAngle([0, 0, 1], -angle);
  const at = (y) => rotate(orientation, [0, y, 0]);
  return {
    gravity: [0, -g, 0],
    bodies: [cube({ orientation, position: at(0.5), friction: mu }), ground({ orientation, position: at(-1), friction: mu })],
  };
};

accuracy('incline', ({ run, error }) => {
  const mu = 0.5,
    limit = Math.atan(mu);
  for (const [degrees, time] of [
    [-0.1, 5],
    [2, 2],
  ]) {
    const angle = limit + degrees * radians,
      scene = incline(angle, mu);
    const way = distance(run(scene, time)[0].position, scene.bodies[0].position);
    if (degrees < 0) error('creep in 5 s, 0.1 degrees below', way, 1e-4, 'm');
    else
      error(
        'way in 2 s, 2 degrees above, relative',
        Math.abs(way / (0.5 * g * (Math.sin(angle) - mu * Math.cos(angle)) * time * time) - 1),
        5e-3,
        '',
      );
  }
});

accuracy('toppling', ({ run, error }) => {
  // A block 1 wide and 2 high on its edge falls when its middle is beyond: tan a = 1/2. The limit by bisection.
  const falls = (angle) => {
    const orientation = axisAngle([0, 0, 1], -angle),
      position = rotate(orientation, [-0.5, 1, 0]);
    const [body] = run(onGround([{ size: [1, 2, 1], mass: 1, orientation, position, friction: 1 }], { friction: 1 }), 4);
    return body.position[1] < 0.75;
  };
  let low = 20 * radians,
    high = 35 * radians;
  for (let i = 0; i < 9; i++) {
    const middle = (low + high) / 2;
    if (falls(middle)) high = middle;
    else low = middle;
  }
  error('angle at which a block falls', Math.abs((low + high) / 2 - Math.atan(0.5)) / radians, 0.1, 'degrees');
});

accuracy('stack of ten', ({ run, error }) => {
  const bodies = Array.from({ length: 10 }, (_, i) => cube({ position: [0, 0.5 + i, 0], friction: 0.5 }));
  const samples = run(onGround(bodies, { friction: 0.5 }), [1, 60]);
  const [early, late] = samples.map((s) => s.slice(0, 10));
  error('sideways drift in 60 s', worst(late.map((b) => Math.hypot(b.position[0], b.position[2]))), 1e-3, 'm');
  error('sag in 60 s', worst(late.map((b, i) => b.position[1] - 0.5 - i)), 1e-4, 'm');
  error('still sinking after 1 s', distance(early[9].position, late[9].position), 1e-4, 'm');
});

accuracy('heavy on light', ({ run, error }) => {
  const bodies = [cube({ position: [0, 0.5, 0] }), cube({ mass: 1000, position: [0, 1.5, 0] })];
  const [light, heavy] = run(onGround(bodies), 20);
  error('sag of 1000 on 1 after 20 s', worst([0.5 - light.position[1], 1.5 - heavy.position[1]]), 1e-4, 'm');
});
