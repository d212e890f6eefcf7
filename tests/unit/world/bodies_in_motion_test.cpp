// Bodies that come, go, carry and are carried while the world runs.
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

World worldWithGround() {
  World world = emptyWorld({0, -9.81, 0});
  addGround(world);
  return world;
}

}  // namespace

TEST_CASE("the lowest cube of a tower is taken away: the others come down and rest") {
  World world = worldWithGround();
  BodyId ids[4];
  for (int i = 0; i < 4; ++i) ids[i] = addBody(world, cubeBody({0, 0.5 + i, 0}));
  run(world, 60);
  const std::uint32_t version = world.bodiesVersion;
  CHECK(removeBody(world, ids[0]));
  CHECK(world.bodiesVersion != version);
  run(world, 240);
  for (int i = 1; i < 4; ++i) CHECK(bodyAt(world, ids[i]).x.y == doctest::Approx(i - 0.5).epsilon(5e-3));
  CHECK(world.report.bodyCount == 4);
  CHECK(world.report.contactCount == 3);
}

TEST_CASE("bodies come and go for a while: the slots stay few, the counts right, the rest undisturbed") {
  World world = worldWithGround();
  const BodyId witness = addBody(world, cubeBody({10, 0.5, 0}));
  run(world, 60);
  for (int round = 0; round < 50; ++round) {
    const BodyId a = addBody(world, cubeBody({0, 0.5, 0})), b = addBody(world, boxBody({1, 0.5, 2}, {0, 1.3, 0}));
    run(world, 5);
    CHECK(world.report.bodyCount == 4);
    removeBody(world, round % 2 ? a : b);
    run(world, 1);
    removeBody(world, round % 2 ? b : a);
  }
  run(world, 1);
  CHECK(world.bodies.bodies.size() == 4);
  CHECK(world.colliders.colliders.size() == 4);
  CHECK(world.report.contactCount == 1);
  CHECK(distance(bodyAt(world, witness).x, {10, 0.5, 0}) < 1e-4);
}

TEST_CASE("a kinematic platform carries a box along and around") {
  World world = emptyWorld({0, -9.81, 0});
  BodyDescription platform = boxBody({4, 0.5, 4}, {0, -0.25, 0});
  platform.type = BodyType::kinematic;
  platform.velocity = {1, 0, 0};
  addBody(world, platform);
  BodyDescription d = cubeBody({0, 0.5, 0});
  d.velocity = {1, 0, 0};
  const BodyId box = addBody(world, d);
  run(world, 180);
  CHECK(distance(bodyAt(world, box).x, {3, 0.5, 0}) < 5e-3);
  // Set off from rest under it: friction takes it along after a slip of v^2 / (2 mu g).
  World slipping = emptyWorld({0, -9.81, 0});
  addBody(slipping, platform);
  d.velocity = {};
  addBody(slipping, d);
  run(slipping, 120);
  CHECK(slipping.bodies.bodies[1].v.x == doctest::Approx(1).epsilon(1e-3));
  CHECK(relativeError(2 - slipping.bodies.bodies[1].x.x, 1 / (2 * 0.5 * 9.81)) < 0.01);  // of the slip
  // Turned: the box goes round with it.
  World turning = emptyWorld({0, -9.81, 0});
  platform.velocity = {};
  platform.angularVelocity = {0, 0.5, 0};
  addBody(turning, platform);
  d.position = {1, 0.5, 0};
  d.velocity = {0, 0, -0.5};
  d.angularVelocity = {0, 0.5, 0};
  addBody(turning, d);
  run(turning, 120);
  CHECK(distance(turning.bodies.bodies[1].x, {std::cos(1), 0.5, -std::sin(1)}) < 0.02);
  CHECK(relativeError(angularVelocity(turning.bodies.bodies[1]).y, 0.5) < 2e-3);
}

TEST_CASE("a lift raises its load at its own speed and is not slowed by it") {
  World world = emptyWorld({0, -9.81, 0});
  BodyDescription lift = boxBody({4, 0.5, 4}, {0, -0.25, 0});
  lift.type = BodyType::kinematic;
  lift.velocity = {0, 2, 0};
  const BodyId id = addBody(world, lift);
  const BodyId load = addBody(world, cubeBody({0, 0.5, 0}, 1e5));
  run(world, 60);
  CHECK(bodyAt(world, id).x.y == doctest::Approx(1.75).epsilon(1e-12));
  CHECK(bodyAt(world, load).x.y == doctest::Approx(2.5).epsilon(5e-3));
}

TEST_CASE("held by a pointer a cube leaves the ground, follows, and falls when released") {
  World world = worldWithGround();
  const BodyId id = addBody(world, cubeBody({0, 0.5, 0}));
  Command drag;
  drag.type = CommandType::drag;
  drag.body = id;
  drag.drag = {0, {0, 0.5, 0}, {0, 3, 0}};
  enqueue(world, drag);
  run(world, 120);
  CHECK(std::fabs(bodyAt(world, id).x.y - 3) < 0.01);
  Command release;
  release.type = CommandType::release;
  enqueue(world, release);
  run(world, 240);
  CHECK(bodyAt(world, id).x.y == doctest::Approx(0.5).epsilon(2e-3));
}

TEST_CASE("quality: what the scene says, else precise for small worlds only; the smallest have rigid rows in any case") {
  World world = emptyWorld();
  CHECK(presetOf(world).rigid);
  world.settings.quality = Quality::standard;
  for (int i = 0; i < 64; ++i) addBody(world, cubeBody({3.0 * i, 0, 0}));
  CHECK(presetOf(world).rigid);
  addBody(world, cubeBody({3.0 * 64, 0, 0}));
  CHECK_FALSE(presetOf(world).rigid);
  world.settings.quality = Quality::automatic;
  for (int i = 65; i < 256; ++i) addBody(world, cubeBody({3.0 * i, 0, 0}));
  CHECK(presetOf(world).rigid);
  addBody(world, cubeBody({-3, 0, 0}));
  CHECK_FALSE(presetOf(world).rigid);
  world.settings.quality = Quality::precise;
  CHECK(presetOf(world).rigid);
  CHECK(precisePreset().substeps > standardPreset().substeps);
}

TEST_CASE("collisions off: bodies pass through each other") {
  World world = worldWithGround();
  world.settings.collisions = false;
  const BodyId id = addBody(world, cubeBody({0, 1, 0}));
  run(world, 60);
  CHECK(bodyAt(world, id).x.y == doctest::Approx(1 - 9.81 / 2).epsilon(1e-12));
  CHECK(world.report.contactCount == 0);
}
