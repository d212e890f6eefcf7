// The poses of the two newest steps, for a page that draws between them.
import { poseLayout } from './layout';
import { noBody } from './protocol';
import type { World } from './load-engine';

export class PosePair {
  slotCount = 0;
  #older = new Float32Array(0);
  #newer = new Float32Array(0);
  #ids = new Uint32Array(0);

  /** After a load: both are the current pose. */
  reset(world: World): void {
    this.#resize(world.slotCount);
    this.#newer.set(world.poses());
    this.#older.set(this.#newer);
    this.#ids.set(world.ids());
  }

  /** After a step: the newer pose becomes the older one. */
  advance(world: World): void {
    const older = this.#newer;
    this.#newer = this.#older;
    this.#older = older;
    this.#newer.set(world.poses());
  }

  /** After a step in which bodies came or went. A slot with another body than before has no older pose: drawing between
   *  the two would sweep the new body out of the old one's place. */
  advanceWithOtherBodies(world: World): void {
    if (world.slotCount !== this.slotCount) this.#resize(world.slotCount);
    this.advance(world);
    const ids = world.ids();
    for (let slot = 0; slot < this.slotCount; slot += 1) {
      if (ids[slot] === this.#ids[slot]) continue;
      const first = slot * poseLayout.stride;
      this.#older.set(this.#newer.subarray(first, first + poseLayout.stride), first);
    }
    this.#ids.set(ids);
  }

  /** Whether a world has the same bodies in the same slots. */
  isOf(world: World): boolean {
    const ids = world.ids();
    return ids.length === this.#ids.length && this.#ids.every((id, slot) => id === ids[slot]);
  }

  /** Floats a buffer must hold. */
  get length(): number {
    return 2 * this.slotCount * poseLayout.stride;
  }

  writeTo(poses: Float32Array): void {
    poses.set(this.#older, 0);
    poses.set(this.#newer, this.#older.length);
  }

  // Slots keep their index; new ones hold no body yet, so every older pose is kept as it was.
  #resize(slotCount: number): void {
    const count = slotCount * poseLayout.stride;
    const kept = Math.min(count, this.#newer.length);
    const older = new Float32Array(count);
    const newer = new Float32Array(count);
    const ids = new Uint32Array(slotCount).fill(noBody);
    older.set(this.#older.subarray(0, kept));
    newer.set(this.#newer.subarray(0, kept));
    ids.set(this.#ids.subarray(0, Math.min(slotCount, this.#ids.length)));
    this.#older = older;
    this.#newer = newer;
    this.#ids = ids;
    this.slotCount = slotCount;
  }
}
