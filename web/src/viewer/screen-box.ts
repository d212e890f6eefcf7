// The rectangle that a body covers on the screen.
import { Vector3 } from 'three';
import type { OrbitCamera } from './orbit-camera';
import type { PartOfBody } from './selection-outline';

/** Edges, CSS pixels. */
export type ScreenBox = { left: number; top: number; right: number; bottom: number };

const corner = new Vector3();

/** Around all shapes of a body; null where one of them reaches behind the eye. */
export function screenBoxOf(parts: readonly PartOfBody[], { camera, width, height }: OrbitCamera): ScreenBox | null {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { part, indices } of parts) {
    const m = part.matrices;
    for (const index of indices) {
      const at = index * 16;
      for (let sides = 0; sides < 8; ++sides) {
        const [x, y, z] = [sides & 1 ? 1 : -1, sides & 2 ? 1 : -1, sides & 4 ? 1 : -1];
        const along = (axis: number): number => m[at + axis] * x + m[at + 4 + axis] * y + m[at + 8 + axis] * z + m[at + 12 + axis];
        corner.set(along(0), along(1), along(2)).project(camera);
        if (corner.z > 1) return null;
        const [right, down] = [((corner.x + 1) / 2) * width, ((1 - corner.y) / 2) * height];
        box.left = Math.min(box.left, right);
        box.right = Math.max(box.right, right);
        box.top = Math.min(box.top, down);
        box.bottom = Math.max(box.bottom, down);
      }
    }
  }
  return box;
}
