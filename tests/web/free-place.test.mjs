// A text beside a point stands where nothing else is, inside, and does not jump for a little.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { freePlace } = await importWebModules('viewer/free-place.ts');

const area = { left: 0, top: 0, right: 400, bottom: 300 };
const size = { width: 60, height: 16 };
const at = { x: 200, y: 150 };
const boxOf = ({ x, y }) => ({ x, y, ...size });
const covers = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test('with nothing in the way it stands above, away from its point', () => {
  const place = freePlace(at, size, 10, area, []);
  assert.equal(place.x, 170);
  assert.equal(place.y, 150 - 10 - 16);
});

test('it keeps from what is in the way wherever that is, and stays inside', () => {
  for (let angle = 0; angle < 12; angle += 1) {
    const [right, down] = [Math.cos(angle), Math.sin(angle)];
    const box = { x: 200 + 40 * right - 45, y: 150 + 40 * down - 30, width: 90, height: 60 };
    const place = boxOf(freePlace(at, size, 10, area, [{ box, weight: 1 }]));
    assert.ok(!covers(place, box), `${angle}: ${JSON.stringify(place)}`);
  }
  for (const corner of [
    { x: 2, y: 2 },
    { x: 398, y: 2 },
    { x: 2, y: 298 },
    { x: 398, y: 298 },
  ]) {
    const { x, y } = freePlace(corner, size, 10, area, []);
    assert.ok(x >= 0 && y >= 0 && x + size.width <= 400 && y + size.height <= 300, `${x}, ${y}`);
  }
});

test('where something is everywhere it lies over what matters least', () => {
  const left = { box: { x: 0, y: 0, width: 200, height: 300 }, weight: 4 };
  const right = { box: { x: 200, y: 0, width: 200, height: 300 }, weight: 1 };
  assert.ok(freePlace(at, size, 10, area, [left, right]).x >= 200);
});

test('it stays where it stood until another place is clearly better', () => {
  const before = freePlace(at, size, 10, area, [{ box: { x: 150, y: 100, width: 100, height: 45 }, weight: 1 }]);
  assert.notEqual(before.side, 0);
  assert.equal(freePlace(at, size, 10, area, [], before.side).side, before.side);
  const worse = [{ box: boxOf(before), weight: 1 }];
  assert.notEqual(freePlace(at, size, 10, area, worse, before.side).side, before.side);
});
