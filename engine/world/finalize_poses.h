// The end of a step: every body gets its new state.
#pragma once
#include "world/world.h"

namespace tumble {

/// Bodies in the contact solver get its result; the others move in closed form. A body with a non-finite new state is frozen at its last good pose
/// and reported (world/guard.h).
void finalizePoses(World& world);
/// Counts of bodies, pairs and contacts for the report.
void countContacts(World& world);
/// Number of contact points. It reads every manifold, so a step does not count them.
std::uint32_t contactPointCount(const World& world);

}  // namespace tumble
