// Of the four edges along A_i the one farthest along the normal n touches, of those along B_j the one farthest along -n.
// Nearest points of the lines P + s A_i and Q + t B_j (C. Ericson, "Real-Time Collision Detection", 2005, section 5.1.8):
// with w = Q - P, c = A_i . B_j the difference w + t B_j - s A_i is perpendicular to both directions, so
//   s = (A_i.w - c B_j.w) / (1 - c^2),   t = (c A_i.w - B_j.w) / (1 - c^2).
// Double: 1 - c^2 is as small as kParallelEdges, and this runs once per pair.
#include "collision/edge_manifold.h"

namespace tumble {

EdgeContact crossEdges(const BoxPair& pair, int i, int j, float towardB) {
  const Vec3 alongA = toDouble(pair.a.sides[i].axis), alongB = toDouble(pair.b.sides[j].axis);
  const Vec3 n = normalized(cross(alongA, alongB)) * static_cast<double>(towardB);
  const auto corner = [](const BoxExtent& box, int axis, Vec3 direction, bool signs[2]) {
    Vec3 sum;
    const int other[2] = {nextAxis(axis), afterAxis(axis)};
    for (int k = 0; k < 2; ++k) {
      const Vec3 side = toDouble(box.sides[other[k]].axis);
      signs[k] = dot(side, direction) > 0;
      const double half = static_cast<double>(box.sides[other[k]].half);
      sum += side * (signs[k] ? half : -half);
    }
    return sum;
  };
  bool signsA[2], signsB[2];
  const Vec3 P = corner(pair.a, i, n, signsA);
  const Vec3 Q = toDouble(pair.offset) + corner(pair.b, j, -n, signsB);
  const Vec3 w = Q - P;
  const double c = dot(alongA, alongB), scale = 1 / (1 - c * c);
  const double s = (dot(alongA, w) - c * dot(alongB, w)) * scale, t = (c * dot(alongA, w) - dot(alongB, w)) * scale;

  EdgeContact contact;
  const double reachA = static_cast<double>(pair.a.sides[i].half + pair.slop), reachB = static_cast<double>(pair.b.sides[j].half + pair.slop);
  contact.touches = s <= reachA && -s <= reachA && t <= reachB && -t <= reachB;
  contact.normal = toFloat(n);
  contact.position = toFloat((P + alongA * s + Q + alongB * t) * 0.5);
  contact.separation = static_cast<float>(dot(w, n));
  contact.feature = makeFeature(edgeFeature(i, signsA[0], signsA[1]), edgeFeature(j, signsB[0], signsB[1]));
  return contact;
}

}  // namespace tumble
