// The numbers to check of the scenes with joints, against closed forms. scenes.test.mjs runs them with the others.
import { worst } from '../support/worst.mjs';
import { rungeKutta4 } from './runge-kutta.mjs';
import { bodyNamed, check, checks, cross, degrees, energyDrift, g, inspect, slotOf, turnsOf } from './scene-check.mjs';
import { angleBetween, completeK, distance, rotate, size } from './table.mjs';

/** Coordinates (rad or m) and reaction forces (N) of a joint, after each step. */
const jointOver = (scene, name, seconds) =>
  inspect(scene, 0, (world) => {
    const index = scene.joints.findIndex((joint) => joint.name === name);
    return Array.from({ length: Math.round(seconds * world.stepsPerSecond) }, () => {
      world.step();
      const numbers = world.jointStates();
      const at = (index * numbers.length) / world.jointCount;
      return { coordinate: numbers[at + 1], rate: numbers[at + 2], force: size([...numbers.subarray(at + 3, at + 6)]) };
    });
  });

/** Largest distance (m) between the two anchors of hinges and balls with a point in the world, over the times of `samples`. */
function gaps(scene, samples) {
  const start = scene.bodies.map(({ position = [0, 0, 0], orientation }) => ({ position, orientation: quaternionOf(orientation) }));
  const back = ([x, y, z, w]) => [-x, -y, -z, w];
  const placeOn = (name, point, states) => {
    if (name === undefined) return point;
    const slot = slotOf(scene, name);
    const own = rotate(
      back(start[slot].orientation),
      point.map((x, i) => x - start[slot].position[i]),
    );
    const centre = centreOf(scene, slot);
    const arm = rotate(
      states[slot].orientation,
      own.map((x, i) => x - centre[i]),
    );
    return states[slot].position.map((x, i) => x + arm[i]);
  };
  const joints = scene.joints.filter(({ point }) => point);
  return worst(
    samples.flatMap((states) => joints.map(({ a, b, point }) => distance(placeOn(a, point, states), placeOn(b, point, states)))),
  );
}
const centreOf = (scene, slot) => inspect(scene, 0, (world) => [...world.bodyInfo(slot).centerOfMass]);
function quaternionOf(orientation) {
  if (!orientation) return [0, 0, 0, 1];
  const { axis, angleDegrees } = orientation;
  const half = angleDegrees / degrees / 2;
  return [...axis.map((x) => (Math.sin(half) * x) / size(axis)), Math.cos(half)];
}

check('double-pendulum', ({ scene, run, error, said }) => {
  // At rest at first: the sum of m g y.
  const energy = scene.bodies.reduce((sum, { mass = 0, position }) => sum + mass * g * position[1], 0);
  error('said', Math.abs(energy - said[0]), 0.05, 'J');
  error('energy', energyDrift(scene), 1e-4, '');
  const apart = ([, , one, , other]) => angleBetween(one.orientation, other.orientation);
  const [early, ...late] = run([2, ...Array.from({ length: 60 }, (_, i) => 15 + i / 4)]).map(apart);
  error('apart after 2 s', early, 0.02, 'rad');
  error('what is left to 1 rad of parting', Math.max(0, 1 - worst(late)), 0, 'rad');
  error('gaps', gaps(scene, run([5, 20])), 1e-6, 'm');
});

check('pendulum-wave', ({ scene, run, error, said }) => {
  // A compound pendulum: T = 4 K(sin(amplitude / 2)) sqrt(I / (m g d)); the n-th swings n times in 30 s.
  const top = scene.joints[0].point[1];
  scene.bodies.slice(2).forEach((body, index) => {
    const amplitude = body.orientation.angleDegrees / degrees;
    const d = (top - body.position[1]) / Math.cos(amplitude);
    const period = 4 * completeK(Math.sin(amplitude / 2)) * Math.sqrt((body.mass * d * d + body.inertia[2]) / (body.mass * g * d));
    error('swings in 30 s', Math.abs(30 / period - 20 - index), 1e-6, '');
  });
  const start = run(0);
  const [half, whole] = run([15, 30]);
  error('apart after 15 s', Math.abs(angleBetween(half[2].orientation, half.at(-1).orientation) * degrees - said[0]), 0.02, '°');
  error('all together after 30 s', worst(whole.map((body, slot) => angleBetween(body.orientation, start[slot].orientation))), 1e-4, 'rad');
});

