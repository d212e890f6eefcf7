// What is marked on the bar of time: what was done in the run, and how strong its impacts were.
import type { LogEntry } from '../simulation/protocol';
import { labelOf } from '../simulation/run-history';

/** Something done, from one step to another. */
export type RunMark = { readonly step: number; readonly until: number; readonly label: string };

const kSameDrag = 30; // steps between two commands of one drag

/** The marks of a log; the commands of a drag are one. */
export function runMarks(log: readonly LogEntry[]): RunMark[] {
  const marks: { step: number; until: number; label: string }[] = [];
  for (const { step, command } of log) {
    const label = labelOf(command.type);
    const last = marks.at(-1);
    if (last && last.label === label && (label === 'drag' ? step - last.until <= kSameDrag : step === last.until)) last.until = step;
    else marks.push({ step, until: step, label });
  }
  return marks;
}

const kMost = 20_000; // steps; beyond that the oldest are forgotten

/** The strongest impact of each step, N s, by the step. */
export class ImpactPeaks extends Map<number, number> {
  /** Grows with every change. */
  version = 0;

  /** Pairs of step and impulse, as a frame brings them. */
  add(pairs: Float64Array): void {
    for (let at = 0; at < pairs.length; at += 2) this.set(pairs[at]!, pairs[at + 1]!);
    for (const step of this.keys()) {
      if (this.size <= kMost) break;
      this.delete(step);
    }
    this.version += 1;
  }

  cutAfter(last: number): void {
    for (const step of this.keys()) if (step > last) this.delete(step);
    this.version += 1;
  }

  /** The strongest in each of `count` parts of the steps from 0 to `end`, as a share of the strongest of all; 0: none. */
  shares(count: number, partOf: (step: number) => number): number[] {
    const parts = new Array<number>(count).fill(0);
    for (const [step, impulse] of this) {
      const part = Math.floor(partOf(step) * count);
      if (part >= 0 && part < count) parts[part] = Math.max(parts[part]!, impulse);
    }
    const most = Math.max(...parts, 0);
    return most > 0 ? parts.map((impulse) => impulse / most) : parts;
  }
}
