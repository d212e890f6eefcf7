// What the sentences of the gallery say where they name no number (those are in scenes.test.mjs): measured, with room, since which
// brick lies where is nobody's promise.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { worst } from '../support/worst.mjs';
import { importWebModules } from '../web/support/bundle.mjs';
import { createWorld, loadEngine, readStates } from './engine.mjs';
import { angleBetween, axisAngle, distance, rotate, size } from './table.mjs';

const engine = await loadEngine();
const { transformsOf, cornersOfCube, cubeEdges, edges } = await importWebModules(
  'instruments/body-transform.ts',
  'viewer/tesseract-shape.ts',
);
const read = (id) => JSON.parse(readFileSync(new URL(`../../web/scenes/${id}.json`, import.meta.url), 'utf8'));
const up = (body) => rotate(body.orientation, [0, 1, 0])[1];

/** Runs a scene and gives what `see(time, bodies by name, all)` says of each step; `name[3]` are the copies of `name`. */
const watch = (id, seconds, see) => watchScene(read(id), seconds, see);
function watchScene(scene, seconds, see) {
  const world = createWorld(engine, scene);
  const infos = [...world.ids()].map((body) => world.bodyInfo(body));
  const seen = [];
  for (let step = 0; step <= seconds * world.stepsPerSecond; step += 1) {
    if (step > 0) assert.equal(world.step(), 0, `trouble in step ${step}`);
    const states = readStates(world);
    const named = (name) => states.filter((_, slot) => infos[slot].name === name || infos[slot].name.startsWith(`${name}[`));
    seen.push(see(step / world.stepsPerSecond, named, states));
  }
  world.delete();
  return seen;
}
const told = new Set();
const sentence = (id, what, check) => {
  told.add(id);
  test(`${id}: ${what}`, () => check(id));
};
const bodySpin = ({ orientation: [x, y, z, w], angularVelocity }) => rotate([-x, -y, -z, w], angularVelocity);

/** How often each body turns over: the sign of its spin about its own x axis. */
function flipsIn(id, seconds) {
  const spins = watch(id, seconds, (_, __, states) => states.map((body) => bodySpin(body)[0]));
  return spins[0].map((_, slot) => spins.filter((spin, step) => step > 0 && spin[slot] * spins[step - 1][slot] < 0).length);
}

sentence('driven-spin', 'less and less quickly', (id) => {
  const spins = watch(id, 10, (_, named) => named('cube')[0].angularVelocity[0]);
  const gains = spins.slice(1).map((spin, i) => spin - spins[i]);
  assert.ok(gains.every((gain, i) => gain > 0 && (i === 0 || gain < gains[i - 1])));
});

sentence('tractor-beam', 'the second turns and comes more slowly', (id) => {
  const seen = watch(id, 3, (_, __, [straight, turning]) => ({ straight, turning }));
  for (const second of [1, 2, 3]) {
    const { straight, turning } = seen[60 * second];
    assert.ok(straight.position[1] > turning.position[1] + 0.05, `after ${second} s`);
    assert.ok(size(turning.angularVelocity) > 0.5);
  }
});

sentence('listing-1', 'three and a half times as fast within ten seconds', (id) => {
  const spins = watch(id, 12, (_, __, [euler]) => size(euler.angularVelocity));
  assert.ok(worst(spins.slice(600).map((spin) => spin / spins[0] - 3.55)) < 0.1, `${spins[600] / spins[0]}`);
});

sentence('racket-by-five-schemes', 'midpoint steps more than twice as often', (id) => {
  const flips = flipsIn(id, 60);
  assert.ok(flips[2] > 2 * flips[0], `${flips}`);
  assert.ok(flips.slice(0, 4).every((count) => count >= 10) && flips[4] === 0, `${flips}`);
});

