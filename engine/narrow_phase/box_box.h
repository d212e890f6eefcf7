// The contact manifold of two boxes: choice of the axis, points, and their impulses.
#pragma once
#include "narrow_phase/box_pair.h"
#include "narrow_phase/box_sat.h"
#include "narrow_phase/manifold.h"

namespace tumble {

/// Manifold of two boxes. The normal points from A to B. Points farther apart than `speculative` (m, >= 0) are left out;
/// count is 0 when none is left. `previous` is the manifold of the same pair one step before (or Manifold{}): it decides
/// between axes that are nearly as good, and its impulses go to the points with the same feature, or else the nearest point.
Manifold collideBoxes(const OrientedBox& a, const OrientedBox& b, float speculative, const Manifold& previous);

/// The same for up to four tested pairs, those of the bits of `lanes`: *manifolds[i] is the previous manifold of *pairs[i] and becomes the new one;
/// without points its count becomes 0 and the rest stays. The other pointers must be valid, too.
void makeManifolds(const BoxPair* const (&pairs)[4], const SatResult& sat, int lanes, Manifold* const (&manifolds)[4]);

/// The normal of a manifold made here, for the axes its boxes have now. `code` is Manifold::axis, not 0.
Vec3f normalOf(std::uint8_t code, const Mat3f& axesA, const Mat3f& axesB);

}  // namespace tumble
