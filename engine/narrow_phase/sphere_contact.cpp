#include "narrow_phase/sphere_contact.h"

#include "assertion.h"
#include "colliders/convex_distance.h"
#include "math/unit.h"
#include "narrow_phase/box_box.h"
#include "narrow_phase/convex_contact.h"
#include "narrow_phase/triangle_contact.h"

namespace tumble {
namespace {

/// The nearest points of two surfaces. The normal points from the first to the second.
struct Touch {
  Vec3 normal;
  double separation;  // m
  Vec3 middle;        // m, midway between the points, from the centre of the first
};

Touch touchSpheres(Vec3 offset, double radiusA, double radiusB) {
  const double distance = length(offset), separation = distance - radiusA - radiusB;
  const Vec3 normal = normalized(offset, {0, 1, 0});  // concentric: any direction will do
  return {normal, separation, normal * (radiusA + 0.5 * separation)};
}

/// offset: from the centre of the box to that of the sphere.
Touch touchBox(Vec3 offset, const Mat3f& boxAxes, Vec3f halfExtents, double radius) {
  const Mat3 axes = toDouble(boxAxes);
  const Vec3 center = transposeTimes(axes, offset), half = toDouble(halfExtents);
  Vec3 nearest = center, normal;
  int face = 0;
  double depth = 1e300;  // of the centre under the nearest face
  bool inside = true;
  for (int i = 0; i < 3; ++i) {
    const double size = center[i] < 0 ? -center[i] : center[i], below = half[i] - size;
    if (below < 0) nearest[i] = center[i] < 0 ? -half[i] : half[i], inside = false;
    if (below < depth) depth = below, face = i;
  }
  double distance;
  if (inside) {
    normal[face] = center[face] < 0 ? -1 : 1;
    nearest[face] = normal[face] * half[face];
    distance = -depth;
  } else {
    const Vec3 gap = center - nearest;
    distance = length(gap);
    normal = gap * (1 / distance);
  }
  const double separation = distance - radius;
  return {axes * normal, separation, axes * (nearest + normal * (0.5 * separation))};
}

}  // namespace

Manifold collideSphere(const OrientedBox& a, const OrientedBox& b, float speculative, const Manifold& previous) {
  TUMBLE_ASSERT(a.isSphere() || b.isSphere(), "one of the two is a sphere");
  const Vec3 offset = b.center - a.center;
  Touch touch;
  if (a.isSphere() && b.isSphere()) {
    touch = touchSpheres(offset, static_cast<double>(a.halfExtents.x), static_cast<double>(b.halfExtents.x));
  } else if (b.isSphere()) {
    touch = touchBox(offset, a.axes, a.halfExtents, static_cast<double>(b.halfExtents.x));
  } else {
    touch = touchBox(-offset, b.axes, b.halfExtents, static_cast<double>(a.halfExtents.x));
    touch = {-touch.normal, touch.separation, touch.middle + offset};
  }
  Manifold manifold;
  if (touch.separation > static_cast<double>(speculative)) return manifold;
  manifold.normal = toFloat(touch.normal);
  TUMBLE_ASSERT(isUnit(manifold.normal), "the normal of a sphere is a unit vector");
  if (!a.isSphere() || !b.isSphere()) manifold.axis = axisCode(b.isSphere() ? 0 : 3, false);  // turns with the box
  manifold.count = 1;
  ManifoldPoint& point = manifold.points[0];
  point.position = toFloat(touch.middle);
  point.separation = static_cast<float>(touch.separation);
  if (previous.count > 0) {
    manifold.normalImpulse[0] = previous.normalImpulse[0];
    manifold.frictionImpulse = previous.frictionImpulse - manifold.normal * dot(manifold.normal, previous.frictionImpulse);
  }
  return manifold;
}

Manifold collideShapes(const OrientedBox& a, const OrientedBox& b, float speculative, const Manifold& previous) {
  if (a.isTriangle() || b.isTriangle()) return collideTriangle(a, b, speculative, previous);
  if (isConvex(a, b)) return collideConvex(a, b, speculative, previous);
  return a.isSphere() || b.isSphere() ? collideSphere(a, b, speculative, previous) : collideBoxes(a, b, speculative, previous);
}

}  // namespace tumble
