// The numbers to check of the scenes whose bodies roll, slide and spin on the ground. scenes.test.mjs runs them with the others.
import { worst } from '../support/worst.mjs';
import { rungeKutta4 } from './runge-kutta.mjs';
import { bodyNamed, check, checks, cross, degrees, dot, g, slotOf, turnsOf } from './scene-check.mjs';
import { completeK, distance, rotate, size } from './table.mjs';

check('rolling-friction', ({ scene, run, error, said }) => {
  // C. Coulomb, "Theorie des machines simples", 1785: a torque rho m g against rolling, for the friction of the ground that keeps it rolling
  //   m v' = -F,  I omega' = F r - rho m g,  v = omega r:   v' = -g rho / (r (1 + I / (m r^2)))
  const seen = run([2, 8]);
  ['1 cm', '2 cm'].forEach((name, index) => {
    const ball = bodyNamed(scene, name);
    const [speed] = ball.velocity;
    const deceleration = (g * ball.rollingFriction) / (ball.shapes[0].radius * 1.4);
    const way = speed ** 2 / (2 * deceleration);
    error(`said of ${name}`, Math.abs(way - said[index]), 0.005, 'm');
    const [rolling, resting] = seen.map((states) => states[slotOf(scene, name)]);
    error(`${name}: speed after 2 s`, Math.abs(rolling.velocity[0] - (speed - 2 * deceleration)), 2e-3, 'm/s');
    error(`${name}: way`, Math.abs(resting.position[0] - way), 5e-3 * way, 'm');
    error(`${name}: at rest`, size(resting.velocity), 1e-6, 'm/s');
  });
  const free = seen[1][slotOf(scene, 'none')];
  error('the first one rolls on', Math.abs(free.velocity[0] - 2), 1e-4, 'm/s');
});

check('rolling-cone', ({ scene, error, said }) => {
  // T = 3 m h^2 phi'^2 (1 + 5 cos^2 a) / 40 on a plane (Landau, Lifshitz, "Mechanics", section 32), its weight at 3/4 h cos a from the tip.
  const cone = bodyNamed(scene, 'cone');
  const { radius, height } = cone.shapes[0];
  const half = Math.atan(radius / height);
  const slope = Math.abs(bodyNamed(scene, 'slope').orientation.angleDegrees) / degrees;
  const small = Math.sqrt((height * (1 + 5 * Math.cos(half) ** 2)) / (5 * g * Math.sin(slope) * Math.cos(half)));
  const period = 4 * completeK(Math.sin(25 / degrees)) * small; // let go at 50 degrees
  error('said', Math.abs(period - said[0]), 0.005, 's');
  const zeros = turnsOf(scene, slotOf(scene, 'cone'), 12).filter((time) => time > 0.1);
  error('to and fro', Math.abs(zeros[2] - zeros[0] - period), 0.02, 's');
  error('from one side to the other', Math.abs(zeros[0] - period / 2), 0.02, 's');
});

/** rad/s, in the axes of the body. */
const bodySpinOf = ({ orientation: [x, y, z, w], angularVelocity }) => rotate([-x, -y, -z, w], angularVelocity);

check('eulers-disk', ({ scene, run, error, said }) => {
  // Steady rolling with the centre at rest (L. Euler, "Theoria motus", 1765; H. Moffatt, "Euler's disk and its finite-time singularity", 2000, for a
  // thin one): the angular velocity lies along the lever to the point of contact, which is c below the centre and r away from the axis, and
  //   W^2 sin t (A cos t - C c/r sin t) = g (r cos t - c sin t),   A, C: moments of a kilogram about a diameter and the axis.
  // In the disk the contact runs round its rim at W (cos t - c/r sin t).
  ['steep', 'flat'].forEach((name, index) => {
    const disk = bodyNamed(scene, name);
    const [tilt, r, c] = [disk.orientation.angleDegrees / degrees, disk.shapes[0].radius, disk.shapes[0].height / 2];
    const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
    const rate = Math.sqrt((g * (r * cos - c * sin)) / (sin * (((3 * r * r + 4 * c * c) / 12) * cos - ((r * c) / 2) * sin)));
    const round = (2 * Math.PI) / (rate * (cos - (c / r) * sin));
    error(`said of ${name}`, Math.abs(round - said[index]), 0.0005, 's');
    const slot = slotOf(scene, name);
    const zeros = run(Array.from({ length: 1200 }, (_, step) => step / 60)).map((states) => bodySpinOf(states[slot])[0]);
    const times = zeros.flatMap((now, at) => (at > 0 && zeros[at - 1] < 0 && now >= 0 ? [(at - now / (now - zeros[at - 1])) / 60] : []));
    error(`${name}: once round`, Math.abs((times.at(-1) - times[0]) / (times.length - 1) - round), 5e-4, 's');
  });
  const [, , turns] = said;
  const flat = run([0, 10, 20]).map((states) => size(states[slotOf(scene, 'flat')].angularVelocity));
  error('turns at', worst(flat.map((speed) => speed - turns)), 0.03, 'rad/s');
});

