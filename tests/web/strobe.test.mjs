// The past in the picture: copies of bodies at even times, and the points of impacts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { Strobe, ImpactMarks, impactLayout } = await importWebModules('viewer/strobe.ts', 'viewer/impact-marks.ts', 'simulation/layout.ts');

const added = [];
const stage = { add: (mesh) => added.push(mesh) };
const bodies = [{ slot: 0 }];

/** A box on its way along x, 3 m/s. */
function flight() {
  const matrices = new Float32Array(16);
  const mesh = { instanceColor: { array: new Float32Array(3) }, material: {} };
  const parts = [{ part: { mesh, matrices }, indices: [0] }];
  const strobe = new Strobe(stage);
  const at = (seconds) => {
    matrices[12] = 3 * seconds;
    strobe.show(bodies, { seconds, partsOf: () => parts });
  };
  return {
    strobe,
    at,
    copies: () => Array.from({ length: added.at(-1).count }, (_, copy) => added.at(-1).instanceMatrix.array[16 * copy + 12]),
  };
}

test('copies stand where the body was at even times, whenever the pictures come', () => {
  const { at, copies } = flight();
  for (let picture = 0; picture <= 61; picture += 1) at(picture * 0.0173);
  const expected = [0, 0.75, 1.5, 2.25, 3];
  assert.equal(copies().length, expected.length);
  expected.forEach((place, index) => assert.ok(Math.abs(copies()[index] - place) < 1e-5, `${copies()}`));
});

test('copies are drawn behind what lies in their planes, and the body they are of is not', () => {
  const { at } = flight();
  at(0);
  const mesh = added.at(-1);
  mesh.onBeforeRender();
  assert.ok(mesh.material.polygonOffset && mesh.material.polygonOffsetFactor > 0);
  mesh.onAfterRender();
  assert.equal(mesh.material.polygonOffset, false);
});

test('where time goes back later copies go; a jump forward leaves a gap, not a guess', () => {
  const { strobe, at, copies } = flight();
  for (let picture = 0; picture <= 60; picture += 1) at(picture / 60);
  at(0.6);
  assert.deepEqual(
    copies().map((place) => Math.round(place * 1000)),
    [0, 750, 1500],
  );
  at(2);
  at(2.1);
  assert.equal(copies().length, 3);
  strobe.hide();
});

test('impacts stay where they were; those of a future that is gone do not', () => {
  const marks = new ImpactMarks();
  const record = (step, x) => {
    const row = new Float64Array(impactLayout.stride);
    row[impactLayout.step] = step;
    row[impactLayout.point] = x;
    return row;
  };
  const painted = (now) => {
    const places = [];
    marks.paint({ startAt: (x) => places.push(x), dot: () => {} }, now);
    return places;
  };
  marks.add(record(10, 1));
  marks.add(null);
  marks.add(Float64Array.from([...record(20, 2), ...record(30, 3)]));
  assert.deepEqual(painted(30), [1, 2, 3]);
  assert.deepEqual(painted(15), [1]);
  assert.deepEqual(painted(30), [1]);
});
