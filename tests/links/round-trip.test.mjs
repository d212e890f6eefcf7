// Every field of the scene format, every command and every setting of the view comes back from a link to the bit, and gives the same text again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, encode, exactText, galleryScenes, keptBodies, kWords } from './link-driver.mjs';
import { documentedKeys, keysIn } from './support/documented-keys.mjs';
import { commandMakers, randomLink, viewMakers } from './support/random-links.mjs';

const kLinks = 400;

const withoutGallery = ({ scene, log, step, hash, checkpoints, view }) => ({ scene, log, step, hash, checkpoints, view });
const isEmptyObject = (value) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;

test('random links come back to the bit, and their text too', async () => {
  for (let seed = 0; seed < kLinks; seed += 1) {
    const link = randomLink(seed, keptBodies, galleryScenes);
    const text = await encode(link);
    assert.match(text, /^1\.[\w-]*[A-Za-z0-9]$/, `seed ${seed}`);
    const decoded = await decode(text);
    assert.ok(decoded.ok, `seed ${seed}: ${decoded.message}`);
    assert.equal(exactText(withoutGallery(decoded)), exactText(withoutGallery(link)), `seed ${seed}`);
    assert.equal(await encode(decoded), text, `seed ${seed}`);
  }
});

test('the random links have every documented key, every command and every setting', async () => {
  const keys = new Set();
  const commands = new Set();
  const settings = new Set();
  for (let seed = 0; seed < kLinks; seed += 1) {
    const { scene, log, view } = randomLink(seed, keptBodies);
    keysIn([scene, log], keys);
    for (const { command } of log) commands.add(command.type);
    for (const key of Object.keys(view)) settings.add(key);
  }
  const documented = await documentedKeys();
  assert.ok(documented.size > 80, `${documented.size} keys are documented`);
  assert.deepEqual(
    [...documented].filter((key) => !keys.has(key)),
    [],
  );
  assert.deepEqual(
    [...Object.keys(commandMakers), 'revise'].filter((type) => !commands.has(type)),
    [],
  );
  assert.deepEqual(
    Object.keys(viewMakers).filter((key) => !settings.has(key)),
    [],
  );
});

test('the words of format 1 are known and stay', () => {
  assert.equal(new Set(kWords).size, kWords.length);
  assert.equal(kWords.length, kWords.filter((word) => !isEmptyObject(word) && word !== '').length);
  let sum = 0;
  for (const word of kWords.join(' ')) sum = (Math.imul(sum, 31) + word.codePointAt(0)) | 0;
  assert.deepEqual([kWords.length, sum], [282, -52142454]);
});

test('numbers of every kind come back to the bit', async () => {
  const numbers = [
    0,
    -0,
    1,
    -1,
    0.1,
    0.30000000000000004,
    1e-9,
    123456.789012345,
    5e-324,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    2 ** 31,
    2 ** 32,
    2 ** 53,
    1 / 3,
  ];
  for (const count of [1, 2, 3, 4, 5, numbers.length]) {
    const scene = {
      tumble: 1,
      bodies: [],
      list: numbers.slice(0, count),
      rows: numbers.slice(0, count).map((number) => [number, 1, number]),
    };
    const decoded = await decode(await encode({ scene, hash: null }));
    assert.equal(exactText(decoded.scene), exactText(scene));
  }
});

test('a link of the gallery stands for its scene, a changed one for its changes', async () => {
  const scene = structuredClone(galleryScenes.get('tennis-racket'));
  const whole = await encode({ scene: { ...scene, title: 'Another title' }, hash: null });
  scene.bodies[0].angularVelocity[0] = 6.5;
  const text = await encode({ scene, hash: null });
  assert.ok(text.length < 80, `${text.length} characters`);
  assert.ok(whole.length > 300);
  assert.deepEqual((await decode(text)).scene, scene);
});
