// The contact of a face of one box (the reference face) with the other box: its most opposed face (the incident face),
// clipped to the sides of the reference face.
#pragma once
#include "collision/box_pair.h"
#include "collision/contact_candidates.h"

namespace tumble {

struct ReferenceFace {
  Vec3f normal;          // outward, world axes
  Vec3f u, v;            // the other two axes of the box, world axes
  float distance = 0;    // m, of the face from the centre of its box
};

ReferenceFace referenceFace(const BoxExtent& box, int axis, bool sign);

/// Candidate points of the incident box against face (axis, sign) of `reference`. `center` is the centre of the incident box
/// seen from the centre of the reference box, world axes, m. Features name the reference box first.
void clipFaces(const BoxExtent& reference, int axis, bool sign, const BoxExtent& incident, Vec3f center, float slop, float speculative,
               ContactCandidates& candidates);

}  // namespace tumble
