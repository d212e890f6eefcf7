// Rolling friction against Coulomb's law of rolling: |tau| <= rho N.
#include <cmath>
#include <string>

#include "unit/joints/jointed_world.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// Rolls along x; `k`: moment of inertia about its centre over m r^2.
struct Roller {
  const char* shape;
  double radius, k;
};
const Roller kRollers[] = {
    {"'shapes': [{'type': 'sphere', 'radius': 0.3}], 'mass': 2", 0.3, 0.4},
    {"'shapes': [{'type': 'sphere', 'radius': 0.03}], 'mass': 0.1, 'inertia': [6e-5,6e-5,6e-5], 'centerOfMass': [0,0,0]", 0.03, 2.0 / 3},
    {"'shapes': [{'type': 'cylinder', 'radius': 0.4, 'height': 1, 'orientation': {'axis': [1,0,0], 'angleDegrees': 90}}], 'mass': 5", 0.4,
     0.5},
    {"'shapes': [{'type': 'cylinder', 'radius': 1.1, 'height': 0.4, 'orientation': {'axis': [1,0,0], 'angleDegrees': 90}}], 'mass': 500",
     1.1, 0.5},
};

std::string worldWith(const Roller& roller, double slope, double arm, double speed, const char* quality, int rate) {
  const double turn = slope * std::acos(-1.0) / 180, up = roller.radius / std::cos(turn);
  return "{'tumble': 1, 'quality': '" + std::string(quality) + "', 'sleeping': false, 'stepsPerSecond': " + std::to_string(rate) +
         ", 'bodies': [{'type': 'static', 'size': [400,2,400], 'position': " + vector(std::sin(turn), -std::cos(turn), 0) +
         ", 'friction': 1, 'orientation': {'axis': [0,0,1], 'angleDegrees': " + number(slope) + "}}, {" + roller.shape +
         ", 'friction': 1, 'rollingFriction': " + number(arm) + ", 'position': " + vector(0, up, 0) +
         ", 'velocity': " + vector(speed, 0, 0) + ", 'angularVelocity': " + vector(0, 0, -speed / roller.radius) + "}]}";
}

const char* const kQualities[] = {"default", "precise"};

}  // namespace

TEST_CASE("on the level what rolls at v comes to rest after (v^2 / 2) (1 + k) r / (g rho), and stays there") {
  for (const Roller& roller : kRollers) {
    for (const char* const quality : kQualities) {
      for (const int rate : {30, 60, 240}) {
        const double g = 9.81, arm = 0.05 * roller.radius, speed = 2, deceleration = g * arm / (roller.radius * (1 + roller.k));
        World world = worldOf(worldWith(roller, 0, arm, speed, quality, rate));
        const double start = world.bodies.bodies[1].x.x, time = speed / deceleration;
        run(world, static_cast<int>(0.5 * time * rate));
        CAPTURE(roller.shape);
        CAPTURE(quality);
        CAPTURE(rate);
        CHECK(world.bodies.bodies[1].v.x ==
              doctest::Approx(speed - deceleration * static_cast<double>(world.stepCount) / rate).epsilon(2e-3));
        run(world, static_cast<int>(0.5 * time * rate) + rate / 2);
        const Vec3 rest = world.bodies.bodies[1].x;
        CHECK(rest.x - start == doctest::Approx(0.5 * speed * speed / deceleration).epsilon(5e-3));
        CHECK(std::fabs(rest.z) < 1e-4);
        run(world, 5 * rate);
        CHECK(distance(world.bodies.bodies[1].x, rest) < 1e-4);
        CHECK(length(angularVelocity(world.bodies.bodies[1])) < 1e-3);
      }
    }
  }
}

TEST_CASE("on a slope it stays up to tan(angle) = rho / r, and above rolls at g (sin - (rho / r) cos) / (1 + k)") {
  for (const Roller& roller : kRollers) {
    for (const char* const quality : kQualities) {
      for (const double share : {0.9, 1.5}) {  // of the slope's tangent
        const double slope = 10, turn = slope * std::acos(-1.0) / 180, ratio = std::tan(turn) / share, rate = 60;
        World world = worldOf(worldWith(roller, slope, ratio * roller.radius, 0, quality, 60));
        CAPTURE(roller.shape);
        CAPTURE(quality);
        const Vec3 start = world.bodies.bodies[1].x;
        run(world, 120);
        const double way = distance(world.bodies.bodies[1].x, start), time = 120 / rate;
        if (share < 1) {
          CHECK(way < 1e-3);
        } else {
          const double a = 9.81 * (std::sin(turn) - ratio * std::cos(turn)) / (1 + roller.k);
          CHECK(way == doctest::Approx(0.5 * a * time * time).epsilon(1e-2));
        }
      }
    }
  }
}

TEST_CASE("what lies on a face or slides without turning is not held back; the torques on both bodies are opposite") {
  World world = worldOf(
      "{'tumble': 1, 'bodies': [{'type': 'static', 'size': [200,2,200], 'position': [0,-1,0], 'friction': 0}, {'size': [1,1,1], "
      "'friction': 0, "
      "'rollingFriction': 0.1, 'position': [0,0.5,0], 'velocity': [3,0,0]}]}");
  run(world, 120);
  CHECK(world.bodies.bodies[1].v.x == doctest::Approx(3).epsilon(1e-6));
  World pair = worldOf(
      "{'tumble': 1, 'gravity': [0,0,0], 'bodies': [{'shapes': [{'type': 'sphere', 'radius': 0.5}], 'mass': 1, 'friction': 1, "
      "'rollingFriction': 0.05, 'angularVelocity': [3,1,2]}, {'shapes': [{'type': 'sphere', 'radius': 0.3}], 'mass': 2, 'friction': 1, "
      "'position': [0.8,0,0], 'angularVelocity': [0,-2,5]}], 'forces': [{'type': 'spring', 'body': 0, 'other': 1, 'stiffness': 20}]}");
  const Vec3 before = measure(pair).angularMomentum;
  const double energyBefore = energy(pair);
  run(pair, 600);
  CHECK(distance(measure(pair).angularMomentum, before) < 1e-8);
  CHECK(length(measure(pair).momentum) < 1e-9);
  CHECK(energy(pair) < energyBefore);
  const Body &a = pair.bodies.bodies[0], &b = pair.bodies.bodies[1];
  const Vec3 n = normalized(b.x - a.x), relative = angularVelocity(b) - angularVelocity(a);
  CHECK(length(relative - n * dot(relative, n)) < 0.02);  // they roll no more: 4 rad/s at the start; n turns by 0.004 rad in half a step
}
