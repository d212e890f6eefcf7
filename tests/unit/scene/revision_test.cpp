// A running world that goes on as a changed scene: what stays to the bit, what takes effect, what the ids name.
#include "scene/revision.h"

#include "replay/snapshot.h"
#include "replay/state_hash.h"
#include "support/worlds.h"
#include "unit/scene/scene_support.h"

using namespace tumble;
using namespace tumble::test;

namespace {

const std::string kGround = "{'name': 'ground', 'type': 'static', 'size': [20, 1, 20], 'position': [0, -0.5, 0]}";
const std::string kStack =
    "{'name': 'cube', 'size': [1, 1, 1], 'position': [0, 0.5, 0], 'arrangement': {'type': 'stack', 'count': 4, 'spacing': 1}}";
const std::string kTop =
    "{'name': 'top', 'size': [1, 2, 3], 'mass': 2, 'position': [5, 9, 0], 'velocity': [0.1, 5, 0], 'angularVelocity': [0.1, 3, 0.2]}";

std::string sceneOf(const std::string& bodies, const std::string& more = "'sleeping': false") {
  return "{'tumble': 1, 'bodies': [" + bodies + "], " + more + "}";
}

std::string revise(World& world, const std::string& scene, List<BodyMatch> kept) { return reviseScene(json(scene), kept, world); }

World running(const std::string& scene, int steps) {
  World world = worldOf(scene);
  run(world, steps);
  return world;
}

BodyId idNamed(const World& world, const std::string& name) {
  for (std::uint32_t i = 0; i < world.bodies.bodies.size(); ++i) {
    if (world.bodies.bodies[i].alive && world.bodies.names[i] == name) return idOf(world.bodies, i);
  }
  return kNoBody;
}

bool hasSameState(const Body& a, const Body& b) { return a.x == b.x && a.q == b.q && a.v == b.v && a.L == b.L; }

}  // namespace

TEST_CASE("another gravity: the world goes on to the bit as one whose gravity changed, with its contacts") {
  const std::string bodies = kGround + ", " + kStack + ", " + kTop;
  World edited = running(sceneOf(bodies), 50), other = running(sceneOf(bodies), 50);
  CHECK(revise(edited, sceneOf(bodies, "'sleeping': false, 'gravity': [0, -3, 0]"), {{0}, {1}, {2}}) == "");
  CHECK(edited.stepCount == 50);
  other.settings.gravity = {0, -3, 0};
  CHECK(stateHash(edited) == stateHash(other));
  run(edited, 100), run(other, 100);
  CHECK(stateHash(edited) == stateHash(other));
}

TEST_CASE("a world asleep wakes, and stays standing") {
  const std::string bodies = kGround + ", " + kStack;
  World world = running(sceneOf(bodies, "'sleeping': true"), 300);
  REQUIRE(isAsleep(bodyAt(world, 4)));
  const Vec3 x = bodyAt(world, 4).x;
  CHECK(revise(world, sceneOf(bodies, "'gravity': [0, -20, 0]"), {{0}, {1}}) == "");
  CHECK_FALSE(isAsleep(bodyAt(world, 4)));
  run(world, 30);
  CHECK(distance(bodyAt(world, 4).x, x) < 1e-3);
}

TEST_CASE("a removed body is gone, its id too; the others keep ids, names and motion, and a new one gets an id of its own") {
  World world = running(sceneOf(kGround + ", " + kStack + ", " + kTop), 50);
  const BodyId top = idNamed(world, "top"), second = idNamed(world, "cube[1]");
  const Body before = bodyAt(world, top);
  CHECK(revise(world,
               sceneOf(kTop + ", {'name': 'new', 'size': [1, 1, 1], 'position': [-9, 5, 0]}, " + kGround,
                       "'forces': [{'type': 'field', 'body': 1, 'acceleration': [1, 0, 0]}]"),
               {{2}, {}, {0}}) == "");
  CHECK(world.bodies.aliveCount == 3);
  CHECK(findBody(world.bodies, second) == nullptr);
  REQUIRE(idNamed(world, "top") == top);
  CHECK(hasSameState(bodyAt(world, top), before));
  const BodyId fresh = idNamed(world, "new");
  CHECK(bodyIndex(fresh) < 6);           // slots of who is gone are given back
  CHECK(world.forces[0].body == fresh);  // bodies[1], wherever it lies
  CHECK(world.sceneIndices[bodyIndex(top)] == 0);
  CHECK(world.sceneIndices[bodyIndex(fresh)] == 1);
  // Undone: what comes again comes under new ids.
  CHECK(revise(world, sceneOf(kGround + ", " + kStack + ", " + kTop), {{2}, {}, {0}}) == "");
  CHECK(world.bodies.aliveCount == 6);
  CHECK(findBody(world.bodies, second) == nullptr);
  CHECK(findBody(world.bodies, fresh) == nullptr);
  CHECK(hasSameState(bodyAt(world, idNamed(world, "top")), before));
  run(world, 10);
}

