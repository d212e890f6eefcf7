// The shapes of a body, each with its pose in the body frame and its material.
#pragma once
#include <cstdint>

#include "containers/list.h"
#include "math/quat.h"

namespace tumble {

enum class ShapeType : unsigned char {
  box,        // halfExtents
  sphere,     // radius
  cylinder,   // radius, height; axis y, centred
  capsule,    // radius, height; axis y, centred; the height is that of the cylinder between the caps
  cone,       // radius, height; axis y, from the base at -height/2 to the apex at +height/2
  hull,       // the convex hull of `vertices`
  mesh,       // triangles: as a collider, of a static body alone, their surface; else the solid inside, and they must close
  points,     // point masses
  ellipsoid,  // halfExtents, its semi-axes
};
/// Whether it can be a collider of a body that is static, or not.
constexpr bool canCollide(ShapeType type, bool isStatic) { return type != ShapeType::points && (type != ShapeType::mesh || isStatic); }
/// Whether it is given by a list of vertices.
constexpr bool hasVertices(ShapeType type) { return type >= ShapeType::hull && type <= ShapeType::points; }

/// One shape of a body. Position and orientation are in the body frame (the frame the author placed the shapes in, whose
/// origin need not be the centre of mass).
struct Shape {
  ShapeType type = ShapeType::box;
  Vec3 halfExtents{0.5, 0.5, 0.5};  // m
  double radius = 0;                // m
  double height = 0;                // m
  Vec3 position;                    // m, origin of the shape in the body frame
  Quat orientation;                 // shape -> body frame
  double density = 1000;            // kg/m^3
  double friction = 0.5;            // Coulomb coefficient mu; a pair has sqrt(mu1 mu2)
  double restitution = 0;           // e in [0, 1]; a pair has max(e1, e2)
  double rollingFriction = 0;       // m, of Coulomb's law of rolling (contacts/rolling_friction.h); a pair has the larger
  bool subtract = false;            // a cavity: its mass is subtracted, and nothing collides with it
  bool collides = true;             // false: a ghost, others pass through it
  List<Vec3> vertices;              // m, of hull, mesh and points, in the shape's own axes
  List<std::uint32_t> triangles;    // of hull and mesh: three vertices each, counter-clockwise seen from outside
  List<double> masses;              // kg, of points
};

/// Whether the shape is a collider.
inline bool isCollider(const Shape& shape) { return shape.collides && !shape.subtract && canCollide(shape.type, true); }

/// Whether it is a collider of many triangles: such a shape is part of a static body, need not close and has no mass.
inline bool isSurface(const Shape& shape) { return shape.type == ShapeType::mesh && isCollider(shape); }

}  // namespace tumble
