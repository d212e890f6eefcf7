// The part of a feature that lies before a face of another shape.
#pragma once
#include "narrow_phase/convex_feature.h"

namespace tumble {

/// A corner of a clipped polygon or segment.
struct ClippedPoint {
  Vec3 at;               // m, from the centre of a
  std::uint8_t edge;     // number of the edge that begins here
  std::uint16_t number;  // of the edges before and after; Manifold::feature
};
using ClippedPoints = ShortList<ClippedPoint, 16>;

constexpr std::uint8_t kClipped = 128;  // number of the edge along a side of the clipping face, plus that of its first corner
constexpr std::uint8_t kEnd = 127;      // number of no edge, before the first point of a segment

/// Across a side of a face, in its plane, towards its middle; as long as the side.
Vec3 inwardOf(const Feature& face, std::size_t side);

/// Clips a face, or a line, by the sides of a face. (I. Sutherland, G. Hodgman, 1974.)
void clipFeature(const Feature& feature, Vec3 shift, const Feature& face, Vec3 faceShift, ClippedPoints& clipped);

/// Whether all of a feature lies more than `tolerance` (m) beyond one side of a face.
bool liesBeside(const Feature& feature, Vec3 shift, const Feature& face, double tolerance);

constexpr double kSameDepth = 1e-3;  // of the size of the smaller: points as deep as the deepest
/// m, of the smaller of two shapes. (Of the larger a part in a thousand may be more than all of the other: a die on a floor.)
inline double smallerSizeOf(const OrientedBox& a, const OrientedBox& b) {
  return static_cast<double>(std::min(length(a.halfExtents), length(b.halfExtents)));
}

}  // namespace tumble
