// The run on record for plots: a row for each step, with the sums of the world and the states of up to mostWatchedBodies bodies: the watched
// and selected ones, else the first that move; and of joints alike. Rows of a future that was seen stay until the run takes another course. When memory is
// full the oldest rows are dropped.
import { bodySampleLayout, bodyStateLayout, jointSampleLayout, jointStateLayout } from './layout';
import { mostWatchedBodies, mostWatchedJoints, noBody, sampleRowLayout } from './protocol';
import type { World } from './load-engine';

const kMostNumbers = 2 << 20; // 16 MB: 10 minutes of one body at 60 steps a second, 2.8 of eight
const kFirstNumbers = kMostNumbers / 16;
const kGrowth = 4;
const kMostRows = 36_000;
/** Worlds of up to so many slots record the first mostWatchedBodies that move, larger ones only two: a state takes 3 us. */
const kFew = 64;

export class StepRecord {
  /** Ids, by their place in a row. */
  readonly bodies: number[] = [];
  readonly slots: number[] = [];
  readonly #bodyColumns: number[] = []; // where the sample of each begins in a row
  readonly #joints: number[] = []; // indices
  readonly #jointColumns: number[] = [];
  #width: number = sampleRowLayout.bodies;
  #rows = new Float64Array(kFirstNumbers);
  #count = 0;
  #present = -1; // row of the present step

  /** Another scene, or the same from its start. */
  begin(world: World, step: number): void {
    this.#count = 0;
    this.bodies.length = this.slots.length = this.#bodyColumns.length = this.#joints.length = this.#jointColumns.length = 0;
    this.#width = sampleRowLayout.bodies;
    const most = world.slotCount > kFew ? 2 : mostWatchedBodies;
    const ids = world.ids().slice(0, kFew);
    for (let slot = 0; slot < ids.length && this.bodies.length < most; slot += 1) {
      const type = ids[slot] === noBody ? undefined : (world.bodyInfo(ids[slot]!) as { type?: string } | null)?.type;
      if (type === 'dynamic' || type === 'kinematic') this.#addBody(ids[slot]!, slot);
    }
    const joints = world.jointCount > 0 ? Math.min(world.jointCount, most) : 0; // an engine of old knows none
    for (let index = 0; index < joints; index += 1) this.#addJoint(index);
    this.add(world, step, 0);
  }

