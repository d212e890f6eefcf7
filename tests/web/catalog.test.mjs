// The list of scenes: its order is that of the gallery, of the numbers there and of the keys J and K.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const { scenes } = JSON.parse(readFileSync(new URL('../../web/scenes/catalog.json', import.meta.url), 'utf8'));

test('the scenes of a chapter follow each other', () => {
  const begun = scenes.map(({ chapter }) => chapter).filter((chapter, at, all) => chapter !== all[at - 1]);
  assert.deepEqual(begun, [...new Set(begun)]);
});
