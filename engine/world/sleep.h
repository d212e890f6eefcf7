// Sleeping in the step, and the step of a world in which all bodies sleep.
#pragma once
#include "world/world.h"

namespace tumble {

/// Puts islands at rest to sleep, if the scene allows sleeping.
void updateSleep(World& world);
/// True when no body moves and this step had no command.
bool canSkipStep(const World& world);
/// The step of such a world: only stepCount changes. `before`: report of the last step, whose counts are still right.
const StepReport& skipStep(World& world, const StepReport& before);

}  // namespace tumble
