// The poses to draw: between the older and the newer pose set of a frame, for the eye only. Positions by lerp,
// quaternions by normalised lerp along the shorter arc (two steps are close: nlerp and slerp agree to the pixel).
import { floatsPerPose } from '../simulation/protocol';

export class DisplayedPoses {
  /** floatsPerPose per slot: position, 0, quaternion. */
  values = new Float32Array(0);

  /** `sets` as in a Frame: the older poses of all slots, then the newer ones. */
  blend(sets: Float32Array, slotCount: number, alpha: number): void {
    const floats = slotCount * floatsPerPose;
    if (this.values.length < floats) this.values = new Float32Array(floats);
    const out = this.values;
    for (let older = 0; older < floats; older += floatsPerPose) {
      const newer = older + floats;
      for (let axis = 0; axis < 3; ++axis) {
        const from = sets[older + axis];
        out[older + axis] = from + alpha * (sets[newer + axis] - from);
      }
      const dot =
        sets[older + 4] * sets[newer + 4] + sets[older + 5] * sets[newer + 5] +
        sets[older + 6] * sets[newer + 6] + sets[older + 7] * sets[newer + 7];
      const toward = dot < 0 ? -alpha : alpha; // q and -q are the same turn
      let squared = 0;
      for (let part = 4; part < 8; ++part) {
        const value = (1 - alpha) * sets[older + part] + toward * sets[newer + part];
        out[older + part] = value;
        squared += value * value;
      }
      const scale = squared > 0 ? 1 / Math.sqrt(squared) : 0;
      for (let part = 4; part < 8; ++part) out[older + part] *= scale;
    }
  }
}
