// Round bodies that move hardly at all: they roll on and rock by the same laws.
#include <cmath>
#include <numbers>
#include <string>

#include "support/worst.h"
#include "unit/joints/jointed_world.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr double kGravity = 9.81;

World worldWith(const std::string& body, int rate) {
  return worldOf("{'tumble': 1, 'sleeping': false, 'stepsPerSecond': " + std::to_string(rate) +
                 ", 'bodies': [{'type': 'static', 'size': [20,2,20], 'position': [0,-1,0], 'friction': 1}, {'friction': 1, " + body +
                 "}]}");
}

}  // namespace

TEST_CASE("what rolls slowly rolls on") {
  double worst = 0;
  for (const std::string shape :
       {"'sphere', 'radius': 0.5", "'cylinder', 'radius': 0.5, 'height': 0.6", "'capsule', 'radius': 0.5, 'height': 1.4"}) {
    for (const double omega : {3e-4, 1e-3, 2.8e-3, 5e-3}) {
      for (const int rate : {30, 60, 240}) {
        World world =
            worldWith("'shapes': [{'type': " + shape + "}], 'position': [0,0.5,0], 'orientation': {'axis': [1,0,0], 'angleDegrees': 90}, " +
                          "'velocity': [" + number(-0.5 * omega) + ",0,0], 'angularVelocity': [0,0," + number(omega) + "]",
                      rate);
        for (int i = 0; i < 20 * rate; ++i) step(world);
        const Body& body = world.bodies.bodies[1];
        worst = worseOf(worst, std::fabs(angularVelocity(body).z / omega - 1));
        worst = worseOf(worst, std::fabs(body.x.x / (-10 * omega) - 1));
      }
    }
  }
  MESSAGE("after 20 s: ", worst, " of the speed or of the way off at most");
  CHECK(worst < 1e-3);
}

TEST_CASE("a loaded ball rocks by small angles for 2 pi sqrt((I + m (R - e)^2) / (m g e)), and keeps its energy") {
  // A ball of radius R whose centre of mass lies e below its centre.
  const double radius = 0.5, e = 0.2, inertia = 0.1, mass = 1;
  const double period = 2 * std::numbers::pi * std::sqrt((inertia + mass * (radius - e) * (radius - e)) / (mass * kGravity * e));
  double worstPeriod = 0, worstEnergy = 0;
  for (const double amplitude : {1e-3, 3e-3, 1e-2, 5e-2}) {
    for (const int rate : {30, 60, 240}) {
      World world = worldWith(
          "'shapes': [{'type': 'sphere', 'radius': 0.5}], 'mass': 1, 'inertia': [0.1,0.1,0.1], 'centerOfMass': [0,-0.2,0], "
          "'position': [0,0.5,0], 'orientation': {'axis': [0,0,1], 'angleDegrees': " +
              number(amplitude * 180 / std::numbers::pi) + "}",
          rate);
      const Body& body = world.bodies.bodies[1];
      const auto tilt = [&] { return 2 * std::asin(body.q.z); };
      double crossings = 0, first = 0, last = 0, before = tilt(), most = 0;
      const int steps = static_cast<int>(10.2 * period * rate);
      for (int i = 1; i <= steps; ++i) {
        step(world);
        const double now = tilt();
        if ((before > 0) != (now > 0)) {
          last = (i - now / (now - before)) / rate;
          if (crossings++ == 0) first = last;
        }
        if (i > steps - static_cast<int>(1.1 * period * rate)) most = std::max(most, std::fabs(now));
        before = now;
      }
      worstPeriod = worseOf(worstPeriod, std::fabs(2 * (last - first) / (crossings - 1) / period - 1));
      worstEnergy = worseOf(worstEnergy, std::fabs(most * most / (amplitude * amplitude) - 1));
    }
  }
  MESSAGE("period: ", worstPeriod, ", energy after ten periods: ", worstEnergy, " of it off at most");
  CHECK(worstPeriod < 1e-3);  // 6e-4 of a tilt of 0.05 are of the motion itself
  CHECK(worstEnergy < 2e-3);
}
