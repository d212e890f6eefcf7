// What prose says of a figure: what is read of it, and the sentence about each that is wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { readLink: readAny, readBinding, readAction } = await importWebModules('element/prose-words.ts');
const readLink = (href) => readAny(href, (id) => ['fig', 'my fig'].includes(id));
const nothing = { attributes: [], reset: false, step: null, afterwards: null };

test('links: places of the page stay what they are, the others say what they ask for', () => {
  for (const href of ['#fig', '#', '#?step=3', '', 'https://example.org/#fig?step=3', '#/route?x=1', '#end?step=3', '#%?step=3'])
    assert.equal(readLink(href), null, href);
  assert.deepEqual(readLink('#fig?step=192'), { ...nothing, figure: 'fig', step: 192 });
  assert.deepEqual(readLink('#fig?play'), { ...nothing, figure: 'fig', afterwards: { type: 'play', until: null } });
  assert.deepEqual(readLink('#fig?play=240'), { ...nothing, figure: 'fig', afterwards: { type: 'play', until: 240 } });
  assert.deepEqual(readLink('#fig?play=60..240'), { ...nothing, figure: 'fig', step: 60, afterwards: { type: 'play', until: 240 } });
  assert.deepEqual(readLink('#fig?play=60..'), { ...nothing, figure: 'fig', step: 60, afterwards: { type: 'play', until: null } });
  assert.deepEqual(readLink('#my%20fig?select=racket&show=L+v&pause'), {
    ...nothing,
    figure: 'my fig',
    attributes: [
      ['select', 'racket'],
      ['show', 'L v'],
    ],
    afterwards: { type: 'pause' },
  });
  assert.deepEqual(readLink('#fig?reset&rate=0.1&step=0'), {
    ...nothing,
    figure: 'fig',
    attributes: [['rate', '0.1']],
    reset: true,
    step: 0,
  });
});

test('links: what cannot be is told', () => {
  assert.throws(() => readLink('#fig?stp=3'), /asks for “stp”, which is not one of select, show, rate, camera, step, play, pause, reset/);
  for (const step of ['', '-1', '1.5', '1e3', 'x', '100001'])
    assert.throws(() => readLink(`#fig?step=${step}`), /names no step from 0 to 100000/);
  assert.throws(() => readLink('#fig?play=60..x'), /names no step/);
});

test('a binding names a figure and what is meant of it', () => {
  assert.deepEqual(readBinding(' fig  bodies.racket.angularVelocity[1] '), { figure: 'fig', rest: 'bodies.racket.angularVelocity[1]' });
  for (const text of ['', ' ', 'fig', ' fig ']) assert.throws(() => readBinding(text), /does not name a figure/);
});

test('buttons', () => {
  for (const type of ['play', 'pause', 'reset']) assert.deepEqual(readAction(type), { type });
  assert.deepEqual(readAction('step'), { type: 'step', count: 1 });
  assert.deepEqual(readAction('step 10'), { type: 'step', count: 10 });
  assert.deepEqual(readAction('seek 192'), { type: 'seek', step: 192 });
  assert.deepEqual(readAction('push racket 0,2,-.5'), { type: 'push', push: { body: 'racket', impulse: [0, 2, -0.5] } });
  assert.deepEqual(readAction('push "the racket" 0,2,0 1,1e-3,0'), {
    type: 'push',
    push: { body: 'the racket', impulse: [0, 2, 0], point: [1, 0.001, 0] },
  });
  assert.deepEqual(readAction('set gravity [0, -1.62, 0]'.replaceAll(', ', ',')), { type: 'set', path: 'gravity', value: [0, -1.62, 0] });
  assert.deepEqual(readAction('command {"type": "torque", "body": "cube", "torque": [0, 9, 0]}'), {
    type: 'command',
    command: { type: 'torque', body: 'cube', torque: [0, 9, 0] },
  });
});

test('buttons: what cannot be is told', () => {
  for (const [text, why] of [
    ['jump', /begins with none of play, pause/],
    ['play 3', /has 1 words behind “play”, not 0/],
    ['seek', /has 0 words/],
    ['push racket', /has 1 words/],
    ['push racket 1,2', /three numbers/],
    ['push racket 1,,2', /three numbers/],
    ['push racket 1,2,x', /three numbers/],
    ['set gravity [0,', /no JSON/],
    ['command {"body": 1}', /no command with a type/],
    ['command []', /no command with a type/],
  ])
    assert.throws(() => readAction(text), why, text);
});
