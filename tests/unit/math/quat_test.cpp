// Quaternions, rotation matrices, Rodrigues' formula and the tilde operator against each other and against hand-written
// cases: the conventions (order x, y, z, w; local to world; columns) are what a sign error would break.
#include <doctest/doctest.h>

#include <cmath>

#include "math/quat.h"
#include "math/rotation_vector.h"
#include "math/trigonometry.h"
#include "unit/math/samples.h"

using namespace tumble;
using namespace tumble::test;

namespace {

double distance(Quat a, Quat b) { return 1 - std::fabs(dot(a, b)); }

}  // namespace

TEST_CASE("a quarter turn about y takes z to x, in every form") {
  const Quat q = fromAxisAngle({0, 1, 0}, kPi / 2);
  CHECK(q.y == doctest::Approx(std::sqrt(0.5)).epsilon(1e-15));
  CHECK(q.w == doctest::Approx(std::sqrt(0.5)).epsilon(1e-15));
  CHECK(length(rotate(q, {0, 0, 1}) - Vec3{1, 0, 0}) < 1e-15);
  CHECK(length(toMatrix(q) * Vec3{0, 0, 1} - Vec3{1, 0, 0}) < 1e-15);
  CHECK(length(toMatrix(q).cz - Vec3{1, 0, 0}) < 1e-15);
}

TEST_CASE("rotate is the matrix, its inverse undoes it, lengths and angles stay") {
  Samples random(7);
  for (int i = 0; i < 2000; ++i) {
    const Quat q = random.rotation();
    const Vec3 a = random.vector(), b = random.vector();
    const Mat3 r = toMatrix(q);
    CHECK(length(rotate(q, a) - r * a) < 1e-15 * 8);
    CHECK(length(inverseRotate(q, rotate(q, a)) - a) < 1e-15 * 8);
    CHECK(length(transposeTimes(r, a) - inverseRotate(q, a)) < 1e-15 * 8);
    CHECK(dot(rotate(q, a), rotate(q, b)) == doctest::Approx(dot(a, b)).epsilon(1e-13));
    CHECK(distance(r * transpose(r), Mat3{}) < 1e-14);
    CHECK(determinant(r) == doctest::Approx(1).epsilon(1e-14));
  }
}

TEST_CASE("a product turns by its right factor first, like the product of the matrices") {
  Samples random(7);
  for (int i = 0; i < 500; ++i) {
    const Quat a = random.rotation(), b = random.rotation();
    const Vec3 v = random.vector();
    CHECK(length(rotate(a * b, v) - rotate(a, rotate(b, v))) < 1e-14);
    CHECK(distance(toMatrix(a * b), toMatrix(a) * toMatrix(b)) < 1e-14);
  }
  const Quat x = fromAxisAngle({1, 0, 0}, kPi / 2), y = fromAxisAngle({0, 1, 0}, kPi / 2);
  CHECK(distance(x * y, y * x) > 0.1);  // turns do not commute
}

TEST_CASE("matrix to quaternion and back, on all four branches of Shepperd's method") {
  Samples random(7);
  for (int i = 0; i < 2000; ++i) {
    const Quat q = random.rotation();
    CHECK(distance(fromMatrix(toMatrix(q)), q) < 1e-14);
  }
  // Half turns about each axis make the trace as small as it gets.
  for (const Quat q : {Quat{1, 0, 0, 0}, Quat{0, 1, 0, 0}, Quat{0, 0, 1, 0}, Quat{0, 0, 0, 1}, normalized(Quat{1, 1, 1, 1e-9})}) {
    CHECK(distance(fromMatrix(toMatrix(q)), q) < 1e-14);
  }
}

TEST_CASE("Rodrigues' formula: r' = (n.r) n + cos (r - (n.r) n) + sin n x r") {
  Samples random(7);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 n = normalized(random.vector(), {1, 0, 0}), r = random.vector();
    const double angle = random.number(-10, 10);
    const Vec3 along = n * dot(n, r);
    const Vec3 expected = along + (r - along) * std::cos(angle) + cross(n, r) * std::sin(angle);
    CHECK(length(rotate(fromAxisAngle(n, angle), r) - expected) < 1e-14);
  }
}

