// A cylinder or capsule that rolls over an edge parallel to it bears on a line all the while, and does not tip sideways.
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

TEST_CASE("what rolls over an edge parallel to its axis neither tips nor turns aside") {
  Worst aside;
  for (const char* const type : {"cylinder", "capsule"}) {
    for (const double radius : {0.03, 0.1, 0.5}) {
      for (const int stepsPerSecond : {30, 60, 240, 960}) {
        for (const double share : {0.1, 0.3, 0.6}) {
          const double v = share * std::sqrt(9.81 * radius);
          World world = worldOf("{'tumble': 1, 'stepsPerSecond': " + std::to_string(stepsPerSecond) +
                                ", 'bodies': [{'type': 'static', 'size': " + vector(40 * radius, 6 * radius, 40 * radius) +
                                ", 'position': " + vector(-20 * radius, -3 * radius, 0) + ", 'friction': 0.5}, {'shapes': [{'type': '" +
                                type + "', 'radius': " + number(radius) + ", 'height': " + number(4 * radius) +
                                ", 'orientation': [0.7071067811865476, 0, 0, 0.7071067811865476]}], 'friction': 0.5, 'mass': 1, " +
                                "'position': " + vector(-radius, radius, 0) + ", 'velocity': " + vector(v, 0, 0) +
                                ", 'angularVelocity': " + vector(0, 0, -v / radius) + "}]}");
          const Body& roller = world.bodies.bodies[1];
          const int steps = static_cast<int>((radius / v + 2 * std::sqrt(radius / 9.81)) * stepsPerSecond);
          for (int i = 0; i < steps; ++i) {
            step(world);
            const Vec3 w = angularVelocity(roller);
            aside.add(std::hypot(w.x, w.y) * std::sqrt(radius / 9.81));
          }
        }
      }
    }
  }
  CHECK(aside < 0.01);  // on one point 0.03
}
