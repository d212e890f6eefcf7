// What was done to a simulation, for undo and redo: commands, edits, resets, other scenes, in one history. Each change holds what is on its other
// side, so that undoing and redoing are the same exchange.
import { Emitter } from './emitter';
import type { Keyframe } from './keyframes';
import type { LogEntry } from './protocol';
import { versionsOf, type SceneVersions } from './scene-versions';

/** A run: a scene, what is done to it, and how far it was seen. */
export type Run = {
  /** Stands for the opening of the scene, of which this one is a version. */
  readonly origin: object | null;
  /** The scene at step 0, where the log begins. */
  readonly base: unknown;
  readonly log: readonly LogEntry[];
  /** False when so much was done that the log was dropped. */
  readonly isComplete: boolean;
  /** The last step that was seen. */
  readonly end: number;
};

export type Change = {
  /** What a person did: "push", "edit", ... */
  readonly label: string;
  /** Successive commands of one gesture are one change. */
  readonly gesture: string | null;
  /** Where the run stands on the other side. */
  readonly step: number;
} & (
  | { readonly type: 'commands'; readonly keep: number; readonly tail: readonly LogEntry[]; readonly end: number }
  | { readonly type: 'run'; readonly run: Run; readonly keyframe: Keyframe | null }
);

const kMostChanges = 200;
const kMostKeyframes = 4;

export class RunHistory {
  readonly changed = new Emitter<void>();
  #undo: Change[] = [];
  #redo: Change[] = [];

  /** What an undo would take back, and a redo bring again; null: nothing. */
  get undoes(): string | null {
    return this.#undo.at(-1)?.label ?? null;
  }

  get redoes(): string | null {
    return this.#redo.at(-1)?.label ?? null;
  }

  add(change: Change): void {
    this.#redo = [];
    const last = this.#undo.at(-1);
    const isSame = change.gesture !== null && last?.gesture === change.gesture && last.type === 'commands';
    if (!isSame) this.#push(this.#undo, change);
    this.changed.emit();
  }

  /** The next command begins another change, also of the same gesture. */
  endGesture(): void {
    const last = this.#undo.at(-1);
    if (last?.gesture) this.#undo[this.#undo.length - 1] = { ...last, gesture: null };
  }

  peek(by: -1 | 1): Change | null {
    return (by < 0 ? this.#undo : this.#redo).at(-1) ?? null;
  }

  /** The change was exchanged for its other side. */
  exchange(by: -1 | 1, other: Change): void {
    const [from, to] = by < 0 ? [this.#undo, this.#redo] : [this.#redo, this.#undo];
    from.pop();
    this.#push(to, { ...other, gesture: null });
    this.changed.emit();
  }

  /** The log of the present run was dropped, from entry `keep` on. */
  cut(keep: number): void {
    const isWhole = (change: Change): boolean => change.type === 'run' || change.keep < keep;
    const lost = this.#undo.findLastIndex((change) => !isWhole(change));
    this.#undo = this.#undo.slice(lost + 1);
    this.#redo = [];
    this.changed.emit();
  }

  clear(): void {
    this.#undo = [];
    this.#redo = [];
    this.changed.emit();
  }

  /** A run was opened with a log: what was done in it can be taken back. */
  open(log: readonly LogEntry[]): void {
    for (const change of changesOf(log).slice(-kMostChanges)) this.#push(this.#undo, change);
    if (log.length > 0) this.changed.emit();
  }

  /** What was done before and after the present run of the same opening of its scene, as the page knows it from an earlier visit. */
  adopt(origin: object | null, before: readonly Change[], after: readonly Change[]): void {
    const first = this.#undo.findLastIndex((change) => change.type === 'run' && change.run.origin !== origin) + 1;
    this.#undo.splice(first, 0, ...before);
    this.#redo = [...after];
    this.changed.emit();
  }

  versionsOf(run: Run): SceneVersions {
    return versionsOf(run, this.#undo, this.#redo);
  }

  // Keyframes are large: only the newest are kept, older runs are run again.
  #push(list: Change[], change: Change): void {
    list.push(change);
    if (list.length > kMostChanges) list.shift();
    let left = kMostKeyframes;
    for (let index = list.length - 1; index >= 0; index -= 1) {
      const one = list[index]!;
      if (one.type === 'run' && one.keyframe && (left -= 1) < 0) list[index] = { ...one, keyframe: null };
    }
  }
}

const kPushes = new Set(['impulse', 'angularImpulse', 'force', 'torque', 'explosion']);

/** The word for a command, as people say it. */
export function labelOf(type: string): string {
  if (kPushes.has(type)) return 'push';
  if (type === 'drag' || type === 'release') return 'drag';
  return type === 'revise' ? 'edit' : 'change';
}

/** The changes that made a log, the first one first; the commands of a drag are one. */
export function changesOf(log: readonly LogEntry[]): Change[] {
  const changes: Change[] = [];
  let drag: unknown = null; // the pointer of one that goes on
  log.forEach(({ issuedAtStep: step, command }, keep) => {
    const { type, pointer = 0 } = command;
    const isDrag = type === 'drag' || type === 'release';
    if (!isDrag || drag !== pointer)
      changes.push({ type: 'commands', label: labelOf(type), gesture: null, step, keep, tail: [], end: step });
    drag = type === 'drag' ? pointer : null;
  });
  return changes;
}
