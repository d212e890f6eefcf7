// The contact of two crossing edges: the point midway between them, and where long boxes cross nearly flat, those of the adjacent edges.
#pragma once
#include "narrow_phase/box_pair.h"
#include "narrow_phase/manifold.h"

namespace tumble {

struct EdgeContact {
  struct Point {
    Vec3f position;        // m, from the centre of a (BoxPair), world axes
    float separation = 0;  // m
    std::uint32_t feature = 0;
  };
  Vec3f normal;   // unit, from A to B, world axes
  int count = 0;  // 0: the nearest points lie beyond the ends of the edges, or too far apart
  Point points[kMaxManifoldPoints];
};

/// Edges along axis i of A and axis j of B, with the normal on the side given by `towardB` (1 or -1 times A_i x B_j).
EdgeContact crossEdges(const BoxPair& pair, int i, int j, float towardB);

}  // namespace tumble
