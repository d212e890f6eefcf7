// The speculative distance: surfaces closer than this get contact points before they touch.
#pragma once
#include "colliders/collider.h"
#include "math/wide.h"
#include "tuning.h"

namespace tumble {

/// The middle one of the three half sides, m: a plate counts as large as it is wide, a rod as thin as it is.
constexpr float middleHalfExtent(Vec3f h) {
  const float low = h.x < h.y ? h.x : h.y, high = h.x < h.y ? h.y : h.x;
  return h.z < low ? low : h.z > high ? high : h.z;
}

/// The same for four colliders; `middle` below is this result, m.
inline F32x4 middleHalfExtent(Vec3x4 h) { return max(min(h.x, h.y), min(max(h.x, h.y), h.z)); }

/// m. Motion of the corners of a collider by rotation in dt seconds; at most a quarter of its middle half side.
inline float turningDistance(const ColliderMotion& motion, Vec3f halfExtents, float dt) {
  const float limit = 0.25f * middleHalfExtent(halfExtents), distance = motion.turning * dt;
  return distance < limit ? distance : limit;
}

/// turning: m/s, ColliderMotion::turning.
inline F32x4 turningDistance(F32x4 turning, F32x4 middle, F32x4 dt) { return min(splat(0.25f) * middle, turning * dt); }

/// m. Upper limit of the speculative distance of a box: half its middle half side.
constexpr float speculativeLimit(Vec3f halfExtents) { return 0.5f * middleHalfExtent(halfExtents); }
inline F32x4 speculativeLimit(F32x4 middle) { return splat(0.5f) * middle; }

/// m. The speculativeLimit of a triangle of a mesh: continuous collision sees all of it, and other shapes alone decide how far contacts look ahead.
constexpr float kUnlimited = 1e30f;
/// m, of a Collider or OrientedBox.
template <class Box> float speculativeLimitOf(const Box& box) {
  return box.shape == ColliderShape::triangle ? kUnlimited : speculativeLimit(box.halfExtents);
}
template <class Box> float thinnestHalfExtent(const Box& box) {
  const Vec3f h = box.halfExtents;
  const float least = h.x < h.y ? h.x : h.y;
  return box.shape == ColliderShape::triangle ? kUnlimited : h.z < least ? h.z : least;
}

/// m. The speculative distance of two boxes. `approach` (m): bound on how much closer they come in this step.
constexpr float speculativeDistance(float limitA, float limitB, float approach) {
  const float limit = limitA < limitB ? limitA : limitB;
  const float distance = approach > kSpeculativeMargin ? approach : kSpeculativeMargin;
  return distance < limit ? distance : limit;
}
constexpr float speculativeDistance(Vec3f halfExtentsA, Vec3f halfExtentsB, float approach) {
  return speculativeDistance(speculativeLimit(halfExtentsA), speculativeLimit(halfExtentsB), approach);
}

/// m. The margin of a swept box with which every pair within speculativeDistance overlaps: half of kSpeculativeMargin, or half of the limit where
/// that is less. (The motion is in the swept box.)
constexpr float standingMargin(Vec3f halfExtents) {
  const float limit = 0.25f * middleHalfExtent(halfExtents);
  return 0.5f * kSpeculativeMargin < limit ? 0.5f * kSpeculativeMargin : limit;
}

/// m. The margin of a fat box beyond that: kFatMargin, at most 12.5 % of the middle side.
constexpr float fatSlack(Vec3f halfExtents) {
  const float limit = 0.25f * middleHalfExtent(halfExtents);
  return kFatMargin < limit ? kFatMargin : limit;
}

}  // namespace tumble
