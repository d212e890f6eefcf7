// How long links are: what fits into a QR code, a message, an address.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, encode, galleryScenes } from './link-driver.mjs';
import { randomFrom } from './support/random-links.mjs';

const rounded = (value, digits) => Math.round(value * 10 ** digits) / 10 ** digits;

test('a link of the gallery has at most 120 characters, with all that is usual in a view', async () => {
  const view = {
    camera: { position: [-12.345, 2.345, 13.456], target: [0.123, -0.25, 1.5] },
    selected: 131,
    marks: ['angularVelocity', 'angularMomentum', 'trail'],
    plots: [{ quantity: 'angularVelocity', body: 3 }],
    rate: 0.25,
    open: ['numbers', 'lab', 'lab/plots'],
    playing: false,
  };
  let longest = 0;
  for (const id of galleryScenes.keys())
    longest = Math.max(
      longest,
      (await encode({ scene: id, step: 99_999, hash: 'fedcba9876543210', checkpoints: '0f1e2d3c4b5a697887', view })).length,
    );
  assert.ok(longest <= 120, `${longest} characters`);
});

test('300 authored boxes: at most 2,000 characters', async () => {
  const next = randomFrom(17);
  const colors = ['#d9694f', '#5b6472', '#2f8f83', '#c9a227'];
  const authored = {
    'in rows': (index) => ({
      name: `box ${index}`,
      size: [1, 1, 1],
      position: [(index % 10) * 1.1, 0.5 + Math.floor(index / 100), (Math.floor(index / 10) % 10) * 1.1],
    }),
    'anywhere, to the centimetre': (index) => ({
      name: `box ${index}`,
      size: [1, 1, 1],
      density: 500,
      position: [rounded(next() * 20 - 10, 2), rounded(next() * 10, 2), rounded(next() * 20 - 10, 2)],
      color: colors[index % 4],
    }),
  };
  for (const [how, box] of Object.entries(authored)) {
    const ground = { name: 'ground', type: 'static', size: [200, 2, 200], position: [0, -1, 0] };
    const scene = { tumble: 1, title: 'Boxes', bodies: [ground, ...Array.from({ length: 300 }, (_, index) => box(index))] };
    const text = await encode({ scene, step: 600, hash: 'fedcba9876543210', checkpoints: '0f1e2d3c4b' });
    assert.ok(text.length <= 2000, `${how}: ${text.length} characters`);
    assert.deepEqual((await decode(text)).scene, scene);
  }
});

test('a wall of 1,000 boxes at 12 s with ten pushes: at most 1,500 characters', async () => {
  const next = randomFrom(4);
  const bricks = Array.from({ length: 1000 }, (_, index) => ({
    name: `brick ${index}`,
    size: [1, 0.5, 0.5],
    density: 100,
    position: [(index % 40) * 1.01 + (Math.floor(index / 40) % 2) * 0.505, 0.25 + 0.5 * Math.floor(index / 40), 0],
  }));
  const log = Array.from({ length: 10 }, (_, index) => ({
    issuedAtStep: 60 * index + 7,
    step: 60 * index + 7,
    command: {
      type: 'impulse',
      body: 97 * index + 3,
      impulse: [next() * 100, next() * 30, -next() * 1000],
      point: [next() * 40, next() * 12, 0.25],
    },
  }));
  const scene = { tumble: 1, bodies: [{ name: 'ground', type: 'static', size: [200, 2, 200], position: [0, -1, 0] }, ...bricks] };
  const text = await encode({ scene, log, step: 720, hash: 'fedcba9876543210', checkpoints: '0f1e2d3c4b' });
  assert.ok(text.length <= 1500, `${text.length} characters`);
  assert.deepEqual((await decode(text)).log, log);
});