check('bifilar-pendulum', ({ scene, error, said }) => {
  // Energy: (I phi'^2 + m z'^2) / 2 + m g z, with z = l - sqrt(l^2 - 4 d^2 sin^2(phi / 2)) on threads of length l, 2 d apart.
  const [top, length] = [scene.joints[0].points[0][1], 2];
  ['threads at the ends', 'threads half as far apart'].forEach((name, index) => {
    const { mass, size: edges, orientation } = bodyNamed(scene, name);
    const [inertia, amplitude] = [(mass * (edges[0] ** 2 + edges[2] ** 2)) / 12, orientation.angleDegrees / degrees];
    const d = Math.abs(scene.joints[2 * index].points[0][0]);
    const drop = (phi) => Math.sqrt(length ** 2 - 4 * d * d * Math.sin(phi / 2) ** 2);
    const slope = (phi) => (d * d * Math.sin(phi)) / drop(phi);
    let period = 0;
    const parts = 20000;
    for (let part = 0; part < parts; part += 1) {
      const s = ((part + 0.5) / parts) * (Math.PI / 2);
      const phi = amplitude * Math.sin(s);
      const speed = Math.sqrt((2 * mass * g * (drop(phi) - drop(amplitude))) / (inertia + mass * slope(phi) ** 2));
      period += (4 * amplitude * Math.cos(s) * Math.PI) / 2 / parts / speed;
    }
    error(`said, ${name}`, Math.abs(period - said[index]), 5e-4, 's');
    error('small swings', Math.abs(period / ((2 * Math.PI * Math.sqrt((inertia / mass) * (length / g))) / d) - 1), 0.02, '');
    const zeros = turnsOf(scene, slotOf(scene, name), 12);
    const gapsOfTime = zeros.slice(2).map((time, i) => time - zeros[i]);
    error(`period, ${name}`, worst(gapsOfTime.map((time) => time - period)), 1e-3, 's');
    error('height of the bar', Math.abs(top - drop(amplitude) - bodyNamed(scene, name).position[1]), 1e-8, 'm');
  });
  error('energy', energyDrift(scene), 1e-6, '');
});

check('newtons-cradle', ({ scene, run, error, said }) => {
  // Equal balls hand on the velocity of those that come: v^2 = 2 g l (1 - cos) from their height.
  const height = Math.max(...scene.bodies.map(({ name, position }) => (name === 'one: first' ? position[1] : 0)));
  const lowest = bodyNamed(scene, 'one: middle').position[1];
  const speed = Math.sqrt(2 * g * (height - lowest));
  error('said', Math.abs(speed - said[0]), 0.005, 'm/s');
  const places = ['first', 'second', 'middle', 'fourth', 'last'];
  const samples = run(Array.from({ length: 181 }, (_, i) => i / 60));
  for (const [cradle, count] of [
    ['one', 1],
    ['two', 2],
  ]) {
    const balls = places.map((place) => slotOf(scene, `${cradle}: ${place}`));
    const soon = balls.map((slot) => samples[46][slot]); // at 0.77 s, soon after the impact
    soon.forEach(({ position, velocity }, place) => {
      const wanted = place < 5 - count ? 0 : speed;
      error(
        `${cradle}, ball ${place + 1}`,
        Math.abs(Math.sqrt(size(velocity) ** 2 + 2 * g * (position[1] - lowest)) - wanted),
        0.03,
        'm/s',
      );
    });
    // As high on the other side, as many; then they come back.
    const highest = balls.map((slot) => Math.max(...samples.slice(46, 120).map((states) => states[slot].position[1])));
    highest.forEach((y, place) => error(`${cradle}, height ${place + 1}`, Math.abs(y - (place < 5 - count ? lowest : height)), 5e-3, 'm'));
  }
});

check('bead-on-a-hoop', ({ scene, run, error, said }) => {
  // Stable: cos theta = g / (omega^2 R), or 0 where that is above 1.
  const end = run(40);
  ['slow', 'fast'].forEach((name, index) => {
    const { speed } = scene.joints.find((joint) => joint.name === `${name} axle`).motor;
    const radius = 1;
    const theta = Math.acos(Math.min(1, g / (speed ** 2 * radius))) * degrees;
    error(`said, ${name}`, Math.abs(theta - said[index]), 0.005, '°');
    const bead = end[slotOf(scene, `${name} bead`)];
    error(`bead, ${name}`, Math.abs(Math.acos(rotate(bead.orientation, [0, 1, 0])[1]) * degrees - theta), 0.005, '°');
  });
});

check('lagrange-top', ({ scene, run, error, said }) => {
  // About the tip: I1 W^2 cos - I3 w3 W + m g l = 0 (Landau, Lifshitz, "Mechanics", section 35), the slow one of two paces W.
  const { mass, position, inertia, angularVelocity } = bodyNamed(scene, 'steady');
  const tip = scene.joints[0].point;
  const l = distance(position, tip);
  const cosine = (position[1] - tip[1]) / l;
  const i1 = inertia[0] + mass * l * l;
  const own = position.map((x, i) => (x - tip[i]) / l);
  const spin = inertia[1] * own.reduce((sum, x, i) => sum + x * angularVelocity[i], 0);
  const pace = (spin - Math.sqrt(spin ** 2 - 4 * i1 * cosine * mass * g * l)) / (2 * i1 * cosine);
  error('said', Math.abs((2 * Math.PI) / pace - said[0]), 5e-4, 's');
  const times = [1, 5, 10, 20];
  run(times).forEach((bodies, index) => {
    const [x, y, z] = bodies[slotOf(scene, 'steady')].position.map((place, axis) => place - tip[axis]);
    error('height', Math.abs(y - l * cosine), 3e-4 * l, 'm');
    const turned = Math.atan2(-z, x) - pace * times[index];
    error('pace', Math.abs(Math.sin(turned / 2) * 2) / times[index], 1e-3, 'rad/s');
  });
  // The one let go: with L and E as they were, (a - u)(2 m g l (I1 (1 - u^2)) - ...) = 0, so its cosine lies between u0 and
  // the smaller root of u^2 - 2 k u + 2 k u0 - 1 = 0 with k = (I3 w3)^2 / (4 I1 m g l).
  const k = spin ** 2 / (4 * i1 * mass * g * l);
  const lowest = k - Math.sqrt(k * k - 2 * k * cosine + 1);
  const samples = run(Array.from({ length: 600 }, (_, i) => i / 60)).map((bodies) => bodies[slotOf(scene, 'let go')].position);
  const cosines = samples.map((place) => (place[1] - tip[1]) / l);
  error('the highest of the one let go', Math.abs(Math.max(...cosines) - cosine), 1e-4, '');
  error('its lowest', Math.abs(Math.min(...cosines) - lowest), 5e-4, '');
});

