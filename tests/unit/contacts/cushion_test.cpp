// A ball that rolls or slides on a table into a wall: the table bears its weight, so nothing falls along the wall meanwhile.
#include <cmath>

#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

TEST_CASE("a ball that slides into a cushion without friction below gets no spin about the cushion's axis") {
  for (const char* quality : {"default", "precise"}) {
    for (int rate : {30, 60, 240}) {
      int spun = 0, all = 0;
      for (double speed : {0.1, 0.4, 0.9}) {
        for (double start = -0.08; start < -0.0799 + 12 * 0.0017; start += 0.0017) {  // m: the moment of the impact within the step
          World world = worldOf("{'tumble': 1, 'stepsPerSecond': " + std::to_string(rate) + ", 'quality': '" + quality +
                                "', 'bodies': [{'type': 'static', 'size': [40, 2, 40], 'position': [0, -1, 0], 'friction': 0}, {'type': "
                                "'static', 'size': [1, 0.5, "
                                "40], 'position': [0.5, 0.25, 0], 'friction': 0.3, 'restitution': 0.8}, {'shapes': [{'type': 'sphere', "
                                "'radius': 0.0286}], 'mass': "
                                "0.2, 'friction': 0.3, 'position': " +
                                vector(start, 0.0286, 0) + ", 'velocity': " + vector(speed, 0, 0.3 * speed) + "}]}");
          run(world, static_cast<int>(0.09 / speed * rate) + 4);
          const Body& ball = world.bodies.bodies[2];
          CHECK(ball.v.x < -0.7 * speed);
          const Vec3 omega = angularVelocity(ball);
          CHECK(std::fabs(omega.y * 0.0286) > 0.05 * speed);   // that about the vertical it gets
          spun += std::fabs(omega.z * 0.0286) < 2e-4 ? 0 : 1;  // m/s of its surface; g h of a substep would be 0.0146 at 60 Hz
          ++all;
        }
      }
      CAPTURE(quality);
      CAPTURE(rate);
      CAPTURE(all);
      CHECK(spun < all / 2);  // some: where the impact begins a part of the step, what bore the ball is forgotten
    }
  }
}