sentence('drop-on-corner', 'spins, hops, and rests on a face', (id) => {
  const seen = watch(id, 8, (_, __, states) => states.at(-1));
  assert.ok(seen.some((cube) => size(cube.angularVelocity) > 1));
  const hops = seen.filter((cube, i) => i > 0 && seen[i - 1].velocity[1] < -0.05 && cube.velocity[1] > 0.05).length;
  assert.ok(hops >= 1, `${hops} hops`);
  const end = seen.at(-1);
  assert.ok(size(end.velocity) < 1e-3 && Math.abs(end.position[1] - 0.5) < 1e-3);
});

sentence('drop-on-edge', 'part of the fall becomes spin', (id) => {
  assert.ok(watch(id, 1.2, (_, __, states) => size(states.at(-1).angularVelocity)).at(-1) > 1);
});

sentence('stack-of-ten', 'they land from the bottom to the top, and stand', (id) => {
  const seen = watch(id, 20, (time, named) => ({ time, cubes: named('cube') }));
  const landings = seen[0].cubes.map(
    (_, i) => seen.find(({ cubes }, step) => step > 0 && Math.abs(cubes[i].position[1] - i - 0.5) < 0.01)?.time,
  );
  assert.ok(
    landings.every((time, i) => i === 0 || time > landings[i - 1]),
    `${landings}`,
  );
  assert.ok(worst(seen.at(-1).cubes.map((cube, i) => distance(cube.position, [0, i + 0.5, 0]))) < 0.01);
});

sentence('skyscraper', 'it stands until the cube comes, and all of it comes down', (id) => {
  const seen = watch(id, 12, (_, named) => ({ slabs: named('slab'), cube: named('heavy cube')[0] }));
  const { slabs } = seen[0];
  assert.ok(worst(seen[90].slabs.map((slab, i) => distance(slab.position, slabs[i].position))) < 0.02, 'after 1.5 s');
  const struck = seen.find((now) => worst(now.slabs.map((slab, i) => distance(slab.position, slabs[i].position))) > 0.05);
  assert.ok(struck.cube.position[1] > 2.04 && struck.cube.position[1] < 3.06, `struck at ${struck.cube.position[1]} m`);
  assert.ok(size(struck.cube.angularVelocity) > 1);
  seen.at(-1).slabs.forEach((slab, i) => assert.ok(slab.position[1] < 1.5, `slab ${i} at ${slab.position[1]} m`));
});

sentence('catapult', 'the small cube flies over the wall', (id) => {
  const [wall] = read(id).bodies.filter(({ name }) => name === 'wall');
  const path = watch(id, 8, (_, named) => named('load')[0].position);
  const over = path.filter(([x]) => Math.abs(x - wall.position[0]) < wall.size[0] / 2);
  assert.ok(over.length > 0 && over.every(([, y]) => y > wall.position[1] + wall.size[1] / 2));
});

sentence('rattleback', 'clockwise it turns on and on; the other way it stops and turns back', (id) => {
  const scene = read(id);
  const [red, blue] = ['spun against', 'spun along'].map((name) => scene.bodies.findIndex((body) => body.name === name));
  const seen = watch(id, 30, (_, __, states) => [red, blue].map((slot) => states[slot].angularVelocity[1]));
  assert.ok(seen[0][0] > 2.9 && seen[0][1] < -2.9);
  const stops = seen.findIndex(([spin]) => spin < 0);
  assert.ok(stops > 120 && stops < 360, `step ${stops}`);
  assert.ok(seen.slice(600).every(([spin]) => spin < -2.5));
  assert.ok(seen.every(([, spin]) => spin < -2.5));
});

sentence('bowling', 'the pins knock each other over', (id) => {
  const pins = watch(id, 15, (_, named) => Array.from({ length: 10 }, (__, i) => named(`pin ${i + 1}`)[0])).at(-1);
  assert.ok(pins.filter((pin) => up(pin) < 0.9).length >= 8);
});

