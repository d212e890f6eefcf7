// The past for plots: a row for each step since the start of the scene, with the sums of the world and the states of up to
// mostWatchedBodies bodies: the watched and selected ones, else the first that move. When memory is full the oldest rows are dropped.
import { bodySampleLayout, bodyStateLayout } from './layout';
import { mostWatchedBodies, noBody, sampleRowLayout } from './protocol';
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
  #since: number[] = []; // first step on record, by place
  #rows = new Float64Array(kFirstNumbers);
  #count = 0;

  /** Another scene, or the same from its start. */
  begin(world: World, step: number): void {
    this.#count = 0;
    this.#since = [];
    this.bodies.length = this.slots.length = 0;
    const most = world.slotCount > kFew ? 2 : mostWatchedBodies;
    const ids = world.ids().slice(0, kFew);
    for (let slot = 0; slot < ids.length && this.bodies.length < most; slot += 1) {
      const type = ids[slot] === noBody ? undefined : (world.bodyInfo(ids[slot]!) as { type?: string } | null)?.type;
      if (type === 'dynamic' || type === 'kinematic') this.#addBody(ids[slot]!, slot, step);
    }
    this.add(world, step, 0);
  }

  /** The world went back to a step: later rows are dropped. */
  backTo(world: World, step: number): void {
    while (this.#count > 0 && this.#step(this.#count - 1) > step) this.#count -= 1;
    this.#since = this.#since.map((since) => Math.min(since, step + 1));
    if (this.#count === 0 || this.#step(this.#count - 1) < step) this.add(world, step, 0);
  }

  /** The scene was changed at this step: bodies may be elsewhere, or gone. */
  goOn(world: World, step: number): void {
    const ids = world.ids();
    this.bodies.forEach((id, place) => (this.slots[place] = ids.indexOf(id)));
    this.#addAgain(world, step);
  }

  /** Records these bodies from here on, in place of others where there is no room. */
  keep(wanted: readonly number[], world: World, step: number): void {
    const missing = wanted.filter((id) => !this.bodies.includes(id));
    if (missing.length === 0) return;
    const ids = world.ids();
    for (const id of missing) {
      const slot = ids.indexOf(id);
      if (slot < 0) continue;
      const free = this.bodies.findLastIndex((other) => !wanted.includes(other));
      if (this.bodies.length < mostWatchedBodies) this.#widen(id, slot, step);
      else if (free >= 0) [this.bodies[free], this.slots[free], this.#since[free]] = [id, slot, step];
    }
    this.#addAgain(world, step);
  }

  /** After each step; `bits`: by place, the velocity of that body jumped. */
  add(world: World, step: number, bits: number): void {
    if (this.#count >= this.#mostRows) this.#forgetOldest(Math.ceil(this.#mostRows / 4));
    this.#makeRoom();
    const rows = this.#rows;
    let at = this.#count * this.#width;
    rows[at + sampleRowLayout.step] = step;
    rows[at + sampleRowLayout.jumps] = bits;
    rows.set(world.measures(), at + sampleRowLayout.measures);
    at += sampleRowLayout.bodies;
    const { isValid, sample } = bodyStateLayout;
    for (let place = 0; place < this.bodies.length; place += 1, at += bodySampleLayout.stride) {
      const values = world.bodyState(this.bodies[place]!);
      for (let part = 0; part < bodySampleLayout.stride; part += 1) rows[at + part] = values[isValid] === 1 ? values[sample + part]! : NaN;
    }
    this.#count += 1;
  }

  /** Sums of the world in the newest row, as World.measures() gives them. */
  get measures(): Float64Array {
    const at = (this.#count - 1) * this.#width;
    return this.#rows.subarray(at + sampleRowLayout.measures, at + sampleRowLayout.bodies);
  }

  /** Rows of the steps after `step`, with these bodies in this order; NaN where a body was not on record. */
  rowsAfter(step: number, wanted: readonly number[]): Float64Array {
    let first = this.#count;
    while (first > 0 && this.#step(first - 1) > step) first -= 1;
    const places = wanted.map((id) => this.bodies.indexOf(id));
    const width = sampleRowLayout.bodies + bodySampleLayout.stride * wanted.length;
    const out = new Float64Array((this.#count - first) * width).fill(NaN);
    for (let row = first, to = 0; row < this.#count; row += 1, to += width) {
      const from = row * this.#width;
      out.set(this.#rows.subarray(from, from + sampleRowLayout.bodies), to);
      const bits = this.#rows[from + sampleRowLayout.jumps]!;
      out[to + sampleRowLayout.jumps] = 0;
      places.forEach((place, index) => {
        if (place < 0 || this.#since[place]! > this.#rows[from + sampleRowLayout.step]!) return;
        if (bits & (1 << place)) out[to + sampleRowLayout.jumps] |= 1 << index;
        const at = from + sampleRowLayout.bodies + place * bodySampleLayout.stride;
        out.set(this.#rows.subarray(at, at + bodySampleLayout.stride), to + sampleRowLayout.bodies + index * bodySampleLayout.stride);
      });
    }
    return out;
  }

  get #width(): number {
    return sampleRowLayout.bodies + bodySampleLayout.stride * this.bodies.length;
  }

  get #mostRows(): number {
    return Math.min(kMostRows, Math.floor(kMostNumbers / this.#width));
  }

  #step(row: number): number {
    return this.#rows[row * this.#width + sampleRowLayout.step]!;
  }

  // Writes the newest row again, from the current state.
  #addAgain(world: World, step: number): void {
    if (this.#count === 0) return;
    this.#count -= 1;
    this.add(world, step, this.#rows[this.#count * this.#width + sampleRowLayout.jumps]!);
  }

  #addBody(id: number, slot: number, step: number): void {
    this.bodies.push(id);
    this.slots.push(slot);
    this.#since.push(step);
  }

  // Adds a place to every row.
  #widen(id: number, slot: number, step: number): void {
    const before = this.#width;
    this.#addBody(id, slot, step);
    if (this.#count > this.#mostRows) this.#forgetOldest(this.#count - this.#mostRows, before);
    this.#makeRoom();
    for (let row = this.#count - 1; row > 0; row -= 1) this.#rows.copyWithin(row * this.#width, row * before, (row + 1) * before);
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

  #forgetOldest(lost: number, width = this.#width): void {
    this.#rows.copyWithin(0, lost * width, this.#count * width);
    this.#count -= lost;
  }
}
