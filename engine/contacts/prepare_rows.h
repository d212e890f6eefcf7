// The rows of four contacts side by side, from their manifolds.
#pragma once
#include "contacts/contact_solver.h"

namespace tumble {

/// What the groups of a step share.
struct RowSettings {
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
struct RowSource {
  const Manifold* manifold = &kEmptyManifold;
  const Recycling* recycling = &kEmptyRecycling;
  const Vec3f* normal = &kEmptyManifold.normal;  // read as four floats at once
  float friction = 0;  // Coulomb coefficient
};

/// Writes every row of the group and takes its impulses from the manifolds. Where one of them is new (`isNew`: a bit for each lane) and
/// about to stop a blow, marks the group and its bodies.
void prepareRows(ContactRows& rows, const RowSource (&lanes)[kLanes], unsigned isNew, const RowSettings& settings, SolverBodies& bodies);

/// Adds what the impulses of the last step do to the bodies to their warm start.
void warmStart(ContactRows& rows, SolverBodies& bodies);

/// How something kinematic moves where the points of a contact will be: v + omega x (shift + p + t (way + turning x p)) at the point p of
/// the manifold after the time t.
struct KinematicMotion {
  Vec3f velocity, omega;  // m/s, rad/s
  Vec3f shift;            // m, from its centre to the origin of the manifold's points
  Vec3f way, turning;     // m/s, rad/s: of the points, seen from its centre
};

/// What it adds to the relative velocity in one lane. `sign`: 1 where it is B, -1 where it is A. timeStep: s.
void addDrift(KinematicDrift& drift, const ContactRows& rows, int lane, const Manifold& manifold, const KinematicMotion& motion, float sign,
              float timeStep);

}  // namespace tumble
