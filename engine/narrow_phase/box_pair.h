// Two boxes placed for the narrow phase: everything in single precision, measured from their own centres, so that errors
// are a few 1e-7 of the size of the smaller box wherever in the world the pair is and whatever the sizes.
//
// The difference of the centres is taken in double. A box that is much larger than the other (ground of 200 m under a cube
// of 1 m) is cut down to the part near the small one: near means a cube of half side w = 4 r round the centre of the small
// box, r >= its circumradius. The faces made by the cut lie farther than 3 r from the small box and cannot touch it. It is
// not cut when no true face is within w/2: a small box so deep inside needs no precision, and the cut faces would be the
// nearest ones.
#pragma once
#include <cstdint>

#include "colliders/collider.h"

namespace tumble {

struct BoxSide {
  Vec3f axis;      // unit, world axes
  float half = 0;  // m, half the side along it
};

/// Axes and half sides of a box.
struct BoxExtent {
  BoxSide sides[3];
};

/// A vector and the number after it are read as four floats at once.
struct BoxPair {
  BoxExtent a, b;
  Vec3f offset;           // m, from the centre of a to the centre of b (as cut), world axes
  float speculative = 0;  // m, surfaces closer than this make points
  Vec3f shiftA;           // m, from the centre of collider A to the centre of a as cut, world axes
  float slop = 0;         // m, tolerance of choices, see pairSlop
};

/// kLinearSlop, but at most 1 % of the thinnest side of the two boxes, m.
float pairSlop(Vec3f halfExtentsA, Vec3f halfExtentsB);

/// Writes all of `pair`.
void placePair(const OrientedBox& a, const OrientedBox& b, float speculative, BoxPair& pair);

// Names of the features of a box. Axes are numbered 0, 1, 2; a sign bit is 1 for the positive side.
//   vertex  0..7    bit i: sign along axis i
//   face    8..13   8 + 2 axis + sign
//   edge   16..27   16 + 4 axis + (sign along the next axis) + 2 (sign along the one after)
constexpr std::uint32_t vertexFeature(bool sx, bool sy, bool sz) {
  return static_cast<std::uint32_t>(sx) | static_cast<std::uint32_t>(sy) << 1 | static_cast<std::uint32_t>(sz) << 2;
}
constexpr std::uint32_t faceFeature(int axis, bool sign) { return 8u + 2u * static_cast<std::uint32_t>(axis) + (sign ? 1u : 0u); }
constexpr std::uint32_t edgeFeature(int axis, bool signNext, bool signAfter) {
  return 16u + 4u * static_cast<std::uint32_t>(axis) + (signNext ? 1u : 0u) + (signAfter ? 2u : 0u);
}
/// The name of a contact point: a feature of A and a feature of B. Swapping A and B swaps the two bytes and no more.
constexpr std::uint32_t makeFeature(std::uint32_t featureA, std::uint32_t featureB) { return featureA | featureB << 8; }
constexpr std::uint32_t swapFeature(std::uint32_t feature) { return feature >> 8 | (feature & 255u) << 8; }

constexpr int nextAxis(int axis) { return axis == 2 ? 0 : axis + 1; }
constexpr int afterAxis(int axis) { return axis == 0 ? 2 : axis - 1; }

}  // namespace tumble
