// Errors of the texts the engine follows: each test holds for the engine and fails for the form that was printed.
// (The torque of a push is in bodies/body_state_test.cpp, damping beyond 2/step in motion/translation_test.cpp.)
#include "motion/free_motion.h"
#include "shapes/mass_properties.h"
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// Corners of a box with an eighth of the mass each, plus points inside: any mass points will do.
std::vector<Vec3> points() {
  std::vector<Vec3> all;
  for (int i = 0; i < 8; ++i) all.push_back({i & 1 ? 0.5 : -0.5, i & 2 ? 1.0 : -1.0, i & 4 ? 1.5 : -1.5});
  return all;
}

Vec3 omegaAfter(Body body, double time) {
  moveFreely(body, {}, time);
  return angularVelocity(body);
}

}  // namespace

TEST_CASE("inertia is + sum m r~ r~^T: I_xx = sum m (y^2 + z^2) > 0 (Hecker, part 4, prints a minus)") {
  Mat3 plus = diagonal(Vec3{}), minus = plus;
  for (const Vec3 r : points()) {
    plus = plus + tilde(r) * transpose(tilde(r));
    minus = minus + tilde(r) * tilde(r);
  }
  CHECK(plus.cx.x == doctest::Approx(8 * (1 + 2.25)));
  CHECK(plus.cy.y == doctest::Approx(8 * (0.25 + 2.25)));
  CHECK(minus.cx.x < 0);
  // L = sum r x m (omega x r) = I omega.
  const Vec3 omega{1, -2, 0.5};
  Vec3 L;
  for (const Vec3 r : points()) L += cross(r, cross(omega, r));
  CHECK(distance(plus * omega, L) < 1e-13);
  // A solid box of these sides has a third of it: the engine's own tensor has the same sign and proportions.
  const Mat3 box = boxInertia(8, {0.5, 1, 1.5});
  CHECK(distance(box * omega, L * (1.0 / 3)) < 1e-13);
}

TEST_CASE("Euler's equation has a minus: omega' = I^-1 (tau - omega x I omega) (the article prints a plus)") {
  const Vec3 moments{1, 2, 3}, omega{1, 2, -1};
  const Body body = spinningBody(moments, omega);
  const double h = 1e-5;
  const Vec3 rate = (omegaAfter(body, h) - omegaAfter(body, -h)) * (1 / (2 * h));
  const Vec3 gyroscopic = cross(omega, scaled(moments, omega)), inverse{1, 0.5, 1.0 / 3};
  CHECK(distance(rate, scaled(inverse, -gyroscopic)) < 1e-7);
  CHECK(distance(rate, scaled(inverse, gyroscopic)) > 1);
}

TEST_CASE("omega = (r x v)/r^2 is only the part across r; L = I omega gives all of it") {
  Body body = spinningBody({1, 2, 3}, {});
  const Vec3 omega{0.5, 1.5, -1}, r{0.3, 0.4, -0.2};
  body.L = {1 * omega.x, 2 * omega.y, 3 * omega.z};
  CHECK(distance(angularVelocity(body), omega) < 1e-14);
  const Vec3 v = velocityAt(body, r) - body.v, printed = cross(r, v) * (1 / lengthSquared(r));
  CHECK(distance(printed, omega) > 0.5);
  CHECK(distance(printed, omega - r * (dot(r, omega) / lengthSquared(r))) < 1e-13);
}

TEST_CASE("a point of a body is accelerated by alpha x r + omega x (omega x r); alpha = r x a has the wrong dimension") {
  const Vec3 omega{0.5, 2, -1};
  const Body body = spinningBody({1, 2, 3}, omega);
  const Vec3 r{0.3, 0.4, -0.2};
  const auto pointAfter = [&](double time) {
    Body moved = body;
    moveFreely(moved, {}, time);
    return rotate(moved.q, r);
  };
  const double h = 1e-3;
  const Vec3 a = (pointAfter(h) - r * 2.0 + pointAfter(-h)) * (1 / (h * h));
  const Vec3 alpha = (omegaAfter(body, h) - omegaAfter(body, -h)) * (1 / (2 * h));
  CHECK(distance(a, cross(alpha, r) + cross(omega, cross(omega, r))) < 1e-4);
  CHECK(distance(a, cross(alpha, r)) > 0.5);     // without the centripetal part
  CHECK(distance(cross(r, a), alpha) > 0.5);     // as printed
  // Where alpha stands across r, the tangential part alone gives it back: alpha = (r x a_t)/r^2.
  const Vec3 tangential = cross(alpha, r), across = alpha - r * (dot(r, alpha) / lengthSquared(r));
  CHECK(distance(cross(r, tangential) * (1 / lengthSquared(r)), across) < 1e-13);
}

TEST_CASE("the scalar inertia m s^2/6 is right for a cube and for nothing else") {
  const Body cube = bodyFrom(cubeBody({}, 6)), brick = bodyFrom(boxBody({1, 2, 3}, {}, 6));
  CHECK(distance(cube.inertia, {1, 1, 1}) < 1e-14);
  CHECK(distance(brick.inertia, {6.5, 5, 2.5}) < 1e-14);
  // Driven along a skew axis the cube follows L, the brick does not.
  Body a = cube, b = brick;
  a.L = b.L = {1, 1, 1};
  CHECK(length(cross(angularVelocity(a), a.L)) < 1e-15);
  CHECK(length(cross(angularVelocity(b), b.L)) > 0.1);
}

TEST_CASE("explicit Euler gains energy at any step, and Gram-Schmidt hides it: the matrix is right, the motion wrong") {
  // Hecker's Listing 1 without forces: A += h omega~ A, orthogonalised; omega from L, which stays. Even so the body-frame
  // L drifts, and with it the energy; the engine's does not.
  const Vec3 moments{1, 2, 3};
  Body body = spinningBody(moments, {1, 2, 0.5});
  const Vec3 L = body.L;
  const auto energyOfMatrix = [&](const Mat3& A) {
    const Vec3 l = transposeTimes(A, L);
    return 0.5 * dot(l, scaled({1, 0.5, 1.0 / 3}, l));
  };
  Mat3 A;
  const double start = energyOfMatrix(A);
  double worst = 0;
  for (int i = 0; i < 600; ++i) {
    const Vec3 l = transposeTimes(A, L);
    A = A + tilde(A * scaled({1, 0.5, 1.0 / 3}, l)) * A * (1.0 / 60);
    A.cx = normalized(A.cx);
    A.cz = normalized(cross(A.cx, A.cy));
    A.cy = cross(A.cz, A.cx);
    worst = std::fmax(worst, std::fabs(energyOfMatrix(A) / start - 1));
    moveFreely(body, {}, 1.0 / 60);
  }
  CHECK(std::fabs(determinant(A) - 1) < 1e-14);
  CHECK(worst > 1e-3);
  CHECK(std::fabs(energyOfMatrix(toMatrix(body.q)) / start - 1) < 1e-7);
}