check('gyroscope-in-gimbals', ({ scene, run, error, said }) => {
  // m g d = I3 w W, with the axis level.
  const rotor = bodyNamed(scene, 'rotor');
  const weight = bodyNamed(scene, 'weight');
  const pace = (weight.mass * g * weight.position[2]) / (rotor.inertia[2] * rotor.angularVelocity[2]);
  error('said', Math.abs(pace - said[0]), 5e-4, 'rad/s');
  error(
    'outer ring',
    worst(run([1, 5, 20]).map((bodies) => size(bodies[slotOf(scene, 'outer ring')].angularVelocity) - pace)),
    1e-5,
    'rad/s',
  );
  error('inner ring', worst(jointOver(scene, 'inner bearing', 20).map(({ coordinate }) => coordinate * degrees)), 1e-3, '°');
  // Without its spin the ring falls.
  rotor.angularVelocity = [0, 0, 0];
  error('without spin (what is left to 30°)', Math.max(0, 30 - jointOver(scene, 'inner bearing', 2).at(-1).coordinate * degrees), 0, '°');
});

check('cardan-shaft', ({ scene, run, error, said }) => {
  // tan(turn behind) = tan(turn before) / cos: w' = w cos / (1 - sin^2(turn from the pin across) sin^2), least cos, most 1 / cos.
  const bend = bodyNamed(scene, 'middle').orientation.angleDegrees / degrees;
  const w = scene.joints[0].motor.speed;
  error('said', worst([w / Math.cos(bend) - said[0], w * Math.cos(bend) - said[1], w - said[2]]), 0.005, 'rad/s');
  const times = Array.from({ length: 300 }, (_, i) => (i + 1) / 60);
  const samples = run(times);
  const wanted = (t) => (w * Math.cos(bend)) / (1 - (Math.sin(bend) * Math.sin(w * t)) ** 2);
  error(
    'middle',
    worst(samples.map((bodies, i) => size(bodies[slotOf(scene, 'middle')].angularVelocity) - wanted(times[i]))),
    1e-4,
    'rad/s',
  );
  error('last', worst(samples.map((bodies) => distance(bodies[slotOf(scene, 'last')].angularVelocity, [w, 0, 0]))), 1e-4, 'rad/s');
});

check('slider-crank', ({ scene, run, error, said }) => {
  // From the axle, at a turn a of the crank: r cos a + sqrt(l^2 - r^2 sin^2 a), from l + r to l - r.
  const [axle, bigEnd, littleEnd] = ['crank', 'big end', 'little end'].map(
    (name) => scene.joints.find((joint) => joint.name === name).point,
  );
  const [r, l] = [bigEnd[0] - axle[0], littleEnd[0] - bigEnd[0]];
  const w = scene.joints[0].motor.speed;
  error('said', worst([axle[0] + l + r - said[0], axle[0] + l - r - said[1]]), 1e-9, 'm');
  const times = Array.from({ length: 600 }, (_, i) => (i + 1) / 60);
  const piston = slotOf(scene, 'piston');
  const wanted = (t) => axle[0] + r * Math.cos(w * t) + Math.sqrt(l * l - (r * Math.sin(w * t)) ** 2);
  const samples = run(times);
  error(
    'piston',
    worst(samples.map((bodies, i) => distance(bodies[piston].position, [wanted(times[i]), ...littleEnd.slice(1)]))),
    1e-5,
    'm',
  );
  // Quicker about the outer end: |a| = r w^2 (1 + r / l) there, r w^2 (1 - r / l) at the inner one.
  const speeds = run([0.1, Math.PI / 3 + 0.1].map((t) => Math.round(60 * t) / 60)).map((bodies) => Math.abs(bodies[piston].velocity[0]));
  error('what is left to 1.5 times as quick', Math.max(0, 1.5 - speeds[0] / speeds[1]), 0, '');
});

check('four-bar', ({ scene, run, error, said }) => {
  // F. Freudenstein, "Approximate synthesis of four-bar linkages", 1955: with the turns a of the crank and b of the rocker against the line of the fixed
  // pivots, of links r, l, s and a distance d of the pivots, d/r cos b - d/s cos a + (r^2 - l^2 + s^2 + d^2) / (2 r s) = cos(a - b).
  const [one, two, three, four] = scene.joints.map(({ point }) => point.slice(0, 2));
  const [r, l, s, d] = [distance(one, two), distance(two, three), distance(three, four), distance(four, one)];
  const turn = (from, to) => Math.atan2(to[1] - from[1], to[0] - from[0]);
  const [crank, rocker] = ['crank', 'rocker'].map((name) => jointOver(scene, name, 20).map(({ coordinate }) => coordinate));
  const rest = crank.map((angle, i) => {
    const [a, b] = [turn(one, two) + angle, turn(four, three) + rocker[i]];
    return (d / r) * Math.cos(b) - (d / s) * Math.cos(a) + (r * r - l * l + s * s + d * d) / (2 * r * s) - Math.cos(a - b);
  });
  error('Freudenstein', worst(rest), 1e-6, '');
  // Dead centres: crank and coupler in line, l + r or l - r from pivot to pin.
  const corner = (x, y, opposite) => Math.acos((x * x + y * y - opposite * opposite) / (2 * x * y));
  const swing = corner(d, s, l + r) - corner(d, s, l - r);
  error('said', Math.max(Math.abs(swing * degrees - said[0]), said[1]), 0.05, '°');
  // Half a step beside a dead centre the rocker is less than 0.001 rad from it.
  error('swing', Math.abs(Math.max(...rocker) - Math.min(...rocker) - swing), 1e-3, 'rad');
  const { speed } = scene.joints[0].motor;
  const way = (Math.PI + corner(d, l - r, s) - corner(d, l + r, s)) / speed;
  error(
    'moments',
    Math.max(Math.abs(way - checks['four-bar'][0].at), Math.abs((2 * Math.PI) / speed - checks['four-bar'][1].at)),
    1e-8,
    's',
  );
  error('gaps', gaps(scene, run([1, 5, 20])), 1e-6, 'm');
});

