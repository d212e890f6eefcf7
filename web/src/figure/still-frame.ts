// Frames that come while a figure stands and nobody does anything: one that is the same as the one before need not be drawn again.
import type { Frame } from '../simulation/protocol';

type Numbers = ArrayLike<number>;

function areSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (ArrayBuffer.isView(one) && ArrayBuffer.isView(other)) {
    const [numbers, others] = [one, other] as unknown as [Numbers, Numbers];
    if (numbers.length !== others.length) return false;
    let index = numbers.length - 1;
    while (index >= 0 && Object.is(numbers[index], others[index])) --index;
    return index < 0;
  }
  const names = Object.keys(one) as (keyof typeof one)[];
  return names.length === Object.keys(other).length && names.every((name) => areSame(one[name], other[name]));
}

export class StillFrame {
  #last: Frame | null = null; // a copy: the arrays of frames go back

  /** True for a frame that is the same as the one that is kept. */
  repeats(frame: Frame): boolean {
    return this.#last !== null && areSame(this.#last, frame);
  }

  /** The frame was shown; `isIdle`: nothing was done for a while. */
  keep(frame: Frame, isIdle: boolean): void {
    this.#last = isIdle && !frame.playing ? structuredClone(frame) : null;
  }

  /** There is something else to show in it. */
  forget(): void {
    this.#last = null;
  }
}
