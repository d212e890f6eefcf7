#include "shapes/bounds.h"

namespace tumble {
namespace {

double magnitude(double x) { return x < 0 ? -x : x; }
double smaller(double a, double b) { return a < b ? a : b; }
double larger(double a, double b) { return a > b ? a : b; }

}  // namespace

Bounds enclosing(const Bounds& a, const Bounds& b) {
  return {{smaller(a.low.x, b.low.x), smaller(a.low.y, b.low.y), smaller(a.low.z, b.low.z)},
          {larger(a.high.x, b.high.x), larger(a.high.y, b.high.y), larger(a.high.z, b.high.z)}};
}

Bounds boundsOf(const Shape& shape, Vec3 position, Quat orientation) {
  // A turned box reaches |R| h along the world axes: the sum of the shadows of its three half edges.
  const Mat3 axes = toMatrix(orientation * shape.orientation);
  const Vec3 h = shape.halfExtents;
  Vec3 reach;
  for (int i = 0; i < 3; ++i) {
    reach[i] = magnitude(axes.cx[i]) * h.x + magnitude(axes.cy[i]) * h.y + magnitude(axes.cz[i]) * h.z;
  }
  const Vec3 center = position + rotate(orientation, shape.position);
  return {center - reach, center + reach};
}

Bounds boundsOf(std::span<const Shape> shapes, Vec3 position, Quat orientation) {
  if (shapes.empty()) return {position, position};
  Bounds all = boundsOf(shapes[0], position, orientation);
  for (const Shape& shape : shapes.subspan(1)) all = enclosing(all, boundsOf(shape, position, orientation));
  return all;
}

}  // namespace tumble
