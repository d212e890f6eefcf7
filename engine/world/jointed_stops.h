// Stops of continuous collision (world/continuous_collision.h) where joints hold the body: all that they connect to it goes back to the moment of the
// impact, and loses the rest of the step with it. One limb alone would leave its joint by what it moves in a step, 0.1 m of a ragdoll that falls.
#pragma once
#include "world/world.h"

namespace tumble {

/// Records the states of all bodies at the start of a part of the step, where there are joints.
void recordJointedStarts(World& world);
/// Puts a body and all that joints connect to it back to the time t in [0, 1) of the part. False without joints on it.
bool putBackJointed(World& world, std::uint32_t index, double t);
/// Closes the gaps of the assemblies that were put back: on a straight path from start to end joints open by second order of what they turn.
void settleStopped(World& world);

}  // namespace tumble
