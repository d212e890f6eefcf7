// The nine errors of the texts the engine follows: each test holds for the engine and fails for the form that was printed.
#include "forces/evaluate.h"
#include "math/trigonometry.h"
#include "motion/free_motion.h"
#include "motion/schemes.h"
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

TEST_CASE("1: inertia is + sum m r~ r~^T: I_xx = sum m (y^2 + z^2) > 0 (Hecker, part 4, prints a minus)") {
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

TEST_CASE("2: torque is (p - x) x F (Fiedler prints F x (p - x)): the pushed side of a cube goes where it is pushed") {
  Body cube = bodyFrom(cubeBody());
  const Vec3 point{0.5, 0, 0}, push{0, 0, -1};
  const Vec3 torque = wrenchOf(forceOn(kNoBody, ConstantForce{push, point}), cube).torque;
  CHECK(distance(torque, cross(point, push)) < 1e-15);
  applyImpulse(cube, push, point);
  const auto speedOfPoint = [&] { return dot(velocityAt(cube, point), push); };
  const double right = speedOfPoint();
  cube.L = cube.L * -1.0;                     // as printed
  CHECK(right > dot(cube.v, push));           // the point moves faster than the centre
  CHECK(speedOfPoint() < dot(cube.v, push));  // as printed it would lag behind, or go against the push
  CHECK(speedOfPoint() < 0);
}

TEST_CASE("3: Euler's equation has a minus: omega' = I^-1 (tau - omega x I omega) (the article prints a plus)") {
  const Vec3 moments{1, 2, 3}, omega{1, 2, -1};
  const Body body = spinningBody(moments, omega);
  const double h = 1e-5;
  const Vec3 rate = (omegaAfter(body, h) - omegaAfter(body, -h)) * (1 / (2 * h));
  const Vec3 gyroscopic = cross(omega, scaled(moments, omega)), inverse{1, 0.5, 1.0 / 3};
  CHECK(distance(rate, scaled(inverse, -gyroscopic)) < 1e-7);
  CHECK(distance(rate, scaled(inverse, gyroscopic)) > 1);
}

TEST_CASE("4: omega = (r x v)/r^2 is only the part across r; L = I omega gives all of it") {
  Body body = spinningBody({1, 2, 3}, {});
  const Vec3 omega{0.5, 1.5, -1}, r{0.3, 0.4, -0.2};
  body.L = {1 * omega.x, 2 * omega.y, 3 * omega.z};
  CHECK(distance(angularVelocity(body), omega) < 1e-14);
  const Vec3 v = velocityAt(body, r) - body.v, printed = cross(r, v) * (1 / lengthSquared(r));
  CHECK(distance(printed, omega) > 0.5);
  CHECK(distance(printed, omega - r * (dot(r, omega) / lengthSquared(r))) < 1e-13);
}

TEST_CASE("5: a point of a body is accelerated by alpha x r + omega x (omega x r); alpha = r x a has the wrong dimension") {
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
  CHECK(distance(a, cross(alpha, r)) > 0.5);  // without the centripetal part
  CHECK(distance(cross(r, a), alpha) > 0.5);  // as printed
  // Where alpha stands across r, the tangential part alone gives it back: alpha = (r x a_t)/r^2.
  const Vec3 tangential = cross(alpha, r), across = alpha - r * (dot(r, alpha) / lengthSquared(r));
  CHECK(distance(cross(r, tangential) * (1 / lengthSquared(r)), across) < 1e-13);
}

TEST_CASE("6: the cross product does not commute, a x b = -(b x a), and does not associate either (the article says one for the other)") {
  const Vec3 a{1, 2, -1}, b{0.5, -1, 3}, c{-2, 0.3, 1};
  CHECK(cross(a, b) == -cross(b, a));
  CHECK(distance(cross(a, b), cross(b, a)) > 1);
  CHECK(distance(cross(cross(a, b), c), cross(a, cross(b, c))) > 1);
  // What holds instead of associating (Jacobi): the three turned products add up to nothing.
  CHECK(length(cross(a, cross(b, c)) + cross(b, cross(c, a)) + cross(c, cross(a, b))) < 1e-14);
}

TEST_CASE("7: the step of the matrix is h omega~ A (the slides leave out h), and Gram-Schmidt from X favours X") {
  Body body = spinningBody({2, 2, 2}, {0, 0.3, 0});
  body.motion = MotionScheme::explicitEulerGramSchmidt;
  syncSchemeOrientation(body);
  const Mat3 start = body.matrix, printed = orthonormalized(start + tilde(angularVelocity(body)) * start);
  const double h = 1.0 / 60;
  for (int i = 0; i < 60; ++i) methodOf(body.motion).move(body, {}, h);
  const Quat expected = fromAxisAngle({0, 1, 0}, 0.3);
  CHECK(angleBetween(body.q, expected) < 1e-3);
  Mat3 A = start;
  for (int i = 0; i < 60; ++i) A = orthonormalized(A + tilde(Vec3{0, 0.3, 0}) * A);
  CHECK(angleBetween(fromMatrix(A), expected) > 1);           // as printed: a second in every step
  CHECK(angleBetween(fromMatrix(printed), expected) < 0.02);  // right for h = 1 s alone
  // X keeps its direction to the bit, Y and Z take the whole correction.
  const Mat3 skewed{{2, 0, 0}, {0.2, 1, 0}, {0.1, 0.3, 1}}, repaired = orthonormalized(skewed);
  CHECK(repaired.cx == Vec3{1, 0, 0});
  CHECK(length(cross(repaired.cy, skewed.cy)) > 0.1);
}

TEST_CASE("8: the scalar inertia m s^2/6 is right for a cube and for nothing else") {
  const Body cube = bodyFrom(cubeBody({}, 6)), brick = bodyFrom(boxBody({1, 2, 3}, {}, 6));
  CHECK(distance(cube.inertia, {1, 1, 1}) < 1e-14);
  CHECK(distance(brick.inertia, {6.5, 5, 2.5}) < 1e-14);
  // Driven along a skew axis the cube follows L, the brick does not.
  Body a = cube, b = brick;
  a.L = b.L = {1, 1, 1};
  CHECK(length(cross(angularVelocity(a), a.L)) < 1e-15);
  CHECK(length(cross(angularVelocity(b), b.L)) > 0.1);
}

TEST_CASE("8: a damping of 0.1 N m s, integrated explicitly, is stable only while h < 2 I / 0.1; the engine's has no such limit") {
  const Force drag = forceOn(kNoBody, Drag{0, 0.1});
  const double I = 0.002;  // kg m^2: the limit is h = 0.04 s
  const auto spinAfter = [&](MotionScheme scheme, double h) {
    Body body = spinningBody({I, I, I}, {0, 1, 0});
    body.motion = scheme;
    syncSchemeOrientation(body);
    for (int i = 0; i < 40; ++i) {
      if (scheme == MotionScheme::automatic) moveUnderForces(body, {{}, {&drag, 1}}, h);
      else methodOf(scheme).move(body, {{}, {&drag, 1}}, h);
    }
    return angularVelocity(body).y;
  };
  // One explicit step multiplies omega by 1 - h c / I.
  CHECK(std::fabs(spinAfter(MotionScheme::semiImplicitEuler, 0.039)) < 1);
  CHECK(std::fabs(spinAfter(MotionScheme::semiImplicitEuler, 0.041)) > 1);
  CHECK(spinAfter(MotionScheme::semiImplicitEuler, 0.05) == doctest::Approx(std::pow(1 - 0.05 * 0.1 / I, 40)).epsilon(1e-6));
  for (const double h : {0.039, 0.041, 1.0}) {
    const double spin = spinAfter(MotionScheme::automatic, h);
    CHECK(spin >= 0);
    CHECK(spin < 1e-10);
  }
  // With enough steps the explicit one agrees: e^(-c t / I).
  CHECK(spinAfter(MotionScheme::rungeKutta4, 0.001) == doctest::Approx(std::exp(-0.1 * 0.04 / I)).epsilon(1e-6));
}

TEST_CASE("9: explicit Euler gains energy at any step, and Gram-Schmidt hides it: the matrix is right, the motion wrong") {
  const Vec3 moments{1, 2, 3};
  const auto energyAfter = [&](MotionScheme scheme, double h) {
    Body body = spinningBody(moments, {1, 2, 0.5});
    body.motion = scheme;
    syncSchemeOrientation(body);
    const double start = 0.5 * dot(body.L, angularVelocity(body));
    double worst = 0;
    for (double t = 0; t < 10; t += h) {
      if (scheme == MotionScheme::automatic) moveFreely(body, {}, h);
      else methodOf(scheme).move(body, {}, h);
      const double change = 0.5 * dot(body.L, angularVelocity(body)) / start - 1;
      worst = !(std::fabs(change) <= std::fabs(worst)) ? change : worst;
    }
    if (scheme == MotionScheme::explicitEulerGramSchmidt) CHECK(orthogonalityDefect(body.matrix) < 1e-14);
    return worst;
  };
  for (const double h : {1.0 / 60, 1.0 / 240, 1.0 / 960}) {
    CAPTURE(h);
    CHECK(energyAfter(MotionScheme::explicitEuler, h) > 0.01 * h * 60);  // gains, in proportion to the step
    CHECK(std::fabs(energyAfter(MotionScheme::explicitEulerGramSchmidt, h)) > 1e-3 * h * 60);
    CHECK(std::fabs(energyAfter(MotionScheme::automatic, h)) < 1e-7);
  }
}
