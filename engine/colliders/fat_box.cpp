// One lane an axis; the fourth means nothing. Lower and upper sides of C -+ G, G the half side with its margin, C the centre, plus
// the motion M: three roundings, together at most 2^-24 (3 |side| + G + 2 |M|), are made good by moving the side outwards.
#include "colliders/fat_box.h"

#include "colliders/speculative_distance.h"
#include "math/wide.h"
#include "tuning.h"

namespace tumble {
namespace {

/// Half the sides of the smallest axis-aligned box round an oriented one: |axes| * halfExtents, m.
F32x4 aabbHalfExtents(const OrientedBox& box) {
  const auto column = [](const Vec3f& axis, float halfExtent) { return abs(loadUnaligned(&axis.x)) * splat(halfExtent); };
  return column(box.axes.cx, box.halfExtents.x) + column(box.axes.cy, box.halfExtents.y) + column(box.axes.cz, box.halfExtents.z);
}

Aabb boxAround(const OrientedBox& box, F32x4 halfExtents, float margin, Vec3f motion) {
  const Vec3f c = toFloat(box.center);
  const F32x4 center = makeWide(c.x, c.y, c.z, 0), move = makeWide(motion.x, motion.y, motion.z, 0), grown = halfExtents + splat(margin);
  const F32x4 lower = center - grown + min(move, splat(0)), upper = center + grown + max(move, splat(0));
  const F32x4 outwards = splat(1.0f / (1 << 22)), size = grown + abs(move);
  alignas(16) float low[4], high[4];
  store(low, lower - (abs(lower) + size) * outwards);
  store(high, upper + (abs(upper) + size) * outwards);
  return {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

}  // namespace

Aabb sweptBox(const OrientedBox& box, const ColliderMotion& motion, float dt) {
  const float margin = standingMargin(box.halfExtents) + turningDistance(motion, box.halfExtents, dt), swing = motion.turning * dt;
  F32x4 half = aabbHalfExtents(box);
  // Rotation beyond the speculative distance is simulated in shorter parts (world/divide_step.h): the bound is the bounding sphere.
  if (swing > speculativeLimit(box.halfExtents)) half = max(half, min(half + splat(swing), splat(length(box.halfExtents))));
  return boxAround(box, half, margin, motion.velocity * dt);
}

Aabb fatBox(const OrientedBox& box, const ColliderMotion& motion, float dt) {
  if (motion.still) return sweptBox(box, motion, dt);
  const Vec3f h = box.halfExtents;
  const float ahead = dt * kFatSteps, longest = 2 * middleHalfExtent(h);
  const float margin = standingMargin(h) + turningDistance(motion, h, dt) + fatSlack(h);
  // The bound on rotation is the bounding sphere.
  const F32x4 half = aabbHalfExtents(box), turned = max(half, min(half + splat(motion.turning * ahead), splat(length(h))));
  const Vec3f move = motion.velocity * ahead;
  const float distance = length(move), step = distance / kFatSteps, most = longest > step ? longest : step;
  return boxAround(box, turned, margin, distance > most ? move * (most / distance) : move);
}

}  // namespace tumble