  /** The world stands at another step of its run. */
  goTo(world: World, step: number): void {
    this.#findSlots(world);
    this.#present = this.#rowAt(step);
    if (this.#present < 0 || this.#step(this.#present) < step) this.add(world, step, 0);
  }

  /** The run takes another course: later rows are dropped. */
  cutAfter(step: number): void {
    this.#count = this.#rowAt(step) + 1;
    this.#present = Math.min(this.#present, this.#count - 1);
  }

  /** The scene was changed at this step: bodies may be elsewhere, or gone. */
  goOn(world: World, step: number): void {
    this.#findSlots(world);
    this.#addAgain(world, step);
  }

  /** Records these bodies and joints from here on, in place of others where there is no room. */
  keep(wanted: readonly number[], joints: readonly number[], world: World, step: number): void {
    const missing = wanted.filter((id) => !this.bodies.includes(id));
    const missingJoints = joints.filter((index) => !this.#joints.includes(index) && index < world.jointCount);
    if (missing.length === 0 && missingJoints.length === 0) return;
    const ids = world.ids();
    for (const id of missing) {
      const slot = ids.indexOf(id);
      if (slot < 0) continue;
      const free = this.bodies.findLastIndex((other) => !wanted.includes(other));
      if (this.bodies.length < mostWatchedBodies) this.#widen(bodySampleLayout.stride, () => this.#addBody(id, slot));
      else if (free >= 0) {
        [this.bodies[free], this.slots[free]] = [id, slot];
        this.#forgetColumns(this.#bodyColumns[free]!, bodySampleLayout.stride);
      }
    }
    for (const index of missingJoints) {
      const free = this.#joints.findLastIndex((other) => !joints.includes(other));
      if (this.#joints.length < mostWatchedJoints) this.#widen(jointSampleLayout.stride, () => this.#addJoint(index));
      else if (free >= 0) {
        this.#joints[free] = index;
        this.#forgetColumns(this.#jointColumns[free]!, jointSampleLayout.stride);
      }
    }
    this.#addAgain(world, step);
  }

  /** After each step; `bits`: by place, the velocity of that body jumped. A repeated step gives its row again, now with all bodies. */
  add(world: World, step: number, bits: number): void {
    let row = this.#count > 0 && this.#step(this.#count - 1) >= step ? this.#rowAt(step) : this.#count - 1;
    if (row < 0 || this.#step(row) !== step) row = this.#insert(row + 1);
    this.#present = row;
    const rows = this.#rows;
    const at = row * this.#width;
    rows[at + sampleRowLayout.step] = step;
    rows[at + sampleRowLayout.jumps] = bits;
    rows.set(world.measures(), at + sampleRowLayout.measures);
    const { isValid, sample } = bodyStateLayout;
    for (let place = 0; place < this.bodies.length; place += 1) {
      const values = world.bodyState(this.bodies[place]!);
      this.#write(values, sample, values[isValid] === 1, at + this.#bodyColumns[place]!, bodySampleLayout.stride);
    }
    if (this.#joints.length === 0) return;
    const values = world.jointStates();
    for (let place = 0; place < this.#joints.length; place += 1) {
      const from = this.#joints[place]! * jointStateLayout.stride;
      const isAlive = values[from + jointStateLayout.isAlive] === 1;
      this.#write(values, from + jointStateLayout.sample, isAlive, at + this.#jointColumns[place]!, jointSampleLayout.stride);
    }
  }

  #write(values: Float64Array, from: number, isThere: boolean, to: number, count: number): void {
    for (let part = 0; part < count; part += 1) this.#rows[to + part] = isThere ? values[from + part]! : NaN;
  }

  /** Sums of the world in the present row, as World.measures() gives them. */
  get measures(): Float64Array {
    const at = this.#present * this.#width;
    return this.#rows.subarray(at + sampleRowLayout.measures, at + sampleRowLayout.bodies);
  }

  /** Rows of the steps after `step` until the present one (all, after -1), with these bodies and joints in this order; NaN where one was not on record. */
  rowsAfter(step: number, wanted: readonly number[], joints: readonly number[]): Float64Array {
    const first = this.#rowAt(step) + 1;
    const end = step < 0 ? this.#count : this.#present + 1;
    const places = wanted.map((id) => this.bodies.indexOf(id));
    const jointPlaces = joints.map((index) => this.#joints.indexOf(index));
    const firstJoint = sampleRowLayout.bodies + bodySampleLayout.stride * wanted.length;
    const width = firstJoint + jointSampleLayout.stride * joints.length;
    const out = new Float64Array(Math.max(0, end - first) * width).fill(NaN);
    for (let row = first, to = 0; row < end; row += 1, to += width) {
      const from = row * this.#width;
      out.set(this.#rows.subarray(from, from + sampleRowLayout.bodies), to);
      const bits = this.#rows[from + sampleRowLayout.jumps]!;
      out[to + sampleRowLayout.jumps] = 0;
      places.forEach((place, index) => {
        if (place < 0) return;
        const at = from + this.#bodyColumns[place]!;
        if (bits & (1 << place) && !Number.isNaN(this.#rows[at])) out[to + sampleRowLayout.jumps] |= 1 << index;
        out.set(this.#rows.subarray(at, at + bodySampleLayout.stride), to + sampleRowLayout.bodies + index * bodySampleLayout.stride);
      });
      jointPlaces.forEach((place, index) => {
        if (place < 0) return;
        const at = from + this.#jointColumns[place]!;
        out.set(this.#rows.subarray(at, at + jointSampleLayout.stride), to + firstJoint + index * jointSampleLayout.stride);
      });
    }
    return out;
  }

  get #mostRows(): number {
    return Math.min(kMostRows, Math.floor(kMostNumbers / this.#width));
  }

  #step(row: number): number {
    return this.#rows[row * this.#width + sampleRowLayout.step]!;
  }

  // Index of the last row at or before a step, -1 when there is none.
  #rowAt(step: number): number {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#step(middle) <= step) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  // Makes a row between others; gives its index.
  #insert(index: number): number {
    let row = index;
    if (this.#count >= this.#mostRows) row = Math.max(0, row - this.#forgetOldest(Math.ceil(this.#mostRows / 4)));
    this.#makeRoom();
    if (row < this.#count) this.#rows.copyWithin((row + 1) * this.#width, row * this.#width, this.#count * this.#width);
    this.#count += 1;
    return row;
  }

  // Writes the present row again, from the current state.
  #addAgain(world: World, step: number): void {
    if (this.#present >= 0) this.add(world, step, this.#rows[this.#present * this.#width + sampleRowLayout.jumps]!);
  }

  #findSlots(world: World): void {
    const ids = world.ids();
    this.bodies.forEach((id, place) => (this.slots[place] = ids.indexOf(id)));
  }

  #addBody(id: number, slot: number): void {
    this.bodies.push(id);
    this.slots.push(slot);
    this.#bodyColumns.push(this.#width);
    this.#width += bodySampleLayout.stride;
  }

  #addJoint(index: number): void {
    this.#joints.push(index);
    this.#jointColumns.push(this.#width);
    this.#width += jointSampleLayout.stride;
  }

  // Adds columns to every row.
  #widen(count: number, add: () => void): void {
    const before = this.#width;
    add();
    if (this.#count > this.#mostRows) this.#forgetOldest(this.#count - this.#mostRows, before);
    this.#makeRoom();
    for (let row = this.#count - 1; row > 0; row -= 1) this.#rows.copyWithin(row * this.#width, row * before, (row + 1) * before);
    this.#forgetColumns(before, count);
  }

  // NaN: nothing is known there.
  #forgetColumns(first: number, count: number): void {
    for (let row = 0; row < this.#count; row += 1) this.#rows.fill(NaN, row * this.#width + first, row * this.#width + first + count);
  }

  // Makes room for one more row.
  #makeRoom(): void {
    let length = this.#rows.length;
    while ((this.#count + 1) * this.#width > length && length < kMostNumbers) length *= kGrowth;
    if (length === this.#rows.length) return;
    const rows = new Float64Array(length);
    rows.set(this.#rows);
    this.#rows = rows;
  }

  #forgetOldest(lost: number, width = this.#width): number {
    this.#rows.copyWithin(0, lost * width, this.#count * width);
    this.#count -= lost;
    this.#present = Math.max(0, this.#present - lost);
    return lost;
  }
}
