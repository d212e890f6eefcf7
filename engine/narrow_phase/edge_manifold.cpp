// Of the four edges along A_i the one farthest along the normal n touches, of those along B_j the one farthest along -n.
// Nearest points of the lines P + s A_i and Q + t B_j (C. Ericson, "Real-Time Collision Detection", 2005, section 5.1.8):
// with w = Q - P, c = A_i . B_j the difference w + t B_j - s A_i is perpendicular to both directions, so
//   s = (A_i.w - c B_j.w) / (1 - c^2),   t = (c A_i.w - B_j.w) / (1 - c^2).
// Double: 1 - c^2 is as small as kParallelEdges, and this runs once per pair.
//
// A box has four edges along A_i: the foremost, and beside it the one that lies behind it by twice the least of |h_k A_k . n|. Where two long
// boxes cross nearly flat, the second edges touch as well: up to four crossings, the corners of the patch that the faces share. With one point
// a bar, whose inertia about its length is small, would roll from edge to edge and sink.
#include "narrow_phase/edge_manifold.h"

#include <cmath>

namespace tumble {

namespace {

/// Of the edges of a box along one of its axes the two farthest in a direction.
struct Edges {
  Vec3 middle[2];  // m, from the centre of the box, world axes
  std::uint32_t feature[2];
};

Edges foremostEdges(const BoxExtent& box, int axis, Vec3 direction) {
  const int other[2] = {nextAxis(axis), afterAxis(axis)};
  Vec3 side[2];
  double ahead[2];
  bool sign[2];
  for (int k = 0; k < 2; ++k) {
    side[k] = toDouble(box.sides[other[k]].axis) * static_cast<double>(box.sides[other[k]].half);
    ahead[k] = dot(side[k], direction);
    sign[k] = ahead[k] > 0;
    if (!sign[k]) side[k] = -side[k];
  }
  const bool second = std::abs(ahead[1]) < std::abs(ahead[0]);
  const int least = second ? 1 : 0;
  return {{side[0] + side[1], side[1 - least] - side[least]},
          {edgeFeature(axis, sign[0], sign[1]), edgeFeature(axis, sign[0] != !second, sign[1] != second)}};
}

}  // namespace

EdgeContact crossEdges(const BoxPair& pair, int i, int j, float towardB) {
  const Vec3 alongA = toDouble(pair.a.sides[i].axis), alongB = toDouble(pair.b.sides[j].axis);
  const Vec3 n = normalized(cross(alongA, alongB)) * static_cast<double>(towardB);
  const Edges a = foremostEdges(pair.a, i, n), b = foremostEdges(pair.b, j, -n);
  const double c = dot(alongA, alongB), scale = 1 / (1 - c * c);
  const double limitA = static_cast<double>(pair.a.sides[i].half + pair.slop),
               limitB = static_cast<double>(pair.b.sides[j].half + pair.slop);

  EdgeContact contact;
  contact.normal = toFloat(n);
  for (int crossing = 0; crossing < 4; ++crossing) {
    const Vec3 P = a.middle[crossing & 1], Q = toDouble(pair.offset) + b.middle[crossing >> 1], w = Q - P;
    const double s = (dot(alongA, w) - c * dot(alongB, w)) * scale, t = (c * dot(alongA, w) - dot(alongB, w)) * scale;
    const float separation = static_cast<float>(dot(w, n));
    if (std::abs(s) <= limitA && std::abs(t) <= limitB && separation <= pair.speculative) {
      contact.points[contact.count++] = {toFloat((P + alongA * s + Q + alongB * t) * 0.5), separation,
                                         makeFeature(a.feature[crossing & 1], b.feature[crossing >> 1])};
    }
    if (contact.count == 0) break;
  }
  return contact;
}

}  // namespace tumble
