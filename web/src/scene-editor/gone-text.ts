// What an edit takes along beside what it removes: a body its joints, what names it and what is shown of it.
import { asList, asObject, valueAt } from '../simulation/scene-path';

type Things = readonly [path: readonly string[], one: string, many: string];

const kThings: readonly Things[] = [
  [['joints'], 'joint', 'joints'],
  [['forces'], 'force', 'forces'],
  [['commands'], 'command', 'commands'],
  [['keys'], 'key', 'keys'],
  [['show', 'plots'], 'plot', 'plots'],
];

const countOf = (scene: unknown, path: readonly string[]): number => Object.keys(valueAt(scene, path) ?? {}).length;
const labelsOf = (scene: unknown): string[] => asList(asObject(scene).controls).map((control) => String(asObject(control).label));

/** A sentence, or nothing. `path`: what was edited, as the engine writes it. */
export function goneText(before: unknown, after: unknown, path: string): string {
  const parts = kThings.flatMap(([list, one, many]) => {
    const isOwn = path.startsWith(`${list[0]!}[`); // that one was meant
    const count = countOf(before, list) - countOf(after, list) - Number(isOwn);
    return count > 0 ? [count === 1 ? `1 ${one}` : `${count} ${many}`] : [];
  });
  if (valueAt(before, ['show', 'body']) !== undefined && valueAt(after, ['show', 'body']) === undefined) parts.push('what was shown of it');
  const labels = labelsOf(after);
  for (const label of labelsOf(before)) if (!labels.includes(label)) parts.push(`“${label}” of the controls`);
  if (parts.length === 0) return '';
  return `Gone along: ${[parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')}.`;
}
