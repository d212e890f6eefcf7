// The selectable schemes: measured order of accuracy of each against the top of Jacobi's elliptic functions, and what each is
// known for.
#include "motion/schemes.h"
#include "math/euler_angles.h"
#include "math/trigonometry.h"
#include "support/free_top.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr MotionScheme kTeaching[] = {MotionScheme::explicitEuler,
                                      MotionScheme::explicitEulerGramSchmidt,
                                      MotionScheme::rungeKutta4,
                                      MotionScheme::semiImplicitEuler,
                                      MotionScheme::semiImplicitEulerNoGyro,
                                      MotionScheme::midpoint,
                                      MotionScheme::splitting2,
                                      MotionScheme::splitting4,
                                      MotionScheme::exact,
                                      MotionScheme::eulerAngles};

std::string nameOf(MotionScheme scheme) { return std::string(motionSchemeNames()[static_cast<std::size_t>(scheme)]); }

void moveSteps(Body& body, const FlightForces& forces, double time, int steps) {
  for (int i = 0; i < steps; ++i) methodOf(body.motion).move(body, forces, time / steps);
}

FreeTop tumblingTop() {
  const double I[] = {1, 2, 3}, w[] = {0.8, 1.5, 1};
  return freeTopOf(I, w);
}

/// Angle, rad, between the scheme after `time` and the closed form.
double errorOf(MotionScheme scheme, double time, int steps) {
  const FreeTop top = tumblingTop();
  Body body = bodyOnTop(top, scheme);
  moveSteps(body, {}, time, steps);
  return angleBetween(body.q, topOrientation(top, time, top.azimuth(time)));
}

double rotationalEnergy(const Body& body) { return 0.5 * dot(body.L, angularVelocity(body)); }

/// Flips of a tennis racket: changes of the sign of the spin about its middle axis.
int countFlips(MotionScheme scheme, int seconds) {
  Body body = spinningBody({1, 2, 3}, {0.01, 3, 0.01});
  body.motion = scheme;
  syncSchemeOrientation(body);
  int flips = 0;
  double before = 1;
  for (int i = 0; i < 60 * seconds; ++i) {
    methodOf(scheme).move(body, {}, 1.0 / 60);
    const double spin = inverseRotate(body.q, angularVelocity(body)).y;
    if (spin * before < 0) ++flips, before = spin;
  }
  return flips;
}

}  // namespace

TEST_CASE("measured order of accuracy of each scheme in free rotation, against Jacobi's elliptic functions") {
  struct Row {
    MotionScheme scheme;
    int steps;
    double order;
  };
  const Row rows[] = {{MotionScheme::explicitEuler, 4000, 1},     {MotionScheme::explicitEulerGramSchmidt, 4000, 1},
                      {MotionScheme::semiImplicitEuler, 8000, 1}, {MotionScheme::midpoint, 800, 2},
                      {MotionScheme::splitting2, 200, 2},         {MotionScheme::rungeKutta4, 100, 4},
                      {MotionScheme::splitting4, 50, 4},          {MotionScheme::eulerAngles, 400, 4}};
  for (const Row& row : rows) {
    const double coarse = errorOf(row.scheme, 1.5, row.steps), fine = errorOf(row.scheme, 1.5, 2 * row.steps);
    const double order = std::log2(coarse / fine);
    CAPTURE(nameOf(row.scheme));
    CAPTURE(fine);
    MESSAGE(nameOf(row.scheme), ": order ", order, ", error ", coarse, " at ", row.steps, " steps");
    CHECK(std::fabs(order - row.order) < 0.1);
  }
}

TEST_CASE("the exact scheme has the closed form to rounding, whatever the step") {
  for (const int steps : {1, 7, 600}) CHECK(errorOf(MotionScheme::exact, 10, steps) < 1e-11);
}

TEST_CASE("the exact scheme agrees with the splitting in every kind of motion: order of the moments, near an axis, symmetric") {
  const Vec3 moments[] = {{1, 2, 3}, {3, 2, 1}, {2, 3, 1}, {1, 3, 2}, {2, 1, 3}, {3, 1, 2}, {2, 2, 3}, {3, 2, 2}, {2, 2, 2}, {1, 2, 2}};
  const Vec3 spins[] = {{1, 0.4, -0.2}, {-0.3, 2, 0.1}, {0.1, -0.2, 1.5}, {0, 0, 1}, {1, 0, 0}, {1e-9, 1, -1e-9}, {0, 1, 0}, {1, 1, -1}};
  double worst = 0;
  for (const Vec3 moment : moments) {
    for (const Vec3 spin : spins) {
      Body exact = spinningBody(moment, spin), split = exact;
      exact.motion = MotionScheme::exact;
      split.motion = MotionScheme::splitting4;
      moveSteps(exact, {}, 2, 40);
      moveSteps(split, {}, 2, 4000);
      CHECK(exact.L == split.L);
      worst = worseOf(worst, angleBetween(exact.q, split.q));
    }
  }
  MESSAGE("worst difference ", worst, " rad");
  CHECK(worst < 1e-10);
}

