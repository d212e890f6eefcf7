// Mass properties against closed forms worked out by hand, and against sums over point clouds.
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "math/trigonometry.h"
#include "point_cloud.h"
#include "shapes/mass_properties.h"

using namespace tumble;
using namespace tumble::test;

namespace {

Shape box(Vec3 size, Vec3 position = {}, double density = 1) {
  Shape shape;
  shape.halfExtents = size * 0.5;
  shape.position = position;
  shape.density = density;
  return shape;
}

void checkTensor(const Mat3& m, const double (&expected)[3][3], double scale) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      CAPTURE(i);
      CAPTURE(j);
      CHECK(std::abs(m.column(j)[i] - expected[i][j]) <= 1e-12 * scale);
    }
  }
}

struct Random {
  std::uint64_t state = 12345;
  double operator()(double low, double high) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (static_cast<double>(state >> 11) / 9007199254740992.0);
  }
  Quat orientation() { return normalized(Quat{(*this)(-1, 1), (*this)(-1, 1), (*this)(-1, 1), (*this)(0.1, 1)}); }
};

}  // namespace

TEST_CASE("a unit cube has m/6 on every axis") {
  const Shape shapes[] = {box({1, 1, 1}, {}, 12)};
  const MassProperties p = massProperties(shapes);
  CHECK(p.mass == doctest::Approx(12).epsilon(1e-14));
  checkTensor(p.inertia, {{2, 0, 0}, {0, 2, 0}, {0, 0, 2}}, 2);
  CHECK(p.centerOfMass == Vec3{0, 0, 0});
  CHECK(p.inertia.cx.y == 0);  // to the bit: a plain box is stored in its own frame
}

TEST_CASE("a box of 1 x 2 x 3 m has m/12 (b^2 + c^2)") {
  const Shape shapes[] = {box({1, 2, 3})};
  const MassProperties p = massProperties(shapes);
  CHECK(p.mass == doctest::Approx(6).epsilon(1e-14));
  checkTensor(p.inertia, {{6.5, 0, 0}, {0, 5, 0}, {0, 0, 2.5}}, 6.5);
  checkTensor(boxInertia(6, {0.5, 1, 1.5}), {{6.5, 0, 0}, {0, 5, 0}, {0, 0, 2.5}}, 6.5);
}

TEST_CASE("a box off the origin has its own tensor and its own centre") {
  const Shape shapes[] = {box({1, 2, 3}, {0.1, 7.3, -2.9})};
  const MassProperties p = massProperties(shapes);
  CHECK(p.centerOfMass == Vec3{0.1, 7.3, -2.9});
  checkTensor(p.inertia, {{6.5, 0, 0}, {0, 5, 0}, {0, 0, 2.5}}, 6.5);
}

TEST_CASE("a box cut in eight unequal parts is the same box") {
  std::vector<Shape> parts;
  const double cutX[] = {-0.5, 0.2, 0.5}, cutY[] = {-1, -0.3, 1}, cutZ[] = {-1.5, 0.9, 1.5};
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      for (int k = 0; k < 2; ++k) {
        parts.push_back(box({cutX[i + 1] - cutX[i], cutY[j + 1] - cutY[j], cutZ[k + 1] - cutZ[k]},
                            {0.5 * (cutX[i] + cutX[i + 1]), 0.5 * (cutY[j] + cutY[j + 1]), 0.5 * (cutZ[k] + cutZ[k + 1])}));
      }
    }
  }
  const MassProperties p = massProperties(parts);
  CHECK(p.mass == doctest::Approx(6).epsilon(1e-14));
  CHECK(length(p.centerOfMass) <= 1e-14);
  checkTensor(p.inertia, {{6.5, 0, 0}, {0, 5, 0}, {0, 0, 2.5}}, 6.5);
}

