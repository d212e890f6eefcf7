// Lasting forces: each law at one state, and worlds that follow them against closed forms.
#include "forces/evaluate.h"
#include "math/trigonometry.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

Body turnedBody() {
  BodyDescription d = boxBody({1, 2, 3}, {1, 2, 3}, 2);
  d.orientation = fromAxisAngle({0, 0, 1}, kPi / 2);  // body x is world y, body y is world -x
  d.velocity = {1, -1, 2};
  d.angularVelocity = {0, 0, 2};
  return bodyFrom(d);
}

World worldWith(const BodyDescription& d, const ForceModel& model, Vec3 gravity = {}) {
  World world = emptyWorld(gravity);
  world.forces.push_back(forceOn(addBody(world, d), model));
  return world;
}

Wrench wrenchOf(const ForceModel& model, const Body& body) { return tumble::wrenchOf(forceOn(kNoBody, model), body); }

}  // namespace

TEST_CASE("a force acts in world or body axes, at a point of the body") {
  const Body body = turnedBody();
  ConstantForce f;
  f.force = {3, 0, 0};
  f.point = {1, 0, 0};  // at x + (0, 1, 0)
  CHECK(distance(worldPoint(body, f.point), {1, 3, 3}) < 1e-14);
  Wrench w = wrenchOf(f, body);
  CHECK(distance(w.force, {3, 0, 0}) < 1e-14);
  CHECK(distance(w.torque, {0, 0, -3}) < 1e-14);  // (p - x) x F = (0,1,0) x (3,0,0)
  f.frame = ForceFrame::body;
  w = wrenchOf(f, body);
  CHECK(distance(w.force, {0, 3, 0}) < 1e-14);
  CHECK(length(w.torque) < 1e-14);  // along the lever
}

TEST_CASE("a torque moves nothing; drag is against velocity and spin") {
  const Body body = turnedBody();
  const ConstantTorque torque{{1, 2, 3}};
  CHECK(length(wrenchOf(torque, body).force) == 0);
  CHECK(wrenchOf(torque, body).torque == Vec3{1, 2, 3});
  const Drag drag{0.5, 0.25};
  CHECK(distance(wrenchOf(drag, body).force, {-0.5, 0.5, -1}) < 1e-15);
  CHECK(distance(wrenchOf(drag, body).torque, {0, 0, -0.5}) < 1e-15);
}

TEST_CASE("a spring pulls along its line by k (l - l0) + c dl/dt, at its point") {
  const Body body = turnedBody();
  Spring f;
  f.point = {1, 0, 0};
  f.anchor = {1, 8, 3};  // 5 m above the point
  f.stiffness = 10;
  f.restLength = 2;
  CHECK(distance(wrenchOf(f, body).force, {0, 30, 0}) < 1e-13);
  f.damping = 4;  // the point rises at -1: the spring lengthens at 1 m/s
  CHECK(distance(wrenchOf(f, body).force, {0, 34, 0}) < 1e-13);
  f.restLength = 7;  // compressed: pushes
  f.damping = 0;
  CHECK(distance(wrenchOf(f, body).force, {0, -20, 0}) < 1e-13);
  f.restLength = 0;  // isotropic: -k d - c v
  f.damping = 1;
  const Vec3 v = velocityAt(body, {1, 3, 3});
  CHECK(distance(wrenchOf(f, body).force, Vec3{0, 50, 0} - v) < 1e-13);
  f.anchor = worldPoint(body, f.point);  // no line: no force, nothing infinite
  f.restLength = 1;
  CHECK(length(wrenchOf(f, body).force) == 0);
}

TEST_CASE("wrenches add up") {
  const Body body = turnedBody();
  const Force forces[] = {forceOn(kNoBody, ConstantTorque{{1, 0, 0}}), forceOn(kNoBody, ConstantForce{{0, 2, 0}, {}})};
  const Wrench sum = totalWrench(forces, body);
  CHECK(distance(sum.force, {0, 2, 0}) < 1e-15);
  CHECK(distance(sum.torque, {1, 0, 0}) < 1e-15);
  CHECK(length(totalWrench({}, body).force) == 0);
}

