// The start of a step: every body is looked at once, and its colliders are put where it is.
#pragma once
#include "world/world.h"

namespace tumble {

/// Freezes every body that a command or the host has made non-finite, before the stages of the step read it, and places the
/// colliders of all that are awake. (Those of bodies asleep are where they were.)
void placeBodies(World& world);

}  // namespace tumble
