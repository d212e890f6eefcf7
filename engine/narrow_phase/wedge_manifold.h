// The contact of two boxes that touch along an edge of each, side by side: cards that lean on each other. Any normal between those of the faces at the
// two edges keeps them apart, and a test of axes has only those of the faces, each of one box alone. Halfway between the extremes both boxes are alike:
// two that are mirror images press along the normal of the mirror.
#pragma once
#include "narrow_phase/box_pair.h"
#include "narrow_phase/manifold.h"

namespace tumble {

/// Where the deepest points of a manifold lie on an edge of both boxes, makes it the contact of these edges: with the normal from one to the other, or
/// halfway where they meet. Without points where they are farther apart than pair.speculative. `previous`: the manifold of the step before, whose
/// impulses go to the same points.
void meetAlongEdges(const BoxPair& pair, const Manifold& previous, Manifold& manifold);

}  // namespace tumble
