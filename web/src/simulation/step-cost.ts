// What a step costs, as far as a clock can tell on a machine with other work: where another program had the processor meanwhile, a step counts as
// several of those before it, and no more.

const kDearest = 4; // of those before it: a pile that lands takes three times the time of one that falls
const kMemory = 16; // steps

export class StepCost {
  #usual = 0; // ms

  /** Another world. */
  begin(): void {
    this.#usual = 0;
  }

  /** What the step counts, ms. */
  of(milliseconds: number): number {
    const cost = Math.max(0, milliseconds);
    if (this.#usual === 0) return (this.#usual = cost);
    const counted = Math.min(cost, kDearest * this.#usual);
    this.#usual += (counted - this.#usual) / kMemory;
    return counted;
  }
}
