// A place for a text beside a point of the picture where it lies over nothing else, or over as little as can be.
import type { LabelBox } from './labels';

/** What a text should not lie over, and how much that matters. */
export type InTheWay = { readonly box: LabelBox; readonly weight: number };

export type FreePlace = { readonly x: number; readonly y: number; readonly side: number };

type Area = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

// Above first, then below, beside, and the corners: unit steps right and down.
const kSides = [
  [0, -1],
  [0, 1],
  [1, 0],
  [-1, 0],
  [0.8, -0.8],
  [-0.8, -0.8],
  [0.8, 0.8],
  [-0.8, 0.8],
] as const;
const kRings = 5; // as far as the rim of a large body
const kRingCost = 0.08; // of a ring farther out
const kMoveCost = 0.15; // of another place than the last one: a text does not jump for a little
const kOutside = 20; // how much it matters that a text is outside

/**
 * Of a text of `size` at the point `at` (CSS pixels), at least `clearance` away from it: its upper left corner, and the side to give as `last` the next time
 * (−1: none).
 */
export function freePlace(
  at: { readonly x: number; readonly y: number },
  size: { readonly width: number; readonly height: number },
  clearance: number,
  area: Area,
  inTheWay: readonly InTheWay[],
  last = -1,
): FreePlace {
  const { width, height } = size;
  let best: FreePlace = { x: at.x, y: at.y, side: -1 };
  let least = Infinity;
  for (let ring = 0; ring < kRings; ring += 1)
    kSides.forEach(([right, down], index) => {
      const side = ring * kSides.length + index;
      const away = clearance + ring * 1.5 * height;
      const x = at.x - width / 2 + right * (away + width / 2);
      const y = at.y - height / 2 + down * (away + height / 2);
      const box = { x, y, width, height };
      const inside = overlap(box, { x: area.left, y: area.top, width: area.right - area.left, height: area.bottom - area.top });
      let cost = ring * kRingCost + (last >= 0 && side !== last ? kMoveCost : 0) + kOutside * (1 - inside / (width * height || 1));
      for (const { box: other, weight } of inTheWay) cost += (weight * overlap(box, other)) / (width * height || 1);
      if (cost >= least) return;
      least = cost;
      best = { x, y, side };
    });
  return best;
}

/** The area that both cover, square pixels. */
const overlap = (a: LabelBox, b: LabelBox): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));