sentence('domino-spiral', 'the last domino has fallen', (id) => {
  const dominoes = watch(id, 20, (_, named) => named('domino')).at(-1);
  assert.ok(dominoes.length > 50);
  assert.equal(dominoes.filter((domino) => up(domino) > 0.9).length, 0);
});

sentence('rolling-friction', 'it rolls on; they come to rest, the second one after half the way', (id) => {
  const [none, one, two] = watch(id, 9, (_, named) => ['none', '1 cm', '2 cm'].map((name) => named(name)[0])).at(-1);
  assert.ok(size(none.velocity) > 1.99);
  for (const ball of [one, two]) assert.equal(size(ball.velocity), 0);
  assert.ok(Math.abs(two.position[0] / one.position[0] - 0.5) < 0.01);
});

sentence('loaded-dice', 'the red one in front tips over, the white one stays; all the red ones show six, the white ones do not', (id) => {
  const scene = read(id);
  const sides = { 6: [0, 1, 0], 1: [0, -1, 0], 2: [1, 0, 0], 5: [-1, 0, 0], 3: [0, 0, 1], 4: [0, 0, -1] };
  const shown = ({ orientation }) => Object.keys(sides).find((face) => rotate(orientation, sides[face])[1] > 0.999);
  const seen = watch(id, 8, (_, __, states) => states.slice(1));
  const names = scene.bodies.slice(1).map(({ name }) => name);
  const faces = (states, colour) => states.filter((_, i) => names[i].startsWith(colour) && !names[i].endsWith('set down')).map(shown);
  assert.deepEqual(faces(seen.at(-1), 'red'), ['6', '6', '6']);
  const white = faces(seen.at(-1), 'white');
  assert.ok(new Set(white).size > 1 && white.every(Boolean), `${white}`);
  const setDown = (states) => ['white, set down', 'red, set down'].map((name) => shown(states[names.indexOf(name)]));
  assert.deepEqual(setDown(seen[0]), ['2', '2']);
  assert.deepEqual(setDown(seen.at(-1)), ['2', '6']);
});

sentence('heavy-cube-hits-wall', 'the wall stands until then, and moves far to both sides', (id) => {
  const seen = watch(id, 8, (_, named) => named('brick'));
  const moved = (bricks) => bricks.filter((brick, i) => distance(brick.position, seen[0][i].position) > 0.05);
  assert.equal(moved(seen[50]).length, 0, 'before');
  const places = moved(seen.at(-1)).map((brick) => seen[0][seen.at(-1).indexOf(brick)].position[0]);
  assert.ok(Math.min(...places) < -3 && Math.max(...places) > 3);
});

sentence('marble-run', 'the marbles roll side by side and up again, in their lanes; the ice leaves them behind', (id) => {
  const names = ['small', 'large', 'heavy', 'ice'];
  const seen = watch(id, 6, (_, named) => names.map((name) => named(name)[0]));
  const start = seen[0];
  const marbles = [0, 1, 2];
  const ahead = seen.slice(0, 120).map((now) => marbles.map((i) => now[i].position[0] - start[i].position[0]));
  assert.ok(worst(ahead.map((ways) => Math.max(...ways) - Math.min(...ways))) < 0.01);
  const far = seen.map((now) => now[3].position[0] - now[2].position[0]);
  assert.ok(Math.max(...far.slice(0, 120)) > 0.8, `${Math.max(...far.slice(0, 120))} m`);
  for (const i of marbles) {
    const lowest = Math.min(...seen.map((now) => now[i].position[1]));
    const highest = Math.max(...seen.filter((now) => now[i].position[0] > 1).map((now) => now[i].position[1]));
    assert.ok((highest - lowest) / (start[i].position[1] - lowest) > 0.98);
  }
  assert.ok(seen.every((now) => now.every(({ position }, i) => Math.abs(position[2] - start[i].position[2]) < 0.05)));
});

