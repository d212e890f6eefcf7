// Velocity and acceleration of a chosen point against differences of its places, and against closed forms.
#include "world/point_kinematics.h"
#include "forces/evaluate.h"
#include "motion/free_motion.h"
#include "support/worlds.h"
#include "world/lasting_forces.h"

using namespace tumble;
using namespace tumble::test;

TEST_CASE("a steady spin: centripetal omega^2 r towards the axis, nothing tangential") {
  World world = emptyWorld();
  BodyDescription d = cubeBody({1, 2, 3});
  d.velocity = {0, 0, 4};
  d.angularVelocity = {0, 0, 3};
  addBody(world, d);
  const PointKinematics k = kinematicsOf(world.bodies.bodies[0], {0.5, 0, 0}, accelerationsOf(world, 0));
  CHECK(distance(k.position, {1.5, 2, 3}) < 1e-15);
  CHECK(distance(k.velocity, {0, 1.5, 4}) < 1e-15);
  CHECK(distance(k.centripetal, {-4.5, 0, 0}) < 1e-14);
  CHECK(length(k.tangential) < 1e-14);
  CHECK(distance(k.acceleration, {-4.5, 0, 0}) < 1e-14);
}

TEST_CASE("a tumbling brick under gravity, a spring and drag: second differences of the place of the point") {
  World world = emptyWorld({0, -9.81, 0});
  BodyDescription d = boxBody({1, 0.6, 0.3}, {0, 5, 0}, 2);
  d.shapes[0].position = {0.1, 0.2, -0.1};
  d.velocity = {1, 2, 0};
  d.angularVelocity = {2, -3, 1};
  d.linearDamping = 0.1;
  d.angularDamping = 0.2;
  const BodyId id = addBody(world, d);
  Spring spring;
  spring.point = {0.5, 0.3, 0};
  spring.anchor = {0, 8, 1};
  spring.stiffness = 40;
  spring.damping = 1;
  world.forces.push_back(forceOn(id, spring));
  world.forces.push_back(forceOn(id, Drag{0.5, 0.05}));
  gatherLastingForces(world);
  const Vec3 point{-0.4, 0.1, 0.3};
  const auto placeAfter = [&](double time) {
    Body moved = bodyAt(world, id);
    moveUnderForces(moved, {world.settings.gravity, world.forces}, time);
    return worldPoint(moved, point);
  };
  const double h = 1e-4;
  const Vec3 before = placeAfter(-h), now = placeAfter(0), after = placeAfter(h);
  const Accelerations rates = accelerationsOf(world, bodyIndex(id));
  const PointKinematics k = kinematicsOf(bodyAt(world, id), point, rates);
  CHECK(distance(k.position, now) < 1e-14);
  CHECK(distance(k.velocity, (after - before) * (0.5 / h)) < 1e-5);
  CHECK(distance(k.acceleration, (after - now * 2.0 + before) * (1 / (h * h))) < 1e-3);
  CHECK(distance(k.acceleration, rates.linear + k.tangential + k.centripetal) < 1e-14);
  // The centripetal part points to the axis and stands across omega; the tangential one stands across alpha.
  CHECK(std::fabs(dot(k.centripetal, angularVelocity(bodyAt(world, id)))) < 1e-12);
  CHECK(std::fabs(dot(k.tangential, rates.angular)) < 1e-12);
}

TEST_CASE("at rest on the ground nothing is accelerated; a sliding block is at mu g") {
  World world = emptyWorld({0, -9.81, 0});
  addGround(world, 0.5);
  BodyDescription d = cubeBody({0, 0.5, 0});
  const BodyId resting = addBody(world, d);
  d.position = {10, 0.5, 0};
  d.velocity = {5, 0, 0};
  const BodyId sliding = addBody(world, d);
  run(world, 30);
  CHECK(length(accelerationsOf(world, bodyIndex(resting)).linear) < 1e-3);
  CHECK(distance(accelerationsOf(world, bodyIndex(sliding)).linear, {-0.5 * 9.81, 0, 0}) < 1e-2);
  CHECK(length(accelerationsOf(world, 0).linear) == 0);
}
