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
