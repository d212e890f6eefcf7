// Characters that nobody sees: the engine refuses in scenes the very ones that the page refuses in names of files.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from '../web/support/bundle.mjs';
import { box, instantiate, scene } from './support/engine.mjs';

const kLongest = 400; // code points of a title (scene/limits.h)

const { hasUnseen } = await importWebModules('dom/seen-text.ts');
const { World } = await instantiate();
const world = new World();
const isRefused = (title) => world.load(scene([box()], { title })) !== '';

test('the engine and the page know the same characters, of all that UTF-8 can write', () => {
  const seen = [],
    differ = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue; // halves, which become U+FFFD on the way
    const letter = String.fromCodePoint(code);
    if (!hasUnseen(letter)) seen.push(letter);
    else if (!isRefused(letter)) differ.push(code.toString(16));
  }
  assert.deepEqual(differ, [], 'the page alone refuses these');
  assert.ok(seen.length > 1_100_000);
  for (let at = 0; at < seen.length; at += kLongest) {
    const letters = seen.slice(at, at + kLongest);
    if (isRefused(letters.join(''))) differ.push(...letters.filter(isRefused).map((letter) => letter.codePointAt(0).toString(16)));
  }
  assert.deepEqual(differ, [], 'the engine alone refuses these');
});
