// What a scene shows when it opens (`show`): read as web/scenes/README.md says, refused with the place; arrows on scales that fit.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { readShow, readView, bodyOf, ArrowScale, channels, plotNames } = await importWebModules(
  'figure/scene-show.ts',
  'figure/scene-view.ts',
  'figure/opening-view.ts',
  'viewer/arrow-scale.ts',
  'instruments/channels.ts',
  'instruments/plot-names.ts',
);
const folder = new URL('../../web/scenes/', import.meta.url);
const scene = (show) => ({ tumble: 1, bodies: [{ name: 'top' }, { name: 'brick', arrangement: { type: 'stack' } }], show });

test('the scenes of the gallery show what can be shown', () => {
  let shown = 0;
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'catalog.json')) {
    const document = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
    const show = readShow(document);
    assert.deepEqual(show, document.show ?? {}, name);
    if (show.body !== undefined || show.allBodies) shown += 1;
  }
  assert.ok(shown > 30, `${shown} scenes show a body`);
});

test('every quantity that a scene may plot has a channel, and no other', () => {
  assert.deepEqual(channels.map(({ id }) => id).sort(), [...plotNames].sort());
});

test('a scene without show, and one with all of it', () => {
  assert.deepEqual(readShow(scene(undefined)), {});
  const all = {
    body: 'brick[3]',
    point: [0, 1, 0],
    marks: ['velocity', 'trail'],
    allBodies: false,
    follow: true,
    rate: 0.25,
    plots: [{ quantity: 'energy' }, { quantity: 'velocity', body: 1 }],
    compare: ['explicitEuler', 'exact'],
    numbers: ['transform', 'meters'],
  };
  assert.deepEqual(readShow(scene(all)), all);
});

for (const [show, sentence] of [
  ['everything', 'show: "everything" is not an object'],
  [[], 'show: a list is not an object'],
  [
    { arrows: [] },
    'show.arrows: unknown key; there are body, point, marks, allBodies, about, follow, rate, energyBars, graphPaper, compare, joints, jointReadouts, plots, numbers',
  ],
  [{ boddy: 'top' }, 'show.boddy: unknown key, did you mean body?'],
  [{ Marks: [] }, 'show.Marks: unknown key, did you mean marks?'],
  [{ graph: true }, 'show.graph: unknown key, did you mean graphPaper?'],
  [{ bo: 'top' }, 'show.bo: unknown key; there are body'],
  [{ marks: ['velocty'] }, 'show.marks[0]: "velocty" is unknown, did you mean velocity?'],
  [{ body: 'bottom' }, 'show.body: there is no body “bottom”'],
  [{ body: 'brik' }, 'show.body: there is no body “brik”, did you mean “brick[0]”?'],
  [{ body: 'top[0]' }, 'show.body: there is no body “top[0]”'],
  [{ body: 'brick' }, 'show.body: there is no body “brick”, did you mean “brick[0]”?'],
  [{ body: -1 }, 'show.body: -1 is neither the name nor the index of a body'],
  [{ point: [0, 0, 0] }, 'show: point and follow need a body'],
  [{ body: 'top', point: [0, 0] }, 'show.point: has 2 entries, not 3'],
  [{ body: 'top', point: [0, Infinity, 0] }, 'show.point[1]: Infinity is not a number'],
  [{ body: 'top', point: [0, 0, 1001] }, 'show.point[2]: 1001 is above 1000'],
  [{ marks: ['velocity', 'omega'] }, 'show.marks[1]: "omega" is none of velocity, acceleration'],
  [{ marks: 'velocity' }, 'show.marks: "velocity" is not a list'],
  [{ numbers: ['matrix'] }, 'show.numbers[0]: "matrix" is none of transform, point, about, meters, world'],
  [{ compare: 'exact' }, 'show.compare: "exact" is not a list'],
  [{ compare: ['exact', 'newton'] }, 'show.compare[1]: "newton" is none of automatic, explicitEuler'],
  [{ compare: new Array(4).fill('exact') }, 'show.compare: has 4 entries, more than 3'],
  [{ allBodies: 1 }, 'show.allBodies: 1 is neither true nor false'],
  [{ rate: 0 }, 'show.rate: 0 is below 0.01'],
  [{ rate: NaN }, 'show.rate: NaN is not a number'],
  [{ plots: [{ quantity: 'speed' }] }, 'show.plots[0].quantity: "speed" is none of position'],
  [{ plots: [{ quantity: 'velocity', body: 'x' }] }, 'show.plots[0].body: there is no body “x”'],
  [{ plots: new Array(9).fill({ quantity: 'velocity' }) }, 'show.plots: has 9 entries, more than 8'],
])
  test(`refused: ${sentence}`, () => {
    assert.throws(
      () => readShow(scene(show)),
      (error) => error.name === 'SceneError' && error.message.startsWith(sentence),
    );
  });

test('of a scene without its lists the engine says what is wrong', () => {
  const said = { show: { body: 'top' }, keys: { a: { joint: 'axle', motor: 1 } }, controls: [{ label: 'm', path: 'bodies.top.mass' }] };
  for (const lists of [{}, { bodies: 'top' }, { bodies: [{ name: 'top', mass: 1 }], joints: {} }])
    readView({ tumble: 1, ...said, ...lists });
  assert.throws(() => readView({ tumble: 1, bodies: [], show: { body: 'top' } }), { message: 'show.body: there is no body “top”' });
});

test('a body by name or index', () => {
  const info = { bodies: [{ name: 'top' }, { name: 'brick[0]' }] };
  assert.equal(bodyOf('brick[0]', info), info.bodies[1]);
  assert.equal(bodyOf(1, info), info.bodies[1]);
  for (const reference of [2, 'brick[7]', undefined]) assert.equal(bodyOf(reference, info), null);
});

test('arrows fit into the free part of the stage, and small ones can be read', () => {
  for (let power = -8; power <= 8; power += 0.37)
    for (const room of [0.3, 1, 4, 100]) {
      const scale = new ArrowScale();
      const magnitude = 10 ** power;
      assert.equal(scale.update(magnitude, 1, room), true);
      const length = magnitude / scale.perMetre;
      assert.ok(length <= room && length <= 2.8, `${magnitude} in ${room} m: ${length} m`);
      assert.ok(length > 0.2 * Math.min(room, 2.8), `${magnitude} in ${room} m: ${length} m is short`);
    }
  const scale = new ArrowScale();
  scale.update(1, 1, 10);
  const before = scale.perMetre;
  assert.equal(scale.update(1.2, 1, 10), false, 'a scale stays while it fits');
  assert.equal(scale.update(1.2, 1, 0.5), true, 'less room');
  assert.ok(scale.perMetre > before);
});
