// An explosion: momentum thrown out of one point alike in every direction, of which each body takes what meets it.
//
// A blast of total momentum P (kg m/s, the sum of its sizes over all directions) sends P / 4 pi into each unit of solid angle, so the
// impulse per area falls with the square of the distance, and a body gets it in proportion to the area that it shows:
//     J = f P / 4 pi  integral of r dOmega      over the directions r in which the shape lies
// For a sphere of radius a at the distance d that is f P a^2 / 4 d^2; for a face with corners v it is a sum over its edges,
//     integral = 1/2 sum angle(v_i, v_i+1) (v_i x v_i+1) / |v_i x v_i+1|
// (J. Lambert, "Photometria", 1760; J. Arvo, "Applications of irradiance tensors", 1995). All that meets the body came from the
// centre, so J acts on a line through it: what is struck low or on one side turns. At a blast in contact a wide face takes P / 4.
//
// That is the near field, where the matter thrown out carries the momentum (W. Baker, "Explosions in Air", 1973). Farther off the
// air takes it up, here by f = 1 - d / radius, d to the nearest point of the shape. Nothing throws a shadow, not even one shape of
// a body on another; nothing is reflected by the ground; a blast inside a shape moves it nowhere.
#pragma once
#include "world/world.h"

namespace tumble {

/// center: m, world; momentum: P, N s; radius: m, where it ends.
void explode(World& world, Vec3 center, double momentum, double radius);

}  // namespace tumble
