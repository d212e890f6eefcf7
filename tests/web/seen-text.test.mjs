// Letters that nobody sees, or that turn what follows them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { hasUnseen, withoutUnseen } = await importWebModules('dom/seen-text.ts');

test('controls, turns and fillers are found; letters of every script are not', () => {
  for (const code of [
    0, 7, 9, 10, 0x7f, 0x9f, 0xad, 0x61c, 0x180e, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0x3164,
    0xfeff, 0xd800, 0xe0041,
  ]) {
    const name = `a${String.fromCodePoint(code)}b.json`;
    assert.equal(hasUnseen(name), true, code.toString(16));
    assert.equal(hasUnseen(name), true, 'again: nothing is remembered');
    assert.equal(withoutUnseen(name), 'a\ufffdb.json');
  }
  for (const name of [
    'scene.json',
    'Würfel – 3½ ×.json',
    '立方体.json',
    'مكعب.json',
    'می\u200cخواهم.json',
    '👩\u200d🔬.json',
    'קובייה 7.json',
    '❤\ufe0f.json',
    '\u0600.json',
  ]) {
    assert.equal(hasUnseen(name), false, name);
    assert.equal(withoutUnseen(name), name);
  }
});

test('they are what Unicode lists, as far as Node knows it', () => {
  const listed = /(?![\u200c\u200d]|\p{Variation_Selector})[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
  const differ = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const letter = String.fromCodePoint(code);
    if (hasUnseen(letter) !== listed.test(letter)) differ.push(code.toString(16));
  }
  assert.deepEqual(differ, []);
});
