// The time for which the levers of springs and of round contacts stay about where they are: those of the solver are constant over a substep
// (divide_step.h).
#pragma once
#include "world/world.h"

namespace tumble {

/// s. The time in which the fastest body on a spring with a lever turns by kLostTurn; 1e300 without one. Bodies count if springs join them, directly or
/// through others, to one in a pair.
double leverTimeOfSprings(const World& world);
/// s, at most `most`. The shortest time of a round contact that bears on one point.
double leverTimeOfRolling(const World& world, double most);

}  // namespace tumble
