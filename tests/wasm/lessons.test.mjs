// What the lessons say in numbers, against the engine and closed forms, and what their figures name, against their scenes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { lessonFiles } from '../../web/lessons/build-lessons.mjs';
import { completeK, flipInterval, growthRate } from '../../web/lessons/page/free-rotation.js';
import { energyChange, measuredInterval, posesOf, troubleOf } from '../../web/lessons/page/code-lab.js';
import { momentsOf } from '../../web/lessons/page/own-racket.js';
import { instantiate, load, run } from './support/engine.mjs';

const { World } = await instantiate();
const web = fileURLToPath(new URL('../../web/', import.meta.url));
const files = new Map(lessonFiles(web));
const json = (path) => JSON.parse(readFileSync(`${web}${path}`, 'utf8'));
const gallery = (id) => json(`scenes/${id}.json`);
const own = (name) => json(`lessons/scenes/${name}.json`);
const { lessons } = json('lessons/lessons.json');
const pageOf = (id) => String(files.get(`lessons/${id}/index.html`));
const near = (value, wanted, within, what) => assert.ok(Math.abs(value - wanted) <= within, `${what}: ${value}, not ${wanted}`);
const size = (a) => Math.hypot(...a);

// The number that the exercise with this id wants.
const answer = (lesson, id) => Number(new RegExp(`id="${id}" data-value="([^"]+)"`).exec(pageOf(lesson))[1]);

const turnedBack = ([x, y, z, w], v) => {
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const twice = cross([-x, -y, -z], v).map((part) => 2 * part);
  const more = cross([-x, -y, -z], twice);
  return v.map((part, axis) => part + w * twice[axis] + more[axis]);
};

/** Moments (s) when the spin about an axis of the body changes its sign. */
function flips(scene, body, axis, seconds) {
  const world = load(new World(), scene);
  const found = [];
  let before = 0;
  for (let step = 1; step <= seconds * 60; step += 1) {
    world.step();
    const state = [...world.states()].slice(13 * body, 13 * body + 13);
    const spin = turnedBack(state.slice(3, 7), state.slice(10))[axis];
    if (spin * before < 0) found.push((step - 1 + before / (before - spin)) / 60);
    before = spin;
  }
  world.delete();
  return found;
}

const figuresOf = (html) =>
  [...html.matchAll(/<tumble-scene\s([^>]*)>/g)].map(([, text]) =>
    Object.fromEntries([...text.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [name, value ?? ''])),
  );

for (const { id: lesson } of lessons)
  test(`${lesson}: the engine takes the scene of every figure, and has the bodies and values that the prose names`, () => {
    const html = pageOf(lesson);
    for (const { id, scene, src } of figuresOf(html)) {
      const document = scene ? gallery(scene) : JSON.parse(String(files.get(`lessons/scenes/${src.split('/').at(-1)}`)));
      const world = load(new World(), document);
      const names = document.bodies.map(({ name }) => name);
      for (const [, path] of html.matchAll(new RegExp(`data-tumble="${id} ([^"]+)"`, 'g'))) {
        if (/^(push|set|seek|step|play|pause|reset|command)\b/.test(path)) {
          const [, body] = /^push (?:&quot;([^&]+)&quot;|(\S+)) /.exec(path)?.filter((part) => part !== undefined) ?? [];
          if (body) assert.ok(names.includes(body), path);
          continue;
        }
        const body = names.find((name) => path.startsWith(`${name}.`));
        const isKnown = body
          ? /^(position|velocity|angularVelocity|bodyAngularVelocity|momentum|angularMomentum|acceleration|force|torque)(\.(norm|x|y|z))?$/.test(
              path.slice(body.length + 1),
            )
          : /^(step|time|energy|linearEnergy|rotationalEnergy|potentialEnergy|momentum\.norm|angularMomentum\.norm)$/.test(path) ||
            /^bodies\./.test(path) ||
            document.forces?.[/^forces\[(\d+)\]\.angular$/.exec(path)?.[1]]?.angular !== undefined;
        assert.ok(isKnown, `${lesson}: “${path}” of “${id}”`);
      }
      for (const [, path] of html.matchAll(new RegExp(`data-throw="${id} (\\S+) `, 'g')))
        assert.ok(
          names.some((name) => path.startsWith(`bodies.${name}.`)),
          path,
        );
      world.delete();
    }
  });

