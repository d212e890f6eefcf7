#include "shapes/bounds.h"

#include "assertion.h"

namespace tumble {
namespace {

double magnitude(double x) { return x < 0 ? -x : x; }
double smaller(double a, double b) { return a < b ? a : b; }
double larger(double a, double b) { return a > b ? a : b; }

/// Half the extent along coordinate i of a disc of radius r across `axis`.
double discHalfExtent(double r, Vec3 axis, int i) {
  const double across = 1 - axis[i] * axis[i];
  return across > 0 ? r * std::sqrt(across) : 0;
}

/// Half widths along the world axes; a cone has those of the cylinder around it.
Vec3 halfExtentsOf(const Shape& shape, const Mat3& axes) {
  const Vec3 h = shape.halfExtents;
  const double r = shape.radius;
  Vec3 halfExtents;
  for (int i = 0; i < 3; ++i) {
    switch (shape.type) {
      case ShapeType::sphere: halfExtents[i] = r; break;
      case ShapeType::ellipsoid: halfExtents[i] = length(Vec3{axes.cx[i] * h.x, axes.cy[i] * h.y, axes.cz[i] * h.z}); break;
      case ShapeType::capsule: halfExtents[i] = magnitude(axes.cy[i]) * 0.5 * shape.height + r; break;
      case ShapeType::cylinder:
      case ShapeType::cone: halfExtents[i] = magnitude(axes.cy[i]) * 0.5 * shape.height + discHalfExtent(r, axes.cy, i); break;
      // |R| h: the sum of the projections of the three half edges.
      default: halfExtents[i] = magnitude(axes.cx[i]) * h.x + magnitude(axes.cy[i]) * h.y + magnitude(axes.cz[i]) * h.z;
    }
  }
  return halfExtents;
}

Bounds boundsOfPoints(std::span<const Vec3> points, const Mat3& axes, Vec3 center) {
  TUMBLE_ASSERT(!points.empty(), "a list of points that has bounds is not empty");
  Bounds all{center + axes * points[0], center + axes * points[0]};
  for (const Vec3& p : points) {
    const Vec3 at = center + axes * p;
    all = enclosing(all, {at, at});
  }
  return all;
}

}  // namespace

Bounds enclosing(const Bounds& a, const Bounds& b) {
  return {{smaller(a.low.x, b.low.x), smaller(a.low.y, b.low.y), smaller(a.low.z, b.low.z)},
          {larger(a.high.x, b.high.x), larger(a.high.y, b.high.y), larger(a.high.z, b.high.z)}};
}

Bounds boundsOf(const Shape& shape, Vec3 position, Quat orientation) {
  const Mat3 axes = toMatrix(orientation * shape.orientation);
  const Vec3 center = position + rotate(orientation, shape.position);
  if (!shape.vertices.empty()) return boundsOfPoints(shape.vertices, axes, center);
  const Vec3 halfExtents = halfExtentsOf(shape, axes);
  return {center - halfExtents, center + halfExtents};
}

Bounds boundsOf(std::span<const Shape> shapes, Vec3 position, Quat orientation) {
  if (shapes.empty()) return {position, position};
  Bounds all = boundsOf(shapes[0], position, orientation);
  for (const Shape& shape : shapes.subspan(1)) all = enclosing(all, boundsOf(shape, position, orientation));
  return all;
}

}  // namespace tumble
