// Lasting forces and pointer springs in the step: sorted by body once, evaluated in every substep.
#pragma once
#include "world/world.h"

namespace tumble {

/// Collects the forces of this step by body.
void gatherLastingForces(World& world);
/// The forces on one body, in the order of the scene; empty for most.
std::span<const Force> forcesOn(const World& world, std::uint32_t bodyIndex);
/// Applies the forces on bodies in the contact solver, from their state in this substep.
void applyLastingForces(World& world);

}  // namespace tumble
