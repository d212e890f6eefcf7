// What joints guide past a floor that it just touches: nothing presses, so nothing is lost. Numbers rounded to 0.1 mm count as touching.
#include <cmath>
#include <vector>

#include "support/slow_build.h"
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// A moving body with a joint to the world, `gap` (m) above a floor at y = 0 where it is lowest.
struct Grazing {
  const char* name;
  std::string body, joint;
};

std::vector<Grazing> grazingBodies(double gap) {
  const double vane = std::hypot(1, 0.1) + gap;
  return {
      {"bob on a hinge", "'shapes': [{'type': 'sphere', 'radius': 0.1}], 'position': " + vector(0.6, 0.3 + gap, 0),
       "'type': 'hinge', 'axis': [0, 0, 1], 'point': " + vector(0, 1.1 + gap, 0)},
      {"bob on a rod", "'shapes': [{'type': 'sphere', 'radius': 0.1}], 'position': " + vector(0.6, 0.3 + gap, 0),
       "'type': 'distance', 'points': [" + vector(0.6, 0.3 + gap, 0) + ", " + vector(0, 1.1 + gap, 0) + "]"},
      {"vane", "'size': [2, 0.2, 0.1], 'angularVelocity': [0, 0, 4], 'position': " + vector(0, vane, 0),
       "'type': 'hinge', 'axis': [0, 0, 1], 'point': " + vector(0, vane, 0)},
      {"wheel",
       "'shapes': [{'type': 'cylinder', 'radius': 0.3, 'height': 0.1}], 'orientation': {'axis': [1, 0, 0], 'angleDegrees': 90}, "
       "'angularVelocity': [0, 0, 8], 'position': " +
           vector(0, 0.3 + gap, 0),
       "'type': 'hinge', 'axis': [0, 0, 1], 'point': " + vector(0, 0.3 + gap, 0)},
      {"conical pendulum",
       "'shapes': [{'type': 'sphere', 'radius': 0.1}], 'position': " + vector(0.6, 0.1 + gap, 0) +
           ", 'velocity': " + vector(0, 0, std::sqrt(9.81 * 0.6 * 0.6 / 0.8)),
       "'type': 'distance', 'points': [" + vector(0.6, 0.1 + gap, 0) + ", " + vector(0, 0.9 + gap, 0) + "]"},
      {"slide", "'size': [0.4, 0.2, 0.3], 'velocity': [2, 0, 0], 'position': " + vector(0, 0.1 + gap, 0),
       "'type': 'slider', 'axis': [1, 0, 0], 'point': [0, 1, 0]"},
  };
}

}  // namespace

TEST_CASE("a jointed body that grazes the floor keeps its energy" * leftToFastBuilds()) {
  for (double gap : {0.0, 1e-6, -1e-6, 1e-5, -1e-5, 5e-5, -5e-5}) {
    for (const Grazing& grazing : grazingBodies(gap)) {
      for (int rate : {30, 60, 120, 240}) {
        for (const char* restitution : {"0", "0.5"}) {
          World world =
              worldOf("{'tumble': 1, 'stepsPerSecond': " + std::to_string(rate) +
                      ", 'bodies': [{'name': 'b', 'mass': 2, 'friction': 0.6, 'restitution': " + restitution + ", " + grazing.body +
                      "}, {'type': 'static', 'size': [10, 1, 10], 'position': [0, -0.5, 0], 'restitution': " + restitution +
                      "}], 'joints': [{'a': 'b', " + grazing.joint + "}]}");
          const double before = energy(world);  // 4 to 16 J above the lowest place
          run(world, 2 * rate);
          CAPTURE(grazing.name);
          CAPTURE(gap);
          CAPTURE(rate);
          CAPTURE(restitution);
          CHECK(std::fabs(energy(world) - before) < 0.01);
          CHECK(length(world.bodies.bodies[0].v) + length(angularVelocity(world.bodies.bodies[0])) > 0.1);
        }
      }
    }
  }
}
