// When what rolls leaves the face that it rolls on.
#pragma once
#include "world/world.h"

namespace tumble {

/// s, at most `most` and at least `least`. When the centre of a round body that bears on the face of a static box passes the border of that face. A contact lasts
/// until the end of its part of the step: what rolls off a table would be held up for up to 1/240 s.
double timeToEdge(const World& world, double most, double least);

}  // namespace tumble
