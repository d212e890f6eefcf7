#include "fuzz/geometry.h"

#include <algorithm>
#include <cmath>

#include "math/trigonometry.h"

namespace tumble::fuzz {
namespace {

/// The way from the centre to the farthest point along n, in the axes of the solid.
double reachAlong(const Placed& s, Vec3 n) {
  const Vec3 h = s.half;
  const double across = std::hypot(n.x, n.z);
  switch (s.outline) {
    case Outline::cylinder: return h.x * across + h.y * std::fabs(n.y);
    case Outline::capsule: return h.x * length(n) + (h.y - h.x) * std::fabs(n.y);
    case Outline::cone: return std::max(h.y * n.y, h.x * across - h.y * n.y);
    case Outline::ellipsoid: return length(scaled(h, n));
    case Outline::hull: {
      double most = -1e300;
      for (const Vec3 p : *s.vertices) most = std::max(most, dot(p, n));
      return most;
    }
    default: return s.round ? h.x * length(n) : h.x * std::fabs(n.x) + h.y * std::fabs(n.y) + h.z * std::fabs(n.z);
  }
}

double reach(const Placed& solid, Vec3 n) { return reachAlong(solid, transposeTimes(solid.axes, n)); }

/// From a direction shorter and shorter ways aside, while f, whose value there is `least`, becomes less.
template <class Function> void descend(Vec3 best, double& least, Function f) {
  for (double step = 0.3; step > 1e-4;) {
    const Vec3 n = best, u = normalized(cross(n, std::fabs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0})), w = cross(n, u);
    bool better = false;
    for (const Vec3 way : {u, w, -u, -w}) {
      const Vec3 aside = normalized(n + way * step);
      const double value = f(aside);
      if (value < least) least = value, best = aside, better = true;
    }
    if (!better) step *= 0.5;
  }
}

/// The least of a function of a direction: down from the best of 27. What is above `enough` then is looked for from many sides: there are as many
/// valleys as pairs of features.
template <class Function> double leastOver(Vec3 first, double enough, Function f) {
  constexpr int kSides = 150;                         // directions, 0.3 rad apart
  constexpr double kGoldenAngle = 2.399963229728653;  // rad: turned by it from level to level they cover the sphere evenly
  Vec3 best = first;
  double least = f(first);
  for (int i = 0; i < 27; ++i) {
    if (i == 13) continue;
    const Vec3 n = normalized(Vec3{i % 3 - 1.0, i / 3 % 3 - 1.0, i / 9 - 1.0});
    const double value = f(n);
    if (value < least) least = value, best = n;
  }
  descend(best, least, f);
  for (int i = 0; i < kSides && least > enough; ++i) {
    const double y = 1 - (2 * i + 1.0) / kSides, across = std::sqrt(1 - y * y);
    const Vec3 n{across * std::cos(kGoldenAngle * i), y, across * std::sin(kGoldenAngle * i)};
    double value = f(n);
    descend(n, value, f);
    least = std::min(least, value);
  }
  return least;
}

/// m: an overlap that is small for this solid.
double smallFor(const Placed& solid) { return 0.02 * std::min({solid.half.x, solid.half.y, solid.half.z}); }

double extentAlong(const Placed& solid, Vec3 axis) {
  if (solid.round) return solid.half.x;
  return std::fabs(dot(solid.axes.cx, axis)) * solid.half.x + std::fabs(dot(solid.axes.cy, axis)) * solid.half.y +
         std::fabs(dot(solid.axes.cz, axis)) * solid.half.z;
}

double overlapAlong(const Placed& a, const Placed& b, Vec3 axis) {
  return extentAlong(a, axis) + extentAlong(b, axis) - std::fabs(dot(b.center - a.center, axis));
}

double ballInBox(const Placed& ball, const Placed& box) {
  const Vec3 d = transposeTimes(box.axes, ball.center - box.center);
  Vec3 outside;
  double inside = 1e300;
  for (int i = 0; i < 3; ++i) {
    const double beyond = std::fabs(d[i]) - box.half[i];
    outside[i] = beyond > 0 ? beyond : 0;
    inside = std::min(inside, -beyond);
  }
  return inside > 0 ? ball.half.x + inside : ball.half.x - length(outside);
}

}  // namespace