TEST_CASE("an arrangement that grows or shrinks keeps its first copies where they are") {
  const auto grid = [](int count) {
    return "{'name': 'cube', 'size': [1, 1, 1], 'position': [0, 9, 0], 'arrangement': {'type': 'grid', 'count': [" + std::to_string(count) +
           ", 1, 1], 'spacing': [2, 2, 2]}}, " + kTop;
  };
  World world = running(sceneOf(grid(3)), 20);
  const Body first = bodyAt(world, 0), third = bodyAt(world, 2), top = bodyAt(world, 3);
  CHECK(revise(world, sceneOf(grid(5)), {{0}, {1}}) == "");
  CHECK(hasSameState(bodyAt(world, 2), third));
  CHECK(hasSameState(bodyAt(world, 3), top));
  CHECK(bodyAt(world, idNamed(world, "cube[4]")).v == Vec3{});
  CHECK(revise(world, sceneOf(grid(2)), {{0}, {1}}) == "");
  CHECK(world.bodies.aliveCount == 3);
  CHECK(hasSameState(bodyAt(world, 0), first));
  CHECK(hasSameState(bodyAt(world, 3), top));
}

TEST_CASE("what is edited of the start applies now, to that body and that part alone") {
  const std::string bodies = kTop + ", {'name': 'cube', 'size': [1, 1, 1], 'position': [-9, 5, 0]}";
  World world = running(sceneOf(bodies), 50);
  const Body top = bodyAt(world, 0), cube = bodyAt(world, 1);
  const std::string moved =
      "{'name': 'top', 'size': [1, 2, 3], 'mass': 2, 'position': [1, 2, 3], 'velocity': [0.1, 5, 0], 'angularVelocity': [0.1, 3, 0.2]}";
  CHECK(revise(world, sceneOf(moved + ", {'name': 'cube', 'size': [1, 1, 1], 'position': [-9, 5, 0]}"),
               {{0, kMatchState - kMatchPosition}, {1}}) == "");
  CHECK(bodyAt(world, 0).x == Vec3{1, 2, 3});
  CHECK(bodyAt(world, 0).v == top.v);
  CHECK(length(angularVelocity(bodyAt(world, 0)) - angularVelocity(top)) < 1e-14);
  CHECK(angleBetween(bodyAt(world, 0).q, top.q) < 1e-14);
  CHECK(hasSameState(bodyAt(world, 1), cube));
  CHECK(revise(world, sceneOf(bodies), {{0, kMatchState - kMatchVelocity - kMatchAngularVelocity}, {1}}) == "");
  CHECK(bodyAt(world, 0).v == Vec3{0.1, 5, 0});
  CHECK(length(angularVelocity(bodyAt(world, 0)) - Vec3{0.1, 3, 0.2}) < 1e-14);
  CHECK(distance(bodyAt(world, 0).x, {1, 2, 3}) < 1e-14);
}

TEST_CASE("another mass, shape, type or scheme: the velocities go on") {
  World world = running(sceneOf(kTop), 50);
  const Body before = bodyAt(world, 0);
  const auto changed = [&](const std::string& more) {
    World other = running(sceneOf(kTop), 50);
    CHECK(revise(other, sceneOf("{'name': 'top', 'position': [0, 0, 0], " + more + "}"), {{0}}) == "");
    return bodyAt(other, 0);
  };
  for (const char* more : {"'size': [1, 2, 3], 'mass': 8", "'size': [3, 1, 1]", "'size': [1, 2, 3], 'mass': 2, 'motion': 'explicitEuler'",
                           "'size': [1, 2, 3], 'mass': 2, 'motion': 'eulerAngles'", "'size': [1, 2, 3], 'type': 'kinematic'"}) {
    CAPTURE(more);
    const Body body = changed(more);
    CHECK(distance(body.x, before.x) < 1e-14);
    CHECK(body.v == before.v);
    CHECK(length(angularVelocity(body) - angularVelocity(before)) < 1e-13);
    CHECK(angleBetween(bodyOrientation(body), bodyOrientation(before)) < 1e-14);
  }
  CHECK(changed("'size': [1, 2, 3], 'type': 'static'").v == Vec3{});
}

