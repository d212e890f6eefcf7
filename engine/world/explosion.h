// An explosion: one impulse on every body in reach, away from its centre.
//
// It acts where the body is nearest to the centre, so a blast under one side of a body turns it over:
//     J = strength (1 - d / radius) n      d: distance of that point, n: from the centre to it
// A body that holds the centre inside is pushed at its centre of mass. The fall-off is linear; a real blast wave falls off by a
// law of its own, and acts on a whole surface.
#pragma once
#include "world/world.h"

namespace tumble {

/// center: m, world; strength: N s on a body right there; radius: m, where it ends.
void explode(World& world, Vec3 center, double strength, double radius);

}  // namespace tumble
