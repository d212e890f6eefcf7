// Bodies that precess so fast that their angular velocity turns far in a step (contacts/constraints/kinematic_velocity.h, part 2).
#include "fuzz/random.h"
#include "math/trigonometry.h"
#include "support/slow_build.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

Shape ballAt(double x) {
  Shape ball;
  ball.type = ShapeType::sphere;
  ball.radius = 0.006;
  ball.position = {x, 0, 0};
  return ball;
}

/// Two balls on a rod.
std::vector<Shape> dumbbell() {
  Shape rod;
  rod.type = ShapeType::cylinder;
  rod.radius = 0.002;
  rod.height = 0.02;
  rod.orientation = fromAxisAngle({0, 0, 1}, kPi / 2);
  return {ballAt(-0.01), rod, ballAt(0.01)};
}

std::vector<Shape> ellipsoid() {
  Shape shape;
  shape.type = ShapeType::ellipsoid;
  shape.halfExtents = {0.015, 0.004, 0.008};
  return {shape};
}

}  // namespace

TEST_CASE("small bodies that whirl at up to 900 rad/s and fall on the ground, in a world too large for short parts, gain no energy" *
          leftToFastBuilds()) {
  constexpr int kRow = 15, kBodies = 150;
  for (const std::vector<Shape>& shapes : {dumbbell(), ellipsoid()}) {
    for (const Quality quality : {Quality::standard, Quality::precise}) {
      for (const int rate : {30, 60, 120}) {
        CAPTURE(rate);
        World world = emptyWorld(quality, rate);
        addGround(world, 0);
        fuzz::Random random{7};
        for (int i = 0; i < kBodies; ++i) {
          BodyDescription d;
          d.shapes = shapes;
          for (Shape& shape : d.shapes) shape.friction = 0;
          d.position = {0.2 * (i % kRow), 0.02, 0.2 * (i / kRow)};
          d.velocity = {0, -0.5, 0};
          d.orientation = fromAxisAngle(fuzz::direction(random), fuzz::between(random, 0, 3));
          d.angularVelocity = fuzz::direction(random) * fuzz::spread(random, 100, 900);
          addBody(world, d);
        }
        const double start = energy(world);
        Worst gain;
        for (int i = 0; i < rate / 2; ++i) {
          step(world);
          gain.add(worseOf(energy(world) / start - 1, 0));
        }
        CHECK(gain < 1e-6);
      }
    }
  }
}