TEST_CASE("schemes keep their order under forces that depend on place, orientation and velocity") {
  const Force forces[] = {cornerSpring(), forceOn(kNoBody, Drag{0.3, 0.05})};
  const auto run = [&](MotionScheme scheme, int steps) {
    Body body = bodyFrom(boxBody({1, 0.6, 0.4}));
    body.motion = scheme;
    setAngularVelocity(body, {1, -2, 0.5});
    syncSchemeOrientation(body);
    body.linearDamping = 0.1;
    moveSteps(body, {{0, -9.81, 0}, forces}, 1, steps);
    return body;
  };
  const Body exact = run(MotionScheme::rungeKutta4, 12800);
  struct Row {
    MotionScheme scheme;
    int steps;
    double order;
  };
  const Row rows[] = {{MotionScheme::explicitEuler, 8000, 1},     {MotionScheme::explicitEulerGramSchmidt, 8000, 1},
                      {MotionScheme::semiImplicitEuler, 8000, 1}, {MotionScheme::midpoint, 400, 2},
                      {MotionScheme::splitting2, 200, 2},         {MotionScheme::exact, 200, 2},
                      {MotionScheme::rungeKutta4, 400, 4},        {MotionScheme::splitting4, 100, 4},
                      {MotionScheme::eulerAngles, 1200, 4}};
  for (const Row& row : rows) {
    const Body coarse = run(row.scheme, row.steps), fine = run(row.scheme, 2 * row.steps);
    CAPTURE(nameOf(row.scheme));
    CHECK(std::fabs(std::log2(distance(coarse.x, exact.x) / distance(fine.x, exact.x)) - row.order) < 0.1);
    CHECK(std::fabs(std::log2(angleBetween(coarse.q, exact.q) / angleBetween(fine.q, exact.q)) - row.order) < 0.1);
    CHECK(std::fabs(std::log2(distance(coarse.L, exact.L) / distance(fine.L, exact.L)) - row.order) < 0.1);
  }
}

TEST_CASE("explicit Euler gains energy in free rotation and on a spring") {
  Body body = bodyOnTop(tumblingTop(), MotionScheme::explicitEuler);
  double before = rotationalEnergy(body);
  for (int i = 0; i < 600; ++i) {
    methodOf(body.motion).move(body, {}, 1.0 / 60);
    CHECK(rotationalEnergy(body) > before);
    before = rotationalEnergy(body);
  }
  CHECK(before > 1.15 * rotationalEnergy(bodyOnTop(tumblingTop(), MotionScheme::exact)));

  Spring spring;
  spring.stiffness = 25;
  const Force force = forceOn(kNoBody, spring);
  const auto energyAfter = [&](MotionScheme scheme) {
    Body swinging = bodyFrom(cubeBody({1, 0, 0}));
    swinging.motion = scheme;
    syncSchemeOrientation(swinging);
    moveSteps(swinging, {{}, {&force, 1}}, 5, 300);
    return 0.5 * dot(swinging.v, swinging.v) + 0.5 * spring.stiffness * dot(swinging.x, swinging.x);
  };
  // One step multiplies the energy by 1 + h^2 k / m: closed form.
  CHECK(energyAfter(MotionScheme::explicitEuler) == doctest::Approx(12.5 * std::pow(1 + 25.0 / 3600, 300)).epsilon(1e-9));
  CHECK(energyAfter(MotionScheme::rungeKutta4) == doctest::Approx(12.5).epsilon(1e-5));
}

TEST_CASE("Gram-Schmidt repairs the matrix and not the motion") {
  Body plain = bodyOnTop(tumblingTop(), MotionScheme::explicitEuler),
       repaired = bodyOnTop(tumblingTop(), MotionScheme::explicitEulerGramSchmidt);
  moveSteps(plain, {}, 10, 600);
  moveSteps(repaired, {}, 30, 1800);
  CHECK(orthogonalityDefect(plain.matrix) > 0.1);
  CHECK(orthogonalityDefect(repaired.matrix) < 1e-14);
  CHECK(determinant(repaired.matrix) == doctest::Approx(1).epsilon(1e-14));
  const FreeTop top = tumblingTop();
  CHECK(angleBetween(repaired.q, topOrientation(top, 30, top.azimuth(30))) > 0.1);
  CHECK(std::fabs(rotationalEnergy(repaired) / rotationalEnergy(bodyOnTop(top, MotionScheme::exact)) - 1) > 0.01);
}

