// The keys of the scene format as the tables of its documentation name them.
import { readFile } from 'node:fs/promises';

// Words in the first two cells of the tables that are values, not keys.
const kNotKeys = new Set(['true', 'false', 'step', 'play', 'x', 'y', 'z', 'ellipsoid', 'polhode', 'cones']);

export async function documentedKeys() {
  const text = await readFile(new URL('../../../web/scenes/README.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| *`/.test(line));
  const named = rows
    .flatMap((row) => row.split('|').slice(1, 3))
    .flatMap((cell) => [...cell.matchAll(/`([A-Za-z]+)`/g)].map(([, key]) => key));
  return new Set(named.filter((key) => !kNotKeys.has(key)));
}

/** The keys of all objects in a value. */
export function keysIn(value, keys = new Set()) {
  if (typeof value !== 'object' || value === null) return keys;
  for (const [key, inside] of Object.entries(value)) {
    if (!Array.isArray(value)) keys.add(key);
    keysIn(inside, keys);
  }
  return keys;
}
