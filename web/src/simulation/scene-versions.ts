// The versions that a scene has had since it was opened, as the history of what was done to it holds them: before and after each edit.
import type { LogEntry } from './protocol';
import type { Change, Run } from './run-history';

export type SceneVersions = {
  readonly all: readonly unknown[];
  /** The place of the present one. */
  readonly at: number;
};

type Revised = { readonly at: number; readonly scene: unknown }; // entry of the log
/** A run, as far as it says which scene there is at its end. */
type Course = { readonly base: unknown; readonly revised: readonly Revised[] };

const revisedIn = (log: readonly LogEntry[], first = 0): Revised[] =>
  log.flatMap(({ command }, index) => (command.type === 'revise' ? [{ at: first + index, scene: command.scene }] : []));
const sceneOf = ({ base, revised }: Course): unknown => (revised.length > 0 ? revised.at(-1)!.scene : base);

// The course on the other side of a change.
function across({ base, revised }: Course, change: Change): Course {
  if (change.type === 'run') return { base: change.run.base, revised: revisedIn(change.run.log) };
  return { base, revised: [...revised.filter(({ at }) => at < change.keep), ...revisedIn(change.tail, change.keep)] };
}

// The scenes on the way through the changes, the nearest first, as long as it is the same opening.
function along(course: Course, changes: readonly Change[], origin: object | null): unknown[] {
  const scenes: unknown[] = [];
  let [here, last] = [course, sceneOf(course)];
  for (const change of changes) {
    if (change.type === 'run' && change.run.origin !== origin) break;
    here = across(here, change);
    if (sceneOf(here) !== last) scenes.push((last = sceneOf(here)));
  }
  return scenes;
}

/** `undo` and `redo`: the next one last. */
export function versionsOf({ origin, base, log }: Run, undo: readonly Change[], redo: readonly Change[]): SceneVersions {
  const course = { base, revised: revisedIn(log) };
  const before = along(course, undo.toReversed(), origin).reverse();
  return { all: [...before, sceneOf(course), ...along(course, redo.toReversed(), origin)], at: before.length };
}
