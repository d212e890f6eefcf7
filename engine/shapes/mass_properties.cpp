// Mass properties of compounds.
//
//   turned:    I' = R I R^T                                             (similarity transform)
//   moved:     I' = I + m (d^2 1 - d d^T)                               (parallel axis theorem; d from the common centre)
//   cavity:    the same with -m and -I
//
// The signs follow from L = sum r x m (omega x r) = sum m r~ r~^T omega: the tensor is a sum of squares with a plus, so
// I_xx = sum m (y^2 + z^2) > 0 and the products of inertia enter with a minus, I_xy = -sum m x y. (The sum printed in
// C. Hecker, "Physics, Part 4: The Third Dimension", 1997, has the other sign.)
#include "shapes/mass_properties.h"

#include "assertion.h"
#include "shapes/solids.h"

namespace tumble {
namespace {

constexpr Mat3 kZero{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};

/// The eigen-solver needs an exactly symmetric tensor; the halves of R I R^T differ in the last bit by rounding.
Mat3 symmetric(const Mat3& m) {
  const double xy = 0.5 * (m.cx.y + m.cy.x), xz = 0.5 * (m.cx.z + m.cz.x), yz = 0.5 * (m.cy.z + m.cz.y);
  return {{m.cx.x, xy, xz}, {xy, m.cy.y, yz}, {xz, yz, m.cz.z}};
}

/// A shape as a solid with its sign, its centre in the body frame.
Solid partOf(const Shape& shape) {
  Solid solid = solidOf(shape);
  // Without rounding for a shape that is centred.
  solid.center = solid.center == Vec3{} ? shape.position : shape.position + rotate(shape.orientation, solid.center);
  if (shape.subtract) {
    solid.mass = -solid.mass;
    solid.inertia = solid.inertia * -1.0;
  }
  return solid;
}

}  // namespace

Solid solidOf(const Shape& shape) {
  switch (shape.type) {
    case ShapeType::box: return boxSolid(shape.density, shape.halfExtents);
    case ShapeType::sphere: return sphereSolid(shape.density, shape.radius);
    case ShapeType::ellipsoid: return ellipsoidSolid(shape.density, shape.halfExtents);
    case ShapeType::cylinder: return cylinderSolid(shape.density, shape.radius, shape.height);
    case ShapeType::capsule: return capsuleSolid(shape.density, shape.radius, shape.height);
    case ShapeType::cone: return coneSolid(shape.density, shape.radius, shape.height);
    case ShapeType::hull:
    case ShapeType::mesh: return polyhedronSolid(shape.density, shape.vertices, shape.triangles);
    case ShapeType::points: break;
  }
  return pointsSolid(shape.vertices, shape.masses);
}

MassProperties massProperties(std::span<const Shape> shapes) {
  MassProperties total{0, {0, 0, 0}, kZero};
  List<Solid> parts;
  parts.reserve(shapes.size());
  Vec3 firstMoment;  // kg m
  for (const Shape& shape : shapes) {
    parts.push_back(partOf(shape));
    const Solid& part = parts.back();
    total.mass += part.mass;
    firstMoment += part.center * part.mass;
  }
  if (!(total.mass > 0)) return total;
  // The centre of a single shape is copied: (m p) / m may differ from p in the last bit.
  total.centerOfMass = shapes.size() == 1 ? parts[0].center : firstMoment * (1 / total.mass);

  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Mat3 turned = similarity(toMatrix(shapes[i].orientation), parts[i].inertia);
    total.inertia = total.inertia + turned + pointInertia(parts[i].mass, parts[i].center - total.centerOfMass);
  }
  total.inertia = symmetric(total.inertia);
  return total;
}

MassProperties withMass(MassProperties properties, double mass) {
  TUMBLE_ASSERT(mass > 0, "a body that gets a mass gets a positive one");
  // One factor on every density scales the mass and the tensor alike and leaves the centre where it is.
  if (properties.mass > 0) properties.inertia = properties.inertia * (mass / properties.mass);
  properties.mass = mass;
  return properties;
}

}  // namespace tumble
