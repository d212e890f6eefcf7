// Galilei: what rests on a floor that moves evenly rests as on one that stands.
#include <algorithm>
#include <cmath>

#include "math/trigonometry.h"
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// Three balls of radius r around the middle, and one on top of them, in a lift at the speed u (m/s, upwards). Friction of balls 1.2, of the floor 0.01.
World ballsInLift(double u, int stepsPerSecond) {
  const double r = 0.07, around = 2 * r / std::sqrt(3.0), rise = 2 * r * std::sqrt(2.0 / 3.0);
  const std::string velocity = ", 'velocity': " + vector(0, u, 0);
  std::string bodies = "{'type': 'kinematic', 'size': [20,2,20], 'position': [0,-1,0], 'friction': 0.011" + velocity + "}";
  for (int i = 0; i < 4; ++i) {
    const double angle = 2 * kPi * i / 3, distance = i < 3 ? around : 0;
    bodies += ", {'shapes': [{'type': 'sphere', 'radius': 0.07}], 'mass': 30, 'friction': 1.2, 'position': [" +
              digits(distance * std::cos(angle)) + ", " + digits(i < 3 ? r : r + rise) + ", " + digits(distance * std::sin(angle)) + "]" +
              velocity + "}";
  }
  return worldOf("{'tumble': 1, 'sleeping': false, 'stepsPerSecond': " + std::to_string(stepsPerSecond) + ", 'bodies': [" + bodies + "]}");
}

}  // namespace

TEST_CASE("a heap of balls in a lift stands as on the ground, upwards and downwards") {
  for (const int stepsPerSecond : {30, 60, 120, 240}) {
    for (const double u : {-4.0, -1.0, -0.2, 0.5, 2.0}) {
      CAPTURE(stepsPerSecond);
      CAPTURE(u);
      World still = ballsInLift(0, stepsPerSecond), lift = ballsInLift(u, stepsPerSecond);
      const int steps = 6 * stepsPerSecond;
      for (int i = 0; i < steps; ++i) step(still), step(lift);
      for (std::size_t i = 1; i < 5; ++i) CHECK(distance(lift.bodies.bodies[i].x - Vec3{0, u * 6, 0}, still.bodies.bodies[i].x) < 2e-4);
    }
  }
}

TEST_CASE("a stack that a lift throws up lands upright and straight, whichever side of it is lower by a hair's breadth") {
  for (int rate : {30, 60, 120, 240}) {
    for (double rise : {1.7, 2.0394, 2.4}) {
      const int first = 3 * rate / 10, last = first + 55 * rate / 100;
      World world = worldOf(
          "{'tumble': 1, 'stepsPerSecond': " + std::to_string(rate) +
          ", 'bodies': [{'name': 'lift', 'type': 'kinematic', 'size': [1.2, 0.06, 1.2], 'position': [0, -0.03, 0]}, {'size': [0.233, "
          "0.1568, "
          "0.233], 'position': [0, 0.0784, 0], 'density': 559}, {'shapes': [{'type': 'cylinder', 'radius': 0.0877, 'height': 0.1097}], "
          "'position': [0, 0.21165, 0], 'density': 618}, {'size': [0.1753, 0.1477, 0.1753], 'position': [0, 0.34035, 0], 'density': 711}, "
          "{'size': [0.1539, 0.2231, 0.1539], 'position': [0, 0.52575, 0], 'density': 293}], 'commands': [{'step': " +
          std::to_string(first) + ", 'type': 'velocity', 'body': 'lift', 'velocity': " + vector(0, rise, 0) +
          "}, {'step': " + std::to_string(last) + ", 'type': 'velocity', 'body': 'lift', 'velocity': " + vector(0, -0.6, 0) + "}]}");
      double aside = 0;
      for (int i = 0; i < 2 * rate; ++i) {
        step(world);
        for (int k = 1; k < 5; ++k) aside = std::max(aside, std::hypot(world.bodies.bodies[k].v.x, world.bodies.bodies[k].v.z));
      }
      CAPTURE(rate);
      CAPTURE(rise);
      CHECK(aside < 0.05);  // m/s
      CHECK(std::fabs(world.bodies.bodies[4].x.x) < 0.01);
    }
  }
}