TEST_CASE("a hollow cube of six plates equals the outer cube less the inner one") {
  // Outer edge 2, wall 0.25, inner edge 1.5; two full plates, two shortened by the first, two by both.
  const double e = 2, w = 0.25, in = 1.5, at = 0.5 * (e - w);
  const Shape plates[] = {box({e, e, w}, {0, 0, at}),   box({e, e, w}, {0, 0, -at}),  box({e, w, in}, {0, at, 0}),
                          box({e, w, in}, {0, -at, 0}), box({w, in, in}, {at, 0, 0}), box({w, in, in}, {-at, 0, 0})};
  const MassProperties p = massProperties(plates);
  const double mass = 8 - 3.375, moment = (8 * 4 - 3.375 * 2.25) / 6;
  CHECK(p.mass == doctest::Approx(mass).epsilon(1e-14));
  checkTensor(p.inertia, {{moment, 0, 0}, {0, moment, 0}, {0, 0, moment}}, moment);
}

TEST_CASE("dumbbell: parallel axis theorem by hand, with unequal densities") {
  // 1 kg and 3 kg cubes with centres at x = 0 and x = 4: centre of mass at 3, distances 3 and 1.
  const Shape shapes[] = {box({1, 1, 1}, {0, 0, 0}, 1), box({1, 1, 1}, {4, 0, 0}, 3)};
  const MassProperties p = massProperties(shapes);
  CHECK(p.mass == doctest::Approx(4).epsilon(1e-14));
  CHECK(p.centerOfMass.x == doctest::Approx(3).epsilon(1e-14));
  const double own = 4.0 / 6, moved = 1 * 9 + 3 * 1;
  checkTensor(p.inertia, {{own, 0, 0}, {0, own + moved, 0}, {0, 0, own + moved}}, own + moved);
}

TEST_CASE("L-shape: products of inertia enter with a minus") {
  // Cubes at (1,0,0) and (0,1,0), 1 kg each: centre (1/2, 1/2, 0), d = +-(1/2, -1/2, 0), so sum m x y = -1/2.
  const Shape shapes[] = {box({1, 1, 1}, {1, 0, 0}), box({1, 1, 1}, {0, 1, 0})};
  const MassProperties p = massProperties(shapes);
  const double third = 1.0 / 3;
  checkTensor(p.inertia, {{third + 0.5, 0.5, 0}, {0.5, third + 0.5, 0}, {0, 0, third + 1}}, 1.5);
  // The line through both cubes, (1,-1,0), has the smallest moment.
  const Vec3 along = normalized(Vec3{1, -1, 0}), across = normalized(Vec3{1, 1, 0});
  CHECK(dot(along, p.inertia * along) == doctest::Approx(third).epsilon(1e-12));
  CHECK(dot(across, p.inertia * across) == doctest::Approx(third + 1).epsilon(1e-12));
}

TEST_CASE("a turned box has R I R^T: 90 degrees swap two moments, 45 degrees mix them") {
  Shape shape = box({1, 2, 3});
  shape.orientation = fromAxisAngle({0, 0, 1}, kPi / 2);
  checkTensor(massProperties({&shape, 1}).inertia, {{5, 0, 0}, {0, 6.5, 0}, {0, 0, 2.5}}, 6.5);
  shape.orientation = fromAxisAngle({0, 0, 1}, kPi / 4);
  // I_xy = (I_x - I_y) sin cos = 1.5 / 2 for a turn by +45 degrees
  checkTensor(massProperties({&shape, 1}).inertia, {{5.75, 0.75, 0}, {0.75, 5.75, 0}, {0, 0, 2.5}}, 6.5);
}

TEST_CASE("moments are sums of squares: I_xx = sum m (y^2 + z^2) > 0 (the sign Hecker's sum loses)") {
  const Shape shapes[] = {box({0.4, 1.2, 2}, {0.3, -0.2, 0.9}), box({1, 0.2, 0.6}, {-0.8, 0.7, 0})};
  std::vector<PointMass> cloud;
  for (const Shape& shape : shapes) addBox(cloud, shape);
  const CloudProperties oracle = propertiesOf(cloud);
  double xx = 0;
  for (const PointMass& point : cloud) {
    const Vec3 r = point.position - oracle.center;
    xx += point.mass * (r.y * r.y + r.z * r.z);
  }
  const MassProperties p = massProperties(shapes);
  CHECK(xx > 0);
  CHECK(p.inertia.cx.x == doctest::Approx(xx).epsilon(1e-12));
  // and L = sum r x m (omega x r) = +I omega
  const Vec3 omega{0.7, -1.1, 0.4};
  Vec3 momentum;
  for (const PointMass& point : cloud) {
    const Vec3 r = point.position - oracle.center;
    momentum += cross(r, cross(omega, r) * point.mass);
  }
  CHECK(length(p.inertia * omega - momentum) <= 1e-12 * length(momentum));
}

