// Lasting forces and pointer springs in the step: sorted by body once, evaluated in every substep.
#pragma once
#include "world/world.h"

namespace tumble {

/// Collects the forces of this step by body.
void gatherLastingForces(World& world);
/// The forces on one body, in the order they were given; empty for most.
std::span<const Force> forcesOn(const World& world, std::uint32_t bodyIndex);
/// Sets the accelerations of the bodies in the contact solver that forces act on, from their state in this substep.
void applyLastingForces(World& world);

}  // namespace tumble