check('differential', ({ scene, run, error, said }) => {
  // The gears turn one wheel back against the cage as far as the other one forward: w1 + w2 = 2 w.
  const w = scene.joints[0].motor.speed;
  error('said', Math.abs(w - said[0]), 0, 'rad/s');
  const wheels = run(Array.from({ length: 40 }, (_, i) => i / 4)).map((bodies) =>
    ['left wheel', 'right wheel'].map((name) => bodies[slotOf(scene, name)].angularVelocity[0]),
  );
  error('mean', worst(wheels.map(([left, right]) => (left + right) / 2 - w)), 1e-6, 'rad/s');
  error('what is left to 4 rad/s apart', Math.max(0, 4 - worst(wheels.map(([left, right]) => right - left))), 0, 'rad/s');
});

check('peaucellier', ({ scene, run, error, said }) => {
  // |OA| |OP| = a^2 - b^2 (arms a, rhombus b), and A is on a circle of radius r through O: P is at x = (a^2 - b^2) / (2 r).
  const at = (name) => scene.joints.find((joint) => joint.name === name).point;
  const far = (one, other) => distance(at(one), at(other));
  const [a, b, r] = [far('O, upper', 'B, inner'), far('B, inner', 'A, upper'), far('C', 'A, upper')];
  error('O on the circle', Math.abs(far('C', 'O, upper') - r), 1e-8, 'm');
  const x = at('O, upper')[0] + (a * a - b * b) / (2 * r);
  error('said', Math.abs(x - said[0]), 1e-8, 'm');
  const samples = run(Array.from({ length: 1200 }, (_, i) => i / 60));
  const pen = samples.map((bodies) => bodies[slotOf(scene, 'pen')].position);
  error('off the line', worst(pen.map((place) => place[0] - x)), 1e-6, 'm');
  error('out of the plane', worst(pen.map((place) => place[2] - pen[0][2])), 1e-9, 'm');
  const ys = pen.map((place) => place[1]);
  error('what is left to 2 m up and down', Math.max(0, 2 - (Math.max(...ys) - Math.min(...ys))), 0, 'm');
  error(
    'gaps',
    gaps(
      scene,
      samples.filter((_, i) => i % 100 === 0),
    ),
    1e-6,
    'm',
  );
});

check('atwood-machine', ({ scene, run, error, said }) => {
  // a = g (M - m) / (M + m); the rope pulls each with 2 M m g / (M + m).
  const [m, M] = ['lighter', 'heavier'].map((name) => bodyNamed(scene, name).mass);
  const a = (g * (M - m)) / (M + m);
  error('said', Math.max(Math.abs(a - said[0]), Math.abs((2 * M * m * g) / (M + m) - said[1])), 5e-4, '');
  error('a ninth of a free fall', Math.abs(a / g - 1 / 9), 1e-12, '');
  for (const t of [0.5, 1, 1.5]) {
    const states = run(t);
    error(`v after ${t} s`, distance(states[slotOf(scene, 'heavier')].velocity, [0, -a * t, 0]), 1e-9, 'm/s');
    error(
      `way after ${t} s`,
      Math.abs(states[slotOf(scene, 'lighter')].position[1] - bodyNamed(scene, 'lighter').position[1] - (a * t * t) / 2),
      1e-6,
      'm',
    );
  }
  error('rope', Math.abs(jointOver(scene, 'rope', 1).at(-1).force - said[1]), 1e-6, 'N');
});

check('push-on-a-wheel', ({ scene, run, error, said }) => {
  // J at the rim: w = J r / I for both; v = J / m for the free one alone. The bearing gives -J, within one step.
  const { mass, inertia, position } = bodyNamed(scene, 'free');
  const { impulse, point } = scene.commands[1];
  const [push, spin] = [impulse[1], (impulse[1] * (point[0] - position[0])) / inertia[2]];
  error('said', worst([spin - said[0], said[1], push / mass - said[2]]), 5e-4, '');
  const [held, free] = ['on an axle', 'free'].map((name) => run(3)[slotOf(scene, name)]);
  for (const wheel of [held, free]) error('spin', distance(wheel.angularVelocity, [0, 0, spin]), 1e-9, 'rad/s');
  error('held', size(held.velocity), 1e-9, 'm/s');
  error('free', distance(free.velocity, [0, push / mass, 0]), 1e-9, 'm/s');
  error('bearing', Math.abs(Math.max(...jointOver(scene, 'axle', 2).map(({ force }) => force)) / 60 - push), 1e-6, 'N s');
});

