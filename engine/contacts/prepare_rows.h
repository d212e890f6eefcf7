// The rows of four contacts side by side, from their manifolds.
#pragma once
#include "contacts/contact_solver.h"

namespace tumble {

/// One lane of a group: a contact, or nothing.
struct LaneContact {
  const Manifold* manifold = nullptr;  // nullptr: an empty lane
  const float* armA = nullptr;  // m, world axes: centre of mass of A -> centre of collider A, the origin of the points (ColliderArm)
  Vec3f armB;                   // m: centre of mass of B -> the same point
  std::uint32_t contact = kNoContact;  // in the pool of contacts
  ContactBodies bodies{0, 0};   // solver bodies
  float friction = 0;
};

/// What the groups of a step share.
struct RowSettings {
  float timeStep = 0;  // s
  float gravity = 0;   // m/s^2
};

/// Writes every row of the group, adds its impulses of the last step to the warm start of its bodies, and marks the group and its
/// bodies when one is about to stop a blow.
void prepareRows(ContactRows& rows, const LaneContact (&lanes)[kLanes], const SoftConstraint& soft, const RowSettings& settings,
                 SolverBodies& bodies);

/// What the motion of kinematic bodies gives to the relative velocity in one lane: v_B - v_A (m/s) at the origin of the manifold's
/// points and omega_B - omega_A (rad/s), of kinematic bodies only.
void addDrift(KinematicDrift& drift, const ContactRows& rows, int lane, const Manifold& manifold, Vec3f velocity, Vec3f omega);

}  // namespace tumble
