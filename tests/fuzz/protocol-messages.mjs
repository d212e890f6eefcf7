// Random sessions with a host: lists of messages as a page could send them, and as nobody should. All of a session follows from its seed.
// Structure-aware: each message is first a right one, of the state the session has come to; then some of its parts are spoiled.

/** A small generator of our own: the same numbers everywhere. */
export function numbersFrom(seed) {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    below: (count) => Math.floor(next() * count),
    chance: (share) => next() < share,
    of: (list) => list[Math.floor(next() * list.length)],
  };
}

const box = (more = {}) => ({ size: [1, 1, 1], ...more });
const kScenes = [
  { tumble: 1, gravity: [0, 0, 0], bodies: [box({ name: 'one', mass: 2 }), box({ name: 'two', position: [3, 0, 0] })] },
  {
    tumble: 1,
    bodies: [
      { type: 'static', size: [20, 1, 20], position: [0, -0.5, 0] },
      ...Array.from({ length: 6 }, (_, index) =>
        box({ name: `box ${index}`, position: [index % 3, 0.6 + Math.floor(index / 3) * 1.1, 0] }),
      ),
    ],
  },
  {
    tumble: 1,
    bodies: [box({ position: [0, 4, 0] })],
    forces: [
      { type: 'spring', body: 0, anchor: [{ type: 'sine', amplitude: 1, frequency: 2 }, 6, 0], stiffness: 40 },
      { type: 'fluidDrag', body: 0, size: [1, 1, 1], density: { type: 'pulse', value: 50, duration: 0.3, period: 1 } },
    ],
    commands: [{ step: 5, type: 'impulse', body: 0, impulse: [1, 0, 0] }],
  },
  {
    tumble: 1,
    stepsPerSecond: 240,
    quality: 'precise',
    bodies: [
      { type: 'static', size: [9, 1, 9] },
      { shapes: [{ type: 'sphere', radius: 0.4 }], position: [0, 2, 0] },
    ],
  },
];

// What nobody should send, of every kind that goes through a port.
const kSpoilt = [
  null,
  undefined,
  true,
  '',
  'x',
  '__proto__',
  '\u202egnp.exe',
  'x'.repeat(5000),
  0,
  -0,
  -1,
  0.5,
  1e9,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  1e308,
  -1e308,
  5e-324,
  NaN,
  Infinity,
  -Infinity,
  10n,
  [],
  [null],
  [[[[]]]],
  {},
  { type: 'impulse' },
  { length: 5 },
  new Map([['type', 'play']]),
  new Date(0),
  /x/,
  new Uint8Array(0),
  new Uint8Array(40),
  new Float32Array(7),
  new Float64Array(3).fill(NaN),
  new ArrayBuffer(16),
  new Blob(['{}']),
  new Error('x'),
];

const kSteps = [0, 1, 2, 7, 29, 30, 31, 60];

function vector(random, size = 10) {
  return [0, 1, 2].map(() => (random.chance(0.2) ? 0 : (random.next() - 0.5) * size));
}

function command(random, step) {
  const body = random.chance(0.8) ? random.below(8) : random.of(['one', 'box 3', 'nobody', 65536, 0xffffffff]);
  const when = random.chance(0.2) ? { step: step + random.below(40) } : {};
  return random.of([
    () => ({ type: 'impulse', body, impulse: vector(random), ...(random.chance(0.5) ? { point: vector(random, 2) } : {}), ...when }),
    () => ({ type: 'angularImpulse', body, angularImpulse: vector(random), ...when }),
    () => ({ type: 'force', body, force: vector(random, 50), steps: 1 + random.below(20), ...when }),
    () => ({ type: 'torque', body, torque: vector(random, 50), ...when }),
    () => ({ type: 'velocity', body, velocity: vector(random), ...when }),
    () => ({ type: 'pose', body, position: vector(random), orientation: [0, 0, 0, 1], ...when }),
    () => ({ type: 'drag', body, pointer: random.below(3), point: vector(random, 2), target: vector(random) }),
    () => ({ type: 'release', pointer: random.below(3) }),
    () => ({ type: 'addBody', body: box({ position: vector(random) }) }),
    () => ({ type: 'removeBody', body }),
    () => ({ type: 'explosion', position: vector(random), impulse: 50, radius: 4 }),
    () => ({ type: 'revise', scene: random.of(kScenes), kept: [0, 15, 1, 15] }),
  ])();
}

