// Bodies on a kinematic table that turns: where friction bears the centripetal force they go round with it.
#include <cmath>

#include "math/trigonometry.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

TEST_CASE("a body that sticks on a fast table goes round with it for ever, however small") {
  for (const double size : {0.005, 0.01, 0.05}) {
    for (const double rate : {30.0, 60.0, 240.0}) {
      for (const double omega : {2.0, 5.0, 8.0}) {
        const double radius = 0.2, height = 0.5 * size;
        World world =
            worldOf("{'tumble': 1, 'stepsPerSecond': " + number(rate) +
                    ", 'bodies': [{'type': 'kinematic', 'size': [4, 0.2, 4], 'position': [0, -0.1, 0], 'friction': 4, 'angularVelocity': " +
                    vector(0, omega, 0) + "}, {'friction': 1, 'size': " + vector(size, height, size) +
                    ", 'position': " + vector(radius, 0.5 * height, 0) + ", 'velocity': " + vector(0, 0, -omega * radius) +
                    ", 'angularVelocity': " + vector(0, omega, 0) + "}]}");
        const double seconds = 10;
        run(world, static_cast<int>(seconds * rate));
        const Vec3 x = world.bodies.bodies[1].x;
        const double ahead = std::remainder(std::atan2(-x.z, x.x) - omega * seconds, 2 * kPi) * radius, way = omega * seconds * radius;
        CAPTURE(size);
        CAPTURE(rate);
        CAPTURE(omega);
        CHECK(std::fabs(std::hypot(x.x, x.z) - radius) < 2e-3 * radius);
        CHECK(std::fabs(ahead) < 0.15 * way * omega * omega / (rate * rate) + 1e-5);
      }
    }
  }
}
