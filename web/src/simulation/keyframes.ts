// Keyframes: snapshots of the run, so that any of its steps is near one. They thin out with age when memory is full; the first one always stays.
// How far apart two of them are counts by the time that it takes to run from one to the other.
import type { World } from './load-engine';

/** All state at a step, before the commands issued there; `applied`: how many commands of the log it holds; `work`: how long it took to run there from
 *  the start of the run, ms; `checkpoints`: of the run before it, where the keyframe is kept elsewhere. */
export type Keyframe = {
  readonly step: number;
  readonly applied: number;
  readonly work: number;
  readonly snapshot: Uint8Array;
  readonly checkpoints?: string;
};

/** Steps between two keyframes, at least. */
const kSteps = 30;
/** Memory of all keyframes of a run, bytes. */
export const mostKeyframeBytes = 64 << 20;
/** Keyframes of this age, in steps, lie twice as far apart as new ones once memory is full. */
const kDoubleAge = 18_000;

export class Keyframes {
  #all: Keyframe[] = []; // by rising step
  #bytes = 0;

  /** A world that begins. */
  begin(world: World, step: number, applied: number): void {
    this.#all = [];
    this.#bytes = 0;
    this.#insert(0, { step, applied, work: 0, snapshot: world.snapshot().slice() });
  }

  /** After each step, before the commands issued there. `work`: as far as it is known from where the run was taken up; gives it as it counts here:
   *  a machine that was busier the second time moves no keyframe. */
  add(world: World, step: number, applied: number, work: number): number {
    const index = this.#indexAt(step);
    const [last, next] = [this.#all[index], this.#all[index + 1]];
    if (!last || last.step === step) return last?.work ?? work;
    const here = next ? last.work + ((next.work - last.work) * (step - last.step)) / (next.step - last.step) : Math.max(work, last.work);
    if (step < last.step + kSteps || (next && step > next.step - kSteps)) return here;
    if (next && this.#bytes + last.snapshot.length > mostKeyframeBytes) return here; // another one would go for it, and be missed as much
    this.#insert(index + 1, { step, applied, work: here, snapshot: world.snapshot().slice() });
    while (this.#bytes > mostKeyframeBytes && this.#all.length > 2) this.#thin();
    return here;
  }

  /** One that was kept elsewhere. */
  keep(keyframe: Keyframe): void {
    const index = this.#indexAt(keyframe.step);
    if (this.#all[index]?.step !== keyframe.step) this.#insert(index + 1, keyframe);
  }

  /** The newest one at `step` or before. */
  at(step: number): Keyframe | null {
    return this.#all[this.#indexAt(step)] ?? null;
  }

  /** The run takes another course from `step` on, where its log keeps `applied` commands. */
  cut(step: number, applied: number): void {
    this.#all = this.#all.filter((one) => one.step <= step && one.applied <= applied);
    this.#bytes = this.#all.reduce((sum, { snapshot }) => sum + snapshot.length, 0);
  }

  /** Returns a function that brings the keyframes back as they are now. */
  mark(): () => void {
    const [all, bytes] = [[...this.#all], this.#bytes];
    return () => ([this.#all, this.#bytes] = [all, bytes]);
  }

  #insert(index: number, keyframe: Keyframe): void {
    this.#all.splice(index, 0, keyframe);
    this.#bytes += keyframe.snapshot.length;
  }

  // Drops the one whose neighbours lie closest together, for its age.
  #thin(): void {
    const newest = this.#all.at(-1)!.step;
    let [best, least] = [1, Infinity];
    for (let index = 1; index < this.#all.length - 1; index += 1) {
      const [before, { step }, after] = [this.#all[index - 1]!, this.#all[index]!, this.#all[index + 1]!];
      const cost = (after.work - before.work) / (kDoubleAge + newest - step);
      if (cost < least) [best, least] = [index, cost];
    }
    const [lost] = this.#all.splice(best, 1);
    this.#bytes -= lost!.snapshot.length;
  }

  #indexAt(step: number): number {
    let [low, high] = [0, this.#all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#all[middle]!.step <= step) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