const up = [0, 1, 0];
const add = (a, b) => a.map((x, i) => x + b[i]);
const scaled = (a, by) => a.map((x) => x * by);

/** Tilt (rad) and angular velocity (rad/s), after each second, of a round body that slides on the ground by Coulomb's law: Newton's and Euler's equations
 *  with the force of the ground from the point of contact staying in the ground, by the scheme of Runge and Kutta. `leverAt`: from the centre of mass
 *  to the point of contact (m), by the axis of the body. `across`, `along`: its moments. */
function slidingBody({ mass, leverAt, across, along, friction, tilt, spin }, seconds) {
  const weighed = (a, e, sideways, lengthwise) => add(scaled(a, sideways), scaled(e, (lengthwise - sideways) * dot(a, e)));
  const change = ([e, w, v]) => {
    const lever = leverAt(e);
    const turning = cross(w, e);
    const small = 1e-6;
    const leverRate = scaled(
      add(leverAt(add(e, scaled(turning, small))), scaled(leverAt(add(e, scaled(turning, -small))), -1)),
      0.5 / small,
    );
    const [x, , z] = add(v, cross(w, lever));
    const slip = Math.hypot(x, z) || 1;
    const pull = [(-friction * x) / slip, 1, (-friction * z) / slip]; // of one newton of the ground
    const own = weighed(scaled(cross(w, weighed(w, e, across, along)), -1), e, 1 / across, 1 / along);
    const pulled = weighed(cross(lever, pull), e, 1 / across, 1 / along);
    // The body's point there does not leave the ground: v + w x lever has no part along y, at any time.
    const normal = (g - cross(own, lever)[1] - cross(w, leverRate)[1]) / (1 / mass + cross(pulled, lever)[1]);
    return [turning, add(own, scaled(pulled, normal)), add(scaled(pull, normal / mass), [0, -g, 0])];
  };
  const h = 2e-4; // s
  let state = [[-Math.sin(tilt), Math.cos(tilt), 0], spin, [0, 0, 0]];
  const seen = [];
  for (let step = 1; step <= Math.round(seconds / h); step += 1) {
    state = rungeKutta4(state, change, h);
    if (step % Math.round(1 / h) === 0) seen.push({ tilt: Math.acos(state[0][1] / size(state[0])), spin: size(state[1]) });
  }
  return seen;
}

const tiltOf = ({ orientation }) => Math.acos(rotate(orientation, up)[1]);

/** What a body of a scene does on the ground beside what it is told to, after each second; gives that. */
function compareSliding({ scene, run, error }, name, body, seconds, [tilt, spin]) {
  const told = slidingBody(body, seconds);
  const states = run(told.map((_, second) => second + 1)).map((all) => all[slotOf(scene, name)]);
  error('tilt', worst(told.map((at, index) => tiltOf(states[index]) - at.tilt)), tilt, 'rad');
  error('spin', worst(told.map((at, index) => size(states[index].angularVelocity) - at.spin)), spin, 'rad/s');
  return told;
}

check('tippe-top', ({ scene, run, error, said }) => {
  const top = bodyNamed(scene, 'top');
  const [{ radius }] = top.shapes;
  const { mass, friction, centerOfMass, angularVelocity: spin } = top;
  const [across, along] = top.inertia;
  const offset = -centerOfMass[1];
  const tilt = top.orientation.angleDegrees / degrees;
  const leverAt = (e) => add(scaled(up, -radius), scaled(e, offset));
  const told = compareSliding({ scene, run, error }, 'top', { mass, leverAt, across, along, friction, tilt, spin }, 9, [0.04, 0.2]);
  error('said of the tilt', Math.abs(told[2].tilt * degrees - said[0]), 0.1, 'degrees');
  error('said of the spin', Math.abs(told[8].spin - said[1]), 0.05, 'rad/s');
  // Whatever the friction is, L along the lever stays (J. Jellett, "A treatise on the theory of friction", 1872, chapter 8).
  const jellett = run([0, 1, 3, 5, 7, 9]).map((states) => {
    const { orientation, angularVelocity: w } = states[slotOf(scene, 'top')];
    const e = rotate(orientation, up);
    return radius * (across * w[1] + (along - across) * dot(w, e) * e[1]) - offset * along * dot(w, e);
  });
  error('Jellett', worst(jellett.map((one) => one / jellett[0] - 1)), 2e-3, 'of itself');
});

