// What of a scene concerns the page: its title, what one should see, the camera and own colours. The engine has checked the
// scene; this only reads, and takes nothing on trust that would break the picture.
import type { Vector, WorldInfo } from '../simulation/protocol';
import type { SceneLook } from '../viewer/viewer';

export type SceneText = { readonly title: string; readonly expect: string };

const kLongestTitle = 80;
const kLongestSentence = 400;

type Loose = Readonly<Record<string, unknown>>;
const asObject = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {});

const cut = (value: unknown, longest: number): string => {
  const text = typeof value === 'string' ? value.trim() : '';
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
};

function vectorOf(value: unknown): Vector | null {
  if (!Array.isArray(value) || value.length !== 3 || !value.every((part) => Number.isFinite(part))) return null;
  return [value[0], value[1], value[2]];
}

export function sceneText(scene: unknown): SceneText {
  const { title, expect } = asObject(scene);
  return { title: cut(title, kLongestTitle) || 'Untitled scene', expect: cut(expect, kLongestSentence) };
}

export function sceneLook(scene: unknown, info: WorldInfo): SceneLook {
  const { camera, bodies } = asObject(scene);
  const position = vectorOf(asObject(camera).position);
  const target = vectorOf(asObject(camera).target);
  const colors = new Map<number, string>();
  if (Array.isArray(bodies)) {
    for (const body of info.bodies) {
      const { color } = asObject(bodies[body.entry]);
      if (typeof color === 'string' && /^#[0-9a-f]{6}$/i.test(color)) colors.set(body.slot, color);
    }
  }
  return position && target ? { camera: { position, target }, colors } : { colors };
}
