// Which command added which body, counted by the page, against the engine: each body tells by its mass which command it came from.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { importWebModulesWithEngine } from '../web/support/bundle.mjs';
import { engineConnections } from '../web/support/engine-host.mjs';
import { box, buildFile, scene } from './support/engine.mjs';

let web;
let compiled;
const open = [];
before(async () => {
  web = await importWebModulesWithEngine(
    'simulation/client.ts',
    'simulation/host.ts',
    'simulation/load-engine.ts',
    'figure/added-bodies.ts',
    'figure/scene-look.ts',
  );
  compiled = await WebAssembly.compile(await readFile(buildFile('simd', '.wasm')));
});
after(() => open.forEach((simulation) => simulation.dispose()));

async function start(document) {
  const simulation = await web.Simulation.start(engineConnections(web, compiled));
  open.push(simulation);
  await simulation.load(document);
  return simulation;
}

/** A number from 0 up to below `count`, each time another one (mulberry32, T. Ettinger). */
function random(seed) {
  let state = seed;
  return (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * count);
  };
}

/** Bodies that are there, with what the page says of those that commands added. Gives how many of these there are. */
function assertKnown({ info, run }, what) {
  const found = web.addedBodies(run);
  const added = info.bodies.filter(({ entry }) => entry < 0);
  for (const { id, mass } of added) assert.equal(found.get(id)?.mass, mass, `${what}, body ${id}`);
  for (const { id, entry } of info.bodies) assert.ok(entry < 0 || !found.has(id), `${what}, body ${id} is of the scene`);
  return added.length;
}

const still = { collisions: false, gravity: [0, 0, 0] };

test('bodies of commands are told apart in random runs: with slots used again, edits, and time that goes back', async () => {
  let seen = 0;
  for (let seed = 1; seed <= 150; seed += 1) {
    const pick = random(seed);
    let mass = 0;
    const added = () => box({ mass: 1000 + ++mass });
    const makeScene = () => {
      const bodies = Array.from({ length: 1 + pick(5) }, (_, index) => {
        const arrangement = pick(3) === 0 ? { arrangement: { type: 'stack', count: 2 + pick(2), spacing: 2 } } : {};
        return box({ mass: 1 + pick(3), ...(pick(2) && { name: `body ${index}` }), ...arrangement });
      });
      const count = bodies.reduce((sum, { arrangement }) => sum + (arrangement?.count ?? 1), 0);
      const adds = Array.from({ length: pick(7) }, () => ({ type: 'addBody', step: pick(30), body: added() }));
      const named = bodies.find(({ name, arrangement }) => name && !arrangement)?.name;
      const removes = Array.from({ length: pick(7) }, () => ({
        type: 'removeBody',
        step: pick(30),
        body: named && pick(4) === 0 ? named : pick(count + adds.length),
      }));
      return scene(bodies, { ...still, commands: [...removes, ...adds].sort(() => pick(3) - 1) });
    };
    const simulation = await start(makeScene());
    for (let turn = 0; turn < 24; turn += 1) {
      const { bodies } = simulation.info;
      const ways = [
        () => simulation.step(1 + pick(6)),
        () => simulation.step(1 + pick(6)),
        () => simulation.command({ type: 'addBody', body: added() }),
        () => simulation.command({ type: 'addBody', step: simulation.run.step + pick(5), body: added() }),
        () => bodies.length > 0 && simulation.command({ type: 'removeBody', body: bodies[pick(bodies.length)].id }),
        () => simulation.revise(pick(2) ? makeScene() : { ...simulation.scene, gravity: [0, -pick(9), 0] }),
        () => simulation.seek(pick(1 + simulation.run.end)),
        () => simulation.undo(),
      ];
      try {
        await ways[pick(ways.length)]();
      } catch (error) {
        assert.match(error.message, /no body|is no body|names|waiting|called/i, `seed ${seed}: ${error.message}`);
      }
      seen += assertKnown(simulation, `seed ${seed}, turn ${turn}`);
    }
  }
  assert.ok(seen > 5000, `${seen} bodies`);
});

test('a body that comes where another one went has its own colours, and later ones none', async () => {
  const [red, green] = ['#ff0000', '#00ff00'];
  const commands = [
    { type: 'addBody', step: 2, body: box({ color: red, mass: 1 }) },
    { type: 'removeBody', step: 4, body: 1 },
    { type: 'addBody', step: 6, body: { shapes: [{ type: 'box', size: [1, 1, 1], color: green }], mass: 2 } },
    { type: 'addBody', step: 8, body: box({ mass: 3 }) },
  ];
  const simulation = await start(scene([box()], { ...still, commands }));
  const colorsAt = async (step) => {
    await simulation.seek(step);
    const looks = web.addedLooks(web.addedBodies(simulation.run));
    return simulation.info.bodies.filter(({ entry }) => entry < 0).map(({ id, slot }) => [slot, ...looks.get(id).colors]);
  };
  await simulation.step(10);
  assert.deepEqual(await colorsAt(10), [
    [1, undefined, green],
    [2, undefined],
  ]);
  assert.deepEqual(await colorsAt(3), [[1, red]]);
  assert.deepEqual(await colorsAt(5), []);
  assert.deepEqual(await colorsAt(7), [[1, undefined, green]]);
  await simulation.revise({ ...simulation.scene, gravity: [0, -1, 0] });
  assert.deepEqual(await colorsAt(7), [[1, undefined, green]]);
  await simulation.step(3);
  assert.deepEqual(await colorsAt(10), [
    [1, undefined, green],
    [2, undefined],
  ]);
});
