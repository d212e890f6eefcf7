// Impacts with restitution, each at its own moment within the substep.
//
// A contact with restitution e leaves the constraints where its impact in this substep is faster than its threshold:
//  1. the time of impact alpha h is found on the paths of the bodies, and the manifold is built at that moment, so that both bodies get
//     the impulse at one common point and the total angular momentum stays;
//  2. all points are solved together (impact_law.h) for v_n+ = -e v_n-, less the energy that friction would add. v_n- is the velocity at the
//     moment of impact, not at the end of the substep, so gravity adds no energy to a bounce;
//  3. a body that nothing else touched continues in closed form (flight_state.h). The position of others follows the old velocity up to alpha
//     and the new one after it, d -= alpha h dv, so an elastic bounce keeps its height;
//  4. of the impacts of a body the first comes first, and those of one moment are one (simultaneous_impacts.h);
//  5. the list is repeated until no pair approaches, so an impact runs along a row of touching bodies. Where that does not end, it is
//     one impact of all of them (multiple_impacts.h).
// A separation that the constraint, linear in rotation, predicts wrongly is corrected where the point does not touch.
// Impacts of planar bodies, which are walls along z, are all resolved here.
#pragma once
#include <cstdint>

#include "narrow_phase/contact_store.h"

namespace tumble {

struct ContactScene;
struct ContactConstraintWide;
struct ContactSolver;

/// A contact whose restitution is above 0, or of a planar body with a moving one that is not.
struct BouncingContact {
  TouchingPair pair;
  std::uint32_t bodyA = 0, bodyB = 0;      // body indices
  std::uint32_t solverA = 0, solverB = 0;  // indices of the solver bodies; 0: immovable
  float friction = 0, restitution = 0;
  std::uint32_t batch = 0;  // index of its constraint
  int lane = 0;
  float approach = 0;          // m/s, of the last predicted impact
  int impactCount = 0;         // of this substep
  bool hadImpact = false;      // in this part of the step
  std::uint32_t next[2] = {};  // the next of the contacts of body A and of body B (simultaneous_impacts.h)
};

/// m/s, v_n of point `point` for the present velocities of the solver.
float normalVelocity(const ContactSolver& solver, const ContactConstraintWide& constraint, int lane, int point);
/// Lists the bouncing contacts, in the order of their pairs. Call after the contacts were prepared.
void gatherBouncing(ContactSolver& solver, const ContactScene& scene);
/// Resolves the impacts of this substep. Call after integrateVelocities and before warmStartContacts.
void resolveImpacts(ContactSolver& solver, const ContactScene& scene);

}  // namespace tumble
