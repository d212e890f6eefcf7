// Snapshots with a fitting checksum that say what no world says: each field of a number has a range that is looked at, and a snapshot
// knows its scene. (Many more, by chance and under sanitizers: tests/fuzz/forge.mjs.)
#include <cstring>
#include <limits>

#include "fuzz/forgery.h"
#include "replay/snapshot.h"
#include "replay/state_fields.h"
#include "replay/state_hash.h"
#include "scene/revision.h"
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

World fullWorld() {
  World world = worldOf(
      "{'tumble': 1, 'bodies': [{'type': 'static', 'size': [20,2,20], 'position': [0,-1,0]}, {'size': [1,1,1], 'position': [0,0.5,0]},"
      " {'size': [1,1,1], 'position': [0.1,1.5,0]}, {'size': [1,2,1], 'position': [5,3,0], 'motion': 'explicitEuler', 'angularVelocity': "
      "[1,2,3]},"
      " {'size': [1,2,1], 'position': [9,3,0], 'motion': 'eulerAngles'},"
      " {'position': [15,3,0], 'shapes': [{'type': 'points', 'collides': false, 'points': [[0,0,0],[1,0,0],[0,1,0]], 'masses': [1,2,3]}]}],"
      " 'forces': [{'type': 'drag', 'body': 4, 'linear': 1}, {'type': 'spring', 'body': 1, 'other': 2, 'stiffness': 5, 'restLength': 1}],"
      " 'commands': [{'type': 'drag', 'body': 2, 'point': [0.1,1.5,0], 'target': [0.1,1.6,0]},"
      " {'type': 'impulse', 'step': 500, 'body': 1, 'impulse': [1,0,0]}, {'type': 'force', 'step': 501, 'body': 1, 'force': [1,0,0]},"
      " {'type': 'addBody', 'step': 501, 'body': {'size': [1,1,1]}},"
      " {'type': 'addJoint', 'step': 502, 'joint': {'type': 'ball', 'name': 'late', 'b': 5, 'point': [15,3,0]}}],"
      " 'joints': [{'type': 'hinge', 'name': 'one', 'b': 3, 'point': [5,3,0], 'axis': [0,1,0], 'limits': {'lower': -9, 'upper': 9},"
      " 'motor': {'speed': 1}}, {'type': 'hinge', 'b': 4, 'point': [9,3,0], 'axis': [0,1,0]},"
      " {'type': 'gear', 'joints': ['one', 1], 'ratio': 2}, {'type': 'distance', 'b': 5, 'points': [[15,5,0], [15,3,0]]}]}");
  run(world, 20);
  return world;
}

template <class T> std::string problemWith(const fuzz::Original& original, std::size_t at, T value) {
  List<std::uint8_t> bytes = original.bytes;
  std::memcpy(&bytes[at], &value, sizeof value);
  fuzz::seal(bytes);
  World world;
  return restore(world, bytes);
}

}  // namespace

TEST_CASE("no number of a snapshot may be NaN or infinite, and none may leave its range") {
  const fuzz::Original original = fuzz::originalOf(fullWorld(), "full");
  World world;
  REQUIRE(restore(world, original.bytes) == "");
  int reals = 0;
  for (const FieldLocation& place : original.places) {
    for (std::uint32_t i = 0; i < place.count; ++i) {
      for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), place.low * 1.01 - 1,
                               place.high * 1.01 + 1}) {
        if (place.kind == NumberKind::float64) CHECK_MESSAGE(problemWith(original, place.at + 8 * i, bad) != "", place.at, ": ", bad);
        if (place.kind == NumberKind::float32)
          CHECK_MESSAGE(problemWith(original, place.at + 4 * i, static_cast<float>(bad)) != "", place.at, ": ", bad);
      }
      reals += place.kind == NumberKind::float64 || place.kind == NumberKind::float32;
    }
  }
  CHECK(reals > 500);
}

TEST_CASE("a truth value is 0 or 1, and so it is asked") {
  const fuzz::Original original = fuzz::originalOf(fullWorld(), "full");
  int flags = 0;
  for (const FieldLocation& place : original.places) {
    if (place.kind != NumberKind::boolean) continue;
    ++flags;
    CHECK(problemWith(original, place.at, std::uint8_t{2}) != "");
  }
  CHECK(flags > 50);
}

TEST_CASE("a command to a force that names a body out of all bounds is refused") {
  World world = fullWorld();
  for (Command& command : world.commands) {
    if (command.type == CommandType::force) command.force.model = Spring{}, std::get<Spring>(command.force.model).other = 0xabcde;
  }
  World restored;
  CHECK(restore(restored, snapshot(world)) != "");
}

TEST_CASE("the force of a command has no signals") {
  World world =
      worldOf("{'tumble': 1, 'bodies': [{'size': [1,1,1]}], 'commands': [{'type': 'force', 'step': 9, 'body': 0, 'force': [1,0,0]}]}");
  World restored;
  CHECK(restore(restored, snapshot(world)) == "");
  world.commands.front().force.firstSignal = 1;
  CHECK(restore(restored, snapshot(world)) != "");
}

