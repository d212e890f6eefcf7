// Principal axes: exact where the tensor is diagonal, and an eigen-decomposition everywhere else.
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "math/trigonometry.h"
#include "shapes/mass_properties.h"

using namespace tumble;

namespace {

/// R diag(moments) R^T
Mat3 rebuilt(const PrincipalAxes& axes) { return similarity(toMatrix(axes.orientation), diagonal(axes.moments)); }

double difference(const Mat3& a, const Mat3& b) { return length(a.cx - b.cx) + length(a.cy - b.cy) + length(a.cz - b.cz); }

}  // namespace

TEST_CASE("a diagonal tensor keeps its axes to the bit") {
  for (const Vec3 moments : {Vec3{6.5, 5, 2.5}, Vec3{2, 2, 2}, Vec3{1, 3, 3}, Vec3{2.5, 6.5, 5}}) {
    const PrincipalAxes axes = principalAxes(diagonal(moments));
    CHECK(axes.orientation == Quat{});
    CHECK(axes.moments == moments);
  }
}

TEST_CASE("rounding left in a tensor that is diagonal does not turn the axes") {
  Mat3 cube = diagonal(Vec3{2, 2, 2});
  cube.cx.y = cube.cy.x = 3e-16;
  CHECK(principalAxes(cube).orientation == Quat{});
}

TEST_CASE("a box turned by a known angle gives that angle back") {
  const Mat3 box = diagonal(Vec3{6.5, 5, 2.5});
  const Quat turn = fromAxisAngle({0, 0, 1}, 0.3);
  const PrincipalAxes axes = principalAxes(similarity(toMatrix(turn), box));
  CHECK(std::abs(dot(axes.orientation, turn)) == doctest::Approx(1).epsilon(1e-14));
  CHECK(length(axes.moments - Vec3{6.5, 5, 2.5}) <= 1e-13);
}

TEST_CASE("axes stay near the ones they came from, so their order does not depend on the moments") {
  for (const double angle : {-0.7, -0.2, 0.1, 0.7}) {  // |angle| < 45 degrees
    const Quat turn = fromAxisAngle({0, 1, 0}, angle);
    const PrincipalAxes axes = principalAxes(similarity(toMatrix(turn), diagonal(Vec3{1, 2, 3})));
    CHECK(length(axes.moments - Vec3{1, 2, 3}) <= 1e-13);
  }
}

TEST_CASE("random tensors: rebuilt to 1e-14, right-handed, w >= 0, the same every time") {
  std::uint64_t state = 99;
  const auto random = [&] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return 2 * (static_cast<double>(state >> 11) / 9007199254740992.0) - 1;
  };
  for (int trial = 0; trial < 2000; ++trial) {
    const Quat turn = normalized(Quat{random(), random(), random(), random() + 1e-3});
    Vec3 moments{1 + random() * 0.9, 1 + random() * 0.9, 1 + random() * 0.9};
    if (trial % 3 == 0) moments.y = moments.x;                          // symmetric body
    if (trial % 5 == 0) moments.z = moments.x * (1 + 1e-9 * random());  // nearly so
    if (trial % 7 == 0) moments = Vec3{1e-9, 1, 1 + 0.5 * random()};    // needle
    const Mat3 tensor = similarity(toMatrix(turn), diagonal(moments));
    const PrincipalAxes axes = principalAxes(tensor);
    CHECK(difference(rebuilt(axes), tensor) <= 2e-14);
    CHECK(determinant(toMatrix(axes.orientation)) == doctest::Approx(1).epsilon(1e-14));
    CHECK(dot(axes.orientation, axes.orientation) == doctest::Approx(1).epsilon(1e-14));
    CHECK(axes.orientation.w >= 0);
    CHECK(principalAxes(tensor).orientation == axes.orientation);
    // the same three numbers, in whatever order
    CHECK(axes.moments.x + axes.moments.y + axes.moments.z == doctest::Approx(moments.x + moments.y + moments.z).epsilon(1e-13));
  }
}

TEST_CASE("a tensor that is not finite ends, too") {
  Mat3 broken = diagonal(Vec3{1, 2, 3});
  broken.cx.y = broken.cy.x = 0.0 / static_cast<double>(broken.cx.z);
  principalAxes(broken);  // whatever it says, it comes back
  CHECK(true);
}
