// The start of a step: every body is checked, and its colliders are placed.
#pragma once
#include "world/world.h"

namespace tumble {

/// Freezes every body that a command or the host has made non-finite, and places the colliders of all awake bodies.
void placeBodies(World& world);

}  // namespace tumble
