// The options of the fuzzers' commands (tests/fuzz/options.mjs).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOptions } from '../fuzz/options.mjs';

const known = { scenes: { value: 2000, least: 1, isWhole: true }, seconds: { value: Infinity }, law: { isText: true } };

test('what is not said has its default, numbers are numbers, text is text', () => {
  assert.deepEqual(readOptions([], known), { scenes: 2000, seconds: Infinity, law: undefined });
  assert.deepEqual(readOptions(['--seconds', '2.5', '--law', '7', '--scenes', '3'], known), { scenes: 3, seconds: 2.5, law: '7' });
});

test('an unknown name, a missing value and a wrong number are refused in one sentence', () => {
  assert.throws(() => readOptions(['--toString', '1'], known), /This command knows --scenes, --seconds, --law, each with a value\./);
  assert.throws(() => readOptions(['--scenes'], known), /each with a value/);
  for (const bad of ['0', '1.5', 'x', ''])
    assert.throws(() => readOptions(['--scenes', bad], known), /--scenes wants a whole number from 1 on\./);
  assert.throws(() => readOptions(['--seconds', '-1'], known), /--seconds wants a number from 0 on\./);
});
