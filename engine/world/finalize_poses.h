// The end of a step: every body gets its new state.
#pragma once
#include "world/world.h"

namespace tumble {

/// Bodies that contacts touched get what the solver did; the others move freely in closed form. A body whose new state is
/// not finite is put back to its last good pose, stopped, and frozen, and the report says so: it harms no other.
void finalizePoses(World& world);
/// Counts of bodies, pairs and contacts for the report.
void countContacts(World& world);
/// Points of all contacts. It looks at every manifold, so a step does not count them.
std::uint32_t contactPointCount(const World& world);

}  // namespace tumble
