// The contacts of four pairs, each of a face of one box (the reference face) with the other box: its most opposed face (the
// incident face), clipped to the sides of the reference face.
#pragma once
#include "narrow_phase/box_pair.h"
#include "narrow_phase/manifold_lanes.h"

namespace tumble {

/// An axis for each of four pairs. It gets its direction, so that the normal points from A to B, from the centres, and where these
/// are too near each other across it, from the step before.
struct AxisChoice {
  alignas(16) float axis[4];             // its number: 0..2 faces of A, 3..5 faces of B
  alignas(16) float directionBefore[4];  // 1, or -1 where the normal ran against it; 0 where it was another axis
};

/// Makes a manifold for each bit of `lanes`, but for its impulses; its count is 0 where the boxes do not touch there, and where no bit
/// is. A point that is in `previous` too gets a small advantage where there are more than four.
void touchFaces(const BoxPair* const (&pairs)[4], const AxisChoice& choice, int lanes, const FeatureLanes& previous, ManifoldLanes& made);

}  // namespace tumble
