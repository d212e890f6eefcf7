// The resistance of a fluid, against closed forms.
#include "forces/fluid_drag.h"

#include "math/trigonometry.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

FluidDrag roundIn(double density, double area) {
  FluidDrag fluid;
  fluid.density = density, fluid.area = area, fluid.coefficient = 1;
  return fluid;
}

FluidDrag plateIn(double density, double area, Vec3 normal, Vec3 point = {}) {
  FluidDrag fluid = roundIn(density, area);
  fluid.normal = normal, fluid.point = point;
  return fluid;
}

Wrench wrenchOf(const FluidDrag& fluid, const Body& body) { return tumble::wrenchOf(forceOn(kNoBody, fluid), body); }

World worldOf(const BodyDescription& d, const FluidDrag& fluid, Vec3 gravity) {
  World world = emptyWorld(gravity);
  world.forces.push_back(forceOn(addBody(world, d), fluid));
  return world;
}

}  // namespace

TEST_CASE("a fall with drag by the square: v = v_t tanh(g t / v_t)") {
  World world = worldOf(cubeBody({}, 2), roundIn(2, 0.5), {0, -10, 0});  // v_t^2 = m g / (rho A / 2) = 40
  const double terminal = std::sqrt(40.0);
  double worst = 0;
  for (int i = 1; i <= 300; ++i) {
    step(world);
    worst = worseOf(worst, std::fabs(world.bodies.bodies[0].v.y + terminal * std::tanh(10 * (i / 60.0) / terminal)));
  }
  MESSAGE("worst ", worst, " m/s");
  CHECK(worst < 3e-7);
}

TEST_CASE("what is pushed with any force comes to its terminal velocity, from rest or from a little speed") {
  for (const int rate : {30, 60, 240}) {
    for (const double force : {1e3, 1e6, 1e8, 1e9}) {
      for (const double start : {0.0, 3.0}) {
        CAPTURE(rate);
        CAPTURE(force);
        CAPTURE(start);
        BodyDescription d = cubeBody({}, 400);
        d.velocity = {start, 0, 0};
        World world = emptyWorld(Vec3{});
        world.settings.stepsPerSecond = rate;
        const BodyId body = addBody(world, d);
        world.forces.push_back(forceOn(body, roundIn(1000, 0.09)));
        ConstantForce push;
        push.force = {force, 0, 0};
        world.forces.push_back(forceOn(body, push));
        const double terminal = std::sqrt(2 * force / (1000 * 0.09));
        Worst over;
        for (int i = 0; i < 10 * rate; ++i) {
          step(world);
          over.add(worseOf(world.bodies.bodies[0].v.x / terminal - 1, 0));
        }
        if (force < 1e9) CHECK(over < 0.001);  // 1e9 N passes it many times over within one substep
        CHECK(std::fabs(world.bodies.bodies[0].v.x / terminal - 1) < 0.001);
      }
    }
  }
}

TEST_CASE("a plate is pushed along its normal: at right angles by its drag, along itself not, between by Duchemin's law") {
  BodyDescription d = cubeBody();
  for (const double degrees : {0.0, 10.0, 45.0, 90.0}) {
    const double a = degrees * kPi / 180, sine = std::sin(a);
    d.velocity = Vec3{0, sine, std::cos(a)} * 3;
    const Wrench wrench = wrenchOf(plateIn(2, 0.5, {0, 1, 0}, {0, 0, 2}), bodyFrom(d));
    const double expected = -0.5 * 2 * 0.5 * 9 * 2 * sine / (1 + sine * sine);
    CHECK(distance(wrench.force, {0, expected, 0}) < 1e-12);
    CHECK(distance(wrench.torque, {-2 * expected, 0, 0}) < 1e-12);
    // Lift and drag are its parts across and along the motion: their ratio is the cotangent of the angle.
    if (sine > 0) CHECK(std::fabs(std::cos(a) * expected - expected * sine * (std::cos(a) / sine)) < 1e-12);
  }
}

TEST_CASE("only the relative velocity counts") {
  BodyDescription d = cubeBody();
  d.velocity = {4, 5, 6};
  FluidDrag fluid = plateIn(1, 1, {0, 1, 0});
  fluid.flow = {4, 5, 6};
  CHECK(wrenchOf(fluid, bodyFrom(d)).force == Vec3{});
}

