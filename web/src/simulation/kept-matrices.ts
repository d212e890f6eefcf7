// The matrices of bodies whose scheme of motion keeps one that need not be a rotation, at the two newest steps: what such a scheme does to a
// body is drawn with them.
import { bodyStateLayout } from './layout';
import { keptMatrixLayout, type WorldInfo } from './protocol';
import type { World } from './load-engine';

const kScheme = 'explicitEuler';
const kMost = 64; // bodies: a state takes 3 us
const { stride, slot, older, newer } = keptMatrixLayout;

export class KeptMatrices {
  #ids: readonly number[] = [];
  #rows = new Float32Array(0);

  /** Another world, or other bodies: both are the matrix of now. */
  reset(world: World, { bodies }: WorldInfo): void {
    const own = bodies.filter(({ motion }) => motion === kScheme).slice(0, kMost);
    this.#ids = own.map(({ id }) => id);
    this.#rows = new Float32Array(own.length * stride);
    own.forEach((body, index) => (this.#rows[index * stride + slot] = body.slot));
    this.settle(world);
  }

  /** After a jump in time: both are the matrix of now. */
  settle(world: World): void {
    this.advance(world);
    this.advance(world);
  }

  /** After a step: the newer matrix becomes the older one. */
  advance(world: World): void {
    this.#ids.forEach((id, index) => {
      const at = index * stride;
      this.#rows.copyWithin(at + older, at + newer, at + stride);
      const { matrix } = bodyStateLayout;
      this.#rows.set(world.bodyState(id).subarray(matrix, matrix + 9), at + newer);
    });
  }

  /** keptMatrixLayout; null where there is none. */
  get rows(): Float32Array | null {
    return this.#rows.length > 0 ? this.#rows : null;
  }
}