check('gears', ({ scene, run, error, said }) => {
  // As many teeth of one pass as of the other: z w is the same for all, with alternating senses.
  const teeth = [12, 24, 8];
  const w = scene.joints[0].motor.speed;
  teeth.forEach((count, i) => error('said', Math.abs((w * teeth[0]) / count - said[i]), 1e-12, 'rad/s'));
  for (const states of run([1, 5, 20]))
    teeth.forEach((count, i) => {
      const wanted = (((i % 2 === 0 ? 1 : -1) * w) / count) * teeth[0];
      error(`${count} teeth`, distance(states[slotOf(scene, `${count} teeth`)].angularVelocity, [0, 0, wanted]), 1e-9, 'rad/s');
    });
  const turned = jointOver(scene, 'axle of 24 teeth', 20).at(-1).coordinate;
  error('turns after 20 s', Math.abs(turned + (20 * w) / 2), 1e-9, 'rad');
});

check('gears-jammed', ({ scene, run, error, said }) => {
  // The motor gives its most, 150 N m, and the stick bears it: nothing turns.
  const [early, ...late] = run([0.4, 2, 5]);
  const spin = (states, name) => size(states[slotOf(scene, name)].angularVelocity);
  error('before', Math.abs(spin(early, 'driven') - Math.abs(scene.joints[0].motor.speed)), 1e-6, 'rad/s');
  for (const states of late) for (const name of ['driven', 'other']) error(name, spin(states, name) - said[0], 5e-4, 'rad/s');
  const angles = jointOver(scene, 'drive', 8).map(({ coordinate }) => coordinate);
  error('creeps from 2 s to 8 s', Math.abs(angles.at(-1) - angles[119]), 1e-3, 'rad');
});

check('door-and-block', ({ scene, run, error, said }) => {
  // At the outer edge, 1 m from the hinge, the door pushes by torque / 1 m: less than friction holds of the heavy block, more than of the light one.
  const { torque } = scene.joints[0].motor;
  const holds = (name) => bodyNamed(scene, name).friction * bodyNamed(scene, name).mass * g;
  error('what is left to twice as much', Math.max(0, (2 * torque) / 1 - holds('heavy block')), 0, 'N');
  error('what the light one holds too much', Math.max(0, holds('light block') - torque / 1), 0, 'N');
  const end = run(6);
  for (const [name, i] of [
    ['heavy: hinge', 0],
    ['light: hinge', 1],
  ])
    error(name, Math.abs(jointOver(scene, name, 6).at(-1).coordinate * degrees - said[i]), 0.05, '°');
  error('heavy block', distance(end[slotOf(scene, 'heavy block')].position, bodyNamed(scene, 'heavy block').position) - said[2], 5e-4, 'm');
  error(
    'what is left to 0.5 m of the light one',
    Math.max(0, 0.5 - distance(end[slotOf(scene, 'light block')].position, bodyNamed(scene, 'light block').position)),
    0,
    'm',
  );
});

check('rope-bridge', ({ scene, run, error, said }) => {
  // Links of length l and weight W, the i-th from the middle (from 0): its slope is (i + 1/2) W / H. H is such that the span comes out.
  const planks = scene.bodies.filter(({ name }) => /plank|middle/.test(name));
  const [from, to] = [scene.joints[0].point, scene.joints.at(-1).point];
  const l = distance(scene.joints[0].point, scene.joints[1].point);
  const weight = planks[0].mass * g;
  const slopes = (pull) => Array.from({ length: planks.length / 2 }, (_, i) => ((i + 0.5) * weight) / pull);
  const span = (pull) => slopes(pull).reduce((sum, slope) => sum + (2 * l) / Math.hypot(1, slope), 0);
  let [low, high] = [1, 1e5];
  for (let halving = 0; halving < 100; halving += 1) {
    const middle = (low + high) / 2;
    if (span(middle) < to[0] - from[0]) low = middle;
    else high = middle;
  }
  const sines = slopes(low).map((slope) => slope / Math.hypot(1, slope));
  const y = from[1] - l * sines.reduce((sum, sine) => sum + sine, 0) + (l * sines[0]) / 2;
  const pull = Math.hypot(low, (weight * planks.length) / 2);
  error('said', Math.max(Math.abs(y - said[0]) / 5e-4, Math.abs(pull - said[1]) / 0.5), 1, '');
  error('height', Math.abs(run(15)[slotOf(scene, 'left of the middle')].position[1] - y), 5e-4, 'm');
  error('pull', Math.abs(jointOver(scene, 'hinge 1', 15).at(-1).force - pull), 0.5, 'N');
});

check('wrecking-ball', ({ scene, run, error, said }) => {
  // m g (3 - 2 cos 60°) at the lowest point, for a chain that weighs nothing beside the ball.
  const ball = bodyNamed(scene, 'ball');
  const [top, end] = [scene.joints[0].point, scene.joints.at(-1).point];
  const cosine = (top[1] - end[1]) / distance(top, end);
  const pull = ball.mass * g * (3 - 2 * cosine);
  error('said', Math.abs(pull - said[0]), 0.5, 'N');
  error('twice its weight', Math.abs(pull / (ball.mass * g) - 2), 1e-6, '');
  const places = run(1.2).at(-1).position; // the last body, behind all bricks
  error('it is there', Math.abs(places[2]), 0.05, 'm');
  error('pull', Math.abs(jointOver(scene, 'ball on the chain', 1.2).at(-1).force / pull - 1), 3e-3, '');
});

