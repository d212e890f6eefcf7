// Bodies that springs join to each other, in flight: they move together, or the force on one would not be the force on the
// other. Kick - drift - kick as in motion/free_motion.h, with all bodies of a group in each stage, so that what one end gains in
// momentum the other loses, to the bit of the sums.
#pragma once
#include "world/world.h"

namespace tumble {

/// True for a body that moves by the production scheme and that a spring joins to another body.
bool isCoupled(const World& world, std::uint32_t bodyIndex);

/// Moves every coupled body that no contact touched. Touched partners have their new state already (their old pose is
/// lastGoodX, lastGoodQ); to the others they go there at a constant rate.
void moveCoupledBodies(World& world);

}  // namespace tumble
