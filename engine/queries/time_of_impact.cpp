#include "queries/time_of_impact.h"

#include "tuning.h"

namespace tumble {
namespace {

struct DoubleBox {
  Vec3 center, half;
  Mat3 axes;
  bool isSphere;
};

DoubleBox doubled(const OrientedBox& box) {
  return {box.center, toDouble(box.halfExtents), {toDouble(box.axes.cx), toDouble(box.axes.cy), toDouble(box.axes.cz)}, box.isSphere};
}
DoubleBox boxAt(const BoxPath& path, double t) { return doubled(path.boxAt(path.context, t)); }

double magnitude(double x) { return x < 0 ? -x : x; }
double larger(double a, double b) { return a > b ? a : b; }
double smaller(double a, double b) { return a < b ? a : b; }

double reachAlong(const DoubleBox& box, Vec3 n) {
  if (box.isSphere) return box.half.x;
  return magnitude(dot(box.axes.cx, n)) * box.half.x + magnitude(dot(box.axes.cy, n)) * box.half.y + magnitude(dot(box.axes.cz, n)) * box.half.z;
}

double turningAlong(const BoxPath& path, Vec3 n) { return (path.turnSize + length(cross(path.turn, n))) * path.radius; }

/// Of a box the point of it that is nearest to p; of a sphere its centre.
Vec3 nearestPoint(const DoubleBox& box, Vec3 p) {
  if (box.isSphere) return box.center;
  Vec3 local = transposeTimes(box.axes, p - box.center);
  for (int i = 0; i < 3; ++i) local[i] = smaller(larger(local[i], -box.half[i]), box.half[i]);
  return box.center + box.axes * local;
}

/// Calls f with the axes on which boxes or spheres can be apart, of unit length and from a to b, and with how far they are.
template <class Function> void forEachAxis(const DoubleBox& a, const DoubleBox& b, Function f) {
  const Vec3 offset = b.center - a.center;
  const auto along = [&](Vec3 axis) {
    const Vec3 n = dot(axis, offset) < 0 ? -axis : axis;
    f(n, dot(n, offset) - reachAlong(a, n) - reachAlong(b, n));
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

/// What one look at the boxes says.
struct Look {
  double gap = -1e300;     // m, greatest separation of the 15 axes
  double advance = 0;      // share of a step in which they do not come nearer than the gap; more than a step when they never do
};

Look lookAt(const BoxPath& pathA, const BoxPath& pathB, double t, double gap) {
  Look look;
  const double aim = gap - 0.5 * magnitude(gap);
  forEachAxis(boxAt(pathA, t), boxAt(pathB, t), [&](Vec3 n, double s) {
    look.gap = larger(look.gap, s);
    if (s <= aim) return;
    const double closing = larger(dot(n, pathA.start - pathB.start), dot(n, pathA.end - pathB.end)) + turningAlong(pathA, n) + turningAlong(pathB, n);
    look.advance = larger(look.advance, closing > 0 ? (s - aim) / closing : 2);
  });
  return look;
}

}  // namespace

Meeting centerEnters(const BoxPath& pathA, const BoxPath& pathB, double gap) {
  const DoubleBox a0 = boxAt(pathA, 0), b0 = boxAt(pathB, 0), a1 = boxAt(pathA, 1), b1 = boxAt(pathB, 1);
  const Vec3 from = transposeTimes(b0.axes, a0.center - b0.center), move = transposeTimes(b0.axes, a1.center - b1.center) - from;
  double enter = -1, leave = 1;
  Vec3 face;
  for (int i = 0; i < 3; ++i) {
    const double speed = magnitude(move[i]), place = move[i] < 0 ? -from[i] : from[i];
    if (speed == 0 && magnitude(place) > b0.half[i]) return {};
    if (speed == 0) continue;
    const double through = (-b0.half[i] - place) / speed;
    if (through > enter) enter = through, face = b0.axes.column(i) * (move[i] < 0 ? 1 : -1);
    leave = smaller(leave, (b0.half[i] - place) / speed);
  }
  if (enter < 0 || enter >= leave) return {};  // inside at the start, or past it
  return {true, larger(0, enter - gap / length(move)), face};
}

Separation separationOf(const OrientedBox& a, const OrientedBox& b) {
  Separation most;
  forEachAxis(doubled(a), doubled(b), [&](Vec3 n, double s) {
    if (s > most.distance) most = {n, s};
  });
  return most;
}

Meeting timeOfImpact(const BoxPath& a, const BoxPath& b, const Nearness& near, int& looks) {
  double gap = near.gap;
  Look look = lookAt(a, b, 0, gap);
  --looks;
  const Meeting center = look.gap <= gap ? centerEnters(a, b, gap) : Meeting{};
  if (look.gap <= near.seen) gap = smaller(look.gap, 0) - near.depth;
  double t = 0;
  for (int round = 0; round < kAdvancementRounds && looks > 0; ++round, --looks) {
    look = lookAt(a, b, t, gap);
    if (look.gap <= gap) break;
    t += look.advance;
    if (t >= 1) return center;
  }
  return center.happens && center.time < t ? center : Meeting{true, t, {}};
}

}  // namespace tumble
