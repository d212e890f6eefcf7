// Which methods of three.js the page leaves out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAst } from 'vite';
import { withoutUnusedMethods } from '../../web/unused-methods.mjs';

/** The methods and properties that are defined after the others went. */
function kept(code, ...others) {
  const programs = others.map((other) => parseAst(other));
  const text = withoutUnusedMethods(code, parseAst(code), programs);
  parseAst(text);
  return [...text.matchAll(/(\w+)\(\) \{|this\.(\w+) = /g)].map(([, method, property]) => method ?? property);
}
const kClass = 'class A { constructor() {} one() {} two() {} get three() { return 1; } static four() {} toString() {} }';

test('a method goes where nothing names it', () => {
  assert.deepEqual(kept(kClass), ['constructor', 'toString']);
  assert.deepEqual(kept(`${kClass} new A().one(); A.four();`), ['constructor', 'one', 'four', 'toString']);
});

test('another program, a string or a pattern names it, a variable does not', () => {
  assert.deepEqual(kept(kClass, 'a.three; const two = 2;'), ['constructor', 'three', 'toString']);
  assert.deepEqual(kept(kClass, 'a["two"](); const { one } = b;'), ['constructor', 'one', 'two', 'toString']);
});

test('what only unused methods call goes with them, what a used one calls stays', () => {
  const chain = 'class A { a() { this.b(); } b() { this.c(); this.a(); } c() {} d() { this.c(); } }';
  assert.deepEqual(kept(chain), []);
  assert.deepEqual(kept(`${chain} x.d();`), ['c', 'd']);
  assert.deepEqual(kept(`x.a(); ${chain}`), ['a', 'b', 'c']);
});

test('a method that a function gives to `this` goes, too, another property stays', () => {
  const code =
    'const f = function () { this.size = 1; this.draw = function () { this.clear(); }; this.clear = () => {}; this.other = new G(() => {}); };';
  assert.deepEqual(kept(code), ['size', 'other']);
  assert.deepEqual(kept(`${code} x.draw();`), ['size', 'draw', 'clear', 'other']);
});
