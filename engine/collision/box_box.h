// The contact of two boxes: which axis, which points, and what they remember.
#pragma once
#include "collision/box_pair.h"
#include "collision/box_sat.h"
#include "collision/manifold.h"

namespace tumble {

/// Manifold of two boxes. The normal points from A to B. Points farther apart than `speculative` (m, >= 0) are left out;
/// count is 0 when none is left. `previous` is the manifold of the same pair one step before (or Manifold{}): it decides
/// between axes that are nearly as good, and its impulses go to the points with the same feature, or else the nearest point.
Manifold collideBoxes(const OrientedBox& a, const OrientedBox& b, float speculative, const Manifold& previous);

/// The same after the axes have been tested: lane `lane` of `sat` belongs to `pair`.
Manifold makeManifold(const BoxPair& pair, const SatResult& sat, int lane, const Manifold& previous);

/// The normal of a manifold that makeManifold made, for the axes its boxes have now. `axis` is Manifold::axis, not 0.
Vec3f normalOf(std::uint32_t axis, const Mat3f& axesA, const Mat3f& axesB);

}  // namespace tumble
