// Applies commands at the start of their step.
#pragma once
#include "world/world.h"

namespace tumble {

/// Applies every waiting command of this step, in order, and removes it. A command for a body that does not exist sets kStaleBody in the report
/// and does nothing else.
void applyCommands(World& world);

}  // namespace tumble