check('spinning-egg', ({ scene, run, error, said }) => {
  // H. Moffatt, Y. Shimomura, "Spinning eggs: a paradox resolved", 2002.
  const egg = bodyNamed(scene, 'egg');
  const [across, along] = egg.shapes[0].radii;
  const mass = (4 / 3) * Math.PI * across * across * along * egg.density;
  const leverAt = (e) => {
    const height = Math.sqrt(across ** 2 + (along ** 2 - across ** 2) * (e[1] / size(e)) ** 2);
    return scaled(add(scaled(up, across ** 2), scaled(e, ((along ** 2 - across ** 2) * e[1]) / dot(e, e))), -1 / height);
  };
  const moments = { across: (mass / 5) * (across ** 2 + along ** 2), along: (2 / 5) * mass * across ** 2 };
  const tilt = egg.orientation.angleDegrees / degrees;
  const body = { mass, leverAt, ...moments, friction: egg.friction, tilt, spin: egg.angularVelocity };
  const told = compareSliding({ scene, run, error }, 'egg', body, 3, [0.04, 0.1]);
  error('said of the tilt', Math.abs(told[1].tilt * degrees - said[0]), 0.1, 'degrees');
  error('said of the height', Math.abs(along - said[1]), 1e-9, 'm');
  error('height', Math.abs(run(6)[slotOf(scene, 'egg')].position[1] - along), 1e-3, 'm');
});

/** Angular velocity (rad/s, in the axes of the body), its part upright, and the energy (J), at each sixtieth of a second, of an ellipsoid with any tensor of
 *  inertia that rolls on the ground and never slips: with the lever r to the point of contact, v = r x w, and the force of the ground from
 *  Newton's equation in Euler's (H. Bondi, "The rigid body dynamics of unidirectional spin", 1986; A. Garcia, M. Hubbard, "Spin reversal of the rattleback", 1988). */
function rollingEllipsoid({ mass, tensor, radii, centre, upright, spin }, seconds) {
  const leverAt = (e) => {
    const height = size(radii.map((r, i) => r * e[i]));
    return radii.map((r, i) => (-r * r * e[i]) / height - centre[i]);
  };
  const times = (rows, v) => rows.map((row) => dot(row, v));
  const solve = (rows, b) => {
    const [p, q, r] = [0, 1, 2].map((at) => rows.map((row) => row[at]));
    const volume = dot(p, cross(q, r));
    return [dot(b, cross(q, r)) / volume, dot(p, cross(b, r)) / volume, dot(p, cross(q, b)) / volume];
  };
  const change = ([e, w]) => {
    const turning = cross(e, w);
    const lever = leverAt(e);
    const small = 1e-6;
    const moved = [small, -small].map((by) => leverAt(add(e, scaled(turning, by))));
    const leverRate = add(cross(w, lever), scaled(add(moved[0], scaled(moved[1], -1)), 0.5 / small));
    const aboutContact = tensor.map((row, i) => row.map((x, j) => x + mass * ((i === j ? dot(lever, lever) : 0) - lever[i] * lever[j])));
    const pulled = cross(lever, add(cross(leverRate, w), scaled(e, g)));
    return [turning, solve(aboutContact, add(cross(times(tensor, w), w), scaled(pulled, mass)))];
  };
  const parts = 32; // of a sixtieth
  let state = [upright, spin];
  const seen = [];
  for (let step = 0; step <= 60 * seconds * parts; step += 1) {
    if (step > 0) state = rungeKutta4(state, change, 1 / 60 / parts);
    if (step % parts > 0) continue;
    const [e, w] = state;
    const lever = leverAt(e);
    const speed = size(cross(lever, w));
    seen.push({ spin: w, turn: dot(e, w), energy: (dot(w, times(tensor, w)) + mass * speed * speed) / 2 - mass * g * dot(e, lever) });
  }
  return seen;
}

