// Axis-aligned bounds of shapes.
#include <doctest/doctest.h>

#include <vector>

#include "math/trigonometry.h"
#include "shapes/bounds.h"

using namespace tumble;

TEST_CASE("bounds of a box at rest are the box") {
  Shape shape;
  shape.halfExtents = {0.5, 1, 1.5};
  shape.position = {1, 0, 0};
  const Bounds bounds = boundsOf(shape, {10, 20, 30});
  CHECK(bounds.low == Vec3{10.5, 19, 28.5});
  CHECK(bounds.high == Vec3{11.5, 21, 31.5});
}

TEST_CASE("bounds of a cube on its edge are sqrt 2 wide, and enclose every corner of any turn") {
  Shape shape;
  const Bounds edge = boundsOf(shape, {}, fromAxisAngle({0, 0, 1}, kPi / 4));
  CHECK(edge.high.x == doctest::Approx(std::sqrt(0.5)).epsilon(1e-14));
  CHECK(edge.high.z == doctest::Approx(0.5).epsilon(1e-14));

  shape.halfExtents = {0.2, 0.7, 1.3};
  shape.position = {0.4, -2, 1};
  shape.orientation = fromAxisAngle(normalized(Vec3{1, 2, 3}), 1.1);
  const Quat turn = fromAxisAngle(normalized(Vec3{-2, 1, 1}), 2.3);
  const Bounds bounds = boundsOf(shape, {5, 6, 7}, turn);
  Bounds corners{{1e9, 1e9, 1e9}, {-1e9, -1e9, -1e9}};
  for (int i = 0; i < 8; ++i) {
    const Vec3 local{i & 1 ? 0.2 : -0.2, i & 2 ? 0.7 : -0.7, i & 4 ? 1.3 : -1.3};
    const Vec3 corner = Vec3{5, 6, 7} + rotate(turn, shape.position + rotate(shape.orientation, local));
    corners = enclosing(corners, {corner, corner});
  }
  CHECK(length(corners.low - bounds.low) <= 1e-13);
  CHECK(length(corners.high - bounds.high) <= 1e-13);
}

TEST_CASE("touching is not overlapping") {
  CHECK_FALSE(overlap({{0, 0, 0}, {1, 1, 1}}, {{1, 0, 0}, {2, 1, 1}}));
  CHECK(overlap({{0, 0, 0}, {1, 1, 1}}, {{0.9, 0, 0}, {2, 1, 1}}));
}

TEST_CASE("bounds of a compound enclose all its shapes; of no shapes, a point") {
  std::vector<Shape> shapes(2);
  shapes[1].position = {3, 0, 0};
  CHECK(boundsOf(shapes).low == Vec3{-0.5, -0.5, -0.5});
  CHECK(boundsOf(shapes).high == Vec3{3.5, 0.5, 0.5});
  CHECK(boundsOf(std::vector<Shape>{}, {1, 2, 3}).high == Vec3{1, 2, 3});
}

TEST_CASE("bounds of a turned ellipsoid touch it on all sides") {
  Shape shape;
  shape.type = ShapeType::ellipsoid;
  shape.halfExtents = {0.2, 0.7, 1.3};
  const Quat turn = fromAxisAngle(normalized(Vec3{-2, 1, 1}), 2.3);
  const Bounds bounds = boundsOf(shape, {}, turn);
  for (int i = 0; i < 3; ++i) {
    Vec3 side;
    side[i] = 1;
    // On x^2/a^2 + y^2/b^2 + z^2/c^2 = 1 the point with the normal n is (a^2 n_x, b^2 n_y, c^2 n_z) over its length along n.
    const Vec3 n = inverseRotate(turn, side), stretched = scaled(scaled(shape.halfExtents, shape.halfExtents), n);
    CHECK(bounds.high[i] == doctest::Approx(std::sqrt(dot(n, stretched))).epsilon(1e-14));
    CHECK(bounds.low[i] == -bounds.high[i]);
  }
}
