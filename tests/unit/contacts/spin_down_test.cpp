// Bodies that spin on a face until friction stops them. With uniform pressure p the torque is mu p times the integral of the lever over the
// face: mu m g times the mean lever.
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr double kGravity = 9.81, kFriction = 0.4;

/// m. Mean distance from the centre of a rectangle with half sides a and b.
double meanLeverOfRectangle(double a, double b) {
  const double d = std::sqrt(a * a + b * b);
  return d / 3 + a * a / (6 * b) * std::asinh(b / a) + b * b / (6 * a) * std::asinh(a / b);
}

struct Spinner {
  Shape shape;
  double height;                 // m, of the centre of mass
  double inertiaPerMass, lever;  // m^2, about the vertical; m, mean of the face
};

Spinner block(double a, double b) {
  Spinner s;
  s.shape.halfExtents = {a, 0.05, b};
  s.height = 0.05;
  s.inertiaPerMass = (a * a + b * b) / 3;
  s.lever = meanLeverOfRectangle(a, b);
  return s;
}

Spinner disc(double radius) {
  Spinner s;
  s.shape.type = ShapeType::cylinder;
  s.shape.radius = radius;
  s.shape.height = 0.1;
  s.height = 0.05;
  s.inertiaPerMass = 0.5 * radius * radius;
  s.lever = 2 * radius / 3;
  return s;
}

Spinner cone(double radius) {
  Spinner s = disc(radius);
  s.shape.type = ShapeType::cone;
  s.height = 0.025;
  s.inertiaPerMass = 0.3 * radius * radius;
  return s;
}

/// s
double timeToStop(const Spinner& spinner, double omega, int stepsPerSecond, Quality quality) {
  World world = emptyWorld(quality, stepsPerSecond);
  addGround(world, kFriction);
  BodyDescription d;
  d.shapes.push_back(spinner.shape);
  d.shapes[0].friction = kFriction;
  d.position = {0, spinner.shape.type == ShapeType::cone ? 0.05 : spinner.height, 0};
  d.angularVelocity = {0, omega, 0};
  const BodyId id = addBody(world, d);
  // While it spins the rate falls evenly: the time follows from what is left of it after half of that.
  const double expected = spinner.inertiaPerMass * omega / (kFriction * kGravity * spinner.lever);
  const int steps = static_cast<int>(0.5 * expected * stepsPerSecond);
  run(world, steps);
  const double lost = omega - angularVelocity(bodyAt(world, id)).y;
  return omega / (lost * stepsPerSecond / steps);
}

}  // namespace

TEST_CASE("what spins on a face stops after I omega / (mu m g times the mean lever of the face)") {
  double worst = 0;
  for (const Spinner& spinner : {disc(0.2), disc(0.5), cone(0.3), block(0.3, 0.3), block(0.4, 0.2), block(0.4, 0.1), block(0.5, 0.05)}) {
    for (const int rate : {30, 60, 240}) {
      for (const Quality quality : {Quality::precise, Quality::standard}) {
        const double omega = 10, expected = spinner.inertiaPerMass * omega / (kFriction * kGravity * spinner.lever);
        worst = worseOf(worst, std::fabs(timeToStop(spinner, omega, rate, quality) / expected - 1));
      }
    }
  }
  MESSAGE("time to stop: ", worst, " of it off at most");
  CHECK(worst < 5e-3);
}