TEST_CASE("random compounds agree with the point cloud to 1e-12, are positive definite and obey the triangle inequality") {
  Random random;
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<Shape> shapes;
    std::vector<PointMass> cloud;
    const int count = 1 + trial % 9;
    for (int i = 0; i < count; ++i) {
      Shape shape = box({random(0.1, 2), random(0.1, 2), random(0.1, 2)}, {random(-3, 3), random(-3, 3), random(-3, 3)}, random(1, 5000));
      shape.orientation = random.orientation();
      shapes.push_back(shape);
      addBox(cloud, shape);
    }
    const CloudProperties oracle = propertiesOf(cloud);
    const MassProperties p = massProperties(shapes);
    const double scale = oracle.inertia[0][0] + oracle.inertia[1][1] + oracle.inertia[2][2];
    CHECK(p.mass == doctest::Approx(oracle.mass).epsilon(1e-12));
    CHECK(length(p.centerOfMass - oracle.center) <= 1e-12 * 6);
    checkTensor(p.inertia, oracle.inertia, scale);
    CHECK(determinant(p.inertia) > 0);

    const PrincipalAxes axes = principalAxes(p.inertia);
    const Vec3 m = axes.moments;
    CHECK(m.x > 0);
    CHECK(m.y > 0);
    CHECK(m.z > 0);
    CHECK(m.x + m.y >= m.z);
    CHECK(m.y + m.z >= m.x);
    CHECK(m.z + m.x >= m.y);
  }
}

TEST_CASE("turning and moving a whole compound turns its tensor and moves its centre") {
  Random random;
  std::vector<Shape> shapes = {box({1, 0.4, 0.6}, {0.1, -0.2, 0.3}, 700), box({0.3, 0.3, 2}, {0.9, 0.5, -0.4}, 300)};
  shapes[0].orientation = random.orientation();
  const MassProperties before = massProperties(shapes);
  for (int trial = 0; trial < 50; ++trial) {
    const Quat turn = random.orientation();
    const Vec3 shift{random(-5, 5), random(-5, 5), random(-5, 5)};
    std::vector<Shape> moved = shapes;
    for (Shape& shape : moved) {
      shape.position = shift + rotate(turn, shape.position);
      shape.orientation = turn * shape.orientation;
    }
    const MassProperties after = massProperties(moved);
    CHECK(length(after.centerOfMass - (shift + rotate(turn, before.centerOfMass))) <= 1e-13 * 10);
    const Mat3 expected = similarity(toMatrix(turn), before.inertia);
    const double scale = before.inertia.cx.x + before.inertia.cy.y + before.inertia.cz.z;
    for (int i = 0; i < 3; ++i) CHECK(length(after.inertia.column(i) - expected.column(i)) <= 1e-12 * scale);
  }
}

TEST_CASE("a given mass scales the tensor and leaves the centre") {
  const Shape shapes[] = {box({1, 1, 1}, {1, 0, 0}, 2), box({1, 1, 1}, {0, 1, 0}, 6)};
  const MassProperties p = massProperties(shapes), heavy = withMass(p, 80);
  CHECK(heavy.mass == 80);
  CHECK(heavy.centerOfMass == p.centerOfMass);
  for (int i = 0; i < 3; ++i) CHECK(length(heavy.inertia.column(i) - p.inertia.column(i) * 10.0) <= 1e-12);
}

TEST_CASE("no shapes: no mass, no inertia") {
  const MassProperties p = massProperties({});
  CHECK(p.mass == 0);
  CHECK(length(p.inertia.cx) + length(p.inertia.cy) + length(p.inertia.cz) == 0);
}