TEST_CASE("a mass on a spring swings as x0 cos(wt)") {
  Spring f;
  f.stiffness = 100;  // w = 10 rad/s, w dt = 0.17
  World world = worldWith(cubeBody({0.5, 0, 0}), f);
  double worst = 0;
  for (int i = 1; i <= 600; ++i) {
    step(world);
    worst = worseOf(worst, std::fabs(world.bodies.bodies[0].x.x - 0.5 * std::cos(10.0 * i / 60)));
  }
  CHECK(worst < 0.5 * 1e-2);  // phase error below 1e-2 rad after 100 rad
  CHECK(energy(world) == doctest::Approx(12.5).epsilon(1e-3));
  MESSAGE("spring, w dt = 0.17, 10 s: ", worst, " m of 0.5 m");
}

TEST_CASE("drag: v = v_end (1 - e^(-ct/m)) under gravity") {
  World world = worldWith(cubeBody({}, 2), Drag{3}, {0, -9.81, 0});
  run(world, 60);
  CHECK(world.bodies.bodies[0].v.y == doctest::Approx(-9.81 * 2 / 3 * (1 - std::exp(-1.5))).epsilon(1e-6));
}

TEST_CASE("Fiedler's driven spin: torque (1,0,0) - 0.1 omega ends at 10 rad/s by 10 (1 - e^(-0.1 t/I))") {
  World world = worldOf(
      "{'tumble': 1, 'gravity': [0,0,0], 'bodies': [{'size': [1,1,1], 'mass': 6}],"
      " 'forces': [{'type': 'torque', 'body': 0, 'torque': [1,0,0]}, {'type': 'drag', 'body': 0, 'angular': 0.1}]}");
  for (const double t : {5.0, 20.0}) {
    run(world, static_cast<int>(60 * t) - static_cast<int>(world.stepCount));
    CHECK(angularVelocity(world.bodies.bodies[0]).x == doctest::Approx(10 * (1 - std::exp(-0.1 * t))).epsilon(1e-6));
  }
}

TEST_CASE("a crooked thruster in body axes: the turn is exact, the path a spiral of constant thrust") {
  // Thrust at a lever about one principal axis: omega = tau t / I, and the force turns along.
  ConstantForce f;
  f.frame = ForceFrame::body;
  f.force = {0, 1, 0};
  f.point = {0.3, 0, 0};
  World world = worldWith(cubeBody({}, 6), f);
  run(world, 120);
  CHECK(angularVelocity(world.bodies.bodies[0]).z == doctest::Approx(0.3 * 2).epsilon(1e-9));
  CHECK(angleBetween(world.bodies.bodies[0].q, fromAxisAngle({0, 0, 1}, 0.5 * 0.3 * 4)) < 1e-6);
  double vx = 0, vy = 0;  // integral of the turning force over two seconds
  for (int i = 0; i < 2000; ++i) {
    const double t = (i + 0.5) * 1e-3, angle = 0.15 * t * t;
    vx -= std::sin(angle) * 1e-3 / 6;
    vy += std::cos(angle) * 1e-3 / 6;
  }
  CHECK(distance(world.bodies.bodies[0].v, {vx, vy, 0}) < 1e-6);
}

TEST_CASE("a force of so many steps acts exactly so long") {
  World world = worldOf(
      "{'tumble': 1, 'gravity': [0,0,0], 'bodies': [{'size': [1,1,1], 'mass': 2}],"
      " 'commands': [{'type': 'force', 'step': 5, 'body': 0, 'force': [12,0,0], 'steps': 10}]}");
  run(world, 5);
  CHECK(world.bodies.bodies[0].v.x == 0);
  run(world, 60);
  CHECK(world.bodies.bodies[0].v.x == doctest::Approx(1).epsilon(1e-12));
  CHECK(world.forces.empty());
}
