// What rolls without slipping, or slides without friction, keeps its energy: static friction does no work, and a plane does none.
#include <cmath>
#include <string>

#include "unit/joints/jointed_world.h"

using namespace tumble;
using namespace tumble::test;

namespace {

struct Rolling {
  std::string what;
  const char* body;            // without its friction
  double friction, slope;      // degrees
  double settles, loss, gain;  // s; shares of m g (the radius of the body)
};

// The contact point of all of these runs over their surface.
const Rolling kRolling[] = {
    {"a coin in a circle",
     "'shapes': [{'type': 'cylinder', 'radius': 0.4, 'height': 0.05}], 'mass': 2, 'position': [0,0.37,0], 'orientation': "
     "{'axis': [0,0,1], 'angleDegrees': 66}, 'velocity': [0,0,1.2], 'angularVelocity': [3.2,0.1,0]",
     1, 0, 1, 1e-4, 1e-4},
    {"a disk that wobbles",
     "'shapes': [{'type': 'cylinder', 'radius': 0.5, 'height': 0.04}], 'mass': 1, 'position': [0,0.45,0], 'orientation': "
     "{'axis': [0,0,1], 'angleDegrees': 60}, 'angularVelocity': [0,6,0]",
     0.9, 0, 1, 2e-3, 2e-4},
    {"a cone that swings about its tip",
     "'shapes': [{'type': 'cone', 'radius': 0.5, 'height': 1.2}], 'density': 500, 'position': [0,0.293,0], "
     "'orientation': {'axis': [0.724534445,0,0.689238593], 'angleDegrees': 102.588162994}",
     1, 12, 0.5, 1e-4, 1e-4},
    {"an egg",
     "'shapes': [{'type': 'ellipsoid', 'radii': [0.2,0.31,0.24]}], 'mass': 1, 'position': [0,0.27,0], 'orientation': {'axis': [0,0,1], "
     "'angleDegrees': 60}, 'angularVelocity': [3,2,1]",
     1, 0, 1, 2e-4, 1e-4},
    {"a flat cone on ice",
     "'shapes': [{'type': 'cone', 'radius': 0.59, 'height': 0.14}], 'density': 100, 'position': [0,0.5,0], 'orientation': "
     "{'axis': [0.66,0.35,-0.17], 'angleDegrees': 35}, 'angularVelocity': [1.2,-1.7,-3.8], 'velocity': [1.25,0,-0.9]",
     0, 0, 1.2, 6e-2, 1e-3},
    {"a top that spins fast on the tip of a capsule",
     "'shapes': [{'type': 'cylinder', 'radius': 0.0303, 'height': 0.00606}, {'type': 'capsule', 'radius': 0.002424, 'height': 0.04848}], "
     "'mass': 0.2, 'position': [0,0.030906,0], 'orientation': {'axis': [0,0,1], 'angleDegrees': 2.929}, 'angularVelocity': [0,78.41,0]",
     0.47, 0, 1, 5e-3, 1e-3},
};

}  // namespace

TEST_CASE("what rolls or slides without friction keeps its energy") {
  for (const Rolling& rolling : kRolling) {
    for (const int rate : {30, 60, 240}) {
      World world =
          worldOf("{'tumble': 1, 'sleeping': false, 'stepsPerSecond': " + std::to_string(rate) +
                  ", 'bodies': [{'type': 'static', 'size': [200,2,200], 'position': [0,-1,0], 'friction': 1, 'orientation': {'axis': "
                  "[0,0,1], 'angleDegrees': " +
                  number(-rolling.slope) + "}}, {" + rolling.body + ", 'friction': " + number(rolling.friction) + "}]}");
      const Body& body = world.bodies.bodies[1];
      const double scale = body.mass * 9.81 * body.radius;
      for (int i = 0; i < static_cast<int>(rolling.settles * rate); ++i) step(world);
      const double start = energyOf(world);
      double lowest = start;
      for (int i = 0; i < 6 * rate; ++i) {
        step(world);
        const double energy = energyOf(world);
        REQUIRE_MESSAGE(energy <= lowest + rolling.gain * scale, rolling.what, " at ", rate, " Hz, step ", i);
        lowest = std::min(lowest, energy);
      }
      CHECK_MESSAGE(start - lowest <= rolling.loss * scale, rolling.what, " at ", rate, " Hz");
      MESSAGE(rolling.what << " at " << rate << " Hz: lost " << (start - lowest) / scale);
    }
  }
}
