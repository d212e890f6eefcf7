// Point masses held together: sums, as every rigid body is one. M = sum m,  c = sum m r / M,  I = sum m (d^2 1 - d d^T),
// d = r - c. (C. Hecker, "Physics, Part 4: The Third Dimension", 1997; the sign is that of text_errors_test.cpp.)
#include "shapes/solids.h"

namespace tumble {

Solid pointsSolid(std::span<const Vec3> points, std::span<const double> masses) {
  Solid solid;
  Vec3 first;
  for (std::size_t i = 0; i < points.size(); ++i) {
    solid.mass += masses[i];
    first += points[i] * masses[i];
  }
  if (!(solid.mass > 0)) return solid;
  solid.center = first * (1 / solid.mass);
  for (std::size_t i = 0; i < points.size(); ++i) solid.inertia = solid.inertia + pointInertia(masses[i], points[i] - solid.center);
  return solid;
}

}  // namespace tumble
