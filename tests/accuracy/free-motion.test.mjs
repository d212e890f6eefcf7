// Free and driven motion through the engine's public boundary, at its default of 60 steps a second, against closed forms.
import { worst } from '../support/worst.mjs';
import { accuracy, angleBetween, axisAngle, cube, distance, product, rotate, size } from './table.mjs';

const space = { gravity: [0, 0, 0] };

accuracy('free fall', ({ run, error }) => {
  const velocity = [3, 8, -2],
    gravity = [0, -9.81, 0];
  const [body] = run({ gravity, bodies: [cube({ velocity })] }, 10);
  error(
    'position after 10 s',
    distance(
      body.position,
      velocity.map((v, i) => 10 * v + 50 * gravity[i]),
    ),
    1e-10,
    'm',
  );
});

accuracy('cube in space', ({ run, error }) => {
  const angularVelocity = [1, 2, -2]; // 3 rad/s about a fixed axis
  const [body] = run({ ...space, bodies: [cube({ angularVelocity })] }, 600);
  error('angular velocity after 600 s', distance(body.angularVelocity, angularVelocity), 1e-10, 'rad/s');
  error('angle after 600 s', angleBetween(body.orientation, axisAngle([1 / 3, 2 / 3, -2 / 3], 1800)), 1e-9, 'rad');
});

accuracy('symmetric top', ({ run, error }) => {
  // Two equal moments: q = exp(t L / I1) q0 exp(t (1/I3 - 1/I1) l3 e3)  (Landau, Lifshitz, "Mechanics", section 35).
  const moments = [2, 2, 0.5],
    omega = [0.8, 0.3, 3],
    L = omega.map((w, i) => w * moments[i]),
    l = size(L);
  const [body] = run({ ...space, bodies: [cube({ inertia: moments, angularVelocity: omega })] }, 600);
  const q = product(
    axisAngle(
      L.map((x) => x / l),
      (l / 2) * 600,
    ),
    axisAngle([0, 0, 1], (1 / 0.5 - 1 / 2) * L[2] * 600),
  );
  error('angle after 600 s', angleBetween(body.orientation, q), 1e-6, 'rad');
});

accuracy('tennis racket', ({ run, error }) => {
  // The middle axis flips every half period, 2 K(k) / rate = 5.016895 s for these moments (Landau-Lifshitz, section 37).
  const inertia = [0.77333, 2.77333, 3.33333];
  const times = Array.from({ length: 3600 }, (_, i) => (i + 1) / 60);
  const samples = run({ ...space, bodies: [cube({ inertia, angularVelocity: [0.01, 5, 0.01] })] }, times);
  const local = samples.map(
    ([b]) => rotate([-b.orientation[0], -b.orientation[1], -b.orientation[2], b.orientation[3]], b.angularVelocity)[1],
  );
  const crossings = [];
  local.forEach((w, i) => {
    if (i > 0 && w * local[i - 1] < 0) crossings.push(times[i - 1] + local[i - 1] / (local[i - 1] - w) / 60);
  });
  const gaps = crossings.slice(1).map((t, i) => t - crossings[i]);
  error('time between flips, worst of 60 s', worst(gaps.map((gap) => gap - 5.016895)), 2e-3, 's');
  const energies = samples.map((s) => s.measures[1]);
  error('energy, relative', (Math.max(...energies) - Math.min(...energies)) / energies[0], 1e-7, '');
  const moments = samples.map((s) => size(s.measures.slice(6, 9)));
  error('|L|, relative', (Math.max(...moments) - Math.min(...moments)) / moments[0], 1e-15, '');
});

accuracy('driven spin with damping', ({ run, error }) => {
  // Fiedler: torque (1, 0, 0) - 0.1 omega: omega = 10 (1 - e^(-0.1 t / I)), I = m s^2 / 6.
  const forces = [
    { type: 'torque', body: 0, torque: [1, 0, 0] },
    { type: 'drag', body: 0, angular: 0.1 },
  ];
  const scene = { ...space, bodies: [cube({ mass: 6 })], forces };
  const [[soon], [end]] = run(scene, [10, 200]);
  error('rate after 10 s', Math.abs(soon.angularVelocity[0] - 10 * (1 - Math.exp(-1))), 1e-6, 'rad/s');
  error('terminal rate', Math.abs(end.angularVelocity[0] - 10 * (1 - Math.exp(-20))), 1e-6, 'rad/s');
});

accuracy('off-centre push', ({ run, error }) => {
  // dv = J / m, L = r x J, omega = L / I with I = m s^2 / 6.
  const commands = [{ type: 'impulse', step: 0, body: 0, impulse: [0, 0, 3], point: [0.5, 0.25, 0] }];
  const [body] = run({ ...space, bodies: [cube({ mass: 2 })], commands }, 10);
  const spin = [0.25 * 3 * 3, -0.5 * 3 * 3, 0];
  error('velocity', distance(body.velocity, [0, 0, 1.5]), 1e-14, 'm/s');
  error('angular velocity', distance(body.angularVelocity, spin), 1e-12, 'rad/s');
  error(
    'angle after 10 s',
    angleBetween(
      body.orientation,
      axisAngle(
        spin.map((w) => w / size(spin)),
        10 * size(spin),
      ),
    ),
    1e-11,
    'rad',
  );
});

accuracy('spring', ({ run, error }) => {
  const forces = [{ type: 'spring', body: 0, anchor: [0, 0, 0], stiffness: 100 }];
  const [body] = run({ ...space, bodies: [cube({ position: [0.5, 0, 0] })], forces }, 10);
  // x = x0 cos wt, v = -x0 w sin wt: the phase they give against 100 rad.
  const phase = Math.atan2(-body.velocity[0] / 10, body.position[0]);
  const miss = Math.abs(((((phase - 100) % (2 * Math.PI)) + 3 * Math.PI) % (2 * Math.PI)) - Math.PI);
  error('phase after 100 rad, 0.17 rad a step', miss, 1e-2, 'rad');
});
