// Patches that are whole discs: friction about their normal has a longer lever than on a rectangle with the same four points.
#pragma once
#include "colliders/collider.h"
#include "narrow_phase/manifold.h"

namespace tumble {

/// Whether the points of a manifold lie on the rim of a cylinder or cone, around one of its faces.
bool isDisc(const OrientedBox& a, const OrientedBox& b, const Manifold& manifold);

}  // namespace tumble
