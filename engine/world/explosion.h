// An explosion: momentum emitted from one point equally in every direction, absorbed by the bodies that it hits.
//
// A blast of total momentum P (kg m/s, the sum of its sizes over all directions) sends P / 4 pi into each unit of solid angle, so the
// impulse per area falls with the square of the distance, and a body gets it in proportion to the area that it shows:
//     J = f P / 4 pi  integral of r dOmega      over the directions r in which the shape lies
// For a sphere of radius a at the distance d that is f P a^2 / 4 d^2; for a face with corners v it is a sum over its edges,
//     integral = 1/2 sum angle(v_i, v_i+1) (v_i x v_i+1) / |v_i x v_i+1|
// (J. Lambert, "Photometria", 1760; J. Arvo, "Applications of irradiance tensors", 1995). All of it comes from the centre,
// so J acts on a line through the centre, and an off-centre impulse turns the body. In contact with the blast a wide face gets P / 4.
//
// That is the near field, where the ejected matter carries the momentum (W. Baker, "Explosions in Air", 1973). Farther away the air absorbs it,
// here by f = 1 - d / radius, d to the nearest point of the shape. No shape shadows another, the ground reflects nothing, and a blast inside a shape
// does not move it.
#pragma once
#include "world/world.h"

namespace tumble {

/// Applies its impulses to all dynamic bodies within its radius.
void explode(World& world, const Explosion& explosion);

}  // namespace tumble
