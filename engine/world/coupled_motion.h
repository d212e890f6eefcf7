// Coupled motion: bodies in flight that springs or joints join to each other. They move together, so that the forces at both ends of a spring are equal and
// opposite in every stage, and momentum is conserved up to rounding. Kick - drift - kick as in motion/free_motion.h, all bodies of a group in each
// stage.
#pragma once
#include "world/world.h"

namespace tumble {

/// True for a body with a joint, and for one of the production scheme with a spring to another body.
bool isCoupled(const World& world, std::uint32_t bodyIndex);

/// Moves every coupled body without contacts. Bodies in contact have their new state already (their old pose is lastGoodX, lastGoodQ); for the coupled
/// ones they move there at a constant velocity.
void moveCoupledBodies(World& world);

}  // namespace tumble
