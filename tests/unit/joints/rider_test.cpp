// Riders: bodies that friction carries round on another one that turns freely.
#include <cmath>
#include <string>

#include "support/worst.h"
#include "unit/joints/jointed_world.h"

using namespace tumble;
using namespace tumble::test;

namespace {

struct Ride {
  double moved = 0, slowed = 0;  // m, outwards or inwards; share of the rate
};

/// A child of 30 kg at rest on a carousel that turns freely, for 10 s, with friction at `share` of its limit.
Ride ride(const std::string& disc, const std::string& child, double height, double radius, double share, int stepsPerSecond,
          const char* quality) {
  const double friction = 0.8, omega = std::sqrt(share * friction * 9.81 / radius);
  const std::string coefficient = "'friction': " + number(friction);
  World world = worldOf("{'tumble': 1, 'sleeping': false, 'stepsPerSecond': " + std::to_string(stepsPerSecond) + ", 'quality': '" +
                        quality + "', 'bodies': [{" + disc + ", 'mass': 1000, 'position': [0,1,0], " + coefficient +
                        ", 'angularVelocity': " + vector(0, omega, 0) + "}, {" + child +
                        ", 'mass': 30, 'position': " + vector(radius, 1.1 + height, 0) + ", " + coefficient +
                        ", 'velocity': " + vector(0, 0, -omega * radius) + ", 'angularVelocity': " + vector(0, omega, 0) +
                        "}], 'joints': [{'type': 'hinge', 'b': 0, 'point': [0,1,0], 'axis': [0,1,0]}]}");
  run(world, 10 * stepsPerSecond);
  const Vec3 x = bodyAt(world, 1).x;
  return {std::fabs(std::hypot(x.x, x.z) - radius), std::fabs(angularVelocity(bodyAt(world, 0)).y / omega - 1)};
}

}  // namespace

TEST_CASE("a child on a carousel that turns freely stays where it sits, on a disc and on a square one, at any rate") {
  double moved = 0, slowed = 0;
  for (const char* const disc : {"'shapes': [{'type': 'cylinder', 'radius': 3, 'height': 0.2}]", "'size': [5,0.2,5]"}) {
    for (const int rate : {30, 60, 120, 240}) {
      for (const double share : {0.3, 0.6}) {
        for (const char* const quality : {"default", "precise"}) {
          const Ride box = ride(disc, "'size': [0.4,0.3,0.4]", 0.15, 1.5, share, rate, quality);
          const Ride puck = ride(disc, "'shapes': [{'type': 'cylinder', 'radius': 0.2, 'height': 0.1}]", 0.05, 1.2, share, rate, quality);
          moved = worseOf(moved, worseOf(box.moved, puck.moved));
          slowed = worseOf(slowed, worseOf(box.slowed, puck.slowed));
        }
      }
    }
  }
  MESSAGE("in 10 s moved by ", moved, " m, slowed by ", slowed);
  CHECK(moved < 0.005);
  CHECK(slowed < 1e-3);  // rounding: the impulses of a child are small beside the momentum of the disc
}
