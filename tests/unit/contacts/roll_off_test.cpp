// What rolls off a table.
#include <cmath>

#include "math/trigonometry.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

TEST_CASE("a ball that rolls fast over the edge of a table falls from the edge on") {
  // Faster than sqrt(g r) it leaves at once: y = -g t^2 / 2 from the edge on, and v_x stays.
  for (const int rate : {30, 60, 120, 240}) {
    for (const double radius : {0.02, 0.05, 0.2}) {
      for (int i = 0; i < 12; ++i) {
        const double speed = std::sqrt(9.81 * radius) * (1.15 + 0.21 * i), start = 0.3 + 0.017 * i, top = 3;
        World world = worldOf(
            "{'tumble': 1, 'stepsPerSecond': " + number(rate) +
            ", 'bodies': [{'type': 'static', 'size': [2, 0.1, 1], 'position': [-1, 2.95, 0]}, {'shapes': [{'type': 'sphere', 'radius': " +
            digits(radius) + "}], 'position': " + vector(-start, top + radius, 0) + ", 'velocity': " + vector(speed, 0, 0) +
            ", 'angularVelocity': " + vector(0, 0, -speed / radius) + "}]}");
        const int steps = static_cast<int>((start / speed + 0.6) * rate);
        run(world, steps);
        const double t = static_cast<double>(steps) / rate - start / speed;
        CAPTURE(rate);
        CAPTURE(radius);
        CAPTURE(speed);
        CHECK(relativeError(top + radius - world.bodies.bodies[1].x.y, 0.5 * 9.81 * t * t) < 5e-3);
        CHECK(relativeError(world.bodies.bodies[1].v.x, speed) < 1e-3);
      }
    }
  }
}
