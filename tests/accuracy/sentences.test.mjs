// What the sentences of the gallery say where they name no number (those are in scenes.test.mjs): measured, with room, since which
// brick lies where is nobody's promise.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { worst } from '../support/worst.mjs';
import { createWorld, loadEngine, readStates } from './engine.mjs';
import { distance, rotate, size } from './table.mjs';

const engine = await loadEngine();
const read = (id) => JSON.parse(readFileSync(new URL(`../../web/scenes/${id}.json`, import.meta.url), 'utf8'));
const up = (body) => rotate(body.orientation, [0, 1, 0])[1];

/** Runs a scene and gives what `see(time, bodies by name, all)` says of each step; `name[3]` are the copies of `name`. */
function watch(id, seconds, see) {
  const world = createWorld(engine, read(id));
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
const sentence = (id, what, check) => test(`${id}: ${what}`, () => check(id));

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
  const spins = watch(id, 60, (_, __, states) =>
    states.map(
      (body) => rotate([-body.orientation[0], -body.orientation[1], -body.orientation[2], body.orientation[3]], body.angularVelocity)[0],
    ),
  );
  const flips = spins[0].map((_, slot) => spins.filter((spin, step) => step > 0 && spin[slot] * spins[step - 1][slot] < 0).length);
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

sentence('bowling', 'the pins knock each other over', (id) => {
  const pins = watch(id, 15, (_, named) => Array.from({ length: 10 }, (__, i) => named(`pin ${i + 1}`)[0])).at(-1);
  assert.ok(pins.filter((pin) => up(pin) < 0.9).length >= 8);
});

sentence('domino-spiral', 'the last domino has fallen', (id) => {
  const dominoes = watch(id, 20, (_, named) => named('domino')).at(-1);
  assert.ok(dominoes.length > 50);
  assert.equal(dominoes.filter((domino) => up(domino) > 0.9).length, 0);
});

sentence('heavy-cube-hits-wall', 'the wall stands until then, and moves far to both sides', (id) => {
  const seen = watch(id, 8, (_, named) => named('brick'));
  const moved = (bricks) => bricks.filter((brick, i) => distance(brick.position, seen[0][i].position) > 0.05);
  assert.equal(moved(seen[50]).length, 0, 'before');
  const places = moved(seen.at(-1)).map((brick) => seen[0][seen.at(-1).indexOf(brick)].position[0]);
  assert.ok(Math.min(...places) < -3 && Math.max(...places) > 3);
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
