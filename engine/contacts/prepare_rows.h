// The rows of four contacts side by side, from their manifolds.
#pragma once
#include "contacts/contact_solver.h"

namespace tumble {

/// What the groups of a step share.
struct RowSettings {
  float timeStep = 0;  // s
  float gravity = 0;   // m/s^2
};

/// In an empty lane.
inline constexpr ActiveContact kNobody;

/// Writes every row of the group, adds its impulses of the last step to the warm start of its bodies, and marks the group and its
/// bodies when one is about to stop a blow.
void prepareRows(ContactRows& rows, const ActiveContact* const (&lanes)[kLanes], const List<Manifold>& pool, const SoftConstraint& soft,
                 const RowSettings& settings, SolverBodies& bodies);

/// What the motion of kinematic bodies gives to the relative velocity in one lane: v_B - v_A (m/s) at the origin of the manifold's
/// points and omega_B - omega_A (rad/s), of kinematic bodies only.
void addDrift(KinematicDrift& drift, const ContactRows& rows, int lane, const Manifold& manifold, Vec3f velocity, Vec3f omega);

}  // namespace tumble