test('tennis-racket: moments, energies, times and growth are as said', () => {
  const html = pageOf('tennis-racket');
  const says = (text) => assert.ok(html.includes(text), `the lesson does not say ${text}`);
  const racket = gallery('tennis-racket');
  const world = load(new World(), racket);
  const { inertia } = world.bodyInfo(0); // across the handle, along it, through the face
  world.delete();
  for (const [at, text] of [
    [1, '0.00101'],
    [0, '0.01254'],
    [2, '0.01352'],
  ]) {
    near(inertia[at], Number(text), 5e-6, text);
    says(`${text} kg m²`);
  }
  // Jacobi's time against the engine's, and both against the sentence.
  const times = flips(racket, 0, 0, 20);
  near((times.at(-1) - times[0]) / (times.length - 1), flipInterval(inertia, racket.bodies[0].angularVelocity), 2e-6, 'flip interval');
  near(flipInterval(inertia, racket.bodies[0].angularVelocity), 2.4355, 5e-5, 'said');
  near(growthRate(inertia), 0.911, 5e-4, 'growth');
  near(Math.exp(2 * Math.PI * growthRate(inertia)), 306, 0.5, 'growth in a turn');
  near((2 * Math.LN10) / (6 * growthRate(inertia)), 0.8423, 5e-5, 'a factor of ten');
  for (const [error, text] of [
    [0.3, '1.59 s'],
    [0.03, '2.44 s'],
    [0.003, '3.28 s'],
    [0.0003, '4.12 s'],
  ]) {
    near(flipInterval(inertia, [6, error / 3, error]), Number.parseFloat(text), 0.005, text);
    says(`<td class="number">${text}</td>`);
  }
  // The block of the sphere: moments of a uniform box.
  const [block] = own('block').bodies;
  const [a, b, c] = block.size;
  const box = [b * b + c * c, c * c + a * a, a * a + b * b].map((sum) => (block.mass * sum) / 12);
  box.forEach((moment, axis) => near(block.inertia[axis], moment, 1e-9, 'moment of the block'));
  near(
    box.reduce((sum, moment, axis) => sum + (moment * block.angularVelocity[axis] ** 2) / 2, 0),
    0.0925,
    5e-5,
    'energy of the block',
  );
  // Three rackets: the outer ones never turn over.
  const three = own('three-axes');
  assert.deepEqual(
    [flips(three, 0, 1, 60).length, flips(three, 2, 2, 60).length, flips(three, 1, 0, 60).length > 20],
    [0, 0, true],
    'who turns over',
  );
});

test('tennis-racket: five schemes end as the table says', () => {
  const html = pageOf('tennis-racket');
  const schemes = gallery('racket-by-five-schemes');
  const world = run(load(new World(), schemes), 1800);
  const rows = [...html.matchAll(/<td class="number">([\d.]+)<\/td>\s*<td class="number">([\d.]+)<\/td>\s*<\/tr>/g)];
  assert.equal(rows.length, 5);
  rows.forEach(([, momentum, energy], body) => {
    const state = [...world.bodyState(body)];
    near(size(state.slice(17, 20)), Number(momentum), 5.1e-4, `L of ${body}`);
    near(state[21], Number(energy), 5.1e-4, `E of ${body}`);
  });
  world.delete();
});

