#include "queries/time_of_impact.h"

#include "assertion.h"
#include "colliders/convex_distance.h"
#include "colliders/triangle_mesh.h"
#include "tuning.h"

namespace tumble {
namespace {

struct DoubleBox {
  Vec3 center, half;
  Mat3 axes;
  bool isSphere;
};

OrientedBox boxAt(const BoxPath& path, double t) { return path.boxAt(path.context, t); }
DoubleBox doubled(const OrientedBox& box) { return {box.center, toDouble(box.halfExtents), toDouble(box.axes), box.isSphere()}; }

double magnitude(double x) { return x < 0 ? -x : x; }
double larger(double a, double b) { return a > b ? a : b; }
double smaller(double a, double b) { return a < b ? a : b; }

double extentAlong(const DoubleBox& box, Vec3 n) {
  if (box.isSphere) return box.half.x;
  return magnitude(dot(box.axes.cx, n)) * box.half.x + magnitude(dot(box.axes.cy, n)) * box.half.y +
         magnitude(dot(box.axes.cz, n)) * box.half.z;
}

double turningAlong(const BoxPath& path, Vec3 n) {
  return smaller((path.turnSize + length(cross(path.turn, n))) * path.radius, path.turning);
}

/// The point of a box nearest to p; the centre of a sphere.
Vec3 nearestPoint(const DoubleBox& box, Vec3 p) {
  if (box.isSphere) return box.center;
  Vec3 local = transposeTimes(box.axes, p - box.center);
  for (int i = 0; i < 3; ++i) local[i] = smaller(larger(local[i], -box.half[i]), box.half[i]);
  return box.center + box.axes * local;
}

/// Calls f(axis, separation) with the candidate separating axes, unit and from a to b, and the separation along each, m.
template <class Function> void forEachAxis(const OrientedBox& shapeA, const OrientedBox& shapeB, Function f) {
  if (isConvex(shapeA, shapeB)) {
    const ConvexDistance apart = convexDistance(shapeA, shapeB);
    return f(apart.normal, apart.distance);
  }
  const DoubleBox a = doubled(shapeA), b = doubled(shapeB);
  const Vec3 offset = b.center - a.center;
  const auto along = [&](Vec3 axis) {
    const Vec3 n = dot(axis, offset) < 0 ? -axis : axis;
    f(n, dot(n, offset) - extentAlong(a, n) - extentAlong(b, n));
  };
  if (a.isSphere || b.isSphere) {
    const Vec3 between = b.isSphere ? b.center - nearestPoint(a, b.center) : nearestPoint(b, a.center) - a.center;
    const double distance = length(between);
    if (distance > 0) along(between * (1 / distance));
    if (a.isSphere && b.isSphere) return;
  }
  for (int i = 0; i < 3; ++i) {
    along(a.axes.column(i));
    along(b.axes.column(i));
    for (int j = 0; j < 3; ++j) {
      const Vec3 edge = cross(a.axes.column(i), b.axes.column(j));
      const double size = dot(edge, edge);
      if (size > static_cast<double>(kParallelEdges)) along(edge * (1 / std::sqrt(size)));
    }
  }
}

/// One round of conservative advancement.
struct Advancement {
  double gap = -1e300;  // m, greatest separation of the 15 axes
  double time = 0;      // of a step: the gap stays above the target for so long; above 1 when for ever
};

Advancement advance(const BoxPath& pathA, const BoxPath& pathB, double t, double gap) {
  Advancement advancement;
  const double target = gap - 0.5 * magnitude(gap);
  forEachAxis(boxAt(pathA, t), boxAt(pathB, t), [&](Vec3 n, double s) {
    advancement.gap = larger(advancement.gap, s);
    if (s <= target) return;
    const double closing =
        larger(dot(n, pathA.start - pathB.start), dot(n, pathA.end - pathB.end)) + turningAlong(pathA, n) + turningAlong(pathB, n);
    advancement.time = larger(advancement.time, closing > 0 ? (s - target) / closing : 2);
  });
  return advancement;
}

/// When the centre of a crosses the triangle b, which stays where it is, from its front.
TimeOfImpact centerCrosses(const BoxPath& pathA, const BoxPath& pathB, double gap) {
  const OrientedBox triangle = boxAt(pathB, 0);
  const MeshTriangle& t = *triangle.hull->triangle;
  const Mat3 axes = toDouble(triangle.axes);
  const Vec3 from = transposeTimes(axes, boxAt(pathA, 0).center - triangle.center),
             move = transposeTimes(axes, boxAt(pathA, 1).center - triangle.center) - from;
  const double height = dot(t.normal(), from - t.hull.vertices[0]), sinking = -dot(t.normal(), move);
  if (height < 0 || !(sinking > height)) return {};
  const Vec3 crossing = from + move * (height / sinking);
  if (lengthSquared(nearestPoint(t, crossing) - crossing) > gap * gap) return {};
  return {true, larger(0, (height - gap) / sinking), axes * t.normal()};
}

/// When the centre of a enters b, which is no box: conservative advancement of the point along the line of its distance.
TimeOfImpact centerMeets(const BoxPath& pathA, const BoxPath& pathB, double gap) {
  OrientedBox point = boxAt(pathA, 0);
  point.shape = ColliderShape::sphere;
  point.halfExtents = {};
  const OrientedBox b = boxAt(pathB, 0);
  const Vec3 from = point.center, move = (boxAt(pathA, 1).center - boxAt(pathB, 1).center) - (from - b.center);
  double t = 0;
  for (int round = 0; round < kAdvancementRounds; ++round) {
    point.center = from + move * t;
    const ConvexDistance apart = convexDistance(point, b);
    const double closing = dot(apart.normal, move);
    if (apart.distance <= 0 || closing <= 0) return {};  // inside at the start, or leaving
    if (apart.distance <= gap) return {true, t, -apart.normal};
    t += (apart.distance - 0.5 * gap) / closing;
    if (t >= 1) return {};
  }
  return {};
}

}  // namespace

TimeOfImpact centerEnters(const BoxPath& pathA, const BoxPath& pathB, double gap) {
  const OrientedBox still = boxAt(pathB, 0);
  if (still.isTriangle()) return centerCrosses(pathA, pathB, gap);
  if (!still.isBox()) return centerMeets(pathA, pathB, gap);
  const DoubleBox a0 = doubled(boxAt(pathA, 0)), b0 = doubled(boxAt(pathB, 0)), a1 = doubled(boxAt(pathA, 1)),
                  b1 = doubled(boxAt(pathB, 1));
  const Vec3 from = transposeTimes(b0.axes, a0.center - b0.center), move = transposeTimes(b0.axes, a1.center - b1.center) - from;
  double enter = -1, leave = 1;
  Vec3 face;
  for (int i = 0; i < 3; ++i) {
    const double speed = magnitude(move[i]), start = move[i] < 0 ? -from[i] : from[i];
    if (speed == 0 && magnitude(start) > b0.half[i]) return {};
    if (speed == 0) continue;
    const double crossing = (-b0.half[i] - start) / speed;
    if (crossing > enter) enter = crossing, face = b0.axes.column(i) * (move[i] < 0 ? 1 : -1);
    leave = smaller(leave, (b0.half[i] - start) / speed);
  }
  if (enter < 0 || enter >= leave) return {};  // inside at the start, or past it
  return {true, larger(0, enter - gap / length(move)), face};
}

Separation separationOf(const OrientedBox& a, const OrientedBox& b) {
  Separation most;
  forEachAxis(a, b, [&](Vec3 n, double s) {
    if (s > most.distance) most = {n, s};
  });
  return most;
}

TimeOfImpact timeOfImpact(const BoxPath& a, const BoxPath& b, const ImpactTolerance& tolerance, int& queries) {
  double gap = tolerance.gap;
  Advancement advancement = advance(a, b, 0, gap);
  --queries;
  const TimeOfImpact center = advancement.gap <= gap ? centerEnters(a, b, gap) : TimeOfImpact{};
  if (advancement.gap <= tolerance.solved) gap = smaller(advancement.gap, 0) - tolerance.depth;
  double t = 0;
  for (int round = 0; round < kAdvancementRounds && queries > 0; ++round, --queries) {
    advancement = advance(a, b, t, gap);
    if (advancement.gap <= gap) break;
    t += advancement.time;
    if (t >= 1) return center;
  }
  TUMBLE_ASSERT(t >= 0 && t < 1, "an impact is within the step");
  return center.happens && center.time < t ? center : TimeOfImpact{true, t, {}};
}

}  // namespace tumble
