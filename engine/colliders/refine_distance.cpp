#include "colliders/refine_distance.h"

#include <cmath>

#include "colliders/hull.h"

namespace tumble {
namespace {

constexpr int kSteps = 6;             // of Newton's method
constexpr double kLastStep = 1e-4;    // rad: after so small a step the direction is exact to about its square
constexpr double kSamePlace = 0.01;   // of an edge: so far the curvature is that with which the step was made
constexpr double kLongestStep = 0.5;  // rad: beyond it other points touch
constexpr double kSame = 1e-8;        // of the size: the distance between the points found is that of the shapes
constexpr double kNearEdge = 0.1;     // sine of the angle below which an edge may touch along its length
constexpr double kUpright = 1e-3;     // sine of the angle below which it is the cap that touches
constexpr double kParallel = 1e-3;    // sine of the angle of edges that do not cross

/// A vector in the plane at right angles to the direction.
struct Tangent {
  double x = 0, y = 0;
};
Tangent operator+(Tangent a, Tangent b) { return {a.x + b.x, a.y + b.y}; }
Tangent operator-(Tangent a, Tangent b) { return {a.x - b.x, a.y - b.y}; }
Tangent operator*(Tangent a, double k) { return {a.x * k, a.y * k}; }
double dot(Tangent a, Tangent b) { return a.x * b.x + a.y * b.y; }
double cross(Tangent a, Tangent b) { return a.x * b.y - a.y * b.x; }

/// A symmetric matrix in that plane.
struct Curvature {
  double xx = 0, xy = 0, yy = 0;
  Tangent operator*(Tangent t) const { return {xx * t.x + xy * t.y, xy * t.x + yy * t.y}; }
};

struct Frame {
  Vec3 n, x, y;  // unit, at right angles
  Tangent tangent(Vec3 v) const { return {tumble::dot(v, x), tumble::dot(v, y)}; }
};

Frame frameOf(Vec3 n) {
  const Vec3 x = normalized(cross(n, std::abs(n.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
  return {n, x, cross(n, x)};
}

/// Where a shape touches a plane, and how the place moves when the plane turns.
struct Touch {
  Vec3 at;              // m, from the centre of the shape, world axes
  Vec3 edge;            // m, from there to the other end of a straight edge that is nearly in the plane; 0: none
  Curvature curvature;  // m, radii
  double taper = 0;     // share of the curvature that the other end has less
  double along = 0.5;   // where on the edge: share of its length
  bool isEdge = false;

  void chooseEdge() {
    isEdge = edge != Vec3{};
    if (!isEdge) along = 0;
  }
  /// To the end that is nearer to `along`.
  void chooseEnd() {
    isEdge = false;
    along = along < 0.5 ? 0 : 1;
  }
  Vec3 place() const { return at + edge * along; }
  double share() const { return 1 - taper * along; }
  bool isBeyond() const { return isEdge && !(along >= 0 && along <= 1); }
};

/// In the axes of the shape; `n` and the tangents x, y, too. False: a flat face touches.
bool touchOf(const OrientedBox& s, const Frame& f, Touch& touch) {
  const Vec3 h = toDouble(s.halfExtents), d = f.n;
  const auto ball = [&](double r) {
    touch.at += d * r;
    touch.curvature = {r, 0, r};
  };
  switch (s.shape) {
    case ColliderShape::sphere: ball(h.x); return true;
    case ColliderShape::capsule: {
      const double end = d.y < 0 ? h.x - h.y : h.y - h.x;
      touch.at.y = end;
      if (std::abs(d.y) < kNearEdge) touch.edge.y = -2 * end;
      ball(h.x);
      return true;
    }
    case ColliderShape::box: {
      int least = 0;
      for (int i = 0; i < 3; ++i) {
        touch.at[i] = d[i] < 0 ? -h[i] : h[i];
        if (std::abs(d[i]) < std::abs(d[least])) least = i;
      }
      if (std::abs(d[least]) < kNearEdge) touch.edge[least] = -2 * touch.at[least];
      return true;
    }
    case ColliderShape::hull:
    case ColliderShape::triangle: {
      const List<Vec3>& vertices = s.hull->vertices;
      std::size_t best = 0, next = 0;
      double most = -kUnlimitedDistance, second = most;
      for (std::size_t i = 0; i < vertices.size(); ++i) {
        const double along = tumble::dot(vertices[i], d);
        if (along > most) second = most, next = best, most = along, best = i;
        else if (along > second) second = along, next = i;
      }
      touch.at = vertices[best];
      const Vec3 edge = vertices[next] - touch.at;
      if ((most - second) * (most - second) < kNearEdge * kNearEdge * lengthSquared(edge)) touch.edge = edge;
      return true;
    }
    case ColliderShape::ellipsoid: {
      const Vec3 square = scaled(h, h), stretched = scaled(square, d);
      const double inverse = 1 / std::sqrt(tumble::dot(stretched, d));
      touch.at = stretched * inverse;
      const Tangent at = f.tangent(touch.at);
      const Vec3 x = scaled(square, f.x), y = scaled(square, f.y);
      touch.curvature = {(tumble::dot(x, f.x) - at.x * at.x) * inverse, (tumble::dot(x, f.y) - at.x * at.y) * inverse,
                         (tumble::dot(y, f.y) - at.y * at.y) * inverse};
      return true;
    }
    default: break;
  }
  // The rim of a cylinder or cone; between the rim and its other end is a straight line.
  const double across = std::sqrt(d.x * d.x + d.z * d.z);
  if (across < kUpright) return false;
  const bool isCone = s.shape == ColliderShape::cone;
  const Vec3 out{d.x / across, 0, d.z / across};
  const Tangent t = f.tangent({-out.z, 0, out.x});
  const double radius = h.x / across, side = isCone || d.y < 0 ? -h.y : h.y;
  touch.at = {out.x * h.x, side, out.z * h.x};
  touch.curvature = {radius * t.x * t.x, radius * t.x * t.y, radius * t.y * t.y};
  const Vec3 edge{isCone ? -touch.at.x : 0, -2 * side, isCone ? -touch.at.z : 0};
  const double rise = tumble::dot(edge, d);  // of the other end above the rim
  if (rise * rise < kNearEdge * kNearEdge * lengthSquared(edge)) touch.edge = edge, touch.taper = isCone;
  else if (rise > 0) touch.at += edge, touch.curvature = {};
  return true;
}

/// The same in world axes, f.n away from the shape.
bool touchInWorld(const OrientedBox& s, const Frame& f, Touch& touch) {
  const Mat3 axes = toDouble(s.axes);
  const auto local = [&](Vec3 v) { return transposeTimes(axes, v); };
  if (!touchOf(s, {local(f.n), local(f.x), local(f.y)}, touch)) return false;
  touch.at = axes * touch.at;
  touch.edge = axes * touch.edge;
  touch.chooseEdge();
  return true;
}

/// One step for two points or edges.
struct Step {
  const Frame& frame;
  Touch &a, &b;
  Vec3 offset;
  Tangent turn;

  /// Turns n, and finds the places along the edges. False where s is not greatest.
  bool solve() {
    const Vec3 w = offset + (b.isEdge ? b.at : b.place()) - (a.isEdge ? a.at : a.place());
    const double s = tumble::dot(offset + b.place() - a.place(), frame.n), p = a.share(), q = b.share();
    const Curvature m{a.curvature.xx * p + b.curvature.xx * q + s, a.curvature.xy * p + b.curvature.xy * q,
                      a.curvature.yy * p + b.curvature.yy * q + s};
    const Tangent residual = frame.tangent(w);
    const double riseA = tumble::dot(a.edge, frame.n), riseB = tumble::dot(b.edge, frame.n);
    const Tangent edgeA = frame.tangent(a.edge), edgeB = frame.tangent(b.edge);
    if (a.isEdge && b.isEdge) {
      const double sine = cross(edgeA, edgeB);
      if (sine * sine > kParallel * kParallel * dot(edgeA, edgeA) * dot(edgeB, edgeB)) {
        turn = {(-riseA * edgeB.y + riseB * edgeA.y) / sine, (-riseB * edgeA.x + riseA * edgeB.x) / sine};
        const Tangent rest = residual - m * turn;
        a.along = cross(rest, edgeB) / sine;
        b.along = cross(rest, edgeA) / sine;
        return true;
      }
      b.chooseEnd();
      return solve();
    }
    if (!a.isEdge && !b.isEdge) {
      const double determinant = m.xx * m.yy - m.xy * m.xy;
      if (!(m.xx > 0 && determinant > 1e-9 * m.xx * m.yy)) return false;
      turn = {(m.yy * residual.x - m.xy * residual.y) / determinant, (m.xx * residual.y - m.xy * residual.x) / determinant};
      return true;
    }
    const Tangent edge = a.isEdge ? edgeA : edgeB, beside{-edge.y, edge.x};
    const double square = dot(edge, edge), stiffness = dot(beside, m * beside);
    if (!(stiffness > 1e-9 * square * std::abs(s))) return false;
    const Tangent level = edge * (-(a.isEdge ? riseA : riseB) / square);
    turn = level + beside * (dot(beside, residual - m * level) / stiffness);
    const double along = dot(edge, residual - m * turn) / square;
    if (a.isEdge) a.along = along;
    else b.along = -along;
    return true;
  }
};

}  // namespace

bool refineDistance(const OrientedBox& shapeA, const OrientedBox& shapeB, double most, ConvexDistance& found) {
  const Vec3 offset = shapeB.center - shapeA.center;
  const double size = static_cast<double>(length(shapeA.halfExtents) + length(shapeB.halfExtents));
  double alongA = 0.5, alongB = 0.5;
  for (int i = 0; i < kSteps; ++i) {
    const Frame f = frameOf(found.normal);
    Touch a, b;
    a.along = alongA, b.along = alongB;
    if (!touchInWorld(shapeA, f, a) || !touchInWorld(shapeB, {-f.n, f.x, f.y}, b)) return false;
    found.distance = tumble::dot(offset + b.at - a.at, f.n);
    if (found.distance > most) return true;
    Step step{f, a, b, offset, {}};
    for (;;) {
      if (!step.solve()) return false;
      if (a.isBeyond() && !(b.isBeyond() && std::abs(b.along - 0.5) > std::abs(a.along - 0.5))) a.chooseEnd();
      else if (b.isBeyond()) b.chooseEnd();
      else break;
    }
    const double angle2 = dot(step.turn, step.turn);
    if (!(angle2 < kLongestStep * kLongestStep)) return false;
    found.normal = normalized(f.n + f.x * step.turn.x + f.y * step.turn.y);
    const bool isLast = angle2 < kLastStep * kLastStep && std::abs(a.taper * (a.along - alongA)) < kSamePlace &&
                        std::abs(b.taper * (b.along - alongB)) < kSamePlace;
    alongA = a.along, alongB = b.along;
    if (!isLast) continue;
    const Vec3 n = found.normal;
    found.distance = tumble::dot(n, offset + supportPoint(shapeB, -n) - supportPoint(shapeA, n));
    return std::abs(found.distance - tumble::dot(n, offset + b.place() - a.place())) < kSame * size;
  }
  return false;
}

}  // namespace tumble