test('tennis-racket: the exercises have the answers of closed forms', () => {
  const block = (m, a, b) => (m / 12) * (a * a + b * b);
  const book = [block(0.6, 0.16, 0.03), block(0.6, 0.24, 0.03), block(0.6, 0.24, 0.16)].sort((a, b) => a - b);
  near(answer('tennis-racket', 'answer-book'), book[1], 1e-9, 'the book');
  const inertia = [0.01254127505, 0.0010054702237, 0.0135196176157];
  const [i1, i2, i3] = [...inertia].sort((a, b) => a - b);
  const rate = Math.sqrt(((i2 - i1) * (i3 - i2)) / (i1 * i3));
  near(answer('tennis-racket', 'answer-rate'), Math.LN2 / (6 * rate), 5e-5, 'doubling');
  // The time grows by the same for each factor of ten: measured where doubles still tell the curves apart.
  const interval = (error) => flipInterval(inertia, [6, error / 3, error]);
  const perTen = interval(1e-5) - interval(1e-4);
  const wanted = 3e-4 * 10 ** -((10 - interval(3e-4)) / perTen);
  near(answer('tennis-racket', 'answer-care') / wanted, 1, 0.02, 'patience');
  const moments = momentsOf({ mass: 0.32, balance: 0.33, swing: 0.032, twist: 0.0014 });
  near(
    answer('tennis-racket', 'answer-throw'),
    Math.exp(2 * Math.PI * Math.sqrt((moments[0] - 0.0014) / (moments[0] + 0.0014))),
    0.1,
    'throw',
  );
});

test("the reader's own racket: what is foretold is what the engine does", () => {
  const scene = own('own-racket');
  const inertia = momentsOf({ mass: 0.29, balance: 0.34, swing: 0.033, twist: 0.0013 });
  const angularVelocity = [9, 0.05, -0.2];
  const world = { ...scene, bodies: [{ ...scene.bodies[0], mass: 0.29, inertia, angularVelocity }] };
  const times = flips(world, 0, 0, 20);
  near((times.at(-1) - times[0]) / (times.length - 1), flipInterval(inertia, angularVelocity), 1e-5, 'flip interval');
  near(completeK(0), Math.PI / 2, 1e-15, 'K(0)');
  near(completeK(Math.SQRT1_2), 1.8540746773013719, 1e-14, 'K(1/√2)');
});

test('push-to-spin: pushes, couple, wheel, matrix, slab and impact are as said', () => {
  const stateAfter = (id, steps, body) => {
    const world = run(load(new World(), gallery(id)), steps);
    const state = [...world.bodyState(body)];
    world.delete();
    return {
      velocity: state.slice(8, 11),
      spin: state.slice(11, 14),
      momentum: state.slice(14, 17),
      L: state.slice(17, 20),
      energies: state.slice(20, 22),
      matrix: state.slice(28),
    };
  };
  const moment = (6 / 12) * (0.4 ** 2 + 1.8 ** 2);
  [0, 0.45, 0.9].forEach((lever, body) => {
    const { velocity, spin, energies } = stateAfter('off-centre-push', 60, body);
    near(size(velocity), 3.6 / 6, 1e-12, 'v');
    near(size(spin), (3.6 * lever) / moment, 1e-12, 'ω');
    near(energies[0], 1.08, 1e-9, 'energy of the flight');
    near(energies[1], ((3.6 * lever) ** 2 / moment) * 0.5, 1e-9, 'energy of the spin');
  });
  near((3.6 * 0.9) / moment, 1.906, 5e-4, 'said');
  near((3.24 ** 2 / moment) * 0.5, 3.09, 5e-3, 'said');
  near(size(stateAfter('couple', 60, 0).spin), 3 / ((3 / 12) * (4 + 0.09)), 1e-9, 'couple');
  near(
    size(
      stateAfter(
        'point-on-a-wheel',
        30,
        gallery('point-on-a-wheel').bodies.findIndex(({ name }) => name === 'wheel'),
      ).velocity,
    ),
    2,
    1e-3,
    'hub',
  );
  // The matrix of plain steps: each axis across ω grows by the same factor in each.
  const { matrix } = stateAfter('matrix-drift', 600, 0);
  near(Math.hypot(matrix[0], matrix[3], matrix[6]), (1 + (2 / 60) ** 2) ** 300, 1e-9, 'growth');
  near((1 + (2 / 60) ** 2) ** 300, 1.395, 5e-4, 'said');
  const slab = stateAfter('l-not-along-omega', 0, 0);
  near(slab.L[0], 1.25, 1e-12, 'L of the slab');
  near(slab.L[1], 2.125, 1e-12, 'L of the slab');
  const bar = stateAfter('heckers-j', 120, 0);
  near(size(bar.momentum), 6 / (1 / 4 + 0.49 / ((4 / 12) * (0.16 + 4)) + 1), 1e-4, 'j');
  near(size(bar.momentum), 3.742, 5e-4, 'said');
});

