// Sleeping in the step: who may fall asleep, and the step of a world in which nothing moves.
#pragma once
#include "world/world.h"

namespace tumble {

/// Lets islands that have come to rest fall asleep, where the scene has sleeping on.
void letSleep(World& world);
/// Nothing moves, and no command of this step has changed that.
bool isQuiet(const World& world);
/// The whole step of such a world: time goes on. `before` is the report of the last step, whose counts still hold.
const StepReport& passQuietly(World& world, const StepReport& before);

}  // namespace tumble
