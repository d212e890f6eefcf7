// A second road to mass properties: a body as a cloud of point masses. Two Gauss points per axis integrate polynomials up to
// degree 3 without error, so eight points per box give mass, centre and tensor exactly, by sums alone.
#pragma once
#include <cmath>
#include <vector>

#include "shapes/shape.h"

namespace tumble::test {

struct PointMass {
  double mass;
  Vec3 position;  // m, body frame
};

struct CloudProperties {
  double mass = 0;
  Vec3 center;
  double inertia[3][3] = {};  // about the centre
};

inline void addBox(std::vector<PointMass>& cloud, const Shape& shape) {
  const Vec3 h = shape.halfExtents * (1 / std::sqrt(3.0));
  const double mass = shape.density * shape.halfExtents.x * shape.halfExtents.y * shape.halfExtents.z;  // of an eighth
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 local{corner & 1 ? h.x : -h.x, corner & 2 ? h.y : -h.y, corner & 4 ? h.z : -h.z};
    cloud.push_back({mass, shape.position + rotate(shape.orientation, local)});
  }
}

inline CloudProperties propertiesOf(const std::vector<PointMass>& cloud) {
  CloudProperties result;
  Vec3 moment;
  for (const PointMass& point : cloud) {
    result.mass += point.mass;
    moment += point.position * point.mass;
  }
  result.center = moment * (1 / result.mass);
  for (const PointMass& point : cloud) {
    const Vec3 r = point.position - result.center;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) result.inertia[i][j] += point.mass * ((i == j ? dot(r, r) : 0) - r[i] * r[j]);
    }
  }
  return result;
}

}  // namespace tumble::test
