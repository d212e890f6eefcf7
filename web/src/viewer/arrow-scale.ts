// The scale of an arrow, units of its quantity per metre: a round number, which changes only when the arrow would become too long or
// too short to read, so that lengths can be compared.

const kShortest = 0.3; // of the body's radius: below, the scale is refined
const kLongest = 2.8; // radii: above, the scale is coarsened
const kIdeal = 1.7; // radii, what a new scale aims at

/** The largest of 1, 2, 5 times a power of ten that is not above the value. */
function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = value / power;
  return (digit >= 5 ? 5 : digit >= 2 ? 2 : 1) * power;
}

export class ArrowScale {
  /** Units of the quantity per metre of arrow; 0 before there was anything to show. */
  perMetre = 0;

  forget(): void {
    this.perMetre = 0;
  }

  /** Fits the scale to the largest magnitude on show; true when it changed. No arrow is longer than `room`, m. With `mayRefine` false a short
   *  arrow stays short: it shares its scale with a larger quantity. */
  update(magnitude: number, bodyRadius: number, room: number, mayRefine = true): boolean {
    const radius = Math.min(bodyRadius, room / kLongest);
    if (!(magnitude > 0) || !(radius > 0) || magnitude === Infinity) return false;
    const length = magnitude / this.perMetre; // Infinity at first
    if (length <= kLongest * radius && (length >= kShortest * radius || !mayRefine)) return false;
    this.perMetre = 1 / roundDown((kIdeal * radius) / magnitude);
    return true;
  }
}
