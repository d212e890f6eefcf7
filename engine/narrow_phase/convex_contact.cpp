#include "narrow_phase/convex_contact.h"

#include <algorithm>
#include <cmath>

#include "assertion.h"
#include "colliders/convex_distance.h"
#include "narrow_phase/clip_feature.h"
#include "narrow_phase/folded_sides.h"

namespace tumble {
namespace {

constexpr double kParallelLines = 0.05;  // sine of the angle below which two lines touch along a part
constexpr double kBeyondEnd = 1e-3;      // of the length of a line
constexpr double kSameFacing = 1e-3;     // of cosines: the plane is that of the face it was
constexpr double kRocks = 1e-3;          // sine of the angle from which a round face rocks on its rim
constexpr double kOnRim = 0.02;          // of the radius
constexpr double kLeans = 0.5;           // of the radius: farther from the middle the load leans to one side
constexpr double kTips = 0.995;          // and farther than this the shape tips over a single point
constexpr double kBesideFace = 0.2;      // of the side of a face: a corner farther out is not before it
constexpr double kLeansOut = 0.7;        // of the way to the border of four points: farther out the load leans beyond them

/// Where two lines touch: where they cross, or, nearly parallel, at both ends of the part that they share. Points on b, from the centre of a. `within`:
/// none where they cross beyond their ends.
ClippedPoints whereLinesTouch(const Feature& onA, const Feature& onB, Vec3 offset, bool within) {
  const Vec3 a = onA.corners[0].at, u = onA.corners[1].at - a, b = onB.corners[0].at + offset, w = onB.corners[1].at - onB.corners[0].at;
  const double uu = dot(u, u), ww = dot(w, w), uw = dot(u, w), across = uu * ww - uw * uw;
  const auto limited = [](double t) { return t < 0 ? 0.0 : t > 1 ? 1.0 : t; };
  const auto isBeyond = [](double t) { return t < -kBeyondEnd || t > 1 + kBeyondEnd; };
  ClippedPoints points;
  if (across > kParallelLines * kParallelLines * uu * ww) {
    const double t = (uu * dot(w, a - b) - uw * dot(u, a - b)) / across;
    if (within && (isBeyond(t) || isBeyond(dot(u, b + w * t - a) / uu))) return points;
    points.push_back({b + w * limited(t), 0, 1});
    return points;
  }
  // The ends of a, as shares of b.
  const double first = dot(w, a - b) / ww, last = dot(w, a + u - b) / ww;
  const double from = limited(std::min(first, last)), to = limited(std::max(first, last));
  points.push_back({b + w * from, 0, 1});
  if (to > from) points.push_back({b + w * to, 0, 2});
  return points;
}

/// What bears the load of a manifold: the centre of its last normal impulses, m, from the centre of a.
struct LoadCenter {
  bool isKnown = false;
  Vec3 at;
};

LoadCenter loadCenterOf(const Manifold& manifold) {
  Vec3 sum;
  double total = 0;
  for (int k = 0; k < manifold.count; ++k) {
    sum += toDouble(manifold.points[k].position) * static_cast<double>(manifold.normalImpulse[k]);
    total += static_cast<double>(manifold.normalImpulse[k]);
  }
  return total > 0 ? LoadCenter{true, sum * (1 / total)} : LoadCenter{};
}

Vec3 middleOf(const ClippedPoints& points) {
  Vec3 sum;
  for (const ClippedPoint& p : points) sum += p.at;
  return sum * (1.0 / static_cast<double>(points.size()));
}

/// The side of a polygon that a ray from within crosses: its first corner, and how far it is, in lengths of the ray.
struct Crossing {
  std::size_t side = 0;
  double distance = kUnlimitedDistance;
};

Crossing crossingOf(const ClippedPoints& polygon, Vec3 n, Vec3 from, Vec3 ray) {
  Crossing crossing;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 p = polygon[i].at - from, q = polygon[(i + 1) % polygon.size()].at - from;
    const double a = dot(n, cross(ray, p)), b = dot(n, cross(ray, q));
    if ((a < 0) == (b < 0)) continue;
    const double distance = dot(p + (q - p) * (a / (a - b)), ray) / dot(ray, ray);
    if (distance > 0 && distance < crossing.distance) crossing = {i, distance};
  }
  return crossing;
}

using Indices = ShortList<std::size_t, kMaxManifoldPoints>;

/// Those points, each once.
ClippedPoints partOf(const ClippedPoints& points, const Indices& indices) {
  ClippedPoints part;
  for (const std::size_t& i : indices) {
    if (std::find(indices.begin(), &i, i) == &i) part.push_back(points[i]);
  }
  return part;
}

/// The point with the highest score.
template <class Score> std::size_t best(const ClippedPoints& points, Score score) {
  std::size_t most = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    if (score(points[i].at) > score(points[most].at) + 1e-12) most = i;
  return most;
}

std::size_t farthestFrom(const ClippedPoints& points, std::size_t from) {
  return best(points, [&](Vec3 p) { return lengthSquared(p - points[from].at); });
}

/// `first`, the farthest from it, and the farthest on both sides of the line between.
Indices spreadFrom(const ClippedPoints& points, Vec3 n, std::size_t first) {
  const std::size_t second = farthestFrom(points, first);
  const Vec3 from = points[first].at, side = cross(n, points[second].at - from);
  Indices indices;
  for (const std::size_t i : {first, second, best(points, [&](Vec3 p) { return dot(p - from, side); }),
                              best(points, [&](Vec3 p) { return -dot(p - from, side); })})
    indices.push_back(i);
  return indices;
}

/// Both ends of a side, and the two others with which they enclose the most.
Indices spreadFromSide(const ClippedPoints& points, Vec3 n, std::size_t first, std::size_t second) {
  std::size_t third = first, fourth = second;
  double most = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 diagonal = cross(points[i].at - points[first].at, n);
    for (std::size_t j = 0; j < points.size(); ++j) {
      const double area = std::abs(dot(diagonal, points[j].at - points[second].at));  // twice that of the quadrilateral first, second, i, j
      if (area > most + 1e-12) most = area, third = i, fourth = j;
    }
  }
  Indices indices;
  for (const std::size_t i : {first, second, third, fourth}) indices.push_back(i);
  return indices;
}