sentence('ragdoll', 'no limb bends the wrong way, and they come to rest below with less energy', (id) => {
  const scene = read(id);
  const world = createWorld(engine, scene);
  const kPast = 2; // degrees that a stop gives
  const energies = [];
  const slot = (name) => scene.bodies.findIndex((body) => body.name === name);
  const start = readStates(world);
  const axisIn = ({ orientation: [x, y, z, w] }, axis) => rotate([-x, -y, -z, w], axis);
  for (let step = 0; step <= 600; step += 1) {
    if (step > 0) assert.equal(world.step(), 0);
    const [linear, turning, potential] = world.measures();
    energies.push(linear + turning + potential);
    const states = readStates(world);
    const numbers = world.jointStates();
    scene.joints.forEach(({ name, type, a, b, axis, swingDegrees, limits }, index) => {
      if (type === 'hinge') {
        const angle = (numbers[(index * numbers.length) / world.jointCount + 1] * 180) / Math.PI;
        assert.ok(angle > limits.lowerDegrees - kPast && angle < limits.upperDegrees + kPast, `${name}: ${angle}°`);
      } else {
        const [one, other] = [a, b].map((body) => rotate(states[slot(body)].orientation, axisIn(start[slot(body)], axis)));
        const swing = (2 * Math.asin(Math.min(1, distance(one, other) / 2)) * 180) / Math.PI;
        assert.ok(swing < swingDegrees + kPast, `${name}: ${swing}°`);
      }
    });
  }
  assert.ok(energies.every((energy, step) => energy < energies[Math.max(0, step - 30)] + 1e-3 * energies[0]));
  assert.ok(energies.at(-1) < 0.1 * energies[0]);
  const moving = readStates(world).slice(2);
  assert.ok(moving.every(({ position, velocity }) => position[1] < 1 && size(velocity) < 0.05));
  world.delete();
});

sentence('pyramid', 'they settle and carry each other', (id) => {
  const seen = watch(id, 6, (_, named) => named('cube'));
  assert.equal(seen[0].length, 210);
  assert.ok(worst(seen.at(-1).map((cube) => size(cube.velocity))) < 0.02);
  assert.ok(
    worst(seen.at(-1).map((cube, i) => Math.hypot(cube.position[0] - seen[0][i].position[0], cube.position[2] - seen[0][i].position[2]))) <
      0.1,
  );
});

sentence('four-bar', 'one way takes the rocker more than a fifth longer; the tip draws the same curve in every turn', (id) => {
  const scene = read(id);
  const turn = Math.round((2 * Math.PI * 600) / scene.joints[0].motor.speed); // steps
  const seen = watchScene({ ...scene, stepsPerSecond: 600 }, 10, (_, named) => ({
    rocker: named('rocker')[0],
    coupler: named('coupler')[0],
  }));
  const spins = seen.slice(1, turn).map(({ rocker }) => rocker.angularVelocity[2]);
  const [one, other] = [spins.filter((spin) => spin > 0).length, spins.filter((spin) => spin < 0).length];
  assert.ok(one / other > 1.2 && one / other < 1.25, `${one} and ${other} steps`);
  const tip = ({ coupler }) =>
    rotate(coupler.orientation, [0, 1, 0]).map((part, axis) => coupler.position[axis] + scene.show.point[1] * part);
  const apart = seen.slice(0, -turn).map((now, step) => distance(tip(now), tip(seen[step + turn])));
  assert.ok(worst(apart) < 1e-6, `${worst(apart)} m`);
  const path = seen.slice(0, turn).map(tip);
  for (const axis of [0, 1]) assert.ok(Math.max(...path.map((place) => place[axis])) - Math.min(...path.map((place) => place[axis])) > 0.2);
});

