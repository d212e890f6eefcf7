// Consistency of the stores of a world.
#pragma once
#include <string>

#include "world/world.h"

namespace tumble {

/// "" when every index is in range, lists that belong together have the same length, sorted lists are sorted and every number is in its range: the
/// preconditions of the step. Otherwise a phrase on the first violation.
/// Holds for every world that was built by addBody, removeBody, enqueue and step.
std::string contradictionIn(const World& world);

}  // namespace tumble
