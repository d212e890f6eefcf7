// Planks on rollers and logs: contact points that stay while the body moves over them.
#include "math/trigonometry.h"
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

BodyDescription roller(double x, double radius) {
  BodyDescription d = boxBody({1, 1, 1}, {x, -radius, 0});
  d.shapes[0].type = ShapeType::cylinder;
  d.shapes[0].radius = radius;
  d.shapes[0].height = 0.3;
  d.shapes[0].orientation = fromAxisAngle({1, 0, 0}, 1.5707963267948966);
  return d;
}

/// x of the body where it turns back, one after the other.
List<double> turningPoints(World& world, std::uint32_t index, int steps) {
  List<double> points;
  for (int i = 0; i < steps; ++i) {
    const double before = bodyAt(world, index).v.x;
    step(world);
    if (before * bodyAt(world, index).v.x < 0) points.push_back(std::fabs(bodyAt(world, index).x.x));
  }
  return points;
}

}  // namespace

TEST_CASE("a plank on two rollers that turn against each other swings with the same amplitude for ever (Timoshenko)") {
  // x'' = -(mu g / a) x
  for (const int rate : {30, 60, 240}) {
    World world = emptyWorld(Quality::precise, rate);
    world.settings.planar = true;
    for (const double side : {-1.0, 1.0}) {
      BodyDescription d = roller(side * 0.15, 0.05);
      d.type = BodyType::kinematic;
      d.mass = 0;
      d.planar = true;
      d.angularVelocity = {0, 0, side * 150};
      d.shapes[0].friction = 0.5;
      addBody(world, d);
    }
    BodyDescription plank = boxBody({0.8, 0.003, 0.1}, {0.03, 0.0015, 0});
    plank.planar = true;
    plank.shapes[0].friction = 0.5;
    addBody(world, plank);
    const List<double> points = turningPoints(world, 2, 8 * rate);
    CAPTURE(rate);
    REQUIRE(points.size() >= 12);
    CHECK(points[11] == doctest::Approx(points[1]).epsilon(0.02));
    CHECK(points[11] == doctest::Approx(0.03).epsilon(0.04));
  }
}

TEST_CASE("a plank slides off two logs at 60 Hz as it does at 1,920 Hz") {
  double speed[2];
  for (const int fine : {0, 1}) {
    World world = emptyWorld(Quality::precise, fine ? 1920 : 60);
    const double frictions[2] = {0.3, 0.05};
    for (const int side : {0, 1}) {
      BodyDescription d = roller(side ? 0.15 : -0.15, 0.05);
      d.type = BodyType::fixed;
      d.mass = 0;
      d.shapes[0].friction = frictions[side];
      addBody(world, d);
    }
    BodyDescription plank = boxBody({1.6, 0.01, 0.1}, {-0.3, 0.005, 0});
    plank.velocity = {1.5, 0, 0};
    plank.shapes[0].friction = 0.3;
    addBody(world, plank);
    run(world, 3 * world.settings.stepsPerSecond / 10);
    speed[fine] = bodyAt(world, 2).v.x;
  }
  CHECK(speed[0] == doctest::Approx(speed[1]).epsilon(0.002));
}
