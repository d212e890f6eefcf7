// Makes a contact constraint from the manifolds of its four contacts.
#pragma once
#include "contacts/contact_solver.h"

namespace tumble {

/// What the constraints of a step share.
struct ConstraintSettings {
  float timeStep = 0;    // s
  float gravity = 0;     // m/s^2
  bool isShort = false;  // part of a step: points that bear do so until its end
  bool rigid = false;    // SubstepContext::rigid
};

/// For an empty lane: no points, but a normal, so that its tangents are finite.
inline constexpr Manifold kEmptyManifold = [] {
  Manifold m;
  m.normal = {0, 1, 0};
  return m;
}();
inline constexpr Recycling kEmptyRecycling;

/// Source of one lane; by default an empty one.
struct ConstraintSource {
  const Manifold* manifold = &kEmptyManifold;
  const Recycling* recycling = &kEmptyRecycling;
  const Vec3f* normal = &kEmptyManifold.normal;  // read as four floats at once
  float friction = 0;                            // Coulomb coefficient
  bool isDisc = false;                           // the patch is a whole disc (disc_patch.h)
};

/// m/s. What approaches more slowly makes no impact: a body that rests falls by less in a part of the step.
inline float slowestImpact(float gravity, float timeStep) { return 3 * gravity * timeStep + 1e-3f; }

/// Writes all rows, with the impulses of the manifolds.
void prepareConstraint(ContactConstraintWide& constraint, const ConstraintSource (&lanes)[kLanes], const ConstraintSettings& settings,
                       const SolverBodies& bodies);

/// Where a new manifold (`newManifolds`: a bit for each lane) is about to stop an impact, marks the bodies with expectsImpact, and the constraint with
/// absorbsImpact if at several points. Of a prepared constraint, with the velocities that its kinematic bodies have.
void markImpacts(ContactConstraintWide& constraint, const ConstraintSource (&lanes)[kLanes], unsigned newManifolds,
                 const ConstraintSettings& settings, const KinematicVelocity& kinematic, SolverBodies& bodies);

/// Adds M^-1 J^T lambda of the last step to the warm start of the bodies, and finds out whether a contact is new.
void addWarmStart(ContactConstraintWide& constraint, SolverBodies& bodies);

}  // namespace tumble
