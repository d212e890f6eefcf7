// The keys that a scene binds to motors and servos: its key `keys` (web/scenes/README.md). Checked as `show` is (scene-show.ts).
import { asObject } from '../simulation/scene-path';
import { jointReferenceAt, numberAt, objectAt, refuse, refuseValue, type Loose } from './scene-checks';

/** What a key does to one joint: the target of its drive while the key is held, and then (null: it stays). */
export type KeyDrive = {
  readonly joint: string | number;
  readonly kind: 'motor' | 'servo';
  /** Of the command that sets the target. */
  readonly quantity: 'speed' | 'angle' | 'position';
  readonly held: number;
  readonly released: number | null;
};
export type SceneKey = { readonly key: string; readonly drives: readonly KeyDrive[] };

const kMostKeys = 16;
const kMostDrives = 16; // of one key
const kLargest = 1e6; // rad/s, m/s, rad, m
const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

function driveAt(value: unknown, place: string, scene: Loose): KeyDrive {
  const spec = objectAt(value, place, ['joint', 'motor', 'servo', 'released']);
  const joint = jointReferenceAt(spec.joint, `${place}.joint`, scene);
  if ((spec.motor === undefined) === (spec.servo === undefined)) refuse(place, 'has either motor or servo');
  const kind = spec.motor === undefined ? 'servo' : 'motor';
  const joints = scene.joints as readonly Loose[]; // the reference was found there
  const named = typeof joint === 'number' ? joints[joint] : joints.find((one) => one?.name === joint);
  if (named?.[kind] === undefined) refuse(`${place}.joint`, `this joint has no ${kind}`);
  return {
    joint,
    kind,
    quantity: kind === 'motor' ? 'speed' : named.type === 'slider' ? 'position' : 'angle',
    held: numberAt(spec[kind], `${place}.${kind}`, -kLargest, kLargest),
    released: spec.released === undefined ? null : numberAt(spec.released, `${place}.released`, -kLargest, kLargest),
  };
}

/** The keys of a scene. Throws a SceneError with the sentence of a refusal. */
export function readKeys(document: unknown): readonly SceneKey[] {
  const scene = asObject(document);
  if (scene.keys === undefined) return [];
  if (typeof scene.keys !== 'object' || scene.keys === null || Array.isArray(scene.keys))
    refuseValue(scene.keys, 'keys', 'is not an object');
  const entries = Object.entries(scene.keys);
  if (entries.length > kMostKeys) refuse('keys', `has ${entries.length} keys, more than ${kMostKeys}`);
  return entries.map(([key, value]) => {
    const place = `keys.${key.slice(0, 40)}`;
    if (!arrows.includes(key) && !/^[a-z]$/.test(key)) refuse(place, `is neither a letter from a to z nor ${arrows.join(', ')}`);
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (list.length === 0 || list.length > kMostDrives) refuse(place, `has ${list.length} entries, not 1 to ${kMostDrives}`);
    return { key, drives: list.map((one, index) => driveAt(one, Array.isArray(value) ? `${place}[${index}]` : place, scene)) };
  });
}
