// Whether the stores of a world fit each other.
#pragma once
#include <string>

#include "world/world.h"

namespace tumble {

/// "" when every index is in range, every list has the length of its partner, what must be sorted is sorted and every number
/// of bodies and colliders is finite: what the step takes for granted. Else a few words on the first thing that is not so.
/// Holds for every world that was built by addBody, removeBody, enqueue and step.
std::string contradictionIn(const World& world);

}  // namespace tumble
