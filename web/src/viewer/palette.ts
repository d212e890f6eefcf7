// The colours of bodies: a small set of earth and sea tones of like lightness, given out by slot, so that a scene looks
// the same each time it is opened. Static bodies are neutral. Where the scene gives a `color`, that of a shape goes before that of its body,
// and this before the palette.
import { Color } from 'three';
import type { BodyInfo } from '../simulation/protocol';

/** The colours that a scene gives a body, and behind it its shapes: by ordinal (shapeOrdinal). */
export type OwnColors = readonly (string | undefined)[];

const colors = (...codes: readonly string[]): readonly Color[] => codes.map((code) => new Color(code));

const light = {
  moving: colors('#d9694f', '#e9a23b', '#7fa650', '#3f9c91', '#4f86c6', '#8672c4', '#cf6d97', '#c79a63'),
  still: new Color('#c3bdb1'),
  kinematic: new Color('#8d95a3'),
};
const dark = {
  moving: colors('#e07a5f', '#e6ad55', '#8db866', '#4fb3a5', '#6b9fdd', '#9a86d8', '#db82a8', '#cfa673'),
  still: new Color('#5f6877'),
  kinematic: new Color('#79828f'),
};

// Neighbouring slots are often neighbours in space: a stride that is coprime to eight keeps like hues apart.
const kStride = 3;

export function bodyColor(body: BodyInfo, isDark: boolean): Color {
  const palette = isDark ? dark : light;
  if (body.type !== 'dynamic') return body.type === 'static' ? palette.still : palette.kinematic;
  return palette.moving[(body.slot * kStride) % palette.moving.length] ?? palette.still;
}