sentence('clock-escapement', 'it ticks for ever, one tooth in each swing; without the torque it comes to rest', (id) => {
  const scene = read(id);
  const slots = ['pendulum', 'escape wheel'].map((name) => scene.bodies.findIndex((body) => body.name === name));
  const tilt = ({ orientation: [, , z, w] }) => (2 * Math.atan2(z, w) * 180) / Math.PI;
  const swings = (changed, seconds) => watchScene(changed, seconds, (_, __, states) => slots.map((slot) => tilt(states[slot])));
  const seen = swings(scene, 120);
  const most = (from, to) => worst(seen.slice(60 * from, 60 * to).map(([angle]) => angle));
  for (const from of [0, 30, 60, 110])
    assert.ok(most(from, from + 10) > 7 && most(from, from + 10) < 9, `from ${from} s: ${most(from, from + 10)}°`);
  const still = { ...scene, forces: scene.forces.map((force) => ({ ...force, torque: [0, 0, 0] })) };
  assert.ok(
    worst(
      swings(still, 120)
        .slice(-600)
        .map(([angle]) => angle),
    ) < 2,
  );
});

sentence('avalanche', 'the stones wait for the gate, slide and tumble, and come to rest below, none in the ground', (id) => {
  const [{ step }] = read(id).commands;
  const seen = watch(id, 8, (_, named, states) =>
    'abcde'
      .split('')
      .flatMap((kind) => named(`stone ${kind}`))
      .concat(states.at(-1)),
  );
  const stones = (states) => states.slice(0, -1);
  assert.equal(stones(seen[0]).length, 45);
  assert.ok(stones(seen[step]).every(({ position }) => position[0] < -1));
  const spins = seen.map((states) => stones(states).map(({ angularVelocity }) => size(angularVelocity)));
  assert.ok(spins.slice(step).flatMap((now) => now.filter((spin) => spin > 3)).length > 100);
  const end = stones(seen.at(-1));
  assert.ok(end.filter(({ position: [x, y] }) => x > -0.8 && y < 1).length >= 43);
  assert.ok(end.every(({ position, velocity }) => position[1] > 0.08 && size(velocity) < 0.01));
  const [slab] = seen.at(-1).slice(-1);
  assert.ok(slab.position[0] > 0 && size(slab.velocity) < 0.01);
});

sentence('tumbler', 'the drum carries the cubes up again and again, and keeps them', (id) => {
  const seen = watch(id, 30, (_, named) => named('cube'));
  for (const from of [5, 15, 25]) {
    const highest = Math.max(...seen.slice(60 * from, 60 * (from + 5)).flatMap((cubes) => cubes.map((cube) => cube.position[1])));
    assert.ok(highest > 5, `${highest} m from ${from} s on`);
  }
  assert.ok(
    seen.at(-1).every((cube) => cube.position[1] > 0.5),
    'none lies on the ground',
  );
});

sentence('crooked-rocket', 'its path closes into a circle', (id) => {
  const seen = watch(id, 60, (_, __, [rocket]) => rocket).slice(40 * 60);
  const turn = seen.map(({ angularVelocity, velocity }) => size(velocity) / size(angularVelocity)); // the radius
  assert.ok(worst(turn.map((radius) => radius - turn[0])) < 0.01);
  const period = Math.round((2 * Math.PI * 60) / size(seen[0].angularVelocity));
  assert.ok(distance(seen[0].position, seen[period].position) < 0.05);
});

sentence('two-cubes-colliding', 'they part with spins of their own, and the energy is the same', (id) => {
  const world = createWorld(engine, read(id));
  const energy = () => world.measures()[0] + world.measures()[1];
  const before = energy();
  for (let step = 0; step < 300; step += 1) world.step();
  assert.ok(Math.abs(energy() / before - 1) < 1e-3);
  assert.ok(readStates(world).every((cube) => size(cube.angularVelocity) > 1));
  world.delete();
});

sentence('flatland', 'they hit the walls and each other', (id) => {
  const world = createWorld(engine, read(id));
  world.recordImpacts(1);
  const infos = [...world.ids()].map((body) => world.bodyInfo(body));
  const kinds = new Set();
  for (let step = 0; step < 3600; step += 1) {
    world.step();
    const impacts = world.impacts();
    for (let at = 0; at < impacts.length; at += 48)
      kinds.add([impacts[at + 1], impacts[at + 2]].some((slot) => infos[slot].type === 'static'));
  }
  world.delete();
  assert.deepEqual([...kinds].sort(), [false, true]);
});

