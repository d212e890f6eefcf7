// Lasting forces and pointer springs in the step: sorted by body once, evaluated in every substep.
#pragma once
#include "world/world.h"

namespace tumble {

/// The forces that act now, by body, springs from both ends; the numbers of those that depend on time are still to be set. True when some
/// join two bodies.
bool collectLastingForces(const World& world, List<Force>& active);
/// Lists what connects bodies or acts on them at present: joints by body, and the forces of collectLastingForces.
void gatherConnections(World& world);
/// The same for this part of the step, with what depends on time, and the networks of stiff springs.
void gatherLastingForces(World& world);
/// The forces on one body, in the order of the scene; empty for most.
std::span<const Force> forcesOn(const World& world, std::uint32_t bodyIndex);
/// Applies the forces on bodies in the contact solver, from their state in this substep.
void applyLastingForces(World& world);

}  // namespace tumble