TEST_CASE("the faces of a box: those in front, and the exact moment over a face that turns") {
  // p(s) = rho/2 (v + w s)^2 on a face of a x b: F = rho/2 a b (v^2 + w^2 a^2 / 12), torque = rho/2 b 2 v w a^3 / 12.
  FluidDrag fluid = roundIn(3, 0);
  fluid.size = {2, 0.1, 4};  // the sides along y are narrow, and their own drag is subtracted
  BodyDescription d = boxBody({2, 0.1, 4});
  d.velocity = {0, 5, 0};
  CHECK(distance(wrenchOf(fluid, bodyFrom(d)).force, {0, -1.5 * 8 * 25, 0}) < 1e-11);
  d.angularVelocity = {0, 0, 1};  // the point at x moves by 5 + x
  const Body body = bodyFrom(d);
  fluid.size = {2, 0, 4};
  const Wrench wrench = wrenchOf(fluid, body);
  CHECK(std::fabs(wrench.force.y + 1.5 * 8 * (25 + 4.0 / 12)) < 1e-11);
  CHECK(std::fabs(wrench.torque.z + 1.5 * 4 * 2 * 5 * 1 * 8 / 12.0) < 1e-11);
}

TEST_CASE("however dense the fluid, it takes energy and gives none, in flight and in contact") {
  for (const bool touches : {false, true}) {
    for (const bool box : {false, true}) {
      World world = emptyWorld();
      if (touches) world = emptyWorld(Quality::precise, 60), addGround(world, 0.3);
      BodyDescription d = boxBody({0.1, 0.1, 0.1}, {0, 0.05, 0}, 1e-6);
      d.velocity = {900, 0, 0};
      d.angularVelocity = {0, 50, 0};
      FluidDrag fluid = plateIn(1e5, 100, {1, 0, 0}, {0.05, 0, 0});
      if (box) fluid.normal = {}, fluid.size = {0.1, 0.1, 0.1};
      const BodyId id = addBody(world, d);
      world.forces.push_back(forceOn(id, fluid));
      double before = energy(world);
      for (int i = 0; i < 120; ++i) {
        step(world);
        CHECK(energy(world) <= before * (1 + 1e-9));
        before = energy(world);
      }
      CHECK(std::isfinite(before));
      CHECK(world.report.flags == 0);
    }
  }
}

TEST_CASE("a puck on ice in a fluid: v = v0 / (1 + b v0 t), by the contact solver") {
  World world = emptyWorld(Quality::precise, 60);
  addGround(world, 0);
  BodyDescription d = cubeBody({0, 0.5, 0});
  d.velocity = {6, 0, 0};
  world.forces.push_back(forceOn(addBody(world, d), roundIn(1.2, 0.5)));
  run(world, 180);
  CHECK(std::fabs(world.bodies.bodies[1].v.x - 6 / (1 + 0.3 * 6 * 3)) < 1e-4);
}

TEST_CASE("a vane in a wind swings about it, in the time of small angles") {
  // I theta'' = -rho A V l (V theta + l theta')
  BodyDescription d = boxBody({1, 0.2, 0.2}, {}, 3);
  d.planar = true;
  d.orientation = fromAxisAngle({0, 0, 1}, 0.01);
  FluidDrag fluid = plateIn(1.2, 0.1, {0, 1, 0}, {0.5, 0, 0});
  fluid.flow = {8, 0, 0};
  World world = worldOf(d, fluid, {});
  world.bodies.bodies[0].mass = 1e12, world.bodies.bodies[0].inverseMass = 1e-12;  // nothing but its rotation
  const double rate = std::sqrt(1.2 * 0.1 * 64 * 0.5 / world.bodies.bodies[0].inertia.z);
  double crossed = 0, before = 1;
  for (int i = 1; crossed == 0 && i < 600; ++i) {
    step(world);
    const double angle = bodyOrientation(world.bodies.bodies[0]).z;
    if (angle < 0) crossed = (i - 1 + before / (before - angle)) / 60.0;
    before = angle;
  }
  const double damping = 1.2 * 0.1 * 8 * 0.25 / (2 * world.bodies.bodies[0].inertia.z), swing = std::sqrt(rate * rate - damping * damping);
  const double expected = (kPi / 2 + std::asin(damping / rate)) / swing;
  CHECK(std::fabs(crossed / expected - 1) < 0.002);
}
