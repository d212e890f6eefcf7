// A tower of 50 cubes stands for a minute: it neither sways nor sinks, whether its cubes touch at the start or fall into place.
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr int kCubes = 50;

struct Departure {
  double sideways = 0, sag = 0;  // m, the largest of all cubes in all steps
};

/// Cubes `gap` apart (m), out of line by up to `stagger` (m) in a fixed pattern; a second to settle, and a minute.
Departure standForAMinute(double gap, double stagger) {
  World world = emptyWorld({0, -9.81, 0});
  world.settings.quality = Quality::precise;
  addGround(world, 0.6);
  for (int i = 0; i < kCubes; ++i) {
    BodyDescription cube = cubeBody({stagger * (i * 7 % 11 - 5) / 5, 0.5 + gap + i * (1 + gap), stagger * (i * 5 % 13 - 6) / 6});
    cube.shapes[0].friction = 0.6;
    addBody(world, cube);
  }
  const List<Body> start = world.bodies.bodies;
  Departure most;
  for (int i = 0; i < 61 * 60; ++i) {
    step(world);
    for (int k = 1; k <= kCubes; ++k) {
      const Body& body = world.bodies.bodies[static_cast<std::size_t>(k)];
      const Vec3 way = body.x - start[static_cast<std::size_t>(k)].x;
      most.sideways = worseOf(most.sideways, std::sqrt(way.x * way.x + way.z * way.z));
      if (i >= 60) most.sag = worseOf(most.sag, std::fabs(k - 0.5 - body.x.y));
    }
  }
  return most;
}

}  // namespace

TEST_CASE("a tower of 50 cubes stands for a minute: within 5 mm sideways, and what the slop of 50 contacts lets it sink") {
  for (const double gap : {0.0, 0.001}) {
    const Departure most = standForAMinute(gap, 10 * gap);
    CHECK(most.sideways < 5e-3);
    CHECK(most.sag < 1.2e-3);  // 50 times kRigidSlop is 1 mm
    MESSAGE("gaps of ", gap * 1e3, " mm: sideways ", most.sideways * 1e3, " mm, sag ", most.sag * 1e3, " mm");
  }
}