TEST_CASE("the tilde operator: tilde(a) b = a x b, antisymmetric, and tilde(a)^T = -tilde(a)") {
  Samples random(7);
  for (int i = 0; i < 500; ++i) {
    const Vec3 a = random.vector(), b = random.vector();
    CHECK(length(tilde(a) * b - cross(a, b)) < 1e-15);
    CHECK(distance(transpose(tilde(a)), tilde(-a)) == 0);
    // The cross product is anticommutative, not associative (physics.md, error 6 of the texts).
    CHECK(length(cross(a, b) + cross(b, a)) == 0);
  }
  const Vec3 x{1, 0, 0}, y{0, 1, 0};
  CHECK(length(cross(cross(x, x), y) - cross(x, cross(x, y))) == 1);
}

TEST_CASE("the similarity transform turns a tensor: (A B A^T)(A v) = A (B v); the other order is another tensor") {
  Samples random(7);
  const Mat3 tensor = diagonal(Vec3{1, 2, 5});
  for (int i = 0; i < 200; ++i) {
    const Mat3 a = toMatrix(random.rotation());
    const Vec3 v = random.vector();
    CHECK(length(similarity(a, tensor) * (a * v) - a * (tensor * v)) < 1e-14);
  }
  const Mat3 a = toMatrix(normalized(Quat{0.3, 0.5, 0.1, 0.8}));
  CHECK(distance(similarity(a, tensor), similarity(transpose(a), tensor)) > 0.1);
}

TEST_CASE("the inverse of a matrix") {
  Samples random(7);
  for (int i = 0; i < 200; ++i) {
    const Mat3 m{random.vector() + Vec3{3, 0, 0}, random.vector() + Vec3{0, 3, 0}, random.vector() + Vec3{0, 0, 3}};
    CHECK(distance(m * inverse(m), Mat3{}) < 1e-13);
  }
}

TEST_CASE("q' = omega q / 2 with omega in world axes on the left, in body axes on the right") {
  const Quat q = normalized(Quat{0.2, -0.5, 0.4, 0.7});
  const Vec3 omega{0.3, -1.1, 0.6};
  const double h = 1e-5;
  const Quat later = fromAxisAngle(normalized(omega), length(omega) * h) * q;
  const Quat earlier = fromAxisAngle(normalized(omega), -length(omega) * h) * q;
  const Vec3 local = inverseRotate(q, omega);
  const Quat left = Quat{omega.x, omega.y, omega.z, 0} * q, right = q * Quat{local.x, local.y, local.z, 0};
  const double difference[] = {later.x - earlier.x, later.y - earlier.y, later.z - earlier.z, later.w - earlier.w};
  const double wanted[] = {left.x, left.y, left.z, left.w}, same[] = {right.x, right.y, right.z, right.w};
  for (int i = 0; i < 4; ++i) {
    CHECK(difference[i] / (2 * h) == doctest::Approx(0.5 * wanted[i]).epsilon(1e-8));
    CHECK(same[i] == doctest::Approx(wanted[i]).epsilon(1e-13));
  }
}

TEST_CASE("a rotation vector turns as axis and angle do, to the last digits, on both sides of where the series ends") {
  Samples random(7);
  for (int i = 0; i < 400; ++i) {
    const Quat q = random.rotation();
    const Vec3 axis = normalized(random.vector());
    const double angle = i % 4 == 0   ? random.number(0.49, 0.51)
                         : i % 4 == 1 ? random.number(0, 0.5)
                         : i % 4 == 2 ? random.number(0, 1e-3)
                                      : random.number(-6, 6);
    const Quat expected = fromAxisAngle(axis, angle) * q, turned = rotatedBy(q, axis * angle), d = turned * conjugate(expected);
    CHECK(length(Vec3{d.x, d.y, d.z}) < 1e-15);  // half the angle between them; three products are rounded
    CHECK(d.w > 0);
    CHECK(std::fabs(dot(turned, turned) - 1) < 5e-16);
  }
  CHECK(rotatedBy(Quat{}, Vec3{}) == Quat{});
}
