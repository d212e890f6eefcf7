// Matches the bodies of a running world with those of a changed scene, and says which parts of their state are kept. An edited start
// of a body (position, orientation, velocities, arrangement) is applied to it now; everything else goes on.

import type { Command, LogEntry } from './protocol';

/** Two numbers for each entry of `bodies` of the new scene: its entry in the old scene, or -1, and the sum of the kept parts of its
 *  state (keptParts). */
export type Kept = readonly number[];

/** KeptPart of engine/scene/revision.h. */
export const keptParts = { position: 1, orientation: 2, velocity: 4, angularVelocity: 8 } as const;
const wholeState = 15;

type Loose = Readonly<Record<string, unknown>>;
const asObject = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {});
const bodiesOf = (scene: unknown): readonly Loose[] => {
  const { bodies } = asObject(scene);
  return Array.isArray(bodies) ? bodies.map(asObject) : [];
};
const textOf = (value: unknown): string => JSON.stringify(value) ?? '';

/** The command with which a world of `before` goes on as `after`. */
export const revision = (before: unknown, after: unknown): Command => ({ type: 'revise', scene: after, kept: keptBodies(before, after) });

/** Bodies are the same by their name, else by their text, else by their place among those that are left. */
export function keptBodies(before: unknown, after: unknown): Kept {
  const [olds, news] = [bodiesOf(before), bodiesOf(after)];
  const was = new Array<number>(news.length).fill(-1);
  const left = new Set(olds.keys());
  const match = (keyOf: (body: Loose) => string): void => {
    const places = new Map<string, number[]>();
    for (const index of left) {
      const key = keyOf(olds[index]!);
      const list = places.get(key);
      if (list) list.push(index);
      else if (key !== '') places.set(key, [index]);
    }
    news.forEach((body, index) => {
      const old = was[index]! < 0 ? places.get(keyOf(body))?.shift() : undefined;
      if (old === undefined) return;
      was[index] = old;
      left.delete(old);
    });
  };
  match(({ name }) => (typeof name === 'string' ? name : ''));
  match(textOf);
  const open = [...news.keys()].filter((index) => was[index]! < 0);
  const isPaired = open.length === left.size;
  const rest = [...left];
  open.forEach((index, place) => {
    const old = isPaired ? rest[place]! : index;
    if (left.has(old)) was[index] = old;
  });
  return news.flatMap((body, index) => [was[index]!, was[index]! < 0 ? wholeState : partsOf(olds[was[index]!]!, body)]);
}

function partsOf(before: Loose, after: Loose): number {
  const isSame = (key: string): boolean => textOf(before[key]) === textOf(after[key]);
  if (!isSame('arrangement')) return 0;
  return Object.entries(keptParts).reduce((sum, [key, part]) => (isSame(key) ? sum + part : sum), 0);
}

/** The last version of the scene in the first `count` entries of a log; undefined where it has none. */
export function lastRevised(log: readonly LogEntry[], count = log.length): unknown {
  for (let index = Math.min(count, log.length) - 1; index >= 0; index -= 1) {
    const { command } = log[index]!;
    if (command.type === 'revise') return command.scene;
  }
  return undefined;
}
