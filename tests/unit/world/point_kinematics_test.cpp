// Velocity and acceleration of a chosen point against differences of its places, and against closed forms.
#include "world/point_kinematics.h"
#include "forces/evaluate.h"
#include "motion/free_motion.h"
#include "replay/state_hash.h"
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

TEST_CASE("a spring accelerates before the first step, and the question changes nothing") {
  World world = worldOf(
      "{'tumble': 1, 'gravity': [0,-9,0], 'bodies': [{'size': [1,1,1], 'mass': 2}], 'forces': [{'type': 'spring', 'body': 0, 'stiffness': "
      "100, "
      "'restLength': 1, 'anchor': [0,3,0]}]}");
  World other = world;
  CHECK(distance(accelerationsOf(world, 0).linear, {0, 91, 0}) < 1e-12);
  run(world, 10), run(other, 10);
  CHECK(stateHash(world) == stateHash(other));
}

TEST_CASE(
    "a pendulum, from its start on: alpha = -(g / l) sin q, and the centre of the bob at l alpha along and l omega^2 towards the pin") {
  for (const double degrees : {20.0, 90.0, 150.0}) {
    const double q0 = degrees * std::acos(-1.0) / 180, l = 1.5, g = 10;
    World world =
        worldOf("{'tumble': 1, 'gravity': [0,-10,0], 'collisions': false, 'bodies': [{'size': [0.3,0.6,0.3], 'mass': 2, 'position': [" +
                std::to_string(l * std::sin(q0)) + "," + std::to_string(-l * std::cos(q0)) +
                ",0]}], 'joints': [{'type': 'hinge', 'b': 0, 'point': [0,0,0], 'axis': [0,0,1]}]}");
    const double arm = length(world.bodies.bodies[0].x), own = (0.3 * 0.3 + 0.6 * 0.6) / 12;
    for (int step = 0; step < 40; ++step) {
      const Body& bob = world.bodies.bodies[0];
      const double sine = bob.x.x / arm, omega = angularVelocity(bob).z;
      const double alpha = -g * arm * sine / (arm * arm + own);
      const Accelerations a = accelerationsOf(world, 0);
      CHECK(distance(a.angular, {0, 0, alpha}) < 1e-6 * (1 + omega * omega));
      CHECK(distance(a.linear, cross(Vec3{0, 0, alpha}, bob.x) - bob.x * (omega * omega)) < 1e-6 * (1 + omega * omega));
      run(world, 1);
    }
  }
}

TEST_CASE("a motor turns a crank evenly: the piston is at the second derivative of r cos q + sqrt(l^2 - r^2 sin^2 q)") {
  World world = worldOf(
      "{'tumble': 1, 'gravity': [0,0,0], 'collisions': false, 'bodies': [{'size': [1,0.1,0.1], 'mass': 1, 'position': [0.25,0,0], "
      "'velocity': [0,1,0], 'angularVelocity': [0,0,4]}, {'size': [1.5,0.1,0.1], 'mass': 1, 'position': [1.25,0,0], 'velocity': [0,1,0], "
      "'angularVelocity': [0,0,-1.3333333333333333]}, {'size': [0.3,0.3,0.3], 'mass': 3, 'position': [2,0,0]}], 'joints': ["
      "{'type': 'hinge', 'b': 0, 'point': [0,0,0], 'axis': [0,0,1], 'motor': {'speed': 4}}, {'type': 'hinge', 'a': 0, 'b': 1, 'point': "
      "[0.5,0,0], 'axis': [0,0,1]}, {'type': 'hinge', 'a': 1, 'b': 2, 'point': [2,0,0], 'axis': [0,0,1]}, {'type': 'slider', 'b': 2, "
      "'point': [2,0,0], 'axis': [1,0,0]}]}");
  const double r = 0.5, l = 1.5;
  for (int step = 0; step < 100; ++step) {
    const double q = world.joints[0].coordinate, s = std::sin(q), c = std::cos(q), root = std::sqrt(l * l - r * r * s * s);
    const double second = -r * c - r * r * (c * c - s * s) / root - r * r * r * r * s * s * c * c / (root * root * root);
    const Accelerations a = accelerationsOf(world, 2);
    CHECK(distance(a.linear, {16 * second, 0, 0}) < 1e-4);
    CHECK(length(a.angular) < 1e-4);
    run(world, 1);
  }
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
