// A plank that is pulled over free rollers: all of them roll, and m' = M + n (m + I / r^2) / 4 is what the force accelerates. How they share the weight
// follows from no equation: none may be left without.
#include <cmath>
#include <string>

#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

TEST_CASE("a plank that is pulled over free rollers, and each of them, accelerate as closed forms say") {
  Worst worstPlank, worstRoller;
  for (int rate : {30, 60, 120, 240}) {
    for (int rollers = 3; rollers <= 6; ++rollers) {
      for (double mass : {0.7, 3.0, 12.0}) {
        const double radius = 0.02 + 0.013 * rollers, gap = radius * (2.5 + 0.2 * mass), plankMass = 21 - mass,
                     force = 0.05 * plankMass * 9.81;
        std::string bodies = "{'name': 'floor', 'type': 'static', 'size': [200, 1, 50], 'position': [0, -0.5, 0], 'friction': 1}";
        for (int i = 0; i < rollers; ++i)
          bodies += ", {'shapes': [{'type': 'cylinder', 'radius': " + digits(radius) + ", 'height': 0.8}], 'mass': " + digits(mass) +
                    ", 'friction': 1, 'orientation': {'axis': [1, 0, 0], 'angleDegrees': 90}, 'position': " +
                    vector((i - 0.5 * (rollers - 1)) * gap, radius, 0) + "}";
        bodies += ", {'name': 'plank', 'size': " + vector(gap * (rollers + 2), 0.3 * radius, 0.8) + ", 'mass': " + digits(plankMass) +
                  ", 'friction': 1, 'position': " + vector(0, 2.15 * radius, 0) + "}";
        World world = worldOf("{'tumble': 1, 'stepsPerSecond': " + std::to_string(rate) + ", 'bodies': [" + bodies +
                              "], 'forces': [{'type': 'force', 'body': 'plank', 'force': " + vector(force, 0, 0) + "}]}");
        const double acceleration = force / (plankMass + rollers * mass * 3 / 8);
        const int steps = static_cast<int>(rate * std::sqrt(gap / acceleration));  // while the plank goes half a gap
        run(world, steps);
        const double speed = acceleration * steps / rate;
        worstPlank.add(std::abs(world.bodies.bodies[static_cast<std::size_t>(rollers) + 1].v.x / speed - 1));
        for (std::size_t i = 1; i <= static_cast<std::size_t>(rollers); ++i)
          worstRoller.add(std::abs(world.bodies.bodies[i].v.x / (0.5 * speed) - 1));
      }
    }
  }
  MESSAGE("plank off by " << worstPlank << ", rollers by " << worstRoller);
  CHECK(worstPlank < 0.01);
  CHECK(worstRoller < 0.04);
}
