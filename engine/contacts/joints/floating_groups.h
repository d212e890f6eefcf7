// Momentum of jointed bodies in contact that touch nothing immovable.
//
// Joints and contacts work in turn, in single precision and with levers of poses that are up to a substep old, and gaps are removed from positions at
// velocities that differ: each leaves some of the angular momentum out. All of these impulses are inner ones of the group, so its centre of mass moves
// as of a free body, and its angular momentum about it stays. What is missing, P and K about the centre of mass X, is given to the group as one
// rigid body with inertia tensor I about X, which neither joints nor contacts feel:
//     v_i += P / M + omega x (x_i - X),    L_i += I_i omega,    omega = I^-1 K.
#pragma once
#include <vector>

#include "bodies/body.h"
#include "containers/list.h"

namespace tumble {

struct ContactSolver;

struct GroupMomentum {
  double mass = 0;  // kg
  Vec3 centre;      // m
  Vec3 momentum;    // kg m/s
  Vec3 angular;     // kg m^2/s, about the centre
};

/// Bodies that joints and contacts connect to one another alone, and their momentum before the step.
struct FloatingGroup {
  List<std::uint32_t> bodies;  // indices in the body store
  GroupMomentum before;
};

/// The groups with joints. Call after storeImpulses, with the bodies as they were before the step.
std::vector<FloatingGroup> floatingGroupsOf(const ContactSolver& solver, const List<Body>& bodies);
/// Gives each group the momentum and the centre of mass that it has after a free fall of `time`, s. `bodies`: after the step.
void restoreMomentum(const std::vector<FloatingGroup>& groups, List<Body>& bodies, Vec3 gravity, double time);

}  // namespace tumble