/// Up to four of the points of a polygon that bear what all of them would. Of a face that lies flat: the farthest along `along`, and those around, or the
/// side to which the load leans. Of one that stands on an edge both its ends, else the deepest point; and the farthest of the others.
/// depth(p): m, of the point.
template <class Depth> void reduce(ClippedPoints& points, Vec3 n, Vec3 along, const LoadCenter& load, double size, Depth depth) {
  if (points.size() <= kMaxManifoldPoints) return;
  const std::size_t deepest = best(points, depth);
  const auto isDeep = [&, deep = depth(points[deepest].at) - kSameDepth * size](Vec3 p) { return depth(p) >= deep; };
  const auto deepCount =
      static_cast<std::size_t>(std::count_if(points.begin(), points.end(), [&](const ClippedPoint& p) { return isDeep(p.at); }));
  if (deepCount < points.size()) {
    const std::size_t other = best(points, [&](Vec3 p) { return isDeep(p) ? lengthSquared(p - points[deepest].at) : -1; });
    points = partOf(points, deepCount == 2 ? spreadFromSide(points, n, deepest, other) : spreadFrom(points, n, deepest));
    return;
  }
  const std::size_t first = best(points, [&](Vec3 p) { return dot(p, along); });
  Indices spread = spreadFrom(points, n, first);
  if (load.isKnown) {
    const Vec3 middle = middleOf(points), lean = load.at - middle;
    Indices around = spread;
    std::sort(around.begin(), around.end());
    if (crossingOf(partOf(points, around), n, middle, lean).distance * kLeansOut < 1) {
      const std::size_t side = crossingOf(points, n, middle, lean).side;
      spread = spreadFromSide(points, n, side, (side + 1) % points.size());
    }
  }
  points = partOf(points, spread);
}

