#include "narrow_phase/wedge_manifold.h"

#include <algorithm>
#include <cmath>

#include "colliders/speculative_distance.h"
#include "narrow_phase/box_sat.h"
#include "tuning.h"

namespace tumble {
namespace {

constexpr float kMeetingSlop = 0.02f;      // of the slop of the pair, at least kTouching: edges this close meet
constexpr float kAlignedCosine = 0.9998f;  // of 1.1 degrees between the middles of both wedges
constexpr float kOpenCosine = 0.05f;       // below, a face lies on a face

/// A box across one of its edges.
struct Wedge {
  Vec3f edge;        // m, its middle from the centre of the box
  Vec3f outward[2];  // normals of the two faces at it
  Vec3f middle() const { return outward[0] + outward[1]; }
};

/// The edge along the axis that a point, from the centre of the box, is nearest to.
Wedge wedgeAt(const BoxExtent& box, int axis, Vec3f point) {
  Wedge wedge;
  int k = 0;
  for (const int other : {nextAxis(axis), afterAxis(axis)}) {
    const BoxSide& side = box.sides[other];
    const Vec3f outward = dot(side.axis, point) < 0 ? -side.axis : side.axis;
    wedge.outward[k++] = outward;
    wedge.edge += outward * side.half;
  }
  return wedge;
}

int axisAlong(const BoxExtent& box, Vec3f direction) {
  int best = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(dot(box.sides[i].axis, direction)) > std::abs(dot(box.sides[best].axis, direction))) best = i;
  return best;
}

/// The ends of the line on which all the deepest points lie, within the tolerance (m). False where they lie on none.
bool findLine(const Manifold& manifold, float tolerance, int (&ends)[2]) {
  float least = manifold.points[0].separation, length2 = 0;
  for (int k = 1; k < manifold.count; ++k) least = std::min(least, manifold.points[k].separation);
  const auto isDeep = [&](int k) { return manifold.points[k].separation <= least + tolerance; };
  for (int k = 0; k < manifold.count; ++k) {
    for (int l = k + 1; l < manifold.count; ++l) {
      const float apart = lengthSquared(manifold.points[l].position - manifold.points[k].position);
      if (isDeep(k) && isDeep(l) && apart > length2) length2 = apart, ends[0] = k, ends[1] = l;
    }
  }
  if (length2 <= tolerance * tolerance) return false;
  const Vec3f from = manifold.points[ends[0]].position, line = manifold.points[ends[1]].position - from;
  for (int k = 0; k < manifold.count; ++k) {
    if (isDeep(k) && lengthSquared(cross(line, manifold.points[k].position - from)) > tolerance * tolerance * length2) return false;
  }
  return true;
}

bool areParallel(Vec3f a, Vec3f b) { return lengthSquared(cross(a, b)) <= kParallelEdges; }

/// The manifold of the edges of a along axis i and of b along axis j that are nearest to the given points, which are measured from the centres of their
/// boxes. False where these edges do not face each other, side by side.
bool joinEdges(const BoxPair& pair, int i, int j, Vec3f atA, Vec3f atB, float meeting, const Manifold& previous, Manifold& manifold) {
  const Vec3f along = pair.a.sides[i].axis;
  const Wedge a = wedgeAt(pair.a, i, atA), b = wedgeAt(pair.b, j, atB);
  const Vec3f way = pair.offset + b.edge - a.edge;
  const float shift = dot(along, way);
  const Vec3f between = way - along * shift;  // from the edge of a to that of b
  for (int k = 0; k < 2; ++k) {
    if (dot(between, a.outward[k]) < -meeting || dot(between, b.outward[k]) > meeting) return false;
  }
  const float cosine = -0.5f * dot(a.middle(), b.middle());
  const bool isAligned = cosine > kAlignedCosine, areApart = lengthSquared(between) > meeting * meeting;
  const std::uint8_t axis = axisCode(kFirstEdgeAxis + 3 * i + j, false);
  // Boxes of a wall without joints touch corner to corner, too, and there one bears nothing of the other.
  if (cosine < kOpenCosine || (isAligned && !areApart && previous.axis != axis)) return false;
  const float halfA = pair.a.sides[i].half, halfB = pair.b.sides[j].half;
  const float ends[2] = {std::max(-halfA, shift - halfB), std::min(halfA, shift + halfB)};
  if (ends[0] >= ends[1]) return false;

  const Vec3f halfway = a.middle() - b.middle();
  manifold.normal = normalized(dot(between, halfway) > 0 ? halfway + between * (1 / meeting) : halfway);
  const float separation = dot(manifold.normal, between);
  manifold.axis = axis;
  manifold.count = separation > pair.speculative ? 0 : 2;
  for (int k = 0; k < manifold.count; ++k) {
    manifold.points[k] = {pair.shiftA + a.edge + along * ends[k] + between * 0.5f, separation};
    manifold.feature[k] = static_cast<std::uint16_t>(makeFeature(edgeFeature(i, false, k == 1), edgeFeature(j, false, k == 1)));
  }
  return true;
}

/// Gives the points of a new manifold the impulses of `before` at the points nearest to them, of `previous` at the same ones.
void takeImpulses(Manifold& manifold, const Manifold& before, const Manifold& previous) {
  for (int k = 0; k < manifold.count; ++k) {
    manifold.normalImpulse[k] = 0;
    float nearest = kUnlimited;
    for (int l = 0; l < before.count; ++l) {
      const float distance = lengthSquared(before.points[l].position - manifold.points[k].position);
      if (distance < nearest) nearest = distance, manifold.normalImpulse[k] = before.normalImpulse[l];
    }
    for (int l = 0; l < previous.count && previous.axis == manifold.axis; ++l)
      if (previous.feature[l] == manifold.feature[k]) manifold.normalImpulse[k] = previous.normalImpulse[l];
  }
  manifold.frictionImpulse = before.frictionImpulse - manifold.normal * dot(manifold.normal, before.frictionImpulse);
}

}  // namespace

void meetAlongEdges(const BoxPair& pair, const Manifold& previous, Manifold& manifold) {
  const float meeting = std::max(kMeetingSlop * pair.slop, kTouching);
  const Manifold before = manifold;
  if (manifold.count == 0) {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j)
        if (areParallel(pair.a.sides[i].axis, pair.b.sides[j].axis) &&
            joinEdges(pair, i, j, pair.offset, -pair.offset, meeting, previous, manifold))
          return takeImpulses(manifold, before, previous);
    }
    return;
  }
  int ends[2] = {0, 0};
  if (!findLine(manifold, meeting, ends)) return;
  const Vec3f p = manifold.points[ends[0]].position, q = manifold.points[ends[1]].position, at = (p + q) * 0.5f - pair.shiftA;
  const int i = axisAlong(pair.a, q - p), j = axisAlong(pair.b, q - p);
  if (areParallel(pair.a.sides[i].axis, pair.b.sides[j].axis) && joinEdges(pair, i, j, at, at - pair.offset, meeting, previous, manifold))
    takeImpulses(manifold, before, previous);
}

}  // namespace tumble
