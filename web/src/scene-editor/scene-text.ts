// A scene as text: writes it, and finds the place of a value in it. A refusal of the engine begins with a path
// (bodies[3].density); the places of all paths come from simulation/json-text.ts.
import type { Place } from '../simulation/json-text';

const kWidth = 96; // characters: what fits on a line stands on one

/** JSON with short lists and objects on one line. */
export function writeScene(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const flat = writeFlat(value);
  if (indent.length + flat.length <= kWidth && !(indent === '' && !Array.isArray(value))) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((item) => inner + writeScene(item, inner)).join(',\n')}\n${indent}]`;
  const members = Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${writeScene(item, inner)}`);
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function writeFlat(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeFlat).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${writeFlat(item)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** The place of a refusal ("bodies[3].density: …") in the text: of the value, or of the nearest enclosing one that is there. */
export function placeOf(refusal: string, places: ReadonlyMap<string, Place>): Place | null {
  const colon = refusal.indexOf(': ');
  let path = colon < 0 ? refusal : refusal.slice(0, colon);
  if (path === 'scene') path = '';
  for (;;) {
    const place = places.get(path);
    if (place) return place;
    if (path === '') return null;
    path = path.replace(/(\.[^.[\]]*|\[\d+\]|^[^.[\]]+)$/, '');
  }
}
