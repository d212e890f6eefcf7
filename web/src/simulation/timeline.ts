// Snapshots of the past, so that time can go back: one every so many steps. When they take too much memory, the older ones
// thin out; the first, of step 0, always stays.
import type { World } from './load-engine';

export type Kept = { readonly step: number; readonly bytes: Uint8Array };

/** Steps between two snapshots. */
const kSteps = 30;
/** Large worlds have fewer snapshots: kSteps steps between two for each so many bytes. */
const kBytesForSteps = 1 << 20;
const kMostBytes = 32 << 20;
/** The newest ones do not thin out. */
const kDense = 8;

export class Timeline {
  #kept: Kept[] = [];
  #bytes = 0;
  #next = 0; // step of the next snapshot

  /** A world as it was loaded or restored. */
  begin(world: World, step: number): void {
    this.#kept = [];
    this.#bytes = 0;
    this.#keep(world, step);
  }

  /** After each step. */
  add(world: World, step: number): void {
    if (step >= this.#next) this.#keep(world, step);
  }

  /** The newest one at `step` or before. */
  at(step: number): Kept | null {
    return this.#kept.findLast((kept) => kept.step <= step) ?? null;
  }

  /** Drops the snapshots after `kept`, because the run may go differently now; an unknown `kept` is the only one then. */
  cutAfter(kept: Kept): void {
    this.#kept = [...this.#kept.slice(0, Math.max(0, this.#kept.indexOf(kept))), kept];
    this.#bytes = sizeOf(this.#kept);
    this.#next = kept.step + stepsFor(kept);
  }

  /** Returns a function that restores the snapshots as they are now. */
  mark(): () => void {
    const [kept, bytes, next] = [[...this.#kept], this.#bytes, this.#next];
    return () => ([this.#kept, this.#bytes, this.#next] = [kept, bytes, next]);
  }

  #keep(world: World, step: number): void {
    const kept = { step, bytes: world.snapshot().slice() };
    this.#kept.push(kept);
    this.#bytes += kept.bytes.length;
    this.#next = step + stepsFor(kept);
    if (this.#bytes <= kMostBytes) return;
    const dense = this.#kept.length - kDense;
    this.#kept = this.#kept.filter((_, index) => index % 2 === 0 || index >= dense);
    this.#bytes = sizeOf(this.#kept);
  }
}

const sizeOf = (all: readonly Kept[]): number => all.reduce((sum, { bytes }) => sum + bytes.length, 0);
const stepsFor = ({ bytes }: Kept): number => kSteps * Math.max(1, Math.ceil(bytes.length / kBytesForSteps));
