// The contacts of four pairs, each of a face of one box (the reference face) with the other box: its most opposed face (the
// incident face), clipped to the sides of the reference face.
#pragma once
#include "narrow_phase/box_pair.h"
#include "narrow_phase/manifold_lanes.h"

namespace tumble {

/// An axis for each of four pairs. The normal points from A to B; where the centres are too close along the axis to tell, it keeps the direction
/// of the step before.
struct AxisChoice {
  alignas(16) float axis[4];             // its number: 0..2 faces of A, 3..5 faces of B
  alignas(16) float directionBefore[4];  // 1, or -1 where the normal ran against it; 0 where it was another axis
};

/// Makes the manifold, without impulses, of each lane in `lanes`. Count 0: the boxes do not touch, or the lane is not in `lanes`. With more than
/// four points, features of `previous` get a small advantage.
void touchFaces(const BoxPair* const (&pairs)[4], const AxisChoice& choice, int lanes, const FeatureLanes& previous, ManifoldLanes& made);

}  // namespace tumble
