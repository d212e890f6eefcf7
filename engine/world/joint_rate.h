// How fast a joint turns or slides, from the velocities of its bodies.
#pragma once
#include "bodies/body_store.h"
#include "joints/joint.h"

namespace tumble {

/// Rate of the coordinate of a hinge (rad/s: of b about u, relative to a) or of a slider (m/s: of the anchor of b along u, seen from a); 0 of
/// other joints and of removed ones.
double jointRate(const BodyStore& bodies, const Joint& joint);

}  // namespace tumble