/// The direction along which the first point of a manifold lies: that of the first point on the rim of a round face, else one that does not change.
Vec3 directionOfFirst(const OrientedBox& a, const OrientedBox& b, const Feature& onA, const Feature& onB, Vec3 n) {
  const bool discA = isDiscFace(a, onA), discB = isDiscFace(b, onB), isOfA = discA && !(discB && b.halfExtents.x < a.halfExtents.x);
  if (!discA && !discB) return cross(n, std::abs(n.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
  return (isOfA ? onA : onB).corners[0].at - (isOfA ? onA : onB).corners[4].at;
}

/// Whether the polygon of a feature that a face clips is all of a round one: its first point lies where the load leans to already (rimTowardsLoad).
bool isWholeRim(const ClippedPoints& points, bool isClippedRound, bool isClippingRound) {
  const auto clippedSides = std::ranges::count_if(points, [](const ClippedPoint& p) { return (p.edge & kClipped) != 0; });
  return (isClippedRound && clippedSides == 0) || (isClippingRound && clippedSides == static_cast<std::ptrdiff_t>(points.size()));
}

/// Where the first point on the rim of a round face has to be for four points to bear what the whole face does: on the side to which the load leans. Their
/// square reaches as far as the rim there, but only to 0.7 of it between two points. World axes; 0: at the lowest point, for a shape that rocks or
/// lands.
Vec3 rimTowardsLoad(const OrientedBox& shape, Vec3 d, const Manifold& previous) {
  if (shape.shape != ColliderShape::cylinder && shape.shape != ColliderShape::cone) return {};
  if (previous.count < kMaxManifoldPoints || length(cross(toDouble(shape.axes.cy), d)) > kRocks) return {};
  Vec3 middle, load;
  double total = 0;
  for (int k = 0; k < previous.count; ++k) {
    const Vec3 p = toDouble(previous.points[k].position);
    middle += p * (1.0 / previous.count);
    load += p * static_cast<double>(previous.normalImpulse[k]);
    total += static_cast<double>(previous.normalImpulse[k]);
  }
  if (!(total > 0)) return {};
  const auto reach = static_cast<double>(shape.halfExtents.x);
  for (int k = 0; k < previous.count; ++k) {
    const double distance = length(toDouble(previous.points[k].position) - middle);
    if (std::abs(distance - reach) > kOnRim * reach) return {};  // a part of the face
  }
  const Vec3 lean = load * (1 / total) - middle;
  if (length(lean) > kTips * reach) return {};
  return length(lean) > kLeans * reach ? lean : toDouble(shape.axes.cx);
}

void addPoint(Manifold& manifold, Vec3 p, double separation, std::uint16_t feature) {
  const int k = manifold.count++;
  manifold.points[k] = {toFloat(p), static_cast<float>(separation)};
  manifold.feature[k] = feature;
}

/// The side of a face beyond which all of a line lies, as a line; without corners if there is none.
Feature sideBefore(const Feature& face, Vec3 faceShift, const Feature& line, Vec3 shift) {
  Feature border;
  double least = 0;
  for (std::size_t side = 0; side < face.corners.size(); ++side) {
    const FeatureCorner &from = face.corners[side], &to = face.corners[(side + 1) % face.corners.size()];
    const Vec3 inward = inwardOf(face, side), first = line.corners[0].at + shift - faceShift, last = line.corners[1].at + shift - faceShift;
    const double most = std::max(dot(inward, first - from.at), dot(inward, last - from.at)) / length(inward);
    if (!(most < least)) continue;
    least = most;
    border.corners.clear();
    border.corners.push_back(from);
    border.corners.push_back(to);
  }
  return border;
}

/// Whether the feature is a corner before the face, or so little beside it that the tilt of the face may be why. `shift` from the frame of the corner.
bool isCornerBefore(const Feature& face, const Feature& corner, Vec3 shift) {
  if (corner.corners.size() != 1 || face.corners.size() < 3) return false;
  for (std::size_t side = 0; side < face.corners.size(); ++side) {
    const Vec3 inward = inwardOf(face, side);
    if (dot(inward, corner.corners[0].at + shift - face.corners[side].at) < -kBesideFace * dot(inward, inward)) return false;
  }
  return true;
}

/// Of the corners of a feature that lie as far along d as any (to `same`, m): the one least beyond the sides of the face. From the frame of the face.
Vec3 cornerNearest(const Feature& face, const Feature& feature, Vec3 shift, Vec3 d, double same) {
  double farthest = -kUnlimitedDistance, least = kUnlimitedDistance;
  for (const FeatureCorner& corner : feature.corners) farthest = std::max(farthest, dot(d, corner.at));
  Vec3 nearest;
  for (const FeatureCorner& corner : feature.corners) {
    if (dot(d, corner.at) < farthest - same) continue;
    double beyond = 0;
    for (std::size_t side = 0; side < face.corners.size(); ++side) {
      const Vec3 inward = inwardOf(face, side);
      beyond = std::max(beyond, -dot(inward, corner.at + shift - face.corners[side].at) / length(inward));
    }
    if (beyond < least) least = beyond, nearest = corner.at + shift;
  }
  return nearest;
}

/// A point gets the impulse of the previous point of the same feature, or else of the nearest one within `same` (m) that is left: the end of a line that ends
/// where the face does is a corner of either, as rounding decides, and a load that it lost would stay with the other end.
void takeImpulses(Manifold& manifold, const Manifold& previous, double same) {
  unsigned left = (1u << previous.count) - 1, wanting = (1u << manifold.count) - 1;
  for (int i = 0; i < manifold.count; ++i) {
    for (int j = 0; j < previous.count; ++j) {
      if (manifold.feature[i] != previous.feature[j] || !(left >> j & 1)) continue;
      manifold.normalImpulse[i] = previous.normalImpulse[j];
      left &= ~(1u << j), wanting &= ~(1u << i);
      break;
    }
  }
  for (int i = 0; i < manifold.count; ++i) {
    if (!(wanting >> i & 1)) continue;
    int nearest = -1;
    double least = same * same;
    for (int j = 0; j < previous.count; ++j) {
      const Vec3 way = toDouble(manifold.points[i].position - previous.points[j].position);
      if ((left >> j & 1) && dot(way, way) < least) nearest = j, least = dot(way, way);
    }
    if (nearest < 0) continue;
    manifold.normalImpulse[i] = previous.normalImpulse[nearest];
    left &= ~(1u << nearest);
  }
}

/// collideAlong of given features.
Manifold collideFeatures(const OrientedBox& a, const OrientedBox& b, Feature onA, Feature onB, const ConvexDistance& nearest,
                         float speculative, const Manifold& previous) {
  const Vec3 offset = b.center - a.center;
  const double most = static_cast<double>(speculative);
  Manifold manifold;
  Vec3 n = nearest.normal;
  manifold.normal = toFloat(n);
  // The face whose normal is nearer to that of the contact is the plane from which depths are measured; a feature of the other lies above it.
  const double bias = isFaceOfB(previous.axis) ? -kSameFacing : kSameFacing;
  const bool useA = onA.isFace && (!onB.isFace || dot(onA.normal, n) + bias >= -dot(onB.normal, n)), useB = !useA && onB.isFace;
  // A cap that is deep in a face has all its points there: with the deepest alone its other side sinks in while that is pushed out.
  const bool isDeep = nearest.distance < -shallowOverlapOf(a, b);
  if ((useA || useB) && (isDeep || (isPolyhedron(a.shape) && isPolyhedron(b.shape))))
    (useA ? onB : onA) = useA ? featureOf(b, -onA.normal, true) : featureOf(a, -onB.normal, true);
  const Feature &face = useA ? onA : onB, &other = useA ? onB : onA;
  if ((useA || useB) && other.corners.size() > 1) {
    const Vec3 along = useA ? face.normal : -face.normal, origin = face.corners[0].at + (useA ? Vec3{} : offset);
    const auto separation = [&](Vec3 p) { return useA ? dot(along, p - origin) : dot(along, origin - p); };
    ClippedPoints points;
    clipFeature(other, useA ? offset : Vec3{}, face, useA ? Vec3{} : offset, points);
    std::size_t near = 0;
    for (const ClippedPoint& p : points)
      if (separation(p.at) <= most) points[near++] = p;
    points.shorten(near);
    const LoadCenter load =
        isWholeRim(points, isDiscFace(useA ? b : a, other), isDiscFace(useA ? a : b, face)) ? LoadCenter{} : loadCenterOf(previous);
    reduce(points, along, directionOfFirst(a, b, onA, onB, along), load, smallerSizeOf(a, b), [&](Vec3 p) { return -separation(p); });
    for (const ClippedPoint& p : points)
      addPoint(manifold, p.at + along * ((useA ? -0.5 : 0.5) * separation(p.at)), separation(p.at), p.number);
    if (!points.empty()) n = along, manifold.normal = toFloat(n), manifold.axis = axisCode(useA ? 0 : 3, false);
  }
  // Where none of these points is as deep as the shapes are in each other, the deepest place is at other faces of the same sides.
  if ((useA || useB) && (a.shape == ColliderShape::hull || b.shape == ColliderShape::hull) && !a.isTriangle() && !b.isTriangle() &&
      isPolyhedron(a.shape) && isPolyhedron(b.shape)) {
    double deepest = kUnlimitedDistance;
    for (int i = 0; i < manifold.count; ++i) deepest = std::min(deepest, static_cast<double>(manifold.points[i].separation));
    if (isFolded(previous) || deepest - nearest.distance > kMissedDepth) {
      const FoldedContact folded = collideFoldedSides(a, b, nearest, most);
      if (!folded.points.empty() && folded.gaps[0] <= deepest) {
        n = nearest.normal;
        manifold.count = 0, manifold.normal = toFloat(n), manifold.axis = foldedAxis(useB);
        for (std::size_t i = 0; i < folded.points.size(); ++i)
          addPoint(manifold, folded.points[i].at, folded.gaps[i], folded.points[i].number);
      }
    }
  }
  // A line beyond the border of a face that it nearly lies on, as of a cylinder that has rolled over an edge, touches that border.
  if (manifold.count == 0 && (useA || useB) && other.corners.size() == 2) {
    const Feature border = sideBefore(face, useA ? Vec3{} : offset, other, useA ? offset : Vec3{});
    if (!border.corners.empty()) (useA ? onA : onB) = border;
  }
  if (manifold.count == 0 && onA.corners.size() == 2 && onB.corners.size() == 2) {
    // Points on b, or, where that is a triangle, on a: where the shape is, not the triangle, decides whether it is above it (triangle_contact.cpp).
    const bool onFirst = b.isTriangle();
    const Vec3 shift = onFirst ? offset : Vec3{};
    const ClippedPoints points = onFirst ? whereLinesTouch(onB, onA, -offset, true) : whereLinesTouch(onA, onB, offset, a.isTriangle());
    // The distance of a point from the line of the other, along n: both lines are at right angles to it.
    const double away = onFirst ? -1 : 1, level = dot(n, onFirst ? onB.corners[0].at + offset : onA.corners[0].at);
    for (const ClippedPoint& p : points) {
      const Vec3 at = p.at + shift;
      const double s = points.size() == 1 ? nearest.distance : away * (dot(n, at) - level);
      if (s <= most) addPoint(manifold, at - n * (away * 0.5 * s), s, p.number);
    }
  }
  if (manifold.count == 0) {
    // The nearest point of the one that has a point there, not a face or a line. A corner of a triangle may be far from the other: only where it is before
    // a face of that.
    bool isOfB = a.isTriangle() || (!b.isTriangle() && onB.corners.size() <= onA.corners.size());
    if (a.isTriangle() && isCornerBefore(onB, onA, -offset)) isOfB = false;
    if (b.isTriangle() && isCornerBefore(onA, onB, offset)) isOfB = true;
    const bool isBeside =
        (useA || useB) && other.corners.size() > 1 && isOfB == useA;  // two faces, or a face and a line, that do not overlap along n
    const double same = kSameDepth * smallerSizeOf(a, b);
    Vec3 p = isOfB ? offset + supportPoint(b, -n) : supportPoint(a, n);
    if (isBeside) p = isOfB ? cornerNearest(face, other, offset, -n, same) : cornerNearest(face, other, -offset, n, same) + offset;
    p += n * ((isOfB ? -0.5 : 0.5) * nearest.distance);
    addPoint(manifold, p, nearest.distance, 0);
    if (useA || useB) manifold.axis = axisCode(useA ? 0 : 3, false);
  }
  if (previous.count > 0) {
    takeImpulses(manifold, previous, kSameDepth * smallerSizeOf(a, b));
    manifold.frictionImpulse = previous.frictionImpulse - manifold.normal * dot(manifold.normal, previous.frictionImpulse);
    manifold.twistImpulse = previous.twistImpulse;
  }
  return manifold;
}

/// Two shapes that touched along a face of one and still do, at two points or more, none of them deep: the manifold with the normal of that face, or
/// of the one opposite, if along that one they are farther apart, and as far as the points say. The search for the greatest distance of
/// all takes much longer, and where an edge sticks out beyond the other shape it turns the normal to that edge. True if there is one.
bool collideAlongFace(const OrientedBox& a, const OrientedBox& b, float speculative, const Manifold& previous, Manifold& manifold) {
  const bool ofB = isFaceOfB(previous.axis);
  if (previous.count < 2 || isFolded(previous) || !(ofB || isFaceOfA(previous.axis))) return false;
  const OrientedBox &owner = ofB ? b : a, &other = ofB ? a : b;
  const double sign = ofB ? -1 : 1;  // from a to b
  const Vec3 outward = toDouble(previous.normal) * sign;
  const Feature face = featureOf(owner, outward, false, rimTowardsLoad(owner, outward, previous));
  if (!face.isFace) return false;
  const Feature opposite = featureOf(other, -face.normal, false, rimTowardsLoad(other, -face.normal, previous));
  const auto along = [&](Vec3 n) { return ConvexDistance{n, dot(n, b.center - a.center + supportPoint(b, -n) - supportPoint(a, n))}; };
  ConvexDistance nearest = along(face.normal * sign);
  if (opposite.isFace) {
    const ConvexDistance byOpposite = along(opposite.normal * -sign);
    if (byOpposite.distance > nearest.distance) nearest = byOpposite;
  }
  if (nearest.distance > static_cast<double>(speculative)) return false;
  manifold = collideFeatures(a, b, ofB ? opposite : face, ofB ? face : opposite, nearest, speculative, previous);
  double deepest = kUnlimitedDistance;
  for (int i = 0; i < manifold.count; ++i) deepest = std::min(deepest, static_cast<double>(manifold.points[i].separation));
  return manifold.count > 1 && deepest >= -shallowOverlapOf(a, b) && deepest - nearest.distance < kSameDepth * smallerSizeOf(a, b);
}

}  // namespace

Manifold collideAlong(const OrientedBox& a, const OrientedBox& b, const ConvexDistance& nearest, float speculative,
                      const Manifold& previous) {
  TUMBLE_ASSERT(speculative >= 0, "a speculative distance is not negative");
  if (nearest.distance <= static_cast<double>(speculative))
    return collideFeatures(a, b, featureOf(a, nearest.normal, false, rimTowardsLoad(a, nearest.normal, previous)),
                           featureOf(b, -nearest.normal, false, rimTowardsLoad(b, -nearest.normal, previous)), nearest, speculative,
                           previous);
  Manifold apart;
  apart.normal = toFloat(nearest.normal);
  return apart;
}

Manifold collideConvex(const OrientedBox& a, const OrientedBox& b, float speculative, const Manifold& previous) {
  Manifold manifold;
  if (collideAlongFace(a, b, speculative, previous, manifold)) return manifold;
  const Vec3 hint = previous.count > 0 ? toDouble(previous.normal) : Vec3{};
  ConvexDistance nearest = convexDistance(a, b, hint, static_cast<double>(speculative));
  if (isFolded(previous)) {  // the normal it had, as long as they are hardly deeper along that: each place has its own
    const double distance = dot(hint, b.center - a.center + supportPoint(b, -hint) - supportPoint(a, hint));
    if (distance > nearest.distance - kSameDepth * smallerSizeOf(a, b)) nearest = {hint, distance};
  }
  return collideAlong(a, b, nearest, speculative, previous);
}

}  // namespace tumble
