// What tests of the numbers to check share: the scenes of the gallery with what is said of them, and short ways to run one.
import { readFileSync } from 'node:fs';
import { worst } from '../support/worst.mjs';
import { createWorld, loadEngine } from './engine.mjs';
import { accuracy } from './table.mjs';

const folder = new URL('../../web/scenes/', import.meta.url);
export const read = (id) => JSON.parse(readFileSync(new URL(`${id}.json`, folder), 'utf8'));
export const catalog = read('catalog').scenes;
export const checks = JSON.parse(readFileSync(new URL('../checks.json', folder), 'utf8'));
/** Ids of the scenes whose numbers are tested. */
export const checked = new Set();
const engine = await loadEngine();

/** Tests the numbers of a scene: `work` gets the scene, run, error, and `said`: the targets in their order. */
export function check(id, work) {
  checked.add(id);
  accuracy(`scene ${id}`, ({ run, error }) => {
    const text = catalog.find((entry) => entry.id === id)?.check ?? '';
    const said = checks[id]?.flatMap(({ target }) => target) ?? (text.match(/\d+(\.\d+)?/g) ?? []).map(Number);
    const scene = read(id);
    work({ scene, run: (times) => run(scene, times), error, said });
  });
}
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
export const inspect = (scene, steps, work) => {
  const world = createWorld(engine, scene);
  for (let step = 0; step < steps; step += 1) world.step();
  const result = work(world);
  world.delete();
  return result;
};
export const angularMomentum = (scene, body, steps) => inspect(scene, steps, (world) => [...world.bodyState(body)].slice(17, 20));
export const energy = (scene, body, steps) => inspect(scene, steps, (world) => world.bodyState(body)[21]);
/** Largest change of the energy of all, springs and gravity included, in 20 s, as a share of the energy of motion there is at most. */
export const energyDrift = (scene) =>
  inspect(scene, 0, (world) => {
    const [totals, motions] = [[], []];
    for (let step = 0; step <= 1200; step += 1) {
      if (step > 0) world.step();
      const [linear, rotational, potential] = world.measures();
      totals.push(linear + rotational + potential);
      motions.push(linear + rotational);
    }
    return worst(totals.map((total) => total - totals[0])) / worst(motions);
  });

export const g = 9.81;
export const degrees = 180 / Math.PI;
export const bodyNamed = ({ bodies }, name) => bodies.find((body) => body.name === name);
export const slotOf = ({ bodies }, name) => bodies.findIndex((body) => body.name === name);

/** Moments (s) when the spin of a body about y changes its sign. */
export const turnsOf = (scene, slot, seconds) =>
  inspect(scene, 0, (world) => {
    const times = [];
    let before = 0;
    for (let step = 1; step <= seconds * world.stepsPerSecond; step += 1) {
      world.step();
      const spin = world.states()[13 * slot + 11];
      if (before * spin < 0) times.push((step - spin / (spin - before)) / world.stepsPerSecond);
      before = spin;
    }
    return times;
  });
