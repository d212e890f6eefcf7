// Carries out commands at the start of their step.
#pragma once
#include "world/world.h"

namespace tumble {

/// Applies every waiting command whose step has come, in order, and drops it. A command whose body is gone sets kStaleBody
/// in the report and does nothing.
void applyCommands(World& world);

}  // namespace tumble