TEST_CASE("joints that name what is not there, or cannot be, are refused") {
  const World full = fullWorld();
  const auto refused = [&](auto change) {
    World world = full, out;
    change(world);
    return !restore(out, snapshot(world)).empty();
  };
  CHECK_FALSE(refused([](World&) {}));
  CHECK(refused([](World& w) { w.joints[0].b.body = 77; }));
  CHECK(refused([](World& w) { w.joints[0].b.body = 0; }));        // static: neither end is moved
  CHECK(refused([](World& w) { w.joints[0].b.body = kNoBody; }));  // the world and the world
  CHECK(refused([](World& w) { w.joints[2].first = 3; }));
  CHECK(refused([](World& w) { w.joints[2].first = 1; }));
  CHECK(refused([](World& w) { w.joints[2].second = 99; }));
  CHECK(refused([](World& w) { w.joints[1].alive = false; }));  // a gear on a joint that is gone
  CHECK(refused([](World& w) { w.joints[0].limits.lower = 10; }));
  CHECK(refused([](World& w) { w.joints[3].minimum = 99; }));
  CHECK(refused([](World& w) { w.joints[0].b.frame.w += 0.1; }));
  CHECK(refused([](World& w) { w.jointNames.pop_back(); }));
  CHECK(refused([](World& w) { w.sceneJointCount = 5; }));
  CHECK(refused([](World& w) { w.commands.back().joint.added.limits.lower = 10, w.commands.back().joint.added.limits.upper = 9; }));
}

TEST_CASE("a snapshot of another scene is refused, one of the scene's own past before a revision is not") {
  const auto scene = [](double height) {
    return json("{'tumble': 1, 'bodies': [{'size': [1,1,1], 'position': [0," + std::to_string(height) + ",0]}]}");
  };
  World one = worldOf(scene(1)), two = worldOf(scene(2));
  const List<std::uint8_t> ofOne = snapshot(one), ofTwo = snapshot(two);
  CHECK(restore(two, ofOne) == "the snapshot is of another scene");
  CHECK(restore(two, ofTwo) == "");
  World none;
  CHECK(restore(none, ofOne) == "");
  const BodyMatch kept[] = {{0, kMatchState}};
  REQUIRE(reviseScene(scene(2), kept, one) == "");
  CHECK(restore(one, ofTwo) == "");  // it is that scene now
  CHECK(restore(one, ofOne) == "");
  CHECK(restore(one, ofTwo) == "");  // and back
}

TEST_CASE("what a spring or a hand pulls does not sleep") {
  World world = worldOf(
      "{'tumble': 1, 'bodies': [{'type': 'static', 'size': [20,2,20], 'position': [0,-1,0]}, {'size': [1,1,1], 'position': [0,0.5,0]}],"
      " 'forces': [{'type': 'drag', 'body': 1, 'linear': 1}]}");
  run(world, 120);
  REQUIRE(world.sleepers.count == 1);
  World restored;
  CHECK(restore(restored, snapshot(world)) == "");
  World sprung = world, held = world;
  sprung.forces[0].model = Spring{};
  held.pointerSprings.push_back({0, world.forces[0].body, {}, {}});
  for (const World* forged : {&sprung, &held})
    CHECK(restore(restored, snapshot(*forged)) == "the snapshot contradicts itself: what cannot sleep sleeps");
}

TEST_CASE("a body that moves has no contacts that sleep") {
  World world = worldOf(
      "{'tumble': 1, 'bodies': [{'type': 'static', 'size': [20,2,20], 'position': [0,-1,0]}, {'size': [1,1,1], 'position': [0,0.5,0]},"
      " {'size': [1,1,1], 'position': [5,0.5,0]}]}");
  run(world, 120);
  REQUIRE(world.sleepers.count == 2);
  REQUIRE(!world.sleepers.outdated);
  World restored;
  CHECK(restore(restored, snapshot(world)) == "");
  world.bodies.bodies[1].island = kAwake;
  world.sleepers.allAsleep = false;
  CHECK(restore(restored, snapshot(world)) == "the snapshot contradicts itself: a contact of a body that moves sleeps");
}

TEST_CASE("a beam reaches as far as one of a scene may") {
  World world = fullWorld();
  Beam beam;
  beam.strength = 1;
  world.forces[0].model = beam;
  World restored;
  for (const double range : {1e-3, 1.0, 1e4}) {
    std::get<Beam>(world.forces[0].model).range = range;
    CHECK(restore(restored, snapshot(world)) == "");
  }
  for (const double range : {0.0, 5e-324, 0.9e-3}) {
    std::get<Beam>(world.forces[0].model).range = range;
    CHECK(restore(restored, snapshot(world)) != "");
  }
}

TEST_CASE("versions of poses go on after the last one, and a restored world with them") {
  World world = worldOf(
      "{'tumble': 1, 'bodies': [{'type': 'static', 'size': [20,2,20], 'position': [0,-1,0]},"
      " {'size': [1,1,1], 'position': [0,1,0], 'angularVelocity': [1,2,3]}]}");
  run(world, 15);
  REQUIRE(world.contactCache.references.size() == 2);
  REQUIRE(world.contactCache.references[1].version > 0);
  World usual = world;
  const std::uint32_t ahead = kLastVersion - 5 - world.contactCache.references[1].version;
  world.contactCache.references[1].version += ahead;
  for (int i = 0; i < 60; ++i) {
    World again;
    REQUIRE(restore(again, snapshot(world)) == "");
    step(world), step(again), step(usual);
    CHECK(stateHash(again) == stateHash(world));
    CHECK(bodyAt(world, idOf(world.bodies, 1)).x == bodyAt(usual, idOf(usual.bodies, 1)).x);
  }
  CHECK(world.contactCache.references[1].version < 1000);
  world.contactCache.references[1].version = kLastVersion + 1;
  World again;
  CHECK(restore(again, snapshot(world)) == "the snapshot does not have the fields of a world");
}
