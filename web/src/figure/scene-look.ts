// The keys of a scene that concern the page: title, "expect", camera, colours, labels. The engine has checked the scene; values that
// would break the picture are checked again.
import { withoutUnseen } from '../dom/seen-text';
import { sum } from '../simulation/mechanics';
import { changesWithTime, numberAt } from '../simulation/signal';
import type { BodyInfo, Vector, WorldInfo } from '../simulation/protocol';
import type { Link, LinkEnd } from '../viewer/links';
import { figureNames, type BodyLook, type FigureName } from '../viewer/look-names';
import type { OwnColors } from '../viewer/palette';
import type { SceneLook } from '../viewer/viewer';
import { english } from '../words/translate';

export type SceneText = { readonly title: string; readonly expect: string };

const kLongestTitle = 80;
const kLongestSentence = 400;

type Loose = Readonly<Record<string, unknown>>;
const asObject = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {});
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const cut = (value: unknown, longest: number): string => {
  const text = typeof value === 'string' ? withoutUnseen(value.trim()) : '';
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
};

function vectorOf(value: unknown): Vector | null {
  if (!Array.isArray(value) || value.length !== 3 || !value.every((part) => Number.isFinite(part))) return null;
  return [value[0], value[1], value[2]];
}

// Three numbers, or functions of time.
const vectorAt = (value: unknown, seconds: number): Vector | null =>
  vectorOf(Array.isArray(value) ? value.map((part) => numberAt(part, seconds)) : value);

export function sceneText(scene: unknown, translate = english): SceneText {
  const { title, expect } = asObject(scene);
  return { title: cut(title, kLongestTitle) || translate('Untitled scene'), expect: cut(expect, kLongestSentence) };
}

/** Springs and beams between bodies that are there now, as the scene names them: by name, by the name of a copy, or by index. */
export function linksOf(scene: unknown, info: WorldInfo): Link[] {
  const { forces } = asObject(scene);
  const byReference = new Map<unknown, BodyInfo>(info.bodies.map((body) => [body.id, body]));
  for (const body of info.bodies) if (body.entry >= 0) byReference.set(body.name, body);
  const bodyOf = (reference: unknown): BodyInfo | undefined => byReference.get(reference);
  const endOf = (reference: unknown, point: unknown): LinkEnd | null => {
    const body = bodyOf(reference);
    if (!body) return null;
    const centre = body.centerOfMass;
    const pointAt = (seconds: number): Vector => sum(vectorAt(point, seconds) ?? centre, centre, -1);
    return { slot: body.slot, point: pointAt(0), ...(changesWithTime(point) && { pointAt }) };
  };
  const placeOf = (anchor: unknown): LinkEnd | null => {
    const point = vectorAt(anchor, 0);
    return point && { slot: null, point, ...(changesWithTime(anchor) && { pointAt: (seconds) => vectorAt(anchor, seconds) ?? point }) };
  };
  return asList(forces).flatMap((force): Link[] => {
    const { type, body, point, anchor, other, otherPoint } = asObject(force);
    if (type !== 'spring' && type !== 'beam') return [];
    const [from, to] = [endOf(body, point), other === undefined ? placeOf(anchor) : endOf(other, otherPoint)];
    return from && to ? [[from, to]] : [];
  });
}

const kWithVertices: readonly unknown[] = ['hull', 'mesh', 'heightField', 'points'];

// The engine lists the colliders without vertices first, then all other shapes (WorldBinding::shapes in engine/bindings/world_binding.cpp).
function ownColors(entry: unknown): OwnColors {
  const body = asObject(entry);
  const group = ({ type, subtract, collides = body.collides }: Loose): number =>
    Number(kWithVertices.includes(type) || subtract === true || collides === false);
  const shapes = asList(body.shapes).map(asObject);
  return [body, ...shapes.sort((a, b) => group(a) - group(b))].map(({ color }) => /^#[0-9a-f]{6}$/i.exec(String(color))?.[0]);
}

function lookOf(entry: unknown): BodyLook {
  const { look } = asObject(entry);
  return { colors: ownColors(entry), ...(figureNames.includes(look as FigureName) && { figure: look as FigureName }) };
}

/** Of bodies that commands add (added-bodies.ts), by id. */
export const addedLooks = (bodies: ReadonlyMap<number, unknown>): ReadonlyMap<number, BodyLook> =>
  new Map([...bodies].map(([id, body]) => [id, lookOf(body)]));

export function sceneLook(scene: unknown, info: WorldInfo): SceneLook {
  const { camera, bodies, labels } = asObject(scene);
  const position = vectorOf(asObject(camera).position);
  const target = vectorOf(asObject(camera).target);
  const look = { looks: asList(bodies).map(lookOf), links: linksOf(scene, info), hasNames: labels === true };
  return position && target ? { ...look, camera: { position, target } } : look;
}