TEST_CASE("what moved stands still and what stood moves: pairs are those whose fat boxes overlap, as before") {
  const auto scene = [](const char* type) {
    return sceneOf(kGround + ", {'name': 'lift', 'type': '" + type + "', 'size': [1, 1, 1], 'position': [0, 0.5, 0]}, " +
                   "{'name': 'cube', 'size': [1, 1, 1], 'position': [0, 6, 0]}, " + "{'size': [1, 1, 1], 'position': [5.05, 4, -6]}, " +
                   "{'size': [1, 1, 1], 'position': [4, 0.5, -6], 'arrangement': {'type': 'stack', 'count': 9, 'spacing': 1}}");
  };
  for (const bool starts : {true, false}) {
    CAPTURE(starts);
    World world = running(scene(starts ? "static" : "kinematic"), 20);
    CHECK(revise(world, scene(starts ? "kinematic" : "static"), {{0}, {1}, {2}, {3}, {4}}) == "");
    if (starts) bodyAt(world, 1).v = {0, 2, 0};
    for (int k = 0; k < 60; ++k) {
      step(world);
      const auto& colliders = world.colliders.colliders;
      List<std::uint64_t> overlapping;
      for (std::uint32_t a = 0; a < colliders.size(); ++a) {
        for (std::uint32_t b = a + 1; b < colliders.size(); ++b) {
          const bool mayPair = colliders[a].moves || colliders[b].moves;
          if (mayPair && overlaps(world.broadPhase.fatBoxes[a], world.broadPhase.fatBoxes[b])) overlapping.push_back(makePairKey(a, b));
        }
      }
      REQUIRE(world.broadPhase.pairs == overlapping);
    }
    CHECK(std::abs(bodyAt(world, 2).x.y - bodyAt(world, 1).x.y) < 1.1);
  }
}

TEST_CASE("commands: what is over does not come again, what was given waits on, what a command did lasts") {
  const std::string bodies = kTop + ", {'name': 'goes', 'size': [1, 1, 1], 'position': [-9, 5, 0]}";
  const std::string commands =
      "'gravity': [0, 0, 0], 'commands': [{'type': 'impulse', 'step': 10, 'body': 'top', 'impulse': [2, 0, 0]}, {'type': 'removeBody', "
      "'step': 5, 'body': 'goes'}, "
      "{'type': 'force', 'step': 5, 'body': 'top', 'force': [0, 0, 4], 'steps': 60}, {'type': 'impulse', 'step': 30, 'body': 'top', "
      "'impulse': [2, 0, 0]}]";
  World world = running(sceneOf(bodies, commands), 20);
  Command push;
  push.body = 0, push.step = 25, push.impulse = {0, 6, 0}, push.isLive = true;
  enqueue(world, push);
  CHECK(revise(world, sceneOf(bodies, commands), {{0}, {1}}) == "");
  CHECK(world.bodies.aliveCount == 1);
  CHECK(world.commands.size() == 2);
  CHECK(world.forces.size() == 1);
  CHECK(world.forces[0].untilStep == 65);
  run(world, 20);
  CHECK(distance(bodyAt(world, 0).v, {0.1 + 2, 5 + 3, 2.0 * 35 / 60}) < 1e-12);
}

TEST_CASE("a refused change leaves the world alone; any numbers may be given for what is kept") {
  World world = running(sceneOf(kGround + ", " + kTop), 30);
  const std::uint64_t hash = stateHash(world);
  CHECK(revise(world, sceneOf(kGround + ", {'size': [1, 1, -1]}"), {{0}, {1}}) == "bodies[1].size[2]: -1 is not above 0");
  CHECK(stateHash(world) == hash);
  CHECK(revise(world, sceneOf(kGround + ", " + kTop), {{1}, {1, 99}, {7}, {-5}}) == "");
  CHECK(world.bodies.aliveCount == 2);
  run(world, 10);
  const List<std::uint8_t> bytes = snapshot(world);
  World restored;
  CHECK(restore(restored, bytes) == "");
  CHECK(restored.sceneIndices == world.sceneIndices);
  CHECK(revise(restored, sceneOf(kTop), {}) == "");
  CHECK(restored.bodies.aliveCount == 1);
}
