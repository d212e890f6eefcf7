// Galilei: what rests on a floor that moves evenly rests as on one that stands.
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
