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

TEST_CASE(
    "bodies that commands added stay through edits that add and remove bodies: to the bit, with their ids, contacts and what acts on "
    "them") {
  const std::string space = "'gravity': [0, 0, 0]", other = "{'name': 'other', 'size': [1, 1, 1], 'position': [-9, 5, 0]}";
  const std::string commands =
      space +
      ", 'commands': [{'type': 'addBody', 'step': 5, 'body': {'name': 'hull', 'mass': 1, 'position': [0, 20, 0], 'velocity': [1, 0, 0], "
      "'shapes': [{'type': 'hull', 'collides': false, 'vertices': [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}, {'type': 'sphere', 'radius': "
      "0.5}]}}, "
      "{'type': 'addBody', 'step': 50, 'body': {'name': 'late', 'size': [1, 1, 1], 'position': [0, 40, 0]}}, "
      "{'type': 'impulse', 'step': 60, 'body': 2, 'impulse': [0, 3, 0]}, {'type': 'impulse', 'step': 60, 'body': 3, 'impulse': [0, 0, 2]}]";
  World world = running(sceneOf(kTop + ", " + other, commands), 10);
  const BodyId added = idNamed(world, "hull");
  Command live;
  live.body = added, live.step = 20, live.impulse = {0, 0, 5}, live.isLive = true;
  enqueue(world, live);
  const Body before = bodyAt(world, added);
  CHECK(revise(world, sceneOf(kTop + ", " + other, commands), {{0}, {1}}) == "");
  REQUIRE(findBody(world.bodies, added) != nullptr);
  CHECK(hasSameState(bodyAt(world, added), before));
  CHECK(world.bodies.names[bodyIndex(added)] == "hull");
  CHECK(world.bodies.aliveCount == 3);
  CHECK(world.appearances.size() == 1);
  CHECK(world.geometries[world.appearances[0].geometry].vertices.size() == 4);
  run(world, 60);
  // Commands of the scene name it and the one that is yet to come by the numbers they had.
  CHECK(distance(bodyAt(world, added).v, {1, 3, 5}) < 1e-12);
  CHECK(bodyAt(world, idNamed(world, "late")).v.z * 1000 == doctest::Approx(2));  // 1 m^3 of 1000 kg/m^3
  // A body less and another one more; and a snapshot of it goes on to the bit.
  CHECK(revise(world, sceneOf("{'name': 'new', 'size': [1, 1, 1], 'position': [-9, 25, 0]}, " + kTop, space), {{}, {0}}) == "");
  CHECK(world.bodies.aliveCount == 4);
  CHECK(idNamed(world, "hull") == added);
  CHECK(distance(bodyAt(world, added).v, {1, 3, 5}) < 1e-12);
  World restored;
  REQUIRE(restore(restored, snapshot(world)) == "");
  run(world, 30), run(restored, 30);
  CHECK(stateHash(world) == stateHash(restored));
}

TEST_CASE("an added body in the place of one of the scene that was removed stays; that one does not return") {
  const std::string bodies = kTop + ", {'name': 'goes', 'size': [1, 1, 1], 'position': [-9, 5, 0]}";
  const std::string commands =
      "'gravity': [0, 0, 0], 'commands': [{'type': 'removeBody', 'step': 5, 'body': 'goes'}, {'type': 'addBody', 'step': 6, 'body': "
      "{'name': 'came', 'size': [1, 1, 1], 'position': [0, 30, 0], 'velocity': [1, 0, 0]}}]";
  World world = running(sceneOf(bodies, commands), 10);
  const BodyId came = idNamed(world, "came");
  REQUIRE(bodyIndex(came) == 1);
  const Body before = bodyAt(world, came);
  for (int round = 0; round < 3; ++round) {
    CAPTURE(round);
    REQUIRE(revise(world, sceneOf(bodies, commands), {{0}, {1}}) == "");
    CHECK(world.bodies.aliveCount == 2);
    CHECK(idNamed(world, "goes") == kNoBody);
    REQUIRE(idNamed(world, "came") == came);
    CHECK(hasSameState(bodyAt(world, came), before));
  }
  CHECK(world.bodies.bodies.size() <= 3);  // edits do not make it grow
  run(world, 30);
}