test('push-to-spin: the exercises have the answers of closed forms', () => {
  const moment = (6 / 12) * (0.4 ** 2 + 1.8 ** 2);
  near(answer('push-to-spin', 'answer-heavy'), 1 / (1 / 6 + 0.9 ** 2 / moment), 5e-5, 'an end');
  near(answer('push-to-spin', 'answer-rest'), moment / (6 * 0.9), 5e-5, 'the point that stays');
  near(answer('push-to-spin', 'answer-grow'), (2 * Math.LN2) / Math.log(1 + 1 / 900) / 60, 1e-3, 'twice as wide');
  const [omega, L] = [
    [2, 1, 0],
    [2 * 0.625, 2.125, 0],
  ];
  const cosine = omega.reduce((sum, part, axis) => sum + part * L[axis], 0) / size(omega) / size(L);
  near(answer('push-to-spin', 'answer-angle'), (180 / Math.PI) * Math.acos(cosine), 5e-3, 'angle');
});

test('simulator: the exercises have the answers of closed forms', () => {
  near(answer('simulator', 'answer-stiff'), (2 * (1 / 6)) / 100, 1e-7, 'stiff');
  near(answer('simulator', 'answer-account'), ((7 * 60) / 144) % 1, 1e-6, 'account');
  near(answer('simulator', 'answer-growth'), (1 + (2 / 60) ** 2) ** 600, 5e-5, 'growth');
  near(0.01254127 / 0.00100547, 12.47, 5e-3, 'what stops Euler');
});

test('simulator: the program comes to what the table says, and with better steps to the closed form', () => {
  const source = readFileSync(`${web}lessons/programs/loop.js`, 'utf8');
  assert.ok(source.trimEnd().split('\n').length <= 60, 'sixty lines');
  const frames = (scheme, perFrame) => {
    const edited = source.replace('}.euler', `}.${scheme}`).replace('const perFrame = 1', `const perFrame = ${perFrame}`);
    return new Function(`${edited}\nreturn frames;`)();
  };
  const number = (text) => Number(text.replace('−', '-').replace(/[^\d.-]/g, ''));
  const rows = [
    ...pageOf('simulator').matchAll(
      /<th scope="row">(\w+)<\/th>\s*<td class="number">(\d+)<\/td>\s*<td class="number">([^<]+)<\/td>\s*<td class="number">([^<]+)<\/td>/g,
    ),
  ];
  assert.equal(rows.length, 6);
  for (const [, scheme, perFrame, interval, energy] of rows) {
    const found = frames(scheme, perFrame);
    assert.equal(troubleOf(found), null);
    near(measuredInterval(found), number(interval), 5.1e-4, `${scheme}, ${perFrame}: interval`);
    near((100 * energyChange(found)) / number(energy), 1, 0.03, `${scheme}, ${perFrame}: energy`);
  }
  const scene = own('two-programs');
  const { inertia, angularVelocity } = scene.bodies[0];
  const fine = frames('rungeKutta4', 8);
  near(measuredInterval(fine), flipInterval(inertia, angularVelocity), 5e-6, 'closed form');
  // In the figure the body of the program lies as that of the engine does, at the same moment.
  const world = load(new World(), { ...scene, commands: posesOf(fine) });
  for (let step = 1; step <= 300; step += 1) {
    world.step();
    const states = [...world.states()];
    const [engine, program] = [states.slice(3, 7), states.slice(16, 20)];
    const angle = 2 * Math.acos(Math.min(1, Math.abs(engine.reduce((sum, part, axis) => sum + part * program[axis], 0))));
    assert.ok(angle < 1e-4, `${angle} rad apart at step ${step}`);
  }
  world.delete();
  assert.match(troubleOf([]), /two frames/);
  assert.match(
    troubleOf([
      { orientation: [0, 0, 0, 1], spin: [1, 2, 3] },
      { orientation: [0, 0, 0, Number.NaN], spin: [1, 2, 3] },
    ]),
    /^Frame 1 /,
  );
});
