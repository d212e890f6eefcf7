// Free translation in closed form: parabola, damping, kinematic bodies. The step may be of any length.
#include "motion/free_motion.h"
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {
const Vec3 kGravity{0.5, -9.81, 0.2};
}

TEST_CASE("a parabola is exact at any number of steps a second") {
  for (const int stepsPerSecond : {10, 60, 240}) {
    World world = emptyWorld(kGravity);
    world.settings.stepsPerSecond = stepsPerSecond;
    BodyDescription d = cubeBody({1, 2, 3});
    d.velocity = {4, 5, -6};
    const BodyId id = addBody(world, d);
    run(world, 3 * stepsPerSecond);
    const Body& body = bodyAt(world, id);
    CAPTURE(stepsPerSecond);
    CHECK(distance(body.x, d.position + d.velocity * 3.0 + kGravity * 4.5) < 1e-12);
    CHECK(distance(body.v, d.velocity + kGravity * 3.0) < 1e-12);
  }
}

TEST_CASE("linear damping: v = v_end + (v0 - v_end) e^(-ct), x its integral") {
  // The smallest products c t take the series, the others the closed form.
  for (const double c : {1e-9, 1e-3, 0.05, 0.0599, 0.0601, 1.0, 20.0, 1000.0}) {
    BodyDescription d = cubeBody({1, 2, 3});
    d.velocity = {4, 5, -6};
    d.linearDamping = c;
    World world = emptyWorld(kGravity);
    const BodyId id = addBody(world, d);
    run(world, 120);
    const double t = 2, ct = c * t, decay = -std::expm1(-ct);
    const Vec3 v = d.velocity * std::exp(-ct) + kGravity * (decay / c);
    // (t - (1 - E)/c)/c, by its series where the difference would cancel.
    const double far = ct < 1e-2 ? t * t * (0.5 - ct / 6 + ct * ct / 24 - ct * ct * ct / 120) : (t - decay / c) / c;
    const Vec3 x = d.position + d.velocity * (decay / c) + kGravity * far;
    CAPTURE(c);
    CHECK(distance(bodyAt(world, id).v, v) < 1e-11);
    CHECK(distance(bodyAt(world, id).x, x) < 1e-10);
  }
}

TEST_CASE("angular damping: L shrinks as e^(-ct) and keeps its direction, the turn is that of the time (1 - e^(-ct))/c") {
  BodyDescription d = cubeBody();
  d.angularVelocity = {0, 3, 4};
  d.angularDamping = 0.7;
  World world = emptyWorld();
  const BodyId id = addBody(world, d);
  const Vec3 L = bodyAt(world, id).L;
  run(world, 180);
  const Body& body = bodyAt(world, id);
  CHECK(distance(body.L, L * std::exp(-0.7 * 3)) < 1e-13);
  const double angle = 5 * -std::expm1(-0.7 * 3) / 0.7;
  CHECK(angleBetween(body.q, fromAxisAngle({0, 0.6, 0.8}, angle)) < 1e-12);
}

TEST_CASE("damping far beyond 1/step stops a body and never turns it back") {
  // Error 8 of the texts: with explicit steps a damping rate above 2/step makes the speed grow and change its sign.
  BodyDescription d = cubeBody();
  d.velocity = {10, 0, 0};
  d.angularVelocity = {0, 10, 0};
  d.linearDamping = d.angularDamping = 1000;
  World world = emptyWorld();
  const BodyId id = addBody(world, d);
  run(world, 1);
  const Body& body = bodyAt(world, id);
  CHECK(body.v.x >= 0);
  CHECK(body.v.x < 1e-5);
  CHECK(body.L.y >= 0);
  CHECK(body.L.y < 1e-5);
  CHECK(body.x.x == doctest::Approx(10.0 / 1000).epsilon(1e-6));
}

TEST_CASE("gravity makes no torque, also with the centre of mass off the origin") {
  BodyDescription d = cubeBody();
  d.shapes[0].position = {2, 1, 0};
  World world = emptyWorld({0, -9.81, 0});
  const BodyId id = addBody(world, d);
  run(world, 100);
  CHECK(bodyAt(world, id).L == Vec3{});
  CHECK(bodyAt(world, id).q == Quat{});
}

TEST_CASE("a kinematic body moves as it was told and feels no gravity") {
  BodyDescription d = cubeBody({0, 5, 0});
  d.type = BodyType::kinematic;
  d.velocity = {1, 0, -2};
  d.angularVelocity = {0, 0.5, 0};
  World world = emptyWorld({0, -9.81, 0});
  const BodyId id = addBody(world, d);
  run(world, 120);
  CHECK(distance(bodyAt(world, id).x, {2, 5, -4}) < 1e-12);
  CHECK(angleBetween(bodyAt(world, id).q, fromAxisAngle({0, 1, 0}, 1)) < 1e-12);
}

TEST_CASE("a static body stays to the bit") {
  World world = emptyWorld({0, -9.81, 0});
  const BodyId id = addGround(world);
  const Body before = bodyAt(world, id);
  run(world, 50);
  CHECK(bodyAt(world, id).x == before.x);
  CHECK(bodyAt(world, id).q == before.q);
}
