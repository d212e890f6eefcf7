// What is pushed out of an overlap does not slip: a light thing under a heavy one stays where its velocity, 0, says.
#include "support/slow_build.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// m: the largest way of the small cube in any tenth of a second that is not the integral of its velocity, once the block lies on it.
double slipUnder(World& world, BodyId small, int stepsPerSecond) {
  const int window = stepsPerSecond / 10;
  List<Vec3> ways{{}};
  run(world, 2 * stepsPerSecond);
  Worst worst;
  for (int i = 1; i <= 3 * stepsPerSecond; ++i) {
    const Body before = bodyAt(world, small);
    step(world);
    const Body& now = bodyAt(world, small);
    ways.push_back(ways.back() + (now.x - before.x - (now.v + before.v) * (0.5 / stepsPerSecond)));
    if (i >= window) worst.add(distance(ways[ways.size() - 1], ways[ways.size() - 1 - static_cast<std::size_t>(window)]));
  }
  return worst;
}

}  // namespace

TEST_CASE("what lies under a heavy block with an edge on the ground is not pushed out sideways while its velocity is 0" *
          leftToFastBuilds()) {
  for (const int stepsPerSecond : {30, 60, 120}) {
    for (const double size : {0.03, 0.05, 0.08}) {
      for (const double ratio : {1e2, 1e4, 1e6}) {
        for (const double aside : {0.3, 0.6}) {
          World world = emptyWorld(Quality::automatic, stepsPerSecond);
          addGround(world, 0.8);
          const double mass = 1000 * size * size * size;
          BodyDescription cube = boxBody({size, size, size}, {aside, 0.5 * size, 0.1}, mass);
          cube.shapes[0].friction = 0.8;
          const BodyId small = addBody(world, cube);
          BodyDescription block = boxBody({1.7, 1, 1.7}, {0, 0.5 + size + 0.05, 0}, ratio * mass);
          block.shapes[0].friction = 0.8;
          addBody(world, block);
          const double slip = slipUnder(world, small, stepsPerSecond);
          CHECK_MESSAGE(slip < 0.02 * size, "1:", ratio, ", ", size, " m, ", aside, " m aside, ", stepsPerSecond,
                        " steps a second: ", slip);
        }
      }
    }
  }
}

TEST_CASE("a heavy block comes out of the small cubes that bear it as fast as out of heavy ones" * leftToFastBuilds()) {
  for (const int stepsPerSecond : {30, 60, 240}) {
    for (const double ratio : {1e1, 1e3, 1e5, 1e6}) {
      for (const double overlap : {0.002, 0.01}) {
        World world = emptyWorld(Quality::automatic, stepsPerSecond);
        addGround(world);
        constexpr double kSide = 0.1, kMass = 0.02;
        for (const double x : {-0.7, 0.7})
          for (const double z : {-0.6, 0.5}) addBody(world, boxBody({kSide, kSide, kSide}, {x, 0.5 * kSide, z}, kMass));
        const double level = kSide + 0.5;
        const BodyId block = addBody(world, boxBody({2, 1, 2}, {0, level - overlap, 0}, ratio * kMass));
        run(world, stepsPerSecond);
        const double above = bodyAt(world, block).x.y - level;
        CHECK_MESSAGE((above > -2e-4 && above < 2e-3), "1:", ratio, ", ", overlap, " m deep, ", stepsPerSecond, " steps a second: ", above,
                      " m above");
      }
    }
  }
}
