// The stills of the lessons are those of their figures as they are now.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { figuresOf, readLessons, readManifest, staleness } from '../../build-scripts/lesson-pictures.mjs';
import { inProject } from '../../build-scripts/lib/paths.mjs';

const golden = JSON.parse(readFileSync(inProject('tests', 'determinism', 'golden.json'), 'utf8'));
const figures = readLessons().flatMap(figuresOf);
const manifest = readManifest();

test('each figure of a lesson has current stills: npm run lesson-pictures makes them', () => {
  assert.ok(figures.length >= 10 && figures.every(({ step }) => Number.isInteger(step)));
  assert.deepEqual(figures.map((figure) => staleness(figure, manifest[figure.id], golden)).filter(Boolean), []);
});

test('a still is stale when its scene, its step, its tag, its motion or its file is another', () => {
  const figure = figures.find(({ name, step }) => name && step > 0 && step <= (golden[name]?.length ?? 0));
  const still = manifest[figure.id];
  for (const [what, pattern] of [
    [[figure, undefined], /has no still/],
    [[{ ...figure, scene: 'x' }, still], /its scene has changed/],
    [[{ ...figure, step: figure.step + 1 }, still], /shows step/],
    [[{ ...figure, look: 'rate=9' }, still], /its tag has changed/],
    [[figure, { ...still, state: '0'.repeat(16) }], /runs otherwise now/],
    [[{ ...figure, id: 'none' }, still], /none\.webp is missing/],
  ])
    assert.match(staleness(...what, golden), pattern);
});

test('no still is left over', () => {
  const names = figures.flatMap(({ id }) => [`${id}.webp`, `${id}-dark.webp`]);
  assert.deepEqual(
    readdirSync(inProject('web', 'lessons', 'pictures'))
      .filter((name) => name !== 'manifest.json')
      .sort(),
    names.sort(),
  );
});