check('car-over-a-ramp', ({ scene, run, error, said }) => {
  // Wheels that roll: v = w r, with the speed that the motors hold.
  const radius = bodyNamed(scene, 'rear left wheel').shapes[0].radius;
  const speed = scene.commands[0].speed * radius;
  error('said', Math.abs(speed - said[0]), 0.005, 'm/s');
  const car = slotOf(scene, 'car');
  error('speed', Math.abs(size(run(2.2)[car].velocity) - speed), 0.005, 'm/s');
  const path = run(Array.from({ length: 540 }, (_, i) => i / 60)).map((states) => states[car]);
  const start = path[0].position[1];
  error('what is left to 0.5 m up', Math.max(0, 0.5 - (Math.max(...path.map(({ position }) => position[1])) - start)), 0, 'm');
  // On wheels that are stopped a car keeps no straight line: rounding turns it by degrees.
  const { orientation } = path.at(-1);
  error('upright in the end', Math.acos(Math.min(1, rotate(orientation, [0, 1, 0])[1])), 0.01, 'rad');
  error('straight on', angleBetween(orientation, [0, 0, 0, 1]), 0.3, 'rad');
  error('at rest', size(path.at(-1).velocity), 0.01, 'm/s');
});

check('jansens-walker', ({ scene, run, error, said }) => {
  // Each joint of a leg is where two circles meet. The lowest of the six feet stands, and the frame goes against it.
  const at = (name) => scene.joints.find((joint) => joint.name === name).point.slice(0, 2);
  const centre = at('drive');
  const footOf = (side) => {
    const [hip, pin, knee, ankle, heel, shin] = ['B hip', 'X upper', 'Y', 'Z', 'W link', 'V'].map((name) => at(`${side} ${name}`));
    const { position, shapes } = bodyNamed(scene, `${side} foot`);
    const foot = shapes
      .at(-1)
      .position.slice(0, 2)
      .map((x, axis) => position[axis] + x);
    const meet = (one, other, start) => {
      const turn = (p, q, s) => Math.sign((q[0] - p[0]) * (s[1] - p[1]) - (q[1] - p[1]) * (s[0] - p[0]));
      const [r, t, sense] = [distance(one, start), distance(other, start), turn(one, other, start)];
      return (p, q) => {
        const apart = distance(p, q);
        const along = (r * r - t * t + apart * apart) / (2 * apart);
        const across = sense * Math.sqrt(r * r - along * along);
        const [x, y] = [(q[0] - p[0]) / apart, (q[1] - p[1]) / apart];
        return [p[0] + along * x - across * y, p[1] + along * y + across * x];
      };
    };
    const [kneeOf, ankleOf, heelOf, shinOf, tipOf] = [
      meet(pin, hip, knee),
      meet(hip, knee, ankle),
      meet(pin, hip, heel),
      meet(ankle, heel, shin),
      meet(shin, heel, foot),
    ];
    const arm = pin.map((x, axis) => x - centre[axis]);
    return (turned) => {
      const [c, s] = [Math.cos(turned), Math.sin(turned)];
      const p = [centre[0] + c * arm[0] - s * arm[1], centre[1] + s * arm[0] + c * arm[1]];
      const [k, w] = [kneeOf(p, hip), heelOf(p, hip)];
      return tipOf(shinOf(ankleOf(hip, k), w), w);
    };
  };
  const feet = ['left 1', 'right 1', 'left 2', 'right 2', 'left 3', 'right 3'].map(footOf);
  const parts = 720;
  const places = Array.from({ length: parts + 1 }, (_, i) => feet.map((foot) => foot((2 * Math.PI * i) / parts)));
  let stride = 0;
  for (let i = 1; i <= parts; i += 1) {
    const heights = places[i].map((foot, leg) => foot[1] + places[i - 1][leg][1]);
    const standing = heights.indexOf(Math.min(...heights));
    stride -= places[i][standing][0] - places[i - 1][standing][0];
  }
  error('said', Math.abs(stride - said[0]), 0.005, 'm');
  const turn = (2 * Math.PI) / scene.joints[0].motor.speed;
  const states = run([1, 2, 3, 4].map((turns) => turns * turn));
  states.forEach((bodies, i) =>
    error(`after ${i + 1} turns`, Math.abs(bodies[slotOf(scene, 'frame')].position[0] / stride / (i + 1) - 1), 0.02, ''),
  );
  error('gaps', gaps(scene, states), 1e-5, 'm');
});

/** Angles (rad) and rates of a trebuchet after `seconds`, by Lagrange's equations for arm, weight and sling. Each angle is that of a rod of the plane against
 *  x: the long arm, from the short end to the middle of the weight, from the tip to the stone. */
