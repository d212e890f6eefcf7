// The address of a figure in a frame: what it gives to the element, what only a frame has, and the sentence about each part that is wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { attributeNames, readAddress } = await importWebModules('element/options.ts', 'element/embed-options.ts');
const read = (search, hash = '') => readAddress(search, hash, attributeNames);

test('attributes are those of the element, flags without a value too', () => {
  const { attributes, lang, allowed, origin, aspect, problems } = read('?scene=tennis-racket&paused&show=v+%CF%89&host=drive&lang=de');
  assert.deepEqual(
    [...attributes],
    [
      ['scene', 'tennis-racket'],
      ['paused', ''],
      ['show', 'v ω'],
    ],
  );
  assert.deepEqual({ lang, allowed, origin, aspect, problems }, { lang: 'de', allowed: 'drive', origin: null, aspect: 1.6, problems: [] });
});

test('a link stands behind “#”, where none stands before it', () => {
  assert.equal(read('?paused', '#1.abc').attributes.get('link'), '#1.abc');
  const { attributes, problems } = read('?link=1.x', '#1.abc');
  assert.equal(attributes.get('link'), '1.x');
  assert.match(problems[0], /^link: there is one in the address and one behind/);
  assert.equal(read('', '#').attributes.size, 0);
  const ofWordPress = read('?scene=tennis-racket', '#?secret=wX3bT9q0Zr');
  assert.deepEqual([...ofWordPress.attributes], [['scene', 'tennis-racket']]);
  assert.deepEqual(ofWordPress.problems, []);
});

test('nobody is let in by an address that is wrong', () => {
  for (const host of ['Drive', 'drive,edit', 'all', '1']) {
    const { allowed, problems } = read(`?host=${host}`);
    assert.equal(allowed, 'nothing');
    assert.match(problems[0], /^host: .* is not one of drive, edit\.$/);
  }
  assert.equal(read('').allowed, 'nothing');
  assert.equal(read('?host=drive&origin=https://school.example:8080').origin, 'https://school.example:8080');
  assert.equal(read('?host=drive&origin=https://SCHOOL.example').origin, 'https://school.example');
  for (const origin of [
    '*',
    '',
    'null',
    'school.example',
    'https://',
    'https://a.example/b',
    'javascript:1',
    'https://a@b.example',
    'file:///',
  ]) {
    const { origin: only, problems } = read(`?host=drive&origin=${encodeURIComponent(origin)}`);
    assert.equal(only, '', origin); // which no page has
    assert.match(problems[0], /^origin: .* is no origin/);
  }
});

test('the shape is width over height', () => {
  for (const [text, aspect] of [
    ['4/3', 4 / 3],
    ['4:3', 4 / 3],
    ['2', 2],
    ['1.5', 1.5],
  ])
    assert.equal(read(`?aspect=${text}`).aspect, aspect);
  for (const text of ['0', '9', '1/0', '-1', 'wide', '4/3/2', '']) {
    const { aspect, problems } = read(`?aspect=${text}`);
    assert.equal(aspect, 1.6);
    assert.match(problems[0], /^aspect: /);
  }
});

test('what a frame has not is told, what other programs put there is not, and one of two counts', () => {
  const { problems, attributes } = read('?scale=2&utm_source=x&fbclid=1&rate=1&rate=2&lang=x%20y&onclick=alert(1)');
  assert.deepEqual(
    problems.map((text) => text.slice(0, 28)),
    ['scale: “2” is nothing that a', 'rate: it stands twice in the', 'onclick: “alert(1)” is nothi', 'lang: “x y” names no languag'],
  );
  assert.deepEqual([...attributes], [['rate', '1']]);
});