TEST_CASE("a stack stays standing on an added body while another body is edited") {
  World world = running(sceneOf(kGround + ", " + kTop), 1);
  Command add;
  add.type = CommandType::addBody, add.step = 1;
  add.description.shapes.emplace_back();
  add.description.shapes[0].halfExtents = {0.5, 0.5, 0.5};
  for (int i = 0; i < 3; ++i) add.description.position = {-4, 0.5 + i, 0}, enqueue(world, add);
  run(world, 60);
  World same = world;
  CHECK(revise(world, sceneOf(kGround + ", " + kTop), {{0}, {1}}) == "");
  run(world, 60), run(same, 60);
  CHECK(stateHash(world) == stateHash(same));
}

TEST_CASE("another length of steps: positions, velocities and the time of the run go on, and a force acts for as long as it would have") {
  const auto scene = [](const char* rate) {
    return sceneOf("{'name': 'cube', 'size': [1, 1, 1], 'mass': 2, 'position': [0, 0, 0], 'velocity': [3, 0, 0]}, " + kTop,
                   std::string("'gravity': [0, 0, 0], 'stepsPerSecond': ") + rate);
  };
  World world = running(scene("60"), 30);
  Command push;
  push.type = CommandType::force, push.body = 0, push.step = 30, push.steps = 60, push.isLive = true;
  push.force.model = ConstantForce{{0, 0, 4}, {}, ForceFrame::world};
  enqueue(world, push);
  run(world, 30);  // half of it: 2 N s
  const Body cube = bodyAt(world, 0), top = bodyAt(world, 1);
  CHECK(cube.v.z == doctest::Approx(1));
  CHECK(revise(world, scene("240"), {{0}, {1}}) == "");
  CHECK(world.stepCount == 60);
  CHECK(startOfPart(world) == doctest::Approx(1));
  CHECK(hasSameState(bodyAt(world, 0), cube));
  CHECK(hasSameState(bodyAt(world, 1), top));
  run(world, 240);  // a second: the other half, and no more
  CHECK(startOfPart(world) == doctest::Approx(2));
  CHECK(bodyAt(world, 0).v.z == doctest::Approx(2));
  CHECK(bodyAt(world, 0).x.x == doctest::Approx(6));
  World restored;
  REQUIRE(restore(restored, snapshot(world)) == "");
  CHECK(startOfPart(restored) == startOfPart(world));
  CHECK(stateHash(restored) == stateHash(world));
  CHECK(revise(world, scene("30"), {{0}, {1}}) == "");
  run(world, 30);
  CHECK(startOfPart(world) == doctest::Approx(3));
  CHECK(bodyAt(world, 0).x.x == doctest::Approx(9));
  // A force that is over stays over.
  World over = running(scene("60"), 30);
  push.steps = 30;
  enqueue(over, push);
  run(over, 30);
  CHECK(revise(over, scene("240"), {{0}, {1}}) == "");
  run(over, 5);
  CHECK(bodyAt(over, 0).v.z == doctest::Approx(1));
}

TEST_CASE("a stack stays standing when steps get another length") {
  const auto scene = [](const char* rate) { return sceneOf(kGround + ", " + kStack, std::string("'stepsPerSecond': ") + rate); };
  for (const char* rate : {"30", "120", "500"}) {
    CAPTURE(rate);
    World world = running(scene("60"), 60);
    const Vec3 x = bodyAt(world, 4).x;
    CHECK(revise(world, scene(rate), {{0}, {1}}) == "");
    for (int i = 0; i < 120; ++i) {
      step(world);
      REQUIRE(distance(bodyAt(world, 4).x, x) < 2e-3);
    }
  }
}

TEST_CASE("a force that depends on time goes on at its moment when steps get another length") {
  const auto scene = [](const char* rate) {
    return sceneOf(
        "{'name': 'cube', 'size': [1, 1, 1], 'mass': 1, 'position': [0, 0, 0]}",
        std::string("'gravity': [0, 0, 0], 'stepsPerSecond': ") + rate +
            ", 'forces': [{'type': 'force', 'body': 'cube', 'force': [{'type': 'sine', 'amplitude': 2, 'frequency': 0.4}, 0, 0]}]");
  };
  World world = running(scene("60"), 50);
  for (const char* rate : {"240", "100", "60"}) {
    CAPTURE(rate);
    REQUIRE(revise(world, scene(rate), {{0}}) == "");
    run(world, 35);
    const double rad = 2 * 3.141592653589793 * 0.4, t = startOfPart(world);
    CHECK(std::abs(bodyAt(world, 0).v.x - 2 / rad * (1 - std::cos(rad * t))) < 1e-9);  // the integral of the force
  }
  CHECK(startOfPart(world) == doctest::Approx(50.0 / 60 + 35.0 / 240 + 35.0 / 100 + 35.0 / 60));
}
