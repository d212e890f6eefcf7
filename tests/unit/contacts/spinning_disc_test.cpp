// A disc that slides and spins on its face: sliding weakens what brakes the spin, and spin what brakes the sliding.
#include <cmath>

#include "math/trigonometry.h"
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// How far a disc of the radius (m) pressed evenly goes, m. (Z. Farkas, G. Bartels, T. Unger, D. Wolf 2003, by quadrature over its face.)
double distanceOf(double radius, double friction, double speed, double spin) {
  constexpr double kTime = 5e-4, kGravity = 9.81;  // s, m/s^2
  constexpr int kRings = 16, kSpokes = 32;
  double distance = 0;
  while (speed > 1e-4) {
    double force = 0, torque = 0, area = 0;
    for (int i = 0; i < kRings; ++i) {
      const double r = radius * (i + 0.5) / kRings;
      for (int k = 0; k < kSpokes; ++k) {
        const double angle = 2 * kPi * (k + 0.5) / kSpokes, x = speed - spin * r * std::sin(angle), y = spin * r * std::cos(angle);
        const double slip = std::sqrt(x * x + y * y) + 1e-12;
        force += r * x / slip;
        torque += r * r * (y * std::cos(angle) - x * std::sin(angle)) / slip;
        area += r;
      }
    }
    speed -= friction * kGravity * force / area * kTime;
    spin -= friction * kGravity * torque / area / (0.5 * radius * radius) * kTime;
    distance += speed * kTime;
  }
  return distance;
}

}  // namespace

TEST_CASE("a disc that spins glides as far as Coulomb friction all over its face lets it, at any spin") {
  const double radius = 0.1, friction = 0.2, speed = 1.5;
  for (double ratio : {0.0, 0.3, 1.0, 2.0, 5.0, 10.0}) {
    const double spin = ratio * speed / radius, expected = distanceOf(radius, friction, speed, spin);
    for (const char* quality : {"default", "precise"}) {
      World world =
          worldOf(std::string("{'tumble': 1, 'quality': '") + quality +
                  "', 'bodies': [{'type': 'static', 'size': [40, 1, 40], 'position': "
                  "[0, -0.5, 0], 'friction': 0.2}, {'shapes': [{'type': 'cylinder', 'radius': 0.1, 'height': 0.02}], 'friction': 0.2, "
                  "'position': [0, 0.01, 0], 'velocity': [1.5, 0, 0], 'angularVelocity': " +
                  vector(0, spin, 0) + "}]}");
      run(world, 60 * 18);
      CAPTURE(ratio);
      CAPTURE(quality);
      CHECK(std::fabs(world.bodies.bodies[1].x.x / expected - 1) < 0.03);
    }
  }
}
