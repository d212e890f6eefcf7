// Impacts: their points, as far as they have been seen. Where time goes back, later ones go.
import { impactLayout } from '../simulation/layout';
import type { MarkPainter } from './mark-painter';

const kMost = 400; // of which the oldest go first
const kPixels = 8;

type Place = readonly [step: number, x: number, y: number, z: number];

export class ImpactMarks {
  #places: Place[] = [];

  /** Records of a frame (impactLayout). */
  add(impacts: Float64Array | null): void {
    const { stride, step, point } = impactLayout;
    for (let at = 0; impacts && at < impacts.length; at += stride)
      this.#places.push([impacts[at + step]!, impacts[at + point]!, impacts[at + point + 1]!, impacts[at + point + 2]!]);
    if (this.#places.length > kMost) this.#places = this.#places.slice(-kMost);
  }

  /** Another world. */
  forget(): void {
    this.#places = [];
  }

  paint(painter: MarkPainter, now: number): void {
    if (this.#places.some(([step]) => step > now)) this.#places = this.#places.filter(([step]) => step <= now);
    for (const [, x, y, z] of this.#places) {
      painter.startAt(x, y, z);
      painter.dot(kPixels, 'impulse');
    }
  }
}
