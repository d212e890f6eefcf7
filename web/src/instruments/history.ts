// Recorded rows of samples, by rising step. A repeated run gives the same rows to the bit and changes nothing; where it takes another
// course the rows after that step are dropped.
import { bodySampleLayout, jointSampleLayout } from '../simulation/layout';
import { type Samples, sampleRowLayout } from '../simulation/protocol';

const kMostRows = 36_000; // ten minutes at 60 steps a second; older rows are dropped
const kFirstRows = 1024;

export class History {
  /** Ids of the recorded bodies, in their order in a row. */
  bodies: readonly number[] = [];
  /** Indices of the recorded joints; their samples stand behind those of the bodies. */
  joints: readonly number[] = [];
  count = 0; // rows
  /** Grows with every change but appending: then readers must read all rows again. */
  version = 0;
  #rows = new Float64Array(0);

  get width(): number {
    return this.firstJoint + jointSampleLayout.stride * this.joints.length;
  }

  /** Where the sample of the first joint begins in a row. */
  get firstJoint(): number {
    return sampleRowLayout.bodies + bodySampleLayout.stride * this.bodies.length;
  }

  clear(bodies: readonly number[], joints: readonly number[] = []): void {
    this.bodies = [...bodies];
    this.joints = [...joints];
    this.count = 0;
    this.version += 1;
    this.#rows = new Float64Array(0);
  }

  add(samples: Samples): void {
    if (samples.bodies.join() !== this.bodies.join() || samples.joints.join() !== this.joints.join()) return; // of an earlier choice
    const { width } = this;
    for (let at = 0; at + width <= samples.rows.length; at += width) this.#addRow(samples.rows.subarray(at, at + width));
  }

  /** A row; good until the next add(). */
  row(index: number): Float64Array {
    return this.#rows.subarray(index * this.width, (index + 1) * this.width);
  }

  step(index: number): number {
    return this.#rows[index * this.width + sampleRowLayout.step]!;
  }

  /** Index of the last row at or before a step, -1 when there is none. */
  indexAt(step: number): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.step(middle) <= step) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #addRow(row: Float64Array): void {
    const before =
      this.count > 0 && row[sampleRowLayout.step]! <= this.step(this.count - 1) ? this.indexAt(row[sampleRowLayout.step]!) : this.count - 1;
    if (before < this.count - 1 || (before >= 0 && this.step(before) === row[sampleRowLayout.step])) {
      if (before >= 0 && isSame(this.row(before), row)) return;
      this.count = before >= 0 && this.step(before) === row[sampleRowLayout.step] ? before : before + 1;
      this.version += 1;
    }
    if (this.count >= kMostRows) this.#forgetOldest();
    const { width } = this;
    if ((this.count + 1) * width > this.#rows.length) this.#grow();
    this.#rows.set(row, this.count * width);
    this.count += 1;
  }

  #grow(): void {
    const rows = new Float64Array(Math.max(kFirstRows * this.width, this.#rows.length * 2));
    rows.set(this.#rows.subarray(0, this.count * this.width));
    this.#rows = rows;
  }

  #forgetOldest(): void {
    const lost = kMostRows / 4;
    this.#rows.copyWithin(0, lost * this.width, this.count * this.width);
    this.count -= lost;
    this.version += 1;
  }
}

// The jump bits are left out: a repeated run may report a contact one step later where recording began in between.
function isSame(a: Float64Array, b: Float64Array): boolean {
  for (let part = 2; part < a.length; part += 1)
    if (a[part] !== b[part] && !(Number.isNaN(a[part]!) && Number.isNaN(b[part]!))) return false;
  return true;
}
