// Records and curves: rows by step, runs that are repeated or take another course, lifted pens, files at any rate.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { History, CurveData, channelOf, csvOf, jointChannel, joinedChannel } = await importWebModules(
  'instruments/history.ts',
  'instruments/curve-data.ts',
  'instruments/channels.ts',
  'instruments/joined-channel.ts',
  'instruments/joint-quantities.ts',
);
const [head, own] = [11, 24];

// A body of 2 kg that moves with v = step (so that its momentum grows by 2 each step).
function row(step, { bits = 0, v = step } = {}) {
  const values = new Float64Array(head + own);
  values[0] = step;
  values[1] = bits;
  values[head] = step / 60;
  values[head + 7] = v;
  values[head + 13] = 2 * v;
  return values;
}
const samples = (...rows) => ({ bodies: [5], joints: [], rows: Float64Array.from(rows.flatMap((one) => [...one])) });
const recorded = (...rows) => {
  const history = new History();
  history.clear([5]);
  history.add(samples(...rows));
  return history;
};
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => row(from + index));

test('rows of another wish are left out', () => {
  const history = recorded();
  history.add({ bodies: [6], rows: row(0) });
  assert.equal(history.count, 0);
});

test('the same run again changes nothing; another course forgets what came after', () => {
  const history = recorded(...range(0, 20));
  history.add(samples(...range(0, 7)));
  assert.equal(history.count, 21);
  const { version } = history;
  history.add(samples(row(8, { v: 100 })));
  assert.equal(history.count, 9);
  assert.equal(history.step(8), 8);
  assert.ok(history.version > version);
  assert.equal(history.indexAt(5), 5);
  assert.equal(history.indexAt(-1), -1);
});

test('the pen is lifted where the velocity jumps, and not for places', () => {
  const history = recorded(row(0), row(1), row(2, { bits: 1 }), row(3));
  const speed = new CurveData(channelOf('velocity'), 0, (step) => step / 60);
  speed.update(history);
  assert.deepEqual(speed.points[1], [0, 1, null, 2, 3]);
  assert.ok(speed.points[0][2] > 1 / 60 && speed.points[0][2] < 2 / 60);
  const place = new CurveData(channelOf('position'), 0, (step) => step / 60);
  place.update(history);
  assert.equal(place.points[0].length, 4);
});

test('a net force is the change of momentum over a step, and is left out across an impact', () => {
  const force = new CurveData(channelOf('force'), 0, (step) => step / 60);
  force.update(recorded(row(0), row(1), row(2, { bits: 1, v: 50 }), row(3, { v: 51 })));
  assert.deepEqual(
    force.points[1].map((value) => (value === null ? null : Math.round(value))),
    [null, 120, null, null, 120],
  );
});

test('curves take over what is new', () => {
  const history = recorded(...range(0, 3));
  const data = new CurveData(channelOf('velocity'), 0, (step) => step / 60);
  assert.equal(data.update(history), true);
  assert.equal(data.update(history), false);
  history.add(samples(...range(4, 9)));
  assert.equal(data.update(history), true);
  assert.equal(data.points[0].length, 10);
});

test('a file has any rate: steps as recorded, between them interpolated', () => {
  const data = new CurveData(channelOf('velocity'), 0, (step) => step / 60);
  data.update(recorded(...range(0, 60)));
  const lines = (rate) =>
    csvOf(data, rate)
      .trim()
      .split('\n')
      .map((line) => line.split(','));
  assert.match(csvOf(data, 60), /^"time \(s\)","velocity x \(m\/s\)"/);
  assert.equal(lines(60).length, 62);
  assert.deepEqual(
    lines(10)
      .slice(1)
      .map((line) => Number(line[1])),
    [0, 6, 12, 18, 24, 30, 36, 42, 48, 54, 60],
  );
  const fine = lines(120);
  assert.equal(fine.length, 122);
  assert.ok(Math.abs(Number(fine[2][1]) - 0.5) < 1e-9, 'half a step');
});

test('a file begins with a byte order mark where a sign is not of ASCII, and only there', () => {
  const savedAs = (quantity, ...rows) => {
    const data = new CurveData(channelOf(quantity), 0, (step) => step / 60);
    data.update(recorded(...rows));
    return csvOf(data, 60);
  };
  for (const rows of [[], range(0, 3)]) {
    assert.ok(savedAs('velocity', ...rows).startsWith('"time (s)"'));
    assert.ok(savedAs('acceleration', ...rows).startsWith('\ufeff"time (s)","acceleration x (m/s²)"'));
  }
});

test('parts of two quantities are one channel, whose pen is lifted for both; a body that is not on record has no line', () => {
  const history = recorded(row(0), row(1), row(2, { bits: 1 }), row(3));
  const [ball, other] = [
    { id: 5, slot: 0, name: 'ball' },
    { id: 6, slot: 1, name: 'other' },
  ];
  const joined = joinedChannel([
    { channel: channelOf('velocity'), body: ball, curve: 0 },
    { channel: channelOf('velocity'), body: ball, curve: 3 },
    { channel: channelOf('velocity'), body: other, curve: 3 },
  ]);
  assert.deepEqual(
    joined.curves.map(({ label }) => label),
    ['ball x', 'ball |v|', 'other |v|'],
  );
  assert.ok(joined.curves[1].dash === undefined && joined.curves[2].dash !== undefined);
  const data = new CurveData(joined, 0, (step) => step / 60);
  data.update(history);
  assert.deepEqual(data.points.slice(1), [
    [0, 1, null, 2, 3],
    [0, 1, null, 2, 3],
    [null, null, null, null, null],
  ]);
});

test('the angle of a joint is plotted, and saved, in degrees, with their sign in the head line; its speed in rad/s', () => {
  const history = new History();
  history.clear([5], [0]);
  const rows = [0, 1].map((step) => [...row(step), (step * Math.PI) / 6, -2, ...new Array(6).fill(0)]);
  history.add({ bodies: [5], joints: [0], rows: Float64Array.from(rows.flat()) });
  const savedOf = (name) => {
    const data = new CurveData(jointChannel(name, { type: 'hinge' }), 0, (step) => step / 60);
    data.update(history);
    const [head, ...lines] = csvOf(data, 60).trim().split('\n');
    return [head, lines.map((line) => Number(line.split(',')[1]))];
  };
  const [head, angles] = savedOf('angle');
  assert.equal(head, '"time (s)","angle (°)"');
  assert.equal(angles[0], 0);
  assert.ok(Math.abs(angles[1] - 30) < 1e-9, String(angles[1]));
  assert.deepEqual(savedOf('speed'), ['"time (s)","angular speed (rad/s)"', [-2, -2]]);
});