sentence('push-a-cube', 'it turns for ever; a push off centre lets it drift as fast as one at the centre, and spin by r × J', (id) => {
  const scene = read(id);
  const [{ mass, angularVelocity }] = scene.bodies;
  const after = (commands) => {
    const world = createWorld(engine, { ...scene, commands });
    for (let step = 0; step < 600; step += 1) world.step();
    const [cube] = readStates(world);
    world.delete();
    return cube;
  };
  assert.ok(distance(after([]).angularVelocity, angularVelocity) < 1e-12);
  const [off, centred] = scene.controls.map(({ command }) => ({ ...command, point: command.point ?? [0, 0, 0], step: 0 }));
  for (const push of [off, centred]) {
    const [x, y, z] = push.point;
    const [jx, jy, jz] = push.impulse;
    const spin = [y * jz - z * jy, z * jx - x * jz, x * jy - y * jx].map((part, axis) => angularVelocity[axis] + part / (mass / 6)); // I = m a²/6
    const cube = after([push]);
    assert.ok(
      distance(
        cube.velocity,
        push.impulse.map((part) => part / mass),
      ) < 1e-12,
    );
    assert.ok(distance(cube.angularVelocity, spin) < 1e-9, `${cube.angularVelocity}, not ${spin}`);
  }
});

sentence('runge-kutta-4', 'it turns over with the exact one for a long time', (id) => {
  const [own, exact] = flipsIn(id, 60);
  assert.ok(exact >= 10 && own === exact, `${own} and ${exact} times`);
  const apart = watch(id, 60, (_, __, [one, other]) => angleBetween(one.orientation, other.orientation));
  assert.ok(worst(apart) < 0.05, `${worst(apart)} rad`);
});

sentence('body-to-world', 'T takes the nose to its place in the room, and its inverse takes it back', (id) => {
  const scene = read(id);
  const [{ position, velocity, angularVelocity }] = scene.bodies;
  const world = createWorld(engine, scene);
  const nose = [...scene.show.point, 1];
  const apply = (matrix, vector) => [0, 4, 8, 12].map((at) => vector.reduce((sum, part, axis) => sum + matrix[at + axis] * part, 0));
  for (let step = 1; step <= 300; step += 1) {
    world.step();
    const state = [...world.bodyState(0)];
    const { toWorld, toBody, determinant } = transformsOf({ position: state.slice(1, 4), matrix: state.slice(28, 37) });
    // Equal moments: an even turn about a fixed axis, and an even way.
    const seconds = step / world.stepsPerSecond;
    const turned = rotate(axisAngle([0, 1, 0], seconds * angularVelocity[1]), scene.show.point);
    const place = [...turned.map((part, axis) => position[axis] + seconds * velocity[axis] + part), 1];
    assert.ok(distance(apply(toWorld, nose), place) < 1e-9, `step ${step}: ${apply(toWorld, nose)}, not ${place}`);
    assert.ok(distance(apply(toBody, place), nose) < 1e-9, `step ${step}`);
    assert.ok(Math.abs(determinant - 1) < 1e-12);
    // The rotation goes back by its transpose.
    for (const row of [0, 1, 2])
      for (const column of [0, 1, 2]) assert.ok(Math.abs(toBody[4 * row + column] - toWorld[4 * column + row]) < 1e-12);
  }
  world.delete();
});

