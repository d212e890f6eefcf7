// Assertions about the world as a whole.
#pragma once
#include "world/world.h"

namespace tumble {

/// That all stores hang together. Call at the end of a step.
void assertWorld(World& world);

}  // namespace tumble
