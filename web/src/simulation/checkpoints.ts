// Checkpoints of a run: of its state at the steps 1, 4, 16, … before the commands issued there, the first byte of the hash. A run that comes to another
// state shows by them since when; one byte in 256 agrees by chance.
import type { World } from './load-engine';

/** The step of a checkpoint. */
export const checkpointStep = (index: number): number => 4 ** index;

/** Two hexadecimal digits for each: at most 16, and no run of a link or a page has more than nine. */
export const isCheckpoints = (text: unknown): text is string => typeof text === 'string' && /^([0-9a-f]{2}){0,16}$/.test(text);

export class Checkpoints {
  #text = '';

  /** A run begins. */
  begin(): void {
    this.#text = '';
  }

  /** Those of a run before a keyframe that was kept elsewhere. */
  keep(text: string): void {
    this.#text = text;
  }

  /** After each step. One that was passed over is missing, and all after it. */
  add(world: World, step: number): void {
    if (step === checkpointStep(this.#text.length / 2)) this.#text += world.hash().slice(0, 2);
  }

  /** The run takes another course from `step` on. */
  cut(step: number): void {
    while (this.#text !== '' && checkpointStep(this.#text.length / 2 - 1) > step) this.#text = this.#text.slice(0, -2);
  }

  /** Returns a function that brings them back as they are now. */
  mark(): () => void {
    const text = this.#text;
    return () => (this.#text = text);
  }

  /** Those before a step. */
  before(step: number): string {
    let count = 0;
    while (2 * count < this.#text.length && checkpointStep(count) < step) count += 1;
    return this.#text.slice(0, 2 * count);
  }
}