sentence('mirror-image', 'alike in every length and angle, and no turn makes one the other; parts along a mirror turn round in L', (id) => {
  const scene = read(id);
  // From the lower end along the three bars of each hook.
  const legsOf = ({ shapes: [bar, arm, end] }) => {
    const tip = end.position.map((part, axis) => part + (axis === 2 ? end.size[2] / 2 : 0));
    const corners = [[0, -bar.size[1] / 2, 0], [0, arm.position[1], 0], [end.position[0], arm.position[1], 0], tip];
    return [1, 2, 3].map((at) => corners[at].map((part, axis) => part - corners[at - 1][axis]));
  };
  const [own, mirrored] = scene.bodies.map(legsOf);
  const dot = (a, b) => a.reduce((sum, part, axis) => sum + part * b[axis], 0);
  for (const i of [0, 1, 2]) for (const j of [0, 1, 2]) assert.equal(dot(own[i], own[j]), dot(mirrored[i], mirrored[j]));
  const volume = ([a, b, [x, y, z]]) => (a[1] * b[2] - a[2] * b[1]) * x + (a[2] * b[0] - a[0] * b[2]) * y + (a[0] * b[1] - a[1] * b[0]) * z;
  assert.ok(Math.abs(volume(own)) > 1 && volume(own) === -volume(mirrored)); // a turn keeps it
  const world = createWorld(engine, scene);
  for (let step = 0; step <= 600; step += 1) {
    if (step > 0) world.step();
    const [[x, y, z], image] = [0, 1].map((body) => [...world.bodyState(body)].slice(17, 20));
    assert.ok(distance(image, [x, -y, -z]) < 1e-9, `step ${step}`);
  }
  world.delete();
});

sentence(
  'tesseract',
  'each is the one before, moved across itself: twice its corners, twice its edges and one more for each corner',
  () => {
    const counts = [1, 2, 3].map((dimensions) => [cornersOfCube(dimensions).length / 4, cubeEdges(dimensions).length]);
    counts.push([16, edges.length]);
    assert.deepEqual(counts.at(-1), [16, 32]);
    counts.slice(1).forEach(([corners, lines], i) => {
      assert.equal(corners, 2 * counts[i][0]);
      assert.equal(lines, 2 * counts[i][1] + counts[i][0]);
    });
  },
);

sentence('pile-of-1000', 'they come to rest in a heap, none beside the bowl', (id) => {
  const seen = watch(id, 20, (time, named) => (time === 0 || time >= 19.99 ? named('cube') : null));
  const [start, end] = [seen[0], seen.at(-1)];
  assert.equal(end.length, 1000);
  assert.ok(worst(end.map((cube) => size(cube.velocity))) < 0.5, `${worst(end.map((cube) => size(cube.velocity)))} m/s`);
  const mean = (cubes) => cubes.reduce((sum, cube) => sum + cube.position[1], 0) / cubes.length;
  assert.ok(mean(end) < 0.6 * mean(start), `${mean(end)} m of ${mean(start)} m`);
  assert.ok(end.every(({ position: [x, y, z] }) => y > 0.4 && Math.abs(x) < 17 && Math.abs(z) < 17));
});

sentence('tumble-word', 'the letters stand until the cubes leap, and then tumble', (id) => {
  const scene = read(id);
  const first = Math.min(...scene.commands.map(({ step }) => step));
  const letters = ['T', 'U', 'M', 'B', 'L', 'E'];
  const seen = watch(id, 15, (_, named) => letters.map((letter) => named(letter)[0]));
  assert.ok(
    seen[first].every((letter) => up(letter) > 0.99),
    'they stand',
  );
  const places = seen[first].map(({ position }) => position[0]);
  assert.ok(
    places.every((x, i) => i === 0 || x > places[i - 1]),
    'in line',
  );
  const fallen = seen.at(-1).filter((letter, i) => up(letter) < 0.9 || distance(letter.position, seen[first][i].position) > 0.3);
  assert.equal(fallen.length, letters.length, `${fallen.length} of them`);
});

test('every scene of the gallery has a number to check or a test of its sentence', () => {
  const { scenes } = read('catalog');
  assert.deepEqual(
    scenes.filter(({ id, check, checked }) => !check && !checked && !told.has(id)).map(({ id }) => id),
    [],
  );
});