function swungTrebuchet({ long, short, hang, sling, arm, weight, stone }, angles, seconds) {
  const [toWeight, toStone] = [-weight.mass * short * hang, stone.mass * long * sling];
  const own = [
    arm.moment + weight.mass * short ** 2 + stone.mass * long ** 2,
    weight.moment + weight.mass * hang ** 2,
    stone.mass * sling ** 2,
  ];
  const weights = [arm.mass * arm.centre - weight.mass * short + stone.mass * long, weight.mass * hang, stone.mass * sling];
  const change = ([[a, b, c], [u, v, w]]) => {
    const [cosB, sinB, cosC, sinC] = [Math.cos(a - b), Math.sin(a - b), Math.cos(a - c), Math.sin(a - c)].map(
      (x, at) => x * (at < 2 ? toWeight : toStone),
    );
    const forces = [-sinB * v * v - sinC * w * w, sinB * u * u, sinC * u * u].map(
      (force, at) => force - g * weights[at] * Math.cos([a, b, c][at]),
    );
    const first =
      (forces[0] - (cosB * forces[1]) / own[1] - (cosC * forces[2]) / own[2]) / (own[0] - cosB ** 2 / own[1] - cosC ** 2 / own[2]);
    return [
      [u, v, w],
      [first, (forces[1] - cosB * first) / own[1], (forces[2] - cosC * first) / own[2]],
    ];
  };
  const steps = Math.round(seconds * 6000);
  let state = [angles, [0, 0, 0]];
  for (let step = 0; step < steps; step += 1) state = rungeKutta4(state, change, seconds / steps);
  return state;
}

check('trebuchet', ({ scene, run, error, said }) => {
  const jointPoint = (name) => scene.joints.find((joint) => joint.name === name).point;
  const [arm, weight, stone] = ['arm', 'counterweight', 'stone'].map((name) => bodyNamed(scene, name));
  const [tip, held] = scene.joints.find(({ name }) => name === 'sling').points;
  const [axle, hanger] = [jointPoint('axle'), jointPoint('hanger')];
  const [long, short, hang, sling] = [distance(axle, tip), distance(axle, hanger), distance(hanger, weight.position), distance(tip, held)];
  const moment = ({ mass, size: [x, y] }) => (mass * (x * x + y * y)) / 12;
  const centre = (long - short) / 2;
  const direction = (from, to) => Math.atan2(to[1] - from[1], to[0] - from[0]);
  const [{ step }] = scene.commands;
  const [[a, , c], [u, , w]] = swungTrebuchet(
    {
      ...{ long, short, hang, sling, stone },
      arm: { mass: arm.mass, centre, moment: moment(arm) + arm.mass * centre ** 2 },
      weight: { mass: weight.mass, moment: moment(weight) },
    },
    [direction(axle, tip), direction(hanger, weight.position), direction(tip, held)],
    step / 60,
  );
  const velocity = [-long * u * Math.sin(a) - sling * w * Math.sin(c), long * u * Math.cos(a) + sling * w * Math.cos(c)];
  const place = [0, 1].map((axis) => axle[axis] + [Math.cos, Math.sin].map((part) => long * part(a) + sling * part(c))[axis]);
  const seen = run(step / 60)[slotOf(scene, 'stone')];
  error('place of the stone', Math.hypot(seen.position[0] - place[0], seen.position[1] - place[1]), 1e-4, 'm');
  error('velocity', Math.hypot(seen.velocity[0] - velocity[0], seen.velocity[1] - velocity[1]), 5e-4, 'm/s');
  error('said', Math.abs(Math.hypot(velocity[0], velocity[1] - g * (1.5 - step / 60)) - said[0]), 0.005, 'm/s'); // in flight
});

check('catapult', ({ scene, run, error, said }) => {
  // About the hinge the impact of the ball changes no angular momentum. What it meets turns as one: the plank, and the load that stands on it. The ball has no
  // friction: across the plank it goes on with that, along the plank as before. Then Lagrange's equations, for the plank and the way of the ball along it.
  const [plank, load, ball] = ['plank', 'load', 'heavy ball'].map((name) => bodyNamed(scene, name));
  const [, height] = scene.joints[0].point;
  const tilt = plank.orientation.angleDegrees / degrees;
  const along = ([x, y]) => x * Math.cos(tilt) + (y - height) * Math.sin(tilt);
  const above = ([x, y]) => (y - height) * Math.cos(tilt) - x * Math.sin(tilt);
  const bodies = [plank, load].map(({ size: [a, b, c], density, position }) => ({
    mass: a * b * c * density,
    moment: (a * b * c * density * (a * a + b * b)) / 12,
    place: [along(position), above(position)],
  }));
  const moment = bodies.reduce((sum, { mass, moment: own, place }) => sum + own + mass * size(place) ** 2, 0);
  const off = plank.size[1] / 2 + ball.shapes[0].radius; // from the middle line of the plank to the centre of the ball
  const [x] = ball.position;
  const at = (x + off * Math.sin(tilt)) / Math.cos(tilt);
  const fall = ball.position[1] - (height + at * Math.sin(tilt) + off * Math.cos(tilt));
  const speed = Math.sqrt(2 * g * fall);
  const rateAfter = (-ball.mass * speed * Math.cos(tilt) * at) / (moment + ball.mass * at * at);
  const change = ([[angle, way], [turn, slide]]) => {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const weight = (mass, [a, b]) => mass * g * (a * cos - b * sin);
    const torque =
      -bodies.reduce((sum, { mass, place }) => sum + weight(mass, place), 0) -
      weight(ball.mass, [way, off]) -
      2 * ball.mass * way * slide * turn;
    const push = ball.mass * (way * turn * turn - g * sin);
    const [one, both] = [moment + ball.mass * (way * way + off * off), -ball.mass * off];
    const whole = one * ball.mass - both * both;
    return [
      [turn, slide],
      [(ball.mass * torque - both * push) / whole, (one * push - both * torque) / whole],
    ];
  };
  const moments = [28, 32, 36].map((step) => step / 60); // s; later the load slides on the plank
  const wanted = moments.map((time) => {
    const struck = Math.sqrt((2 * fall) / g);
    let state = [
      [tilt, at],
      [rateAfter, -speed * Math.sin(tilt) + off * rateAfter],
    ];
    for (let part = 0; part < 1000; part += 1) state = rungeKutta4(state, change, (time - struck) / 1000);
    return state[1][0];
  });
  error('moment', Math.abs(checks.catapult[0].at - moments[0]), 1e-8, 's');
  error('said', Math.abs(-wanted[0] - said[0]), 0.005, 'rad/s');
  const errors = (sampled) => worst(sampled.map((states, i) => states[slotOf(scene, 'plank')].angularVelocity[2] / wanted[i] - 1));
  error('plank', errors(run(moments)), 0.01, 'of itself');
  const finer = inspect({ ...scene, stepsPerSecond: 960 }, 16 * 28, (world) => world.states()[13 * slotOf(scene, 'plank') + 12]);
  error('plank, at 960 steps a second', Math.abs(finer / wanted[0] - 1), 2e-3, 'of itself');
});

