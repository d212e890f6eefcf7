// The rows of four contacts side by side, from their manifolds.
#pragma once
#include "contacts/contact_solver.h"

namespace tumble {

/// What the groups of a step share.
struct ConstraintSettings {
  float timeStep = 0;  // s
  float gravity = 0;   // m/s^2
};

/// Of an empty lane: without points, but with a normal, so that its tangents are numbers.
inline constexpr Manifold kEmptyManifold = [] {
  Manifold m;
  m.normal = {0, 1, 0};
  return m;
}();
inline constexpr Recycling kEmptyRecycling;

/// What the rows of one contact are made of; by itself an empty lane.
struct ConstraintSource {
  const Manifold* manifold = &kEmptyManifold;
  const Recycling* recycling = &kEmptyRecycling;
  const Vec3f* normal = &kEmptyManifold.normal;  // read as four floats at once
  float friction = 0;  // Coulomb coefficient
};

/// Writes every row of the group and takes its impulses from the manifolds. Where one of them is new (`newManifolds`: a bit for each lane) and
/// about to stop a blow, marks the group and its bodies.
void prepareConstraint(ContactConstraintWide& rows, const ConstraintSource (&lanes)[kLanes], unsigned newManifolds, const ConstraintSettings& settings, SolverBodies& bodies);

/// Adds what the impulses of the last step do to the bodies to their warm start.
void warmStart(ContactConstraintWide& rows, SolverBodies& bodies);

}  // namespace tumble