check('rattleback', ({ scene, run, error, said }) => {
  const [against, along] = ['spun against', 'spun along'].map((name) => {
    const body = bodyNamed(scene, name);
    const [{ radii, density }, ...weights] = body.shapes;
    const parts = [
      { mass: ((4 * Math.PI) / 3) * radii[0] * radii[1] * radii[2] * density, place: [0, 0, 0], squares: radii.map((r) => (r * r) / 5) },
      ...weights.map(({ radius, position, density: own }) => ({
        mass: ((4 * Math.PI) / 3) * radius ** 3 * own,
        place: position,
        squares: [0, 1, 2].map(() => (radius * radius) / 5),
      })),
    ];
    const mass = parts.reduce((sum, part) => sum + part.mass, 0);
    const centre = [0, 1, 2].map((axis) => parts.reduce((sum, part) => sum + part.mass * part.place[axis], 0) / mass);
    // Sums of m x y about the centre of mass; the tensor is their trace less themselves.
    const sums = [0, 1, 2].map((i) =>
      [0, 1, 2].map((j) =>
        parts.reduce((sum, part) => {
          const [x, y] = [i, j].map((axis) => part.place[axis] - centre[axis]);
          return sum + part.mass * (x * y + (i === j ? part.squares[i] : 0));
        }, 0),
      ),
    );
    const trace = sums[0][0] + sums[1][1] + sums[2][2];
    const tensor = sums.map((row, i) => row.map((x, j) => (i === j ? trace : 0) - x));
    const { axis, angleDegrees } = body.orientation;
    const half = angleDegrees / degrees / 2;
    const back = [...axis.map((x) => -x * Math.sin(half)), Math.cos(half)];
    const seconds = 10;
    const told = rollingEllipsoid(
      { mass, tensor, radii, centre, upright: rotate(back, up), spin: rotate(back, body.angularVelocity) },
      seconds,
    );
    const slot = slotOf(scene, name);
    const seen = run(told.map((_, step) => step / 60)).map((states) => states[slot]);
    error(`${name}: upright part of ω`, worst(told.map(({ turn }, step) => seen[step].angularVelocity[1] - turn)), 0.03, 'rad/s');
    error(`${name}: ω`, worst(told.map(({ spin }, step) => size(add(bodySpinOf(seen[step]), scaled(spin, -1))))), 0.1, 'rad/s');
    return told;
  });
  const energy = against[0].energy + along[0].energy;
  error('said', Math.max(Math.abs(against[480].spin[1] - said[0]) / 0.005, Math.abs(energy - said[1]) / 0.05), 1, '');
  const energies = run(Array.from({ length: 21 }, (_, second) => second)).map(
    ({ measures: [linear, turning, potential] }) => linear + turning + potential,
  );
  error('energy', worst(energies.map((now) => now / energy - 1)), 1e-3, 'of itself');
});

check('loaded-dice', ({ scene, run, error, said }) => {
  // A face bears what stands on it where the centre of mass is above it: the red die's is beside the face that it is set down on, by `beyond`. It turns about
  // the edge of that face, as a pendulum that stands on its head, until the next face lands.
  const die = bodyNamed(scene, 'red, set down');
  const edges = die.shapes[0].vertices.map((corner) => corner.map(Math.abs).sort((one, other) => one - other));
  const [wide, , high] = edges[0];
  const offset = -die.centerOfMass[1];
  const beyond = offset - wide;
  error('what is left to beyond the face', Math.max(0, 0.02 - beyond), 0, 'm');
  const [lever, upright] = [Math.hypot(beyond, high), Math.atan2(beyond, high)];
  const moment = die.inertia[2] + die.mass * lever * lever;
  const pull = (die.mass * g * lever) / moment;
  const { at } = checks['loaded-dice'][0];
  let state = [[upright, 0]];
  for (let step = 0; step < 1000; step += 1) state = rungeKutta4(state, ([[angle, rate]]) => [[rate, pull * Math.sin(angle)]], at / 1000);
  error('said of the spin', Math.abs(state[0][1] - said[0]), 0.005, 'rad/s');
  const slot = slotOf(scene, 'red, set down');
  const seen = run(Array.from({ length: 29 }, (_, step) => step / 60)).map((states) => states[slot]);
  error('spin', Math.abs(size(seen[Math.round(60 * at)].angularVelocity) - state[0][1]), 5e-3, 'rad/s');
  const energies = seen.map(({ orientation, angularVelocity }) => {
    const angle = upright + Math.acos(Math.min(1, rotate(orientation, [0, -1, 0])[0]));
    return (size(angularVelocity) ** 2 / 2 + pull * Math.cos(angle)) / pull - Math.cos(upright);
  });
  error('energy', worst(energies), 1e-3, 'of m g times the lever');
  const end = run(6);
  error('said of the height', Math.abs(high - offset - said[1]), 1e-9, 'm');
  for (const name of ['red 1', 'red 2', 'red 3', 'red, set down'])
    error(`height of ${name}`, Math.abs(end[slotOf(scene, name)].position[1] - (high - offset)), 1e-3, 'm');
});

