// The JSON Schema of scenes against the reader of the engine, judged by ajv: what the reader takes the schema takes, and what a schema can see
// of what the reader refuses it refuses.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import Ajv from 'ajv/dist/2020.js';
import { inProject } from '../../build-scripts/lib/paths.mjs';
import { sceneSchema } from '../../build-scripts/scene-schema.mjs';
import { documentedKeys } from '../links/support/documented-keys.mjs';
import { featureScenes } from '../links/support/feature-scenes.mjs';
import { instantiate } from './support/engine.mjs';

const schema = sceneSchema();
const fits = new Ajv.default({ strictTypes: false, strictRequired: false }).compile(schema);
const { World } = await instantiate();
const world = new World();
const sceneOf = (name) => JSON.parse(readFileSync(inProject('web', 'scenes', name), 'utf8'));
const gallery = readdirSync(inProject('web', 'scenes'))
  .filter((name) => name.endsWith('.json') && name !== 'catalog.json')
  .map((name) => [name, sceneOf(name)]);
const featured = featureScenes.map((entry, index) => [`feature scene ${index}`, entry.scene ?? entry]);

const kOfPage = new Set(['show', 'controls', 'look', 'keys']); // checked by the page
const kUnseen = new Set(['inertia', 'matrix', 'triangles', 'body', 'other', 'a', 'b', 'joint', 'joints']); // numbers whose limits follow from other values

// Every changed copy of a scene: [what was done, the copy]. `visible`: a schema can see that it is wrong.
function* mutants(scene) {
  const copyWith = (path, change) => {
    const copy = structuredClone(scene);
    const place = path.slice(0, -1).reduce((value, key) => value[key], copy);
    change(place, path.at(-1));
    return copy;
  };
  const set = (value) => (place, key) => void (place[key] = value);
  const paths = [];
  const visit = (value, path) => {
    if (kOfPage.has(path.at(-1))) return;
    if (path.length > 0) paths.push([path, value]);
    if (typeof value === 'object' && value !== null) {
      // Of a long list the first entries stand for all.
      for (const key of Object.keys(value).slice(0, Array.isArray(value) ? 3 : 100)) visit(value[key], [...path, key]);
    }
  };
  visit(scene, []);
  for (const [path, value] of paths) {
    const where = path.join('.');
    yield { what: `${where} is null`, visible: true, scene: copyWith(path, set(null)) };
    yield { what: `${where} is gone`, visible: false, scene: copyWith(path, (place, key) => delete place[key]) };
    if (typeof value === 'number') {
      yield { what: `${where} is text`, visible: !kUnseen.has(path.at(-1)), scene: copyWith(path, set('x')) };
      yield { what: `${where} is too large`, visible: !path.some((key) => kUnseen.has(key)), scene: copyWith(path, set(1e30)) };
      for (const other of [-value, value * 1000, value + 0.5, 0]) {
        yield { what: `${where} is ${other}`, visible: false, scene: copyWith(path, set(other)) };
      }
    } else if (typeof value === 'string') {
      yield { what: `${where} is another word`, visible: false, scene: copyWith(path, set('zzz')) };
      yield { what: `${where} is long`, visible: !kUnseen.has(path.at(-1)), scene: copyWith(path, set('x'.repeat(500))) };
    } else if (Array.isArray(value)) {
      yield { what: `${where} is longer`, visible: false, scene: copyWith([...path, 'x'], (place) => place.push(place.at(-1) ?? 0)) };
      yield { what: `${where} is shorter`, visible: false, scene: copyWith([...path, 'x'], (place) => place.pop()) };
    } else if (typeof value === 'object') {
      yield { what: `${where} has a key too many`, visible: true, scene: copyWith([...path, 'nobodyKnows'], set(1)) };
    }
  }
  yield { what: 'the scene has a key too many', visible: true, scene: { ...scene, nobodyKnows: 1 } };
}

test('every scene of the gallery and every feature fits', () => {
  for (const [name, scene] of [...gallery, ...featured]) assert.ok(fits(scene), `${name}: ${JSON.stringify(fits.errors)}`);
});

test('of changed scenes the schema refuses none that the reader takes, and each whose fault can be seen', () => {
  const counts = { taken: 0, refused: 0, seen: 0 };
  const small = gallery.filter(([, scene]) => JSON.stringify(scene).length < 1500 && !JSON.stringify(scene).includes('"arrangement"'));
  for (const [name, original] of [...featured, ...small]) {
    for (const { what, visible, scene } of mutants(original)) {
      const problem = world.load(scene);
      const isFit = fits(scene);
      if (problem === '') {
        counts.taken += 1;
        assert.ok(isFit, `${name}, ${what}: the reader takes it, the schema says ${JSON.stringify(fits.errors)}`);
      } else {
        counts.refused += 1;
        counts.seen += isFit ? 0 : 1;
        assert.ok(!isFit || !visible, `${name}, ${what}: the reader says “${problem}”, the schema nothing`);
      }
    }
  }
  assert.ok(counts.taken > 1000 && counts.refused > 1000 && counts.seen > 0.8 * counts.refused, JSON.stringify(counts));
});

test('it has the keys that are documented, each of the scene, a body, show and controls with a description', async () => {
  const text = JSON.stringify(schema);
  assert.deepEqual(
    [...(await documentedKeys())].filter((key) => !text.includes(`"${key}"`)),
    [],
  );
  const { sceneBody, show, control } = schema.$defs;
  const told = new Set(['$ref', 'description']);
  for (const { properties } of [schema, sceneBody, show, control]) {
    const silent = Object.keys(properties).filter((key) => !Object.keys(properties[key]).some((word) => told.has(word)));
    assert.deepEqual(silent, []);
  }
});