function logOf(random, step) {
  const issuedAt = Array.from({ length: random.below(4) }, () => random.below(step + 1)).sort((a, b) => a - b);
  return issuedAt.map((issuedAtStep) => ({ issuedAtStep, step: issuedAtStep, command: command(random, issuedAtStep) }));
}

// No snapshot; forged ones that the engine could take for its own are for its own fuzzer.
const noise = (random) => Uint8Array.from({ length: random.of([0, 1, 16, 200, 5000]) }, () => random.below(256));

const kMessages = {
  load: (random, { step }) => ({
    scene: random.of(kScenes),
    ...(random.chance(0.2) ? { log: logOf(random, step + 20) } : {}),
    ...(random.chance(0.1)
      ? { keyframe: { step: random.below(step + 1), applied: random.below(4), work: random.below(9), snapshot: noise(random) } }
      : {}),
  }),
  read: (random) => ({ text: random.chance(0.5) ? JSON.stringify(random.of(kScenes)) : new Blob([JSON.stringify(random.of(kScenes))]) }),
  frame: (random, { time }) => ({
    now: time,
    poses: random.chance(0.5) ? new Float32Array(random.below(300)) : null,
    target: random.chance(0.2) ? { step: random.below(90), alpha: random.next() } : null,
  }),
  play: () => ({}),
  pause: () => ({}),
  rate: (random) => ({ rate: random.of([0.01, 0.5, 1, 4, 100, -1]) }),
  step: (random) => ({ count: random.of(kSteps) }),
  reset: () => ({}),
  command: (random, { step }) => ({ command: command(random, step) }),
  select: (random) => ({ body: random.chance(0.7) ? random.below(8) : null }),
  watch: (random) => ({
    watch: random.chance(0.8)
      ? {
          bodies: Array.from({ length: random.below(10) }, () => random.below(9)),
          details: random.chance(0.5),
          moments: [random.next(), random.below(3)],
        }
      : null,
  }),
  hashes: (random) => ({ steps: random.of(kSteps) }),
  stand: () => ({}),
  seek: (random, { step }) => ({ step: random.below(step + 30) }),
  rewrite: (random, { step }) => ({ keep: random.below(4), tail: logOf(random, step), step: random.below(step + 20) }),
  halt: () => ({}),
};
const kTypes = Object.keys(kMessages);
const kAsked = new Set(['load', 'read', 'step', 'reset', 'command', 'hashes', 'stand', 'seek', 'rewrite']);

// Every place in a message where something can be spoiled, as a list of keys.
function placesIn(value, path = [], found = []) {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || value instanceof Blob || path.length > 6) return found;
  for (const key of Object.keys(value)) {
    found.push([...path, key]);
    placesIn(value[key], [...path, key], found);
  }
  return found;
}

function spoil(random, message) {
  const places = placesIn(message).filter(([key]) => (key !== 'request' && key !== 'type') || random.chance(0.15)); // most should get as far as their parts
  const path = random.of(places);
  if (!path) return;
  let holder = message;
  for (const key of path.slice(0, -1)) holder = holder[key];
  const key = path.at(-1);
  if (random.chance(0.15)) delete holder[key];
  else if (random.chance(0.1) && Array.isArray(holder)) holder.push(...holder);
  else if (random.chance(0.1)) holder[key] = random.of(kTypes);
  else if (random.chance(0.2) && typeof holder[key] === 'number')
    holder[key] = random.of([-holder[key], holder[key] + 0.5, holder[key] * 1e6, holder[key] - 1, holder[key] + 1]);
  else holder[key] = copied(random.of(kSpoilt)); // a later spoiling may reach into it
}

// As structuredClone, with what it cannot hold twice.
const copied = (value) => structuredClone(value);

/** A session: a scene, then `length` messages. Requests count from 1. */
export function sessionOf(seed, length = 24) {
  const random = numbersFrom(seed);
  const messages = [{ type: 'load', request: 1, scene: copied(random.of(kScenes)) }];
  const state = { step: 0, time: 0 };
  for (let request = 2; request <= length; request += 1) {
    const type = random.of(kTypes);
    const message = copied({ type, ...(kAsked.has(type) ? { request } : {}), ...kMessages[type](random, state) });
    if (type === 'step') state.step += message.count;
    if (type === 'reset' || type === 'load') state.step = 0;
    state.time += 17;
    for (let spoilt = random.chance(0.6) ? 1 + random.below(2) : 0; spoilt > 0 && placesIn(message).length > 0; spoilt -= 1)
      spoil(random, message);
    messages.push(message);
  }
  return messages;
}