check('ragdoll', ({ scene, run, error, said }) => {
  // In flight joints and stops are internal forces: momentum follows the weight alone, and the angular momentum about the centre of mass stays.
  const bodies = scene.bodies.filter(({ mass }) => mass);
  const mass = bodies.reduce((sum, body) => sum + body.mass, 0);
  const start = [0, 1, 2].map((axis) => bodies.reduce((sum, body) => sum + body.mass * body.velocity[axis], 0));
  const { at } = checks.ragdoll[0];
  const momentum = [start[0], start[1] - mass * g * at, start[2]];
  error('said', Math.abs(size(momentum) - said[0]), 0.05, 'kg m/s');
  const slots = bodies.map(({ name }) => slotOf(scene, name));
  const inFlight = run([0, at]).map((states) => {
    const centre = [0, 1, 2].map((axis) => bodies.reduce((sum, body, i) => sum + (body.mass * states[slots[i]].position[axis]) / mass, 0));
    const total = states.measures.slice(3, 6);
    return { total, own: cross(centre, total).map((part, axis) => states.measures[6 + axis] - part) };
  });
  error('momentum', distance(inFlight[1].total, momentum), 1e-3, 'kg m/s');
  error('angular momentum', distance(inFlight[0].own, inFlight[1].own), 1e-2, 'kg m²/s');
  const samples = run(Array.from({ length: 25 }, (_, i) => i / 10));
  error('gaps', gaps(scene, samples), 1e-3, 'm');
  const rest = run(8)[slotOf(scene, 'chest')];
  error('at rest', size(rest.velocity) - said[1], 5e-3, 'm/s');
  error('what is left to 2 m down', Math.max(0, 2 - (bodyNamed(scene, 'chest').position[1] - rest.position[1])), 0, 'm');
});

check('clock-escapement', ({ scene, error, said }) => {
  // A compound pendulum: T = 4 K(sin(amplitude / 2)) sqrt(I / (m g d)). The pallets push it about its lowest place alone, which changes its time little
  // (G. Airy, "On the disturbances of pendulums and balances", 1826); and in each swing to and fro the wheel goes on by one tooth.
  const { mass, inertia, centerOfMass, orientation } = bodyNamed(scene, 'pendulum');
  const d = -centerOfMass[1];
  const period = (amplitude) => 4 * completeK(Math.sin(amplitude / 2)) * Math.sqrt((mass * d * d + inertia[2]) / (mass * g * d));
  const start = orientation.angleDegrees / degrees;
  error('said of the period', Math.abs(period(start) - said[0]), 1e-3, 's');
  const [swing, turn] = ['pendulum', 'wheel'].map((name) => jointOver(scene, name, 120).map(({ coordinate }) => coordinate));
  const angles = swing.map((angle) => start + angle);
  const zeros = angles.flatMap((angle, i) =>
    i > 0 && angles[i - 1] > 0 && angle <= 0 ? [i - 1 + angles[i - 1] / (angles[i - 1] - angle)] : [],
  );
  const apart = zeros.slice(1).map((zero, i) => {
    const one = angles.slice(Math.floor(zeros[i]), Math.ceil(zero));
    return (zero - zeros[i]) / 60 - period((Math.max(...one) - Math.min(...one)) / 2);
  });
  error('swings in two minutes', Math.abs(apart.length - 47), 0, '');
  error('period of each', worst(apart), 1e-3, 's');
  error('mean', Math.abs(apart.reduce((sum, one) => sum + one, 0) / apart.length), 3e-4, 's');
  const pins = bodyNamed(scene, 'escape wheel').shapes.filter(({ collides = true }) => collides).length;
  error('said of the teeth', Math.abs((-5 * 360) / pins - said[1]), 0, '°');
  // At the end of a swing the wheel stands.
  const ends = [5, 10, 20, 40].map((count) => turn[Math.round(60 * count * period(start)) - 1]);
  error('teeth', worst(ends.map((angle, i) => angle * degrees + ([5, 10, 20, 40][i] * 360) / pins)), 1, '°');
});
