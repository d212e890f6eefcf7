// Checks of what a scene says to the page: a value as it has to be, or one sentence that names its place.
import { hasUnseen } from '../dom/seen-text';
import { SceneError } from '../simulation/problems';
import type { Vector } from '../simulation/protocol';
import { nearestWord } from './nearest-word';

/** A body as a scene names it: by its name, the name of a copy, or its index. */
export type BodyReference = string | number;

const kFarthest = 1000; // m, as for the shapes of a body

export type Loose = Readonly<Record<string, unknown>>;

export function refuse(place: string, why: string): never {
  throw new SceneError(`${place}: ${why}`);
}

/** Refuses a value for what it is, and names it as the engine does. */
export function refuseValue(value: unknown, place: string, why: string): never {
  if (value === undefined) refuse(place, 'is missing');
  const list = Array.isArray(value) ? 'a list' : 'an object';
  const said = typeof value === 'string' ? `"${value.slice(0, 40)}"` : Object(value) === value ? list : String(value);
  refuse(place, `${said} ${why}`);
}

export function objectAt(value: unknown, place: string, known: readonly string[]): Loose {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuseValue(value, place, 'is not an object');
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    const near = nearestWord(unknown, known);
    refuse(`${place}.${unknown.slice(0, 40)}`, near ? `unknown key, did you mean ${near}?` : `unknown key; there are ${known.join(', ')}`);
  }
  return value as Loose;
}

export function listAt(value: unknown, place: string, most: number): readonly unknown[] {
  if (!Array.isArray(value)) refuseValue(value, place, 'is not a list');
  if (value.length > most) refuse(place, `has ${value.length} entries, more than ${most}`);
  return value;
}

export function oneOf<Name extends string>(value: unknown, place: string, names: readonly Name[]): Name {
  if (names.includes(value as Name)) return value as Name;
  const near = typeof value === 'string' ? nearestWord(value, names) : undefined;
  return refuseValue(value, place, near ? `is unknown, did you mean ${near}?` : `is none of ${names.join(', ')}`);
}

export function booleanAt(value: unknown, place: string): boolean {
  if (typeof value !== 'boolean') refuseValue(value, place, 'is neither true nor false');
  return value;
}

export function numberAt(value: unknown, place: string, low: number, high: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) refuseValue(value, place, 'is not a number');
  if (value < low) refuse(place, `${value} is below ${low}`);
  if (value > high) refuse(place, `${value} is above ${high}`);
  return value;
}

export function vectorAt(value: unknown, place: string): Vector {
  const parts = listAt(value, place, 3);
  if (parts.length !== 3) refuse(place, `has ${parts.length} entries, not 3`);
  return parts.map((part, axis) => numberAt(part, `${place}[${axis}]`, -kFarthest, kFarthest)) as unknown as Vector;
}

function hint(name: string, list: readonly (Loose | null)[]): string {
  const names = list.map((one) => one?.name);
  const known = names.filter((other) => typeof other === 'string');
  const near = nearestWord(name.replace(/\[\d+\]$/, ''), known);
  return near === undefined ? '' : `, did you mean “${near}${list[names.indexOf(near)]?.arrangement ? '[0]' : ''}”?`;
}

// An index, and that of a copy, are looked for when the scene is loaded.
export function referenceAt(value: unknown, place: string, scene: Loose): BodyReference {
  if (Number.isInteger(value) && (value as number) >= 0) return value as number;
  if (typeof value !== 'string') refuseValue(value, place, 'is neither the name nor the index of a body');
  const bodies = Array.isArray(scene.bodies) ? (scene.bodies as readonly (Loose | null)[]) : [];
  const isCopy = (name: unknown): boolean =>
    typeof name === 'string' && value.startsWith(`${name}[`) && /^\[\d+\]$/.test(value.slice(name.length));
  if (!bodies.some((body) => body && (body.arrangement ? isCopy(body.name) : body.name === value)))
    refuse(place, `there is no body “${value.slice(0, 80)}”${hint(value, bodies)}`);
  return value;
}

/** A joint as a scene names it: by its name, or its index in the list. */
export function jointReferenceAt(value: unknown, place: string, scene: Loose): string | number {
  const joints = Array.isArray(scene.joints) ? (scene.joints as readonly (Loose | null)[]) : [];
  if (Number.isInteger(value) && (value as number) >= 0) {
    if ((value as number) >= joints.length) refuse(place, `there is no joint ${value as number}; the scene has ${joints.length}`);
    return value as number;
  }
  if (typeof value !== 'string') refuseValue(value, place, 'is neither the name nor the index of a joint');
  if (!joints.some((joint) => joint?.name === value)) refuse(place, `there is no joint “${value.slice(0, 80)}”${hint(value, joints)}`);
  return value;
}

export function textAt(value: unknown, place: string, longest: number): string {
  if (typeof value !== 'string' || value.trim() === '') refuseValue(value, place, 'is no text');
  if (value.length > longest) refuse(place, `has ${value.length} characters, more than ${longest}`);
  if (hasUnseen(value)) refuse(place, 'has letters that nobody sees');
  return value;
}
