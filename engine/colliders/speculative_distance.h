// How far from its surface a box looks for others.
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

/// The same of four. Whoever has this number for four colliders gets from it what follows (middle, m).
inline F32x4 middleHalfExtent(Vec3x4 h) { return max(min(h.x, h.y), min(max(h.x, h.y), h.z)); }

/// m. How far a point of the collider moves in dt seconds by the turning of its body alone; at most a quarter of its middle
/// half side.
inline float turningReach(const ColliderMotion& motion, Vec3f halfExtents, float dt) {
  const float limit = 0.25f * middleHalfExtent(halfExtents), reach = motion.turning * dt;
  return reach < limit ? reach : limit;
}

/// turning: m/s, ColliderMotion::turning.
inline F32x4 turningReach(F32x4 turning, F32x4 middle, F32x4 dt) { return min(splat(0.25f) * middle, turning * dt); }

/// m. Upper limit of the speculative distance of a box: half its middle half side.
constexpr float speculativeLimit(Vec3f halfExtents) { return 0.5f * middleHalfExtent(halfExtents); }
inline F32x4 speculativeLimit(F32x4 middle) { return splat(0.5f) * middle; }

/// m. Two boxes closer than this get contact points. `approach` (m): how much closer they may come in this step.
constexpr float speculativeDistance(float limitA, float limitB, float approach) {
  const float limit = limitA < limitB ? limitA : limitB;
  const float distance = approach > kSpeculativeMargin ? approach : kSpeculativeMargin;
  return distance < limit ? distance : limit;
}
constexpr float speculativeDistance(Vec3f halfExtentsA, Vec3f halfExtentsB, float approach) {
  return speculativeDistance(speculativeLimit(halfExtentsA), speculativeLimit(halfExtentsB), approach);
}

/// m. What the fat box of a collider must have round it so that every pair within speculativeDistance is found: half of
/// kSpeculativeMargin, or half of the limit where that is less. (The approach is covered by sweeping the box.)
constexpr float standingReach(Vec3f halfExtents) {
  const float limit = 0.25f * middleHalfExtent(halfExtents);
  return 0.5f * kSpeculativeMargin < limit ? 0.5f * kSpeculativeMargin : limit;
}

/// m. Slack of the fat box beyond that, kFatMargin or 12.5 % of the middle side.
constexpr float fatSlack(Vec3f halfExtents) {
  const float limit = 0.25f * middleHalfExtent(halfExtents);
  return kFatMargin < limit ? kFatMargin : limit;
}

}  // namespace tumble