check('marble-run', ({ scene, run, error, said }) => {
  // Rolling without slipping down a slope: a = g sin / (1 + I / (m r^2)) = 5/7 g sin, whatever the ball; what slides without friction: g sin.
  const [one, two] = bodyNamed(scene, 'chute').shapes[0].vertices.filter(([, , z], _, [[, , first]]) => z === first);
  const fall = (one[1] - two[1]) / distance(one, two);
  const names = ['small', 'large', 'heavy'];
  const a = (5 / 7) * g * fall;
  const [marbles, ice] = checks['marble-run'];
  error('said', Math.max(Math.abs(a * marbles.at - said[0]), Math.abs(g * fall * ice.at - said[1])), 5e-4, 'm/s');
  const samples = run(Array.from({ length: 181 }, (_, step) => step / 60));
  const speed = (name, step) => size(samples[step][slotOf(scene, name)].velocity);
  const early = Array.from({ length: 90 }, (_, step) => step + 1); // on the straight slope
  for (const name of names) error(`${name}, down the slope`, worst(early.map((step) => speed(name, step) - (a * step) / 60)), 2e-3, 'm/s');
  error('ice', worst(early.slice(0, 60).map((step) => speed('ice', step) - (g * fall * step) / 60)), 2e-3, 'm/s');
  // No seam lifts or throws one: the velocity stays along the slope.
  const across = [fall, Math.sqrt(1 - fall * fall), 0];
  for (const name of names)
    error(`${name}, off the slope`, worst(early.map((step) => dot(samples[step][slotOf(scene, name)].velocity, across))), 2e-3, 'm/s');
  // v^2 = 10/7 g h at the bottom; each of the bends in which a valley of flat faces turns takes a little.
  for (const name of names) {
    const path = samples.map((states) => states[slotOf(scene, name)]);
    const bottom = path.find(({ position }) => position[0] > 0);
    const height = path[0].position[1] - bottom.position[1];
    error(`${name}, at the bottom`, Math.abs(size(bottom.velocity) / Math.sqrt((10 / 7) * g * height) - 1), 5e-3, 'of itself');
  }
});

check('avalanche', ({ scene, run, error, said }) => {
  // On a slope with dry friction: a = g (sin - mu cos), and friction takes mu m g cos for each meter.
  const [slab, slope] = ['slab', 'slope'].map((name) => bodyNamed(scene, name));
  const tilt = Math.abs(slope.orientation.angleDegrees) / degrees;
  const friction = Math.sqrt(slab.friction * slope.friction);
  const a = g * (Math.sin(tilt) - friction * Math.cos(tilt));
  error('said', Math.abs(a * checks.avalanche[0].at - said[0]), 5e-4, 'm/s');
  const seen = run(Array.from({ length: 84 }, (_, step) => step / 60)).map((states) => states.at(-1));
  error('speed', worst(seen.map(({ velocity }, step) => size(velocity) - (a * step) / 60)), 1e-3, 'm/s');
  error('way', worst(seen.map(({ position }, step) => distance(position, seen[0].position) - (a * (step / 60) ** 2) / 2)), 1e-3, 'm');
  error('turned', worst(seen.map(({ angularVelocity }) => size(angularVelocity))), 1e-3, 'rad/s');
  // Nothing gives energy; in the end nothing moves, on what bears it.
  const samples = run(Array.from({ length: 97 }, (_, part) => part / 12));
  const energies = samples.map(({ measures: [linear, turning, potential] }) => linear + turning + potential);
  error('energy gained', Math.max(...energies.slice(1).map((now, i) => now - energies[i])), 1e-4 * energies[0], 'J');
  error('momentum, at rest', size(samples.at(-1).measures.slice(3, 6)) - said[1], 1, 'kg m/s');
});
