// Scenes and commands that should not be: one sentence each, the old world stays, and nothing else happens.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { box, heap, instantiate, load, run, scene } from './support/engine.mjs';

let world;
let expected;
before(async () => {
  const { World } = await instantiate();
  world = load(new World(), heap(10));
  const undisturbed = load(new World(), heap(10));
  expected = (steps) => run(undisturbed, steps).hash();
});
after(() => world.delete());

const deep = (depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
const many = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const inText = (text) => JSON.parse(text);
const sameList = many(1_000_000, () => 0);
const cyclic = { tumble: 1, bodies: [] };
cyclic.bodies.push(cyclic);
const throwing = scene([
  Object.defineProperty(box(), 'mass', {
    enumerable: true,
    get() {
      throw new Error('boo');
    },
  }),
]);

const scenes = [
  ['nothing', undefined, /^scene: .*undefined|^scene: /],
  ['null', null, /^scene: null is not an object$/],
  ['a text', 'scene', /^scene: "scene" is not an object$/],
  ['no version', { bodies: [] }, /^tumble: missing$/],
  ['a newer version', { tumble: 99, bodies: [] }, /^tumble: 99 is a newer format/],
  ['an unknown key', scene([], { gravty: [0, 0, 0] }), /^gravty: unknown key, did you mean gravity\?$/],
  ['a negative density', scene([box(), box({ position: [3, 0, 0], density: -2 })]), /^bodies\[1\]\.density: -2 is not above 0$/],
  ['a box of 1e9 m', scene([box({ size: [1e9, 1, 1] })]), /^bodies\[0\]\.size\[0\]: 1000000000 is above 1000$/],
  ['a box of no size', scene([box({ size: [0, 1, 1] })]), /^bodies\[0\]\.size\[0\]: 0 is not above 0$/],
  ['a zero quaternion', scene([box({ orientation: [0, 0, 0, 0] })]), /^bodies\[0\]\.orientation: the zero quaternion is no orientation$/],
  ['a quaternion that is no rotation', scene([box({ orientation: [1, 1, 0, 0] })]), /^bodies\[0\]\.orientation: its length/],
  ['NaN in a position', scene([box({ position: [0, Number.NaN, 0] })]), /^bodies\[0\]\.position\[1\]: NaN is not finite$/],
  [
    'infinity out of JSON',
    scene([inText('{"size":[1,1,1],"velocity":[1e999,0,0]}')]),
    /^bodies\[0\]\.velocity\[0\]: Infinity is not finite$/,
  ],
  ['an own key __proto__', inText('{"tumble":1,"__proto__":{"polluted":1},"bodies":[]}'), /^__proto__: unknown key/],
  ['an own key __proto__ in a body', scene([inText('{"size":[1,1,1],"__proto__":{"mass":5}}')]), /^bodies\[0\]\.__proto__: unknown key/],
  ['an own key constructor', scene([inText('{"size":[1,1,1],"constructor":1}')]), /^bodies\[0\]\.constructor: unknown key/],
  [
    'a size that only looks like a list',
    scene([box({ size: { 0: 1, 1: 1, 2: 1, length: 3 } })]),
    /^bodies\[0\]\.size: an object is not a list/,
  ],
  ['lists in lists in lists', { tumble: 1, bodies: deep(5000) }, /./],
  ['a scene inside itself', cyclic, /./],
  ['a function', scene([box({ mass: () => 1 })]), /./],
  ['a big integer', scene([box({ mass: 10n })]), /./],
  ['a symbol', scene([box({ mass: Symbol('m') })]), /./],
  ['20,000 boxes in one place', scene(many(20_000, () => box())), /^bodies: more than 110000 pairs overlap at the start/],
  ['20,001 bodies', scene(many(20_001, (index) => box({ position: [(index % 1000) * 2, 0, Math.floor(index / 1000) * 2] }))), /^bodies: /],
  ['a long name with controls', scene([box({ name: 'x\u202e\u0000'.repeat(500) })]), /^bodies\[0\]\.name: /],
  ['a million values and one', { tumble: 1, bodies: many(1_000_001, () => null) }, /^the scene is more than 1000000 values$/],
  ['the same list a thousand times', { tumble: 1, bodies: many(1000, () => sameList) }, /^the scene is more than 1000000 values$/],
  [
    'a fractional step',
    scene([box()], { commands: [{ step: 0.5, type: 'impulse', body: 0, impulse: [1, 0, 0] }] }),
    /^commands\[0\]\.step: /,
  ],
];

for (const [what, document, sentence] of scenes) {
  test(`refused in one sentence: ${what}`, () => {
    const before = world.hash();
    const start = performance.now();
    const problem = world.load(document);
    assert.match(problem, sentence);
    assert.equal(typeof problem, 'string');
    assert.ok(problem.length > 0 && problem.length < 400 && !problem.includes('\n'), problem);
    assert.ok(!/[\u0000-\u001f\u202a-\u202e]/.test(problem), 'no control characters');
    assert.ok(performance.now() - start < 20_000);
    assert.equal(world.hash(), before, 'the old world stays');
    assert.equal({}.polluted, undefined);
  });
}

test('as many values as are allowed arrive as they are', async () => {
  const { World } = await instantiate();
  const own = new World();
  const commands = many(80_000, (step) => ({ type: 'velocity', body: 0, step, velocity: [1, 2, 3], angularVelocity: [4, 5, 6] })); // 960,000 values
  assert.equal(own.load(scene([box()], { commands })), '');
  own.delete();
});

test('a getter that throws is not read as a number', () => {
  const before = world.hash();
  let problem = '';
  try {
    problem = world.load(throwing);
  } catch (error) {
    problem = error.message;
  }
  assert.notEqual(problem, '');
  assert.equal(world.hash(), before);
});

const push = (more) => ({ type: 'impulse', body: 1, impulse: [1, 0, 0], ...more });
const commands = [
  ['nothing', undefined, /^command: /],
  ['null', null, /^command: null is not an object$/],
  ['no type', { body: 1 }, /^type: missing$/],
  ['an unknown type', push({ type: 'explode' }), /^type: "explode" is/],
  ['a NaN impulse', push({ impulse: [Number.NaN, 0, 0] }), /^impulse\[0\]: NaN is not finite$/],
  ['an infinite impulse', push({ impulse: [0, -Infinity, 0] }), /^impulse\[1\]: -Infinity is not finite$/],
  ['an impulse of two numbers', push({ impulse: [1, 2] }), /^impulse: a list of 2 is not a list of 3 numbers$/],
  ['a huge impulse', push({ impulse: [1e11, 0, 0] }), /^impulse: would change the velocity by/],
  ['a point at infinity', push({ point: [1e30, 0, 0] }), /^point\[0\]: /],
  ['no such body', push({ body: 4711 }), /^body: there is no body 4711$/],
  ['a negative body', push({ body: -1 }), /^body: /],
  ['a fraction of a body', push({ body: 0.5 }), /^body: /],
  ['a step in the past of all time', push({ step: -5 }), /^step: /],
  ['an own key __proto__', inText('{"type":"impulse","body":1,"impulse":[1,0,0],"__proto__":{}}'), /^__proto__: unknown key/],
  ['a new body of negative size', { type: 'addBody', body: box({ size: [-1, 1, 1] }) }, /^body\.size\[0\]: -1 is not above 0$/],
  ['a drag without a target', { type: 'drag', body: 1, point: [0, 0, 0] }, /^target: missing$/],
];

for (const [what, command, sentence] of commands) {
  test(`command refused in one sentence: ${what}`, () => {
    const before = world.hash();
    assert.match(world.command(command), sentence);
    assert.equal(world.hash(), before);
  });
}

test('after all of that the world goes on as if nothing had been', () => {
  assert.equal(run(world, 60).hash(), expected(60));
});
