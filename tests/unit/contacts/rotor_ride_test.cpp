// The rotor of a fairground: its wall turns, and friction alone bears who stands at it, if mu w^2 r > g. The wall comes towards him all the time,
// which is no impact.
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

TEST_CASE("what friction holds at a wall that turns does not creep down") {
  for (const int stepsPerSecond : {30, 60, 120, 240}) {
    for (const double radius : {0.33, 1.5}) {
      CAPTURE(stepsPerSecond);
      CAPTURE(radius);
      const double w = std::sqrt(4 * 9.81 / radius), size = 0.1 * radius;
      const std::string side = vector(size, 2 * radius, 4 * size);
      World world = worldOf("{'tumble': 1, 'stepsPerSecond': " + std::to_string(stepsPerSecond) +
                            ", 'bodies': [{'type': 'kinematic', 'shapes': [{'type': 'box', 'size': " + side +
                            ", 'position': " + vector(1.1 * radius, 0, 0) + "}, {'type': 'box', 'size': " + side +
                            ", 'position': " + vector(-1.1 * radius, 0, 0) + "}], 'angularVelocity': " + vector(0, w, 0) +
                            ", 'friction': 0.6}, {'size': " + vector(size, 1.5 * size, size) + ", 'position': " + vector(radius, 0, 0) +
                            ", 'velocity': " + vector(0, 0, -w * radius) + ", 'angularVelocity': " + vector(0, w, 0) +
                            ", 'mass': 1, 'friction': 0.6}]}");
      for (int i = 0; i < 3 * stepsPerSecond; ++i) step(world);
      const Vec3 x = world.bodies.bodies[1].x;
      CHECK(std::fabs(x.y) < 0.005 * size);
      CHECK(std::hypot(x.x, x.z) == doctest::Approx(radius).epsilon(1e-3));
    }
  }
}
