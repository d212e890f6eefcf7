// The axis-aligned boxes of a collider that the broad phase works with: where it may be in the coming step, and the fat box that
// has room for more than one.
#pragma once
#include "colliders/collider.h"

namespace tumble {

/// The tight box of a collider where it is, grown by what it looks around and by what it can move in `dt` seconds.
Aabb sweptBox(const OrientedBox& box, const ColliderMotion& motion, float dt);

/// What a collider gets when its swept box has left its fat box: room for the motion of the next steps, too, but not without
/// limit, or what is fast would pair with everything on its way.
Aabb fatBox(const OrientedBox& box, const ColliderMotion& motion, float dt);

}  // namespace tumble
