// Places in a scene: the value at a path, another scene with another value there, and paths as text; and how many bodies an entry is.

export type Path = readonly (string | number)[];
type Loose = Record<string, unknown>;

export const asObject = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
/** A path as the engine writes it: bodies[3].density. */
export const pathText = (path: Path): string =>
  path.reduce<string>((text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${part}` : part), '');

// What the scene says there, and not what every list, text or object has, as "length" and "constructor": a control would set it.
function memberOf(value: unknown, part: string | number): unknown {
  if (Array.isArray(value)) return typeof part === 'number' ? (value as unknown[])[part] : undefined;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, part) ? (value as Loose)[part] : undefined;
}

export const valueAt = (scene: unknown, path: Path): unknown => path.reduce(memberOf, scene);

/** Sets a value, or with undefined removes it. */
export function withValue(scene: unknown, path: Path, value: unknown): unknown {
  const next = structuredClone(asObject(scene));
  let place: Loose = next;
  path.slice(0, -1).forEach((part, index) => {
    if (typeof memberOf(place, part) !== 'object' || place[part] === null) place[part] = typeof path[index + 1] === 'number' ? [] : {};
    place = place[part] as Loose;
  });
  const last = path.at(-1) as string;
  if (value === undefined) delete place[last];
  else place[last] = value;
  return next;
}

/** How many bodies an entry stands for: engine/scene/arrangement.h. */
export function copiesOf(body: unknown): number {
  const { arrangement } = asObject(body);
  if (arrangement === undefined) return 1;
  const { type, count, rows, columns } = asObject(arrangement);
  const [r, c] = [Number(rows), Number(columns)];
  if (type === 'pyramid') return (r * (r + 1)) / 2;
  if (type === 'wall') return c * r - Math.floor(r / 2);
  return Array.isArray(count) ? count.reduce<number>((product, part) => product * Number(part), 1) : Number(count);
}

/** A path as people write it: keys and indices, and in place of an index of "bodies" a name: "bodies.racket.angularVelocity[1]". Null where the
 *  text is no path, or no body of the scene has the name. */
export function pathOf(text: string, scene: unknown): Path | null {
  const named = /^bodies\./.test(text) ? nameAtStart(text.slice('bodies.'.length), scene) : null;
  if (/^bodies\./.test(text) && !named) return null;
  const rest = named ? text.slice('bodies.'.length + named.name.length) : `.${text}`;
  if (!/^(\.[A-Za-z]+|\[\d{1,6}\])+$/.test(rest)) return null;
  const parts = [...rest.matchAll(/\.([A-Za-z]+)|\[(\d+)\]/g)].map(([, key, index]) => key ?? Number(index));
  return named ? ['bodies', named.index, ...parts] : parts;
}

// The longest name of a body that the text begins with: a name may hold dots and brackets.
function nameAtStart(text: string, scene: unknown): { readonly name: string; readonly index: number } | null {
  return asList(asObject(scene).bodies)
    .map((body, index) => ({ name: String(asObject(body).name ?? ''), index }))
    .filter(({ name }) => name !== '' && text.startsWith(name) && /^[.[]/.test(text.slice(name.length)))
    .reduce<{ name: string; index: number } | null>((best, one) => (best && best.name.length >= one.name.length ? best : one), null);
}