TEST_CASE("the racket flips by every scheme that has the gyroscopic term, and never without it") {
  const int flips = countFlips(MotionScheme::exact, 60);
  CHECK(flips > 5);
  for (const MotionScheme scheme : {MotionScheme::rungeKutta4, MotionScheme::splitting2, MotionScheme::splitting4}) {
    CAPTURE(nameOf(scheme));
    CHECK(std::abs(countFlips(scheme, 60) - flips) <= 1);
  }
  CHECK(countFlips(MotionScheme::midpoint, 60) > 5);
  CHECK(countFlips(MotionScheme::semiImplicitEuler, 20) > 0);
  CHECK(countFlips(MotionScheme::semiImplicitEulerNoGyro, 60) == 0);
  // Smaller steps do not help: the error goes to a limit, not to 0.
  const double coarse = errorOf(MotionScheme::semiImplicitEulerNoGyro, 1.5, 1000),
               fine = errorOf(MotionScheme::semiImplicitEulerNoGyro, 1.5, 2000);
  CHECK(fine > 0.1);
  CHECK(std::fabs(coarse / fine - 1) < 0.02);
}

TEST_CASE("angles lock: near a pitch of 90 degrees they lose the motion that a quaternion follows") {
  // A quiet turn about x carries the z axis through the pole (yaw and roll are then the same axis), a little beside it.
  const auto errorThroughPole = [](MotionScheme scheme) {
    Body body = spinningBody({2, 2, 2}, {2, 0.001, 0});
    body.motion = scheme;
    syncSchemeOrientation(body);
    const Vec3 omega = angularVelocity(body);
    moveSteps(body, {}, 3, 180);
    return angleBetween(body.q, fromAxisAngle(normalized(omega), length(omega) * 3));
  };
  CHECK(errorThroughPole(MotionScheme::rungeKutta4) < 1e-6);
  CHECK(errorThroughPole(MotionScheme::eulerAngles) > 0.05);
  // Angles and back.
  for (const Vec3 angles : {Vec3{0.3, 1.2, -2}, Vec3{-3, -1.5, 3}, Vec3{0.4, 0.5 * kPi, 0}}) {
    CHECK(angleBetween(fromEulerAngles(eulerAngles(fromEulerAngles(angles))), fromEulerAngles(angles)) < 1e-7);
  }
}

TEST_CASE("a scheme moves a body on the ground: it rests, and slides as far as friction lets it") {
  for (const MotionScheme scheme : kTeaching) {
    World world = emptyWorld({0, -9.81, 0});
    addGround(world, 0.5);
    BodyDescription d = cubeBody({0, 0.5, 0});
    d.motion = scheme;
    d.velocity = {3, 0, 0};
    d.shapes[0].friction = 0.5;
    const BodyId id = addBody(world, d);
    run(world, 180);
    const Body& body = bodyAt(world, id);
    CAPTURE(nameOf(scheme));
    CHECK(relativeError(body.x.x, 9 / (2 * 0.5 * 9.81)) < 0.005);
    CHECK(std::fabs(body.x.y - 0.5) < 1e-3);
    CHECK(length(body.v) < 1e-4);
  }
}

TEST_CASE("a matrix that runs away freezes its body and says so") {
  World world = emptyWorld();
  BodyDescription d = boxBody({1, 2, 3});
  d.motion = MotionScheme::explicitEuler;
  d.angularVelocity = {50, 80, 20};
  const BodyId id = addBody(world, d);
  bool reported = false;
  for (int i = 0; i < 2000; ++i) reported = reported || (step(world).flags & kSpinTooFast);
  CHECK(reported);
  CHECK(isFinite(bodyAt(world, id)));
}

TEST_CASE("the tennis racket by the production scheme: flip period to 1e-3 over 600 s, energy to 1e-7, L to the bit") {
  const double I[] = {1, 2, 3}, w[] = {0.01, 3, 0.02};
  const FreeTop top = freeTopOf(I, w);
  const double period = top.period();  // two flips
  World world = emptyWorld();
  BodyDescription d = cubeBody();
  d.hasInertia = true;
  d.inertia = diagonal(Vec3{I[0], I[1], I[2]});
  d.angularVelocity = {w[0], w[1], w[2]};
  const BodyId id = addBody(world, d);
  const Vec3 L = bodyAt(world, id).L;
  const double start = energy(world);
  double first = -1, last = -1, before = 0, drift = 0;
  int crossings = 0;
  for (int i = 1; i <= 36000; ++i) {
    step(world);
    const Body& body = bodyAt(world, id);
    const double spin = inverseRotate(body.q, angularVelocity(body)).y;
    if (before > 0 && spin <= 0) {
      last = (i - spin / (spin - before)) / 60;
      if (first < 0) first = last;
      else ++crossings;
    }
    before = spin;
    drift = worseOf(drift, std::fabs(energy(world) / start - 1));
  }
  const double measured = (last - first) / crossings;
  MESSAGE("period ", measured, " s over ", crossings, " periods, closed form ", period, " s, energy drift ", drift);
  CHECK(std::fabs(measured / period - 1) < 1e-3);
  CHECK(drift < 1e-7);
  CHECK(bodyAt(world, id).L == L);
}
