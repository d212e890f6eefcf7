// The gate for another page: what it may do, how much, and how often.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { Gate, isHeavier, largestFromOutside } = await importWebModules('simulation/gate.ts');

test('a page does what it was given, and no more', () => {
  const types = { drive: ['play', 'pause', 'reset', 'state', 'rate', 'step', 'seek', 'push'], edit: ['load', 'command'] };
  for (const [allowed, may] of [
    ['nothing', []],
    ['drive', types.drive],
    ['edit', [...types.drive, ...types.edit]],
  ]) {
    const gate = new Gate(allowed, () => 0);
    for (const type of [...types.drive, ...types.edit]) {
      const refusal = gate.admit({ type });
      assert.equal(refusal === '', may.includes(type), `${allowed}: ${type}: ${refusal}`);
      if (refusal === '') gate.done();
    }
  }
});

test('what is no message of the protocol stays outside', () => {
  for (const message of [
    null,
    undefined,
    0,
    'play',
    [],
    {},
    { type: 5 },
    { type: 'hashes' },
    { type: 'dispose' },
    { type: 'frame' },
    { type: 'constructor' },
    { type: '__proto__' },
    { type: { toString: () => 'play' } },
  ]) {
    assert.notEqual(new Gate('edit', () => 0).admit(message), '', JSON.stringify(message));
  }
});

test('a large message is refused without being looked through', () => {
  const gate = () => new Gate('edit', () => 0);
  assert.match(gate().admit({ type: 'push', point: 'x'.repeat(largestFromOutside.other) }), /larger than 16384 bytes/);
  assert.match(gate().admit({ type: 'load', scene: 'x'.repeat(largestFromOutside.load) }), /larger than 4194304 bytes/);
  assert.equal(gate().admit({ type: 'load', scene: 'x'.repeat(largestFromOutside.load - 100) }), '');
  assert.match(gate().admit({ type: 'command', command: { type: 'revise', kept: new Float64Array(1e6) } }), /larger/);
  assert.match(gate().admit({ type: 'command', command: { type: 'impulse', body: new Map() } }), /larger/);
  for (const strange of [new Error('x'.repeat(20_000)), /x/, new Date(0), 2n ** 20_000n, new Set(), new Blob(['x']), new ArrayBuffer(1e5)])
    assert.match(gate().admit({ type: 'push', body: 1, impulse: strange }), /larger|plain data/, String(strange).slice(0, 20));
  assert.match(gate().admit({ type: 'push', body: 1, impulse: Object.assign([], { length: 4e9 }) }), /larger/, 'a list with holes');
  const own = { type: 'command' };
  own.command = { own, list: [own] };
  assert.match(gate().admit(own), /larger/, 'an object that holds itself has no end');
  const broad = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [index, 0]));
  assert.equal(isHeavier(broad, 16_384), true);
  assert.equal(isHeavier({ type: 'push', impulse: [1, 2, 3] }, 100), false);
});

test('messages are read at a rate, and a burst is let in', () => {
  let now = 0;
  const gate = new Gate('drive', () => now);
  const letIn = (count) =>
    Array.from({ length: count }, () => {
      const isIn = gate.admit({ type: 'state' }) === '';
      if (isIn) gate.done();
      return isIn;
    }).filter(Boolean).length;
  assert.equal(letIn(1000), 240);
  now += 1000;
  assert.equal(letIn(1000), 120);
  now += 3_600_000;
  assert.equal(letIn(1000), 240);
});

test('what is not answered yet is limited', () => {
  const gate = new Gate('drive', () => 0);
  for (let count = 0; count < 16; count += 1) assert.equal(gate.admit({ type: 'step', count: 1 }), '');
  assert.match(gate.admit({ type: 'step', count: 1 }), /wait for their answer/);
  gate.done();
  assert.equal(gate.admit({ type: 'step', count: 1 }), '');
});
