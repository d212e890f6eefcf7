// What the parts of a figure want of the simulation is joined to one request; what is gone wants nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { WatchRequests } = await importWebModules('figure/watch-requests.ts');

function requests() {
  const sent = [];
  return { sent, watches: new WatchRequests({ watch: (watch) => sent.push(watch) }) };
}

test('of two that want the same, details go with the last one', () => {
  const { sent, watches } = requests();
  const [one, other] = [{}, {}];
  watches.set(one, { details: true });
  watches.set(other, { details: true });
  assert.equal(sent.length, 1);
  watches.drop(one);
  watches.drop(one);
  assert.equal(sent.length, 1, 'the other still wants them');
  watches.drop(other);
  assert.deepEqual(
    sent.map(({ details }) => details),
    [true, false],
  );
});

test('bodies of several are asked for together, and those of one that has gone no more', () => {
  const { sent, watches } = requests();
  watches.set('plots', { bodies: [3, 1] });
  watches.set('numbers', { details: true });
  watches.drop('plots');
  assert.deepEqual(
    sent.map(({ bodies, details }) => [bodies, details]),
    [
      [[3, 1], false],
      [[3, 1], true],
      [[], true],
    ],
  );
});
