// The axis-aligned bounds of a collider for the broad phase: the swept box bounds its motion in the coming step, the fat box that of several steps.
#pragma once
#include "colliders/collider.h"

namespace tumble {

/// The bounds of a collider, with its speculative margin and its motion in `dt` seconds.
Aabb sweptBox(const OrientedBox& box, const ColliderMotion& motion, float dt);

/// The swept box with room for the motion of the next steps. The room is limited: a fast collider would pair with everything on its path.
Aabb fatBox(const OrientedBox& box, const ColliderMotion& motion, float dt);

}  // namespace tumble
