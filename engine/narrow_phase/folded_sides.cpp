#include "narrow_phase/folded_sides.h"

#include <algorithm>

namespace tumble {
namespace {

/// No more than fit: the deepest.
struct GapPoints {
  ClippedPoints points;
  ShortList<double, 16> gaps;

  void add(const ClippedPoint& p, double gap, double same) {
    for (const ClippedPoint& other : points)
      if (lengthSquared(other.at - p.at) < same * same) return;
    if (points.size() < 16) {
      points.push_back(p);
      gaps.push_back(gap);
      return;
    }
    const auto farthest = static_cast<std::size_t>(std::max_element(gaps.begin(), gaps.end()) - gaps.begin());
    if (gap < gaps[farthest]) points[farthest] = p, gaps[farthest] = gap;
  }
};

GapPoints gapPointsOf(const OrientedBox& a, const OrientedBox& b, const ConvexDistance& nearest, double most) {
  const Vec3 offset = b.center - a.center, n = nearest.normal;
  const double same = kSameDepth * smallerSizeOf(a, b);
  const FacesTowards onA = facesTowards(a, n), onB = facesTowards(b, -n);
  GapPoints gapPoints;
  for (const Feature& face : onA.all()) {
    const double facing = dot(face.normal, n);
    for (const Feature& other : onB.all()) {
      ClippedPoints points;
      clipFeature(other, offset, face, {}, points);
      for (const ClippedPoint& p : points) {
        const double gap = dot(face.normal, p.at - face.corners[0].at) / facing;
        if (gap <= most) gapPoints.add({p.at - n * (0.5 * gap), p.edge, p.number}, gap, same);
      }
    }
  }
  return gapPoints;
}

/// The point whose gap closes at the smallest turn; gap(i) and distance(i) from the axis of the turn in m. `none` where no point is off the axis.
template <class Gap, class Distance> std::size_t firstToTouch(std::size_t count, std::size_t none, Gap gap, Distance distance) {
  std::size_t best = none;
  double least = kUnlimitedDistance;
  for (std::size_t i = 0; i < count; ++i) {
    const double d = distance(i);
    if (!(d > kMissedDepth)) continue;
    const double angle = (std::max(gap(i), 0.0) + kMissedDepth) / d;
    if (angle < least) least = angle, best = i;
  }
  return best;
}

}  // namespace

/// On these points a body comes to stand that rocks about the deepest one: the first to touch when it turns, and on both sides of the line between these two
/// the first to touch when it turns about that.
FoldedContact collideFoldedSides(const OrientedBox& a, const OrientedBox& b, const ConvexDistance& nearest, double most) {
  const GapPoints all = gapPointsOf(a, b, nearest, most);
  FoldedContact contact;
  if (all.points.empty()) return contact;
  const auto add = [&](std::size_t i) {
    contact.points.push_back(all.points[i]);
    contact.gaps.push_back(all.gaps[i]);
  };
  const auto first = static_cast<std::size_t>(std::min_element(all.gaps.begin(), all.gaps.end()) - all.gaps.begin());
  const auto from = [&](std::size_t i) { return all.points[i].at - all.points[first].at; };
  const auto gapOf = [&](std::size_t i) { return all.gaps[i] - all.gaps[first]; };
  add(first);
  const std::size_t second = firstToTouch(all.points.size(), first, gapOf, [&](std::size_t i) { return length(from(i)); });
  if (second == first) return contact;
  add(second);
  const Vec3 along = from(second), side = cross(nearest.normal, along) * (1 / length(along));
  const double rise = gapOf(second) / dot(along, along);
  const auto gapAbove = [&](std::size_t i) { return gapOf(i) - rise * dot(along, from(i)); };
  for (const double sign : {1.0, -1.0}) {
    const std::size_t i = firstToTouch(all.points.size(), first, gapAbove, [&](std::size_t k) { return sign * dot(side, from(k)); });
    if (i != first) add(i);
  }
  return contact;
}

}  // namespace tumble
