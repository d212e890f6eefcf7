// Energy of a group of bodies that joints without springs and drives connect: they do no work, so that it stays. Where no impulses are found that hold the
// constraints (a taut chain at its dead point, light links that whip under a heavy end), gaps stay for a while, and what closes them later may throw the
// links. Energy above that of the start is taken from all velocities by one factor, which joints do not feel: J v = 0 for s v as for v.
#pragma once
#include <span>

#include "bodies/body.h"

namespace tumble {

/// J: kinetic and potential energy of the dynamic bodies.
double groupEnergy(std::span<const Body> bodies, Vec3 gravity);
/// Scales velocities so that the energy is at most `most`, or nothing moves.
void limitEnergy(std::span<Body> bodies, Vec3 gravity, double most);

}  // namespace tumble
