// The axis of a contact is the one with the greatest separation (least overlap), with memory, because the best axis by a
// hair changes from step to step and a manifold that changes loses its impulses:
//   - a face is taken from the larger box, or from A where they are equal, unless the other is better by 0.1 slop + |s|/1000
//     (two faces in contact are parallel and always nearly equal);
//   - an edge pair must be better than a face by one slop: a face holds a box with four points, an edge with one;
//   - the axis of the step before stays unless another is better by a quarter slop.
// The tolerances are lengths, not ratios: a ratio flips at s = 0, where resting contacts live (D. Gregorius, "The separating
// axis test between convex polyhedra", GDC 2013; E. Catto, "Contact manifolds", GDC 2007).
#include "collision/box_box.h"

#include "collision/edge_manifold.h"
#include "collision/face_manifold.h"
#include "tuning.h"

namespace tumble {

namespace {

float magnitude(float a) { return a < 0 ? -a : a; }

// Manifold::axis: 0 for none, else 1 + axis number + 16 (normal against the axis).
constexpr std::uint32_t axisCode(int axis, bool negative) { return 1u + static_cast<std::uint32_t>(axis) + (negative ? 16u : 0u); }
constexpr int axisOf(std::uint32_t code) { return code == 0 ? -1 : static_cast<int>((code - 1u) & 15u); }

struct Choice {
  int axis = 0;
  float separation = 0, score = 0;
};

float largest(Vec3f h) { return h.x > h.y ? (h.x > h.z ? h.x : h.z) : (h.y > h.z ? h.y : h.z); }

// The best face of A, the best face of B and the best edge pair, best first.
void rankAxes(const BoxPair& pair, const SatResult& sat, int lane, int previousAxis, Choice ranked[3]) {
  ranked[0] = {static_cast<int>(sat.bestAIndex[lane]), sat.bestA[lane], 0};
  ranked[1] = {static_cast<int>(sat.bestBIndex[lane]), sat.bestB[lane], 0};
  ranked[2] = {static_cast<int>(sat.bestEdgeIndex[lane]), sat.bestEdge[lane], 0};
  const float keep = 0.25f * pair.slop;
  if (previousAxis >= 0) {
    // The axis of before stands for its family unless the best of the family is better by more than `keep`.
    const int family = previousAxis < 3 ? 0 : previousAxis < kFirstEdgeAxis ? 1 : 2;
    const float s = sat.separation[previousAxis][lane];
    if (ranked[family].separation <= s + keep) ranked[family] = {previousAxis, s, keep};
  }
  const int smaller = largest(pair.a.halfExtents) < largest(pair.b.halfExtents) ? 0 : 1;
  ranked[smaller].score -= 0.1f * pair.slop + 0.001f * magnitude(ranked[smaller].separation);
  ranked[2].score -= pair.slop;
  for (int i = 0; i < 3; ++i) ranked[i].score += ranked[i].separation;
  const auto order = [&](int i, int j) {
    if (ranked[j].score > ranked[i].score) {
      const Choice c = ranked[i];
      ranked[i] = ranked[j];
      ranked[j] = c;
    }
  };
  order(0, 1);
  order(1, 2);
  order(0, 1);
}

// Which way the normal points along an axis: from A to B, and as before while the centres are too close to tell.
bool pointsBackward(float offsetAlongAxis, int axis, float slop, std::uint32_t previousCode) {
  if (axisOf(previousCode) == axis && magnitude(offsetAlongAxis) < slop) return previousCode > 16u;
  return offsetAlongAxis < 0;
}

// The candidate points of one axis, moved into the manifold. False when the axis gives none.
bool facePoints(const BoxPair& pair, int axis, const Manifold& previous, Manifold& manifold) {
  const bool onA = axis < 3;
  const BoxExtent& reference = onA ? pair.a : pair.b;
  const BoxExtent& incident = onA ? pair.b : pair.a;
  const int k = onA ? axis : axis - 3;
  const bool backward = pointsBackward(dot(pair.offset, reference.axes.column(k)), axis, pair.slop, previous.axis);
  // The outward normal of the reference face points to the incident box: along n for A, against n for B.
  const bool sign = onA != backward;
  ContactCandidates candidates;
  clipFaces(reference, k, sign, incident, onA ? pair.offset : -pair.offset, pair.slop, pair.speculative, candidates);
  if (candidates.count == 0) return false;
  if (!onA)
    for (int i = 0; i < candidates.count; ++i) candidates.points[i].feature = swapFeature(candidates.points[i].feature);
  reduceCandidates(candidates, pair.slop, previous);

  const ReferenceFace face = referenceFace(reference, k, sign);
  manifold.normal = onA ? face.normal : -face.normal;
  manifold.axis = axisCode(axis, backward);
  manifold.count = candidates.count;
  for (int i = 0; i < candidates.count; ++i) {
    const ContactCandidate& c = candidates.points[i];
    const Vec3f point = face.normal * (face.distance + 0.5f * c.separation) + face.u * c.u + face.v * c.v;
    ManifoldPoint& p = manifold.points[i];
    p.position = (onA ? point : point + pair.offset) + pair.shiftA;
    p.positionB = (onA ? point - pair.offset : point) + pair.shiftB;
    p.separation = c.separation;
    p.feature = c.feature;
  }
  return true;
}

bool edgePoint(const BoxPair& pair, int axis, const Manifold& previous, Manifold& manifold) {
  const int i = (axis - kFirstEdgeAxis) / 3, j = (axis - kFirstEdgeAxis) % 3;
  const float along = dot(pair.offset, cross(pair.a.axes.column(i), pair.b.axes.column(j)));
  const bool backward = pointsBackward(along, axis, pair.slop, previous.axis);
  const EdgeContact contact = crossEdges(pair, i, j, backward ? -1.0f : 1.0f);
  if (!contact.touches || contact.separation > pair.speculative) return false;
  manifold.normal = contact.normal;
  manifold.axis = axisCode(axis, backward);
  manifold.count = 1;
  manifold.points[0].position = contact.position + pair.shiftA;
  manifold.points[0].positionB = contact.position - pair.offset + pair.shiftB;
  manifold.points[0].separation = contact.separation;
  manifold.points[0].feature = contact.feature;
  return true;
}

// Impulses of the last step: to the point with the same feature, else to the nearest point that has none yet.
void carryImpulses(const Manifold& previous, float slop, Manifold& manifold) {
  if (previous.count == 0) return;
  // The features of a manifold differ from each other. Without branches: which point was where before cannot be predicted.
  bool given[kMaxManifoldPoints] = {}, taken[kMaxManifoldPoints] = {};
  int carried = 0;
  for (int i = 0; i < manifold.count; ++i) {
    float impulse = 0;
    for (int k = 0; k < previous.count; ++k) {
      const bool same = previous.points[k].feature == manifold.points[i].feature;
      impulse = same ? previous.points[k].normalImpulse : impulse;
      given[i] |= same;
      taken[k] |= same;
    }
    manifold.points[i].normalImpulse = impulse;
    carried += given[i];
  }
  const float near = 4 * slop;  // 2 cm for boxes of half a metre and more
  for (int i = 0; carried < manifold.count && i < manifold.count; ++i) {
    if (given[i]) continue;
    int best = -1;
    float bestDistance = near * near;
    for (int k = 0; k < previous.count; ++k) {
      if (taken[k]) continue;
      const float distance = lengthSquared(manifold.points[i].position - previous.points[k].position);
      if (distance < bestDistance) bestDistance = distance, best = k;
    }
    if (best < 0) continue;
    manifold.points[i].normalImpulse = previous.points[best].normalImpulse;
    taken[best] = true;
  }
  const Vec3f n = manifold.normal;
  const float agreement = dot(n, previous.normal);
  manifold.frictionImpulse = previous.frictionImpulse - n * dot(n, previous.frictionImpulse);
  manifold.twistImpulse = agreement > 0 ? previous.twistImpulse * agreement : 0.0f;
}

}  // namespace

Manifold makeManifold(const BoxPair& pair, const SatResult& sat, int lane, const Manifold& previous) {
  Manifold manifold;
  manifold.axis = previous.axis;
  if (sat.apart >> lane & 1) return manifold;
  Choice ranked[3];
  rankAxes(pair, sat, lane, axisOf(previous.axis), ranked);
  const float best = greatestSeparation(sat, lane);
  for (const Choice& choice : ranked) {
    // Boxes that are apart touch along the axis that says so, or not at all.
    if (best > 0 && choice.separation < best - pair.slop) continue;
    if (choice.separation <= kNoAxis) continue;
    if (choice.axis < kFirstEdgeAxis ? facePoints(pair, choice.axis, previous, manifold) : edgePoint(pair, choice.axis, previous, manifold)) {
      carryImpulses(previous, pair.slop, manifold);
      return manifold;
    }
  }
  return manifold;
}

Vec3f normalOf(std::uint32_t axis, const Mat3f& axesA, const Mat3f& axesB) {
  const int k = axisOf(axis), edge = k - kFirstEdgeAxis;
  const Vec3f n = k < 3 ? axesA.column(k) : k < kFirstEdgeAxis ? axesB.column(k - 3) : normalized(cross(axesA.column(edge / 3), axesB.column(edge % 3)));
  return axis > 16u ? -n : n;
}

Manifold collideBoxes(const OrientedBox& a, const OrientedBox& b, float speculative, const Manifold& previous) {
  const BoxPair pair = placePair(a, b, speculative);
  const BoxPair* const four[4] = {&pair, &pair, &pair, &pair};
  SatResult sat;
  separateBoxes(four, sat);
  return makeManifold(pair, sat, 0, previous);
}

}  // namespace tumble