Placed placed(const Solid& solid, const BodyFrame& frame) {
  return {solid.round,    frame.x + rotate(frame.q, solid.position), solid.half, toMatrix(frame.q * solid.orientation), solid.outline,
          &solid.vertices};
}

double overlapOf(const Placed& a, const Placed& b) {
  if (a.isConvex() || b.isConvex()) {
    const Vec3 apart = b.center - a.center;
    const auto along = [&](Vec3 n) { return reach(a, n) + reach(b, -n) - dot(apart, n); };
    double least = leastOver(normalized(apart, {0, 1, 0}), std::min(smallFor(a), smallFor(b)), along);
    for (int i = 0; i < 3; ++i) {
      for (const Vec3 n : {a.axes.column(i), b.axes.column(i)}) least = std::min({least, along(n), along(-n)});
    }
    return least;
  }
  if (a.round && b.round) return a.half.x + b.half.x - length(b.center - a.center);
  if (a.round) return ballInBox(a, b);
  if (b.round) return ballInBox(b, a);
  double least = 1e300;
  for (int i = 0; i < 3; ++i) {
    least = std::min({least, overlapAlong(a, b, a.axes.column(i)), overlapAlong(a, b, b.axes.column(i))});
    for (int j = 0; j < 3; ++j) {
      const Vec3 axis = cross(a.axes.column(i), b.axes.column(j));
      const double l = length(axis);
      if (l > 1e-3) least = std::min(least, overlapAlong(a, b, axis * (1 / l)));
    }
  }
  return least;
}

Vec3 boundsOf(const Placed& solid) { return {extentAlong(solid, {1, 0, 0}), extentAlong(solid, {0, 1, 0}), extentAlong(solid, {0, 0, 1})}; }

Extent extentOf(const Facts& facts, const Frame& frame, std::size_t at) {
  const BodyFacts& body = facts.bodies[at];
  Extent all{{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}};
  for (std::size_t i = 0; i < body.solidCount; ++i) {
    const Placed solid = placed(facts.solids[body.firstSolid + i], frame.bodies[at]);
    const Vec3 half = boundsOf(solid);
    for (int axis = 0; axis < 3; ++axis) {
      all.low[axis] = std::min(all.low[axis], solid.center[axis] - half[axis]);
      all.high[axis] = std::max(all.high[axis], solid.center[axis] + half[axis]);
    }
  }
  return all;
}

double depthOf(const Placed& box, Vec3 point) {
  const Vec3 d = transposeTimes(box.axes, point - box.center);
  if (box.round) return box.half.x - length(d);
  if (box.isConvex()) return leastOver({0, 1, 0}, smallFor(box), [&](Vec3 n) { return reachAlong(box, n) - dot(d, n); });
  return std::min({box.half.x - std::fabs(d.x), box.half.y - std::fabs(d.y), box.half.z - std::fabs(d.z)});
}

bool crosses(const Placed& box, Vec3 a, Vec3 b, double share) {
  if (box.outline != Outline::box) return false;
  const Vec3 from = transposeTimes(box.axes, a - box.center), way = transposeTimes(box.axes, b - a);
  double enter = 0, leave = 1;
  for (int i = 0; i < 3; ++i) {
    const double half = box.half[i] * share;
    if (std::fabs(way[i]) < 1e-300) {
      if (std::fabs(from[i]) > half) return false;
      continue;
    }
    double t0 = (-half - from[i]) / way[i], t1 = (half - from[i]) / way[i];
    if (t0 > t1) std::swap(t0, t1);
    enter = std::max(enter, t0);
    leave = std::min(leave, t1);
  }
  return enter < leave;
}

Vec3 turnBetween(Quat from, Quat to) {
  Quat turned = to * conjugate(from);
  if (turned.w < 0) turned = {-turned.x, -turned.y, -turned.z, -turned.w};
  const Vec3 axis{turned.x, turned.y, turned.z};
  const double sine = length(axis);
  return sine < 1e-9 ? axis * 2.0 : axis * (2 * arcTangent2(sine, turned.w) / sine);
}

}  // namespace tumble::fuzz
