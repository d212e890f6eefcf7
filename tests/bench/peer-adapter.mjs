// Tumble behind the interface by which the benchmark drives every engine. create({ gravity, dt, sleep, capacity }) gives
//   addStaticBox(half, position, orientation, friction, restitution)
//   addShape(shape, position, orientation, density, friction, restitution, collides)   a body; shapes.mjs has the shapes
//   addBallJoint(a, b, point), addHinge(a, b, point, axis, limits)   scene-parts.mjs says what they mean
//   ready, step, readPoses, applyImpulse, setVel, getVel, activeCount, free
// Lengths in m, orientations x, y, z, w; addShape gives the index by which the others name the body. Joined bodies do not collide
// with each other. Ours tells two things more: stageTimes, ms, and contactCount.
import { readFileSync, statSync } from 'node:fs';
import { createWorld, loadEngine } from '../accuracy/engine.mjs';
import { minus, orientationOf, positionOf, rotated } from './poses.mjs';
import { centerOfMass } from './shapes.mjs';

const kStages = ['commands', 'pairs', 'collide', 'prepare', 'solve', 'finalize'];
const kFirstStage = 9; // place of the stage times in report()

const module = (name) => new URL(`../../build/wasm/${name}`, import.meta.url).pathname;
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

export const info = {
  id: 'tumble',
  title: 'Tumble',
  pkg: 'tumble',
  version,
  simd: true,
  settings: 'defaults: the engine picks the preset by the size of the scene',
  readback: 'one view of all poses',
  wasm: module('tumble-core.node.wasm'),
  js: module('tumble-core.node.mjs'),
  bytes: () => statSync(module('tumble-core.node.wasm')).size,
};

/** A shape as scenes have it. */
function sceneShape({ type, half, radius, halfHeight, vertices }) {
  if (type === 'box') return { type, size: half.map((h) => 2 * h) };
  if (type === 'hull') return { type, vertices };
  return { type, radius, ...(type !== 'sphere' && { height: 2 * halfHeight }) };
}

/** The bodies of a joint as scenes name them: the world by leaving it out. */
const ends = (a, b) => ({ ...(a !== null && { a }), ...(b !== null && { b }) });

export async function create({ gravity = [0, -9.81, 0], dt = 1 / 60, sleep = false } = {}) {
  const engine = await loadEngine();
  const statics = [],
    moving = [],
    joints = [],
    eccentric = []; // bodies whose centre of mass is not their origin
  let world = null;
  const body = (shape, position, orientation, friction, restitution) => ({
    shapes: [sceneShape(shape)],
    position,
    orientation: [...orientation],
    friction,
    restitution,
  });
  const command = (c) => {
    const problem = world.command(c);
    if (problem) throw new Error(problem);
  };
  return {
    settings: info.settings,
    addStaticBox(half, position, orientation, friction, restitution) {
      statics.push({ type: 'static', ...body({ type: 'box', half }, position, orientation, friction, restitution) });
    },
    addShape(shape, position, orientation, density, friction, restitution, collides = true) {
      const center = centerOfMass(shape);
      if (center.some((x) => x !== 0)) eccentric.push({ index: moving.length, center });
      return moving.push({ density, collides, ...body(shape, position, orientation, friction, restitution) }) - 1;
    },
    addBallJoint(a, b, point) {
      joints.push({ type: 'ball', ...ends(a, b), point });
    },
    addHinge(a, b, point, axis, limits) {
      joints.push({ type: 'hinge', ...ends(a, b), point, axis, ...(limits && { limits: { lower: limits[0], upper: limits[1] } }) });
    },
    ready() {
      const bodies = [...moving, ...statics];
      world = createWorld(engine, { gravity, stepsPerSecond: Math.round(1 / dt), sleeping: sleep, bodies, joints });
    },
    step() {
      const flags = world.step();
      if (flags !== 0) throw new Error(`the step reports trouble: flags ${flags}`);
    },
    readPoses(out) {
      const poses = world.poses();
      for (let i = 0, n = moving.length; i < n; i++) {
        const from = 8 * i,
          to = 7 * i;
        out[to] = poses[from];
        out[to + 1] = poses[from + 1];
        out[to + 2] = poses[from + 2];
        out[to + 3] = poses[from + 4];
        out[to + 4] = poses[from + 5];
        out[to + 5] = poses[from + 6];
        out[to + 6] = poses[from + 7];
      }
      // Ours are poses of the centre of mass.
      for (const { index, center } of eccentric)
        out.set(minus(positionOf(out, index), rotated(orientationOf(out, index), center)), 7 * index);
    },
    applyImpulse(body, impulse, point) {
      command({ type: 'impulse', body, impulse: [...impulse], point: [...point] });
    },
    setVel(body, velocity, angularVelocity) {
      if (world) command({ type: 'velocity', body, velocity: [...velocity], angularVelocity: [...angularVelocity] });
      else Object.assign(moving[body], { velocity: [...velocity], angularVelocity: [...angularVelocity] });
    },
    getVel(body) {
      const s = world.states().subarray(13 * body, 13 * body + 13);
      return { lin: [...s.subarray(7, 10)], ang: [...s.subarray(10, 13)] };
    },
    stageTimes() {
      const report = world.report();
      return Object.fromEntries(kStages.map((stage, i) => [stage, report[kFirstStage + i]]));
    },
    contactCount: () => world.report()[3],
    activeCount: () => moving.length - world.report()[7],
    free() {
      world?.delete();
    },
  };
}
