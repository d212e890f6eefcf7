// A scene as text: written so that it reads back the same, places of values, and what is said of a text that is no JSON.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { readText, writeScene, placeOf } = await importWebModules('scene-editor/scene-text.ts', 'simulation/json-text.ts');
const folder = new URL('../../web/scenes/', import.meta.url);

test('every scene of the gallery reads back as it was', () => {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    const scene = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
    const text = writeScene(scene);
    const read = readText(text);
    assert.equal(read.problem, null, name);
    assert.deepEqual(read.value, scene, name);
    assert.deepEqual(JSON.parse(text), scene, name);
  }
});

test('a refusal finds its place', () => {
  const text = '{\n  "bodies": [\n    { "size": [1, 1, 1], "density": -2 },\n    { "size": [1, 1] }\n  ]\n}';
  const { places } = readText(text);
  const at = (refusal) => {
    const place = placeOf(refusal, places);
    return text.slice(place.start, place.end);
  };
  assert.equal(at('bodies[0].density: -2 is not above 0'), '"density": -2');
  assert.equal(at('bodies[1].size: has 2 items'), '"size": [1, 1]');
  assert.equal(at('bodies[0].size[2]: is missing'), '1');
  assert.equal(at('bodies[1].mass.what: is not there'), '{ "size": [1, 1] }', 'the nearest thing around it');
  assert.equal(placeOf('something: else', places).start, 0);
});

test('what is no JSON is said with its place', () => {
  const cases = [
    ['{"a": 1', 7, /comma or "}"/],
    ['{"a" 1}', 5, /colon/],
    ['{a: 1}', 1, /key in quotes/],
    ['[1, 2,]', 6, /value is expected/],
    ['[1 2]', 3, /comma or "]"/],
    ['{"a": tru}', 6, /“tru” is no value/],
    ['{"a": "x\n"}', 6, /no end on its line/],
    ['{} {}', 3, /follows the end/],
    ['', 0, /value is expected/],
    ['{"a": 01}', 6, /“01” is no value/],
    ['{"a": 1.}', 6, /“1.” is no value/],
    ['{"a": nul}', 6, /“nul” is no value/],
    ['{"a": "\\q"}', 6, /does not allow/],
    ['{"a": "\t"}', 6, /does not allow/],
    ['{\u00a0"a": 1}', 1, /key in quotes/],
  ];
  for (const [text, at, sentence] of cases) {
    const { problem } = readText(text);
    assert.ok(problem, text);
    assert.equal(problem.at, at, text);
    assert.match(problem.sentence, sentence, text);
    assert.throws(() => JSON.parse(text), text);
  }
});

test('a key that comes twice is told: JSON.parse takes the last one without a word', () => {
  const { problem } = readText('{"bodies": [{"mass": 1, "size": [1, 1, 1], "mass": 2}]}');
  assert.deepEqual(problem, { at: 43, sentence: 'The key "mass" comes twice in one object.' });
  assert.match(readText('{"__proto__": 1, "__proto__": 2}').problem.sentence, /comes twice/);
  assert.match(readText('{"a": 1, "\\u0061": 2}').problem.sentence, /"a" comes twice/);
  assert.equal(readText('[{"a": 1}, {"a": {"a": 2}}]').problem, null);
});

test('numbers and texts are those of JSON.parse, to the bit', () => {
  for (const text of [
    '-0',
    '0',
    '1e999',
    '5e-324',
    '0.1',
    '123456789012345678901234567890',
    '1E+3',
    '"\\ud83d\\ude00 \\u00e4 \\n"',
    '"\u{1f600}"',
    '[]',
    '{}',
    ' [ 1 , null , true , false ] ',
  ]) {
    assert.ok(
      Object.is(readText(text).value, JSON.parse(text)) ||
        (typeof JSON.parse(text) === 'object' && JSON.stringify(readText(text).value) === JSON.stringify(JSON.parse(text))),
      text,
    );
  }
});

test('more values than a scene can hold end the reading', () => {
  const start = performance.now();
  assert.match(readText(`[${'0,'.repeat(2_000_000)}0]`, false).problem.sentence, /more than a scene can hold/);
  assert.ok(performance.now() - start < 2000);
});

test('hostile text: deep nesting is refused, "__proto__" is a key like any other', () => {
  assert.match(readText('['.repeat(5000)).problem.sentence, /nested too deep/);
  const { value } = readText('{"__proto__": {"polluted": 1}}');
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
  assert.equal({}.polluted, undefined);
});

test('a long text in quotes without its end is told at once: looking for the end must not begin anew at every letter', () => {
  const long = 'n'.repeat(4_000_000);
  for (const text of [`{"a": "${long}`, `{"a": "${long}\n"}`, `["${long}\\`, `["${long}\\"`])
    assert.match(readText(text, false).problem.sentence, /has no end on its line/);
  assert.match(readText(`["${long}\u0001"]`, false).problem.sentence, /a letter that JSON does not allow/);
  assert.equal(readText(`["${long}\\"${long}\\\\"]`, false).value[0].length, 2 * long.length + 2);
});
