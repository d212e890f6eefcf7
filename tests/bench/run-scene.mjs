// One engine, one scene, one fresh process: prints one line of JSON. bench.mjs starts it.
//   node --no-liftoff run-scene.mjs <engine> <scene> [steps]
// Without V8's baseline compiler, else the first seconds tell when the optimised code came and not how fast it is. A pile goes
// first as warm-up. A step counts as the smaller of its processor time and its wall time: both only overestimate on a busy
// machine, and every engine runs on one thread. Poses are read only where they are judged: how an adapter reads them is not timed,
// and shall not empty the caches for the step that follows.
import { loadAdapter } from './engines.mjs';
import { watchJoints } from './joint-quality.mjs';
import { deepestInStatics, deepestPenetration, drift, escapedCount, fallenCount, topSpeed } from './quality.mjs';
import { kFriction, kRestitution, kTimeStep } from './scene-parts.mjs';
import { kGrowthScenes, kScenes, kWarmUp } from './scenes.mjs';
import { windowMedians } from './tables.mjs';

const kLookEvery = 15; // steps; few enough that the medians of the times do not change

async function buildWorld(adapter, scene) {
  const world = await adapter.create({ gravity: scene.gravity, dt: kTimeStep, sleep: false, capacity: scene.bodies.length });
  for (const { half, position, orientation } of scene.statics) world.addStaticBox(half, position, orientation, kFriction, kRestitution);
  for (const { shape, position, orientation, density, angularVelocity, collides } of scene.bodies) {
    const id = world.addShape(shape, position, orientation, density, kFriction, kRestitution, collides);
    if (angularVelocity) world.setVel(id, [0, 0, 0], angularVelocity);
  }
  for (const { type, a, b, point, axis, limits } of scene.joints) {
    if (type === 'ball') world.addBallJoint(a, b, point);
    else world.addHinge(a, b, point, axis, limits);
  }
  world.ready();
  return world;
}

async function run(adapter, scene, steps = scene.steps) {
  const world = await buildWorld(adapter, scene);
  const times = [],
    stages = [],
    count = scene.bodies.length;
  const poses = new Float32Array(7 * count),
    before = new Float32Array(7 * count);
  const joints = scene.joints.length > 0 ? watchJoints(scene) : null;
  joints?.look(world, poses);
  let driftBeforeKick = null;
  for (let i = 0; i < steps; i++) {
    if (scene.kick?.step === i) {
      const { body, impulse } = scene.kick;
      world.readPoses(poses);
      driftBeforeKick = drift(scene, poses, body);
      world.applyImpulse(body, impulse, [...poses.subarray(7 * body, 7 * body + 3)]);
    }
    if (i === steps - 1) world.readPoses(before);
    const cpu = process.cpuUsage(),
      start = performance.now();
    world.step();
    const wallTime = performance.now() - start,
      used = process.cpuUsage(cpu);
    times.push(Math.min(wallTime, (used.user + used.system) / 1000));
    stages.push(world.stageTimes?.() ?? {});
    if (joints && (i + 1) % kLookEvery === 0) joints.look(world, poses);
    await new Promise(setImmediate); // back to the event loop, as a page does
  }
  world.readPoses(poses);
  const result = {
    title: scene.title,
    bodies: count,
    contacts: world.contactCount?.(),
    ...windowMedians(times),
    stages: Object.fromEntries(Object.keys(stages[0]).map((name) => [name, windowMedians(stages.map((row) => row[name]))])),
    awake: world.activeCount(),
    penetration: scene.statics.length ? deepestPenetration(scene, poses) : null,
    depthInStatics: scene.statics.length ? deepestInStatics(scene, poses) : null,
    ...joints?.result(),
    drift: scene.stands ? (driftBeforeKick ?? drift(scene, poses)) : null,
    fallen: scene.stands ? fallenCount(scene, poses) : null,
    escaped: escapedCount(scene, poses),
    topSpeed: scene.pit ? topSpeed(scene, poses, before, kTimeStep) : null,
  };
  world.free();
  return result;
}

const [engine, name, steps] = process.argv.slice(2);
const adapter = await loadAdapter(engine);
await run(adapter, kWarmUp());
const result = await run(adapter, { ...kScenes, ...kGrowthScenes }[name](), steps === undefined ? undefined : Number(steps));
process.stdout.write(`\n${JSON.stringify(result)}\n`, () => process.exit(0)); // some engines keep timers that hold the process
