// The poses to draw: between the older and the newer pose set of a frame, for the eye only. Positions by lerp,
// quaternions by normalised lerp along the shorter arc (two steps are close: nlerp and slerp agree to the pixel).
import { poseLayout } from '../simulation/layout';
import { keptMatrixLayout } from '../simulation/protocol';

export class DisplayedPoses {
  /** A pose for each slot (poseLayout). */
  values = new Float32Array(0);
  /** By slot: the matrix that a body's scheme keeps, 3x3 by rows, body frame -> world; it need not be a rotation. */
  readonly matrices = new Map<number, Float32Array>();

  /** `sets` as in a Frame: the older poses of all slots, then the newer ones; `kept`: its matrices. */
  blend(sets: Float32Array, slotCount: number, alpha: number, kept: Float32Array | null = null): void {
    this.#blendMatrices(kept, alpha);
    const floats = slotCount * poseLayout.stride;
    if (this.values.length < floats) this.values = new Float32Array(floats);
    const out = this.values;
    for (let older = 0; older < floats; older += poseLayout.stride) {
      const newer = older + floats;
      for (let axis = poseLayout.position; axis < poseLayout.position + 3; ++axis) {
        const from = sets[older + axis];
        out[older + axis] = from + alpha * (sets[newer + axis] - from);
      }
      let dot = 0;
      for (let part = poseLayout.orientation; part < poseLayout.stride; ++part) dot += sets[older + part] * sets[newer + part];
      const toward = dot < 0 ? -alpha : alpha; // q and -q are the same turn
      let squared = 0;
      for (let part = poseLayout.orientation; part < poseLayout.stride; ++part) {
        const value = (1 - alpha) * sets[older + part] + toward * sets[newer + part];
        out[older + part] = value;
        squared += value * value;
      }
      const scale = squared > 0 ? 1 / Math.sqrt(squared) : 0;
      for (let part = poseLayout.orientation; part < poseLayout.stride; ++part) out[older + part] *= scale;
    }
  }

  #blendMatrices(kept: Float32Array | null, alpha: number): void {
    this.matrices.clear();
    const { stride, slot, older, newer } = keptMatrixLayout;
    for (let at = 0; kept && at < kept.length; at += stride) {
      const matrix = new Float32Array(9);
      for (let part = 0; part < 9; ++part) {
        const from = kept[at + older + part];
        matrix[part] = from + alpha * (kept[at + newer + part] - from);
      }
      this.matrices.set(kept[at + slot], matrix);
    }
  }
}
