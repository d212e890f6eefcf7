// The contacts of four pairs, each of a face of one box (the reference face) with the other box: its most opposed face (the
// incident face), clipped to the sides of the reference face.
#pragma once
#include "collision/box_pair.h"
#include "collision/manifold_lanes.h"

namespace tumble {

struct FaceAxis {
  int axis = 0;           // 0..2 faces of A, 3..5 faces of B
  bool backward = false;  // the normal, from A to B, runs against it
};

/// Makes a manifold for each bit of `lanes`, but for its impulses and Manifold::axis; its count is 0 where the boxes do not touch
/// there. A point that is in `previous` too gets a small advantage where there are more than four.
void touchFaces(const BoxPair* const (&pairs)[4], const FaceAxis (&axes)[4], int lanes, const FeatureLanes& previous, ManifoldLanes& made);

}  // namespace tumble
