// The random messages of the protocol fuzzer follow from their seeds alone.
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { test } from 'node:test';
import { sessionOf } from '../fuzz/protocol-messages.mjs';

const written = (seed) => inspect(sessionOf(seed), { depth: 12, maxArrayLength: null, maxStringLength: null });

test('the messages of a seed are the same again, whatever was made in between', () => {
  const first = [1, 2, 3, 20956].map(written);
  for (let seed = 1000; seed < 4000; seed += 1) sessionOf(seed);
  assert.deepEqual([1, 2, 3, 20956].map(written), first);
});
