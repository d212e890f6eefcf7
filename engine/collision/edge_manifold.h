// The contact of two crossing edges: one point, half way between them.
#pragma once
#include "collision/box_pair.h"

namespace tumble {

struct EdgeContact {
  bool touches = false;    // the nearest points lie on the edges, not beyond their ends
  Vec3f normal;            // unit, from A to B, world axes
  Vec3f position;          // m, from the centre of a (BoxPair), world axes
  float separation = 0;    // m
  std::uint32_t feature = 0;
};

/// Edges along axis i of A and axis j of B, with the normal on the side given by `towardB` (1 or -1 times A_i x B_j).
EdgeContact crossEdges(const BoxPair& pair, int i, int j, float towardB);

}  // namespace tumble
