// What slides over a face that turns: the normal turns with the face, and what it presses takes part in that.
#include "math/trigonometry.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

TEST_CASE("a cube slides out along a plate that turns: r = r0 cosh(w t) + u / w sinh(w t), and the plate feels what it presses") {
  // The bead on a turning wire, without friction and weight. Coriolis' force 2 w u holds the cube on the face that follows it as long as it
  // is larger than w^2 d; the plate, a dynamic body, is so heavy that it keeps its w. (It is short, or the world would divide the step.)
  const double w = 1, u = 10, thick = 1, side = 1, start = -3, seconds = 0.6, d = 0.5 * (thick + side);
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const bool comesFirst : {true, false}) {
      World world = emptyWorld();
      world.settings.quality = quality;
      BodyDescription plate = boxBody({8, thick, 1}, {}, 1e7), cube = boxBody({side, side, side}, {start, d, 0}, 1);
      plate.shapes[0].friction = cube.shapes[0].friction = 0;
      plate.angularVelocity = cube.angularVelocity = {0, 0, w};
      cube.velocity = cross(Vec3{0, 0, w}, cube.position) + Vec3{u, 0, 0};
      BodyId plateId, cubeId;
      if (comesFirst) plateId = addBody(world, plate), cubeId = addBody(world, cube);
      else cubeId = addBody(world, cube), plateId = addBody(world, plate);
      const double before = energy(world), turning = measure(world).angularMomentum.z;
      Worst gap, along;
      for (int i = 1; i <= seconds * 60; ++i) {
        step(world);
        const double t = i / 60.0, angle = w * t, grown = exponential(angle);
        const Vec3 way = bodyAt(world, cubeId).x - bodyAt(world, plateId).x;
        gap.add(std::fabs(dot(way, Vec3{-std::sin(angle), std::cos(angle), 0}) - d));
        along.add(std::fabs(dot(way, Vec3{std::cos(angle), std::sin(angle), 0}) -
                            0.5 * (start * (grown + 1 / grown) + u / w * (grown - 1 / grown))));
      }
      // With the normal of the start of the step it is 2.8 and 4.8 mm. What is left is of the levers: the plate's goes with the plate, where
      // the point goes with the cube.
      CHECK(gap < (quality == Quality::precise ? 2e-3 : 3.5e-3));
      CHECK(along < 0.05);
      CHECK(std::fabs(energy(world) / before - 1) < 1e-6);
      CHECK(std::fabs(measure(world).angularMomentum.z / turning - 1) < 1e-6);
    }
  }
}

namespace {

BodyDescription ballAt(Vec3 position, double radius, double mass) {
  BodyDescription ball = boxBody({1, 1, 1}, position, mass);
  ball.shapes[0].type = ShapeType::sphere;
  ball.shapes[0].radius = radius;
  ball.shapes[0].halfExtents = {radius, radius, radius};
  ball.shapes[0].friction = 2;
  return ball;
}

}  // namespace

TEST_CASE("a ball that rolls out along a plate that turns stays on it") {
  const double w = 1, u = 10, thick = 1, radius = 0.4, start = -3, seconds = 0.6, d = 0.5 * thick + radius;
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const bool comesFirst : {true, false}) {
      World world = emptyWorld();
      world.settings.quality = quality;
      BodyDescription plate = boxBody({8, thick, 1}, {}, 1e7), ball = ballAt({start, d, 0}, radius, 1);
      plate.shapes[0].friction = 2;
      plate.angularVelocity = {0, 0, w};
      ball.angularVelocity = {0, 0, w - u / radius};
      ball.velocity = cross(Vec3{0, 0, w}, ball.position) + Vec3{u, 0, 0};
      BodyId plateId, ballId;
      if (comesFirst) plateId = addBody(world, plate), ballId = addBody(world, ball);
      else ballId = addBody(world, ball), plateId = addBody(world, plate);
      Worst gap;
      for (int i = 1; i <= seconds * 60; ++i) {
        step(world);
        const double angle = w * i / 60.0;
        const Vec3 way = bodyAt(world, ballId).x - bodyAt(world, plateId).x;
        gap.add(std::fabs(dot(way, Vec3{-std::sin(angle), std::cos(angle), 0}) - d));
      }
      // With the contact of the start of a step, whose normal turns and whose lever does not, it is 0.24 mm.
      CHECK(gap < 1e-5);
    }
  }
}

TEST_CASE("a ball rolls down a heavy plank that swings in a hinge as down one that is driven: no normal force spins it") {
  const double tilt = 0.25, w = -0.6, radius = 0.1, along = 0.5, thick = 0.2, d = 0.5 * thick + radius;
  const auto whereOn = [&](bool driven, int rate) {
    const Vec3 x{along * std::cos(tilt) - d * std::sin(tilt), along * std::sin(tilt) + d * std::cos(tilt), 0};
    World world = worldOf(
        "{'tumble': 1, 'stepsPerSecond': " + std::to_string(rate) +
        ", 'bodies': [{'size': [6, 0.2, 1], 'friction': 1, 'orientation': {'axis': [0, 0, 1], 'angleDegrees': " + number(tilt * 180 / kPi) +
        "}, 'angularVelocity': " + vector(0, 0, w) + "," + (driven ? "'type': 'kinematic'" : "'mass': 1000000") +
        "}, {'shapes': [{'type': 'sphere', 'radius': 0.1}], 'mass': 0.01, 'friction': 1, 'position': " + vector(x.x, x.y, 0) +
        ", 'velocity': " + vector(-w * x.y, w * x.x, 0) + ", 'angularVelocity': " + vector(0, 0, w) + "}], 'joints': [" +
        (driven ? "" : "{'type': 'hinge', 'b': 0, 'point': [0, 0, 0], 'axis': [0, 0, 1]}") + "]}");
    run(world, rate * 6 / 10);
    return bodyAt(world, 1);
  };
  for (const int rate : {60, 240}) {
    const Body driven = whereOn(true, rate), hinged = whereOn(false, rate);
    CHECK(length(driven.x - hinged.x) < 3e-4);  // 1.5 mm, of 0.12 m, with a normal force beside its centre
    CHECK(length(driven.v - hinged.v) < 1e-3);
    CHECK(std::fabs(angularVelocity(driven).z - angularVelocity(hinged).z) < 3e-3);
  }
}
