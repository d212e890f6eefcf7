// Creeping: so slow that what is of second order in the motion of a step changes nothing, as in a heap at rest.
#pragma once
#include "colliders/speculative_distance.h"

namespace tumble {

inline bool turnsSlowly(const ColliderMotion& motion) { return lengthSquared(motion.omega) <= kCreepingRotation * kCreepingRotation; }

inline bool creeps(const ColliderMotion& motion, const OrientedBox& shape) {
  const float most = kCreepingSpeed * middleHalfExtent(shape.halfExtents);
  return turnsSlowly(motion) && lengthSquared(motion.velocity) <= most * most;
}

}  // namespace tumble
