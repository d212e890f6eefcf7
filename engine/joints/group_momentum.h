// Momentum of a group of bodies that joints and contacts connect to one another alone. All of their impulses are inner ones, so the centre of mass
// moves as of a free body, and the angular momentum about it stays. Where it does not (levers of poses up to a substep old, gaps that are removed
// from positions at velocities that differ, constraints that yield), what is missing, P and K about the centre of mass X, is given to the group
// as one rigid body with inertia tensor I about X, which neither joints nor contacts feel:
//     v_i += P / M + omega x (x_i - X),    L_i += I_i omega,    omega = I^-1 K.
#pragma once
#include <span>

#include "bodies/body.h"

namespace tumble {

struct GroupMomentum {
  double mass = 0;  // kg
  Vec3 centre;      // m
  Vec3 momentum;    // kg m/s
  Vec3 angular;     // kg m^2/s, about the centre
};

/// `group`: indices in `bodies`. Zero for none.
GroupMomentum momentumOf(std::span<const std::uint32_t> group, std::span<const Body> bodies);
/// Gives the group the momentum and the centre of mass that it has after a free fall of `time`, s, from `before`.
void restoreMomentum(std::span<const std::uint32_t> group, std::span<Body> bodies, const GroupMomentum& before, Vec3 gravity, double time);

}  // namespace tumble
