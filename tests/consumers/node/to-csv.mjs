// A run without a screen: a line of numbers for each tenth step, as CSV. node to-csv.mjs scene.json 120
import { readFileSync } from 'node:fs';
import { init } from 'tumble-physics';

const [file, steps] = process.argv.slice(2);
const world = (await init()).createWorld(readFileSync(file, 'utf8'));
const bodies = world.bodies.filter(({ type }) => type === 'dynamic');
const columns = bodies.flatMap(({ name }) => ['x', 'y', 'z'].map((axis) => `${name}.${axis} (m)`));
console.log(['time (s)', 'energy (J)', ...columns].join(','));
while (world.stepCount < Number(steps)) {
  world.step(10);
  const places = bodies.flatMap(({ id }) => world.state(id).position);
  console.log([world.time, world.energy().total, ...places].join(','));
}
console.error(world.hash());
