// The camera follows bodies in empty space: after a zoom too, whose share of the picture it keeps when they spread.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Vector3 } from 'three';
import { importWebModules } from './support/bundle.mjs';

const { KeepInView, OrbitCamera, kFieldOfView } = await importWebModules('viewer/keep-in-view.ts', 'viewer/orbit-camera.ts');
const kSlope = Math.sin((kFieldOfView * Math.PI) / 360);

function begin() {
  const camera = new OrbitCamera();
  camera.eases = false;
  camera.resize(800, 600, { left: 0, top: 0, right: 0, bottom: 0 });
  camera.lookFrom(new Vector3(0, 0, 10), new Vector3(), 1);
  const keep = new KeepInView(camera);
  keep.begin(false);
  const show = (x, radius) => {
    keep.update(new Vector3(x, 0, 0), radius);
    camera.update(1);
  };
  show(0, 1);
  return { camera, keep, show };
}

// How far from the middle a body at x is seen, in halves of the height of the picture.
const seenAt = ({ camera }, x) => Math.abs(x - camera.target.x) / (camera.distance * kSlope);

test('a body that leaves is followed, before a zoom and after it', () => {
  for (const factor of [1, 0.5, 1.7]) {
    const view = begin();
    view.camera.zoom(factor, true);
    for (let x = 0; x < 100; x += 0.5) view.show(x, 1);
    assert.ok(seenAt(view, 99.5) < 0.9, `zoom ${factor}: ${seenAt(view, 99.5)}`);
  }
});

test('after coming closer it steps back in proportion, not to the whole', () => {
  const view = begin();
  view.camera.zoom(0.2, true);
  assert.ok(Math.abs(view.camera.distance - 2) < 1e-9);
  view.show(0, 1);
  assert.ok(Math.abs(view.camera.distance - 2) < 1e-9, 'it stays where it was put');
  view.show(0, 6);
  assert.ok(Math.abs(view.camera.distance - 12) < 1e-6, `${view.camera.distance}`);
});

test('with a floor nothing is followed', () => {
  const view = begin();
  view.keep.begin(true);
  view.show(50, 1);
  assert.equal(view.camera.target.x, 0);
});
