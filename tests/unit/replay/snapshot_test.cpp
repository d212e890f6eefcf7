// Snapshot and restore: a restored world goes on to the bit as the first run did, wherever in it the snapshot was taken; and
// bytes that are not a whole snapshot are refused and change nothing.
#include <cstring>
#include <limits>
#include <random>

#include "fuzz/forgery.h"
#include "replay/check_world.h"
#include "replay/snapshot.h"
#include "replay/state_hash.h"
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

using Bytes = List<std::uint8_t>;

// Dense, and with something of everything: contacts that begin and end, bodies that come and go (and take old slots), static and
// kinematic ones, a compound, hulls, an ellipsoid, surfaces of triangles, restitution, lasting forces that end, a hand, a body that freezes, commands that wait.
const char* const kBusy =
    "{'tumble': 1, 'bodies': [{'name': 'floor', 'type': 'static', 'position': [0,-1,0], 'shapes': [{'type': 'box', 'size': [40,2,40]},"
    " {'type': 'heightField', 'spacing': [3,2], 'heights': [[0,0.2,0,0],[0,0.1,0.3,0],[0,0,0.1,0]], 'position': [0,1,0]}]},"
    " {'type': 'static', 'position': [4,2,0], 'shapes': [{'type': 'box', 'size': [1,4,6]},"
    " {'type': 'mesh', 'vertices': [[-3,-1,-2],[-3,-1,2],[0,0,2],[0,0,-2]], 'triangles': [[0,1,2],[0,2,3]]}]},"
    " {'type': 'kinematic', 'size': [1,0.5,4], 'position': [-3,0.6,0], 'angularVelocity': [0,1,0], 'velocity': [0.2,0,0]},"
    " {'name': 'brick', 'size': [1,1,1], 'position': [0,2,0], 'arrangement': {'type': 'grid', 'count': [3,4,3], 'spacing': [1.3,1.3,1.3],"
    " 'jitter': 0.1, 'randomOrientation': true, 'seed': 4}},"
    " {'position': [0,12,0], 'restitution': 0.6, 'shapes': [{'type': 'box', 'size': [2,0.4,0.4]}, {'type': 'box', 'size': [0.4,2,0.4]}]},"
    " {'position': [1.5,3,3], 'shapes': [{'type': 'hull', 'vertices': [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}],"
    " 'arrangement': {'type': 'stack', 'count': 2, 'spacing': 1.2}},"
    " {'position': [-1.5,3,3], 'shapes': [{'type': 'ellipsoid', 'radii': [0.5,0.3,0.4]}]}],"
    " 'forces': [{'type': 'spring', 'body': 5, 'anchor': [0,9,0], 'stiffness': 3000, 'damping': 50},"
    " {'type': 'drag', 'body': 7, 'linear': 30, 'angular': 5}],"
    " 'commands': [{'type': 'removeBody', 'step': 20, 'body': 9}, {'type': 'removeBody', 'step': 21, 'body': 12},"
    " {'type': 'drag', 'step': 25, 'body': 6, 'point': [0,2,0], 'target': [3,6,0]},"
    " {'type': 'force', 'step': 30, 'body': 8, 'force': [0,9000,0], 'steps': 25},"
    " {'type': 'addBody', 'step': 40, 'body': {'name': 'late', 'size': [0.5,0.5,3], 'position': [0,7,0]}},"
    " {'type': 'addBody', 'step': 41, 'body': {'size': [1,1,2], 'position': [0.2,9,0]}},"
    " {'type': 'removeBody', 'step': 45, 'body': 42},"
    " {'type': 'addBody', 'step': 46, 'body': {'shapes': [{'type': 'hull', 'vertices': [[0,0,0],[2,0,0],[0,1,0],[0,0,1]]}],"
    " 'position': [0,3,-3]}},"
    " {'type': 'removeBody', 'step': 50, 'body': 1}, {'type': 'release', 'step': 70},"
    " {'type': 'impulse', 'step': 80, 'body': 3, 'impulse': [2000,1000,0]},"
    " {'type': 'addBody', 'step': 90, 'body': {'type': 'static', 'size': [1,1,1], 'position': [-2,0.5,2]}},"
    " {'type': 'pose', 'step': 95, 'body': 10, 'position': [0,8,0]}]}";
constexpr int kSteps = 150;

/// One step of the busy run; at step 60 the host does harm that no command can do.
void stepBusily(World& world) {
  if (world.stepCount == 60) world.bodies.bodies[14].v.x = std::numeric_limits<double>::quiet_NaN();
  step(world);
}

struct Run {
  List<std::uint64_t> hashes;  // [i]: after i steps
  std::vector<Bytes> snapshots;
};

const Run& busyRun() {
  static const Run run = [] {
    Run r;
    World world = worldOf(kBusy);
    for (int i = 0;; ++i) {
      r.hashes.push_back(stateHash(world));
      r.snapshots.push_back(snapshot(world));
      CHECK(contradictionIn(world) == "");
      if (i == kSteps) return r;
      stepBusily(world);
    }
  }();
  return run;
}

void checkFollows(World& world, int from, int steps) {
  for (int i = from; i < from + steps && i < kSteps; ++i) {
    stepBusily(world);
    CHECK_MESSAGE(stateHash(world) == busyRun().hashes[static_cast<std::size_t>(i) + 1], "from ", from, " at ", i + 1);
  }
}

}  // namespace

TEST_CASE("restored at any step of a dense run into a new world, it goes on as the first run") {
  const Run& run = busyRun();
  for (int from = 0; from <= kSteps; ++from) {
    World world;
    REQUIRE(restore(world, run.snapshots[static_cast<std::size_t>(from)]) == "");
    CHECK(stateHash(world) == run.hashes[static_cast<std::size_t>(from)]);
    checkFollows(world, from, from % 30 == 0 ? kSteps : 3);
  }
}

TEST_CASE("restored at any step around impacts that shorten the parts of a step, it goes on as the first run") {
  for (const int rate : {60, 240}) {
    World world = worldOf(
        "{'tumble': 1, 'bodies': [{'type': 'static', 'size': [40, 0.2, 40], 'position': [0, -0.1, 0], 'friction': 0.3},"
        " {'size': [1, 0.5, 1], 'density': 500, 'friction': 0.3, 'position': [0, 0.25, 0],"
        " 'arrangement': {'type': 'wall', 'columns': 3, 'rows': 2, 'spacing': [1, 0.5]}}],"
        " 'commands': [{'type': 'velocity', 'step': 1, 'body': 1, 'velocity': [-3.93, 1.14, 13.3]}]}");
    world.settings.stepsPerSecond = rate;
    for (int i = 0; i < rate; ++i) {
      World twin;
      const List<std::uint8_t> bytes = snapshot(world);
      REQUIRE(restore(twin, {bytes.begin(), bytes.end()}) == "");
      World copy = world;
      run(copy, 4);
      run(twin, 4);
      CHECK(stateHash(twin) == stateHash(copy));
      step(world);
    }
  }
}

TEST_CASE("restored while a hull on a kept manifold begins to turn, it goes on as the first run") {
  World world = worldOf(
      "{'tumble': 1, 'bodies': [{'type': 'static', 'friction': 1, 'shapes': [{'type': 'box', 'size': [2,0.5,6], 'position': [-9,-0.25,0]},"
      " {'type': 'box', 'size': [2,0.5,6], 'position': [-7,-0.25,0]}]}, {'friction': 1, 'position': [-8,0.842,0], 'velocity': [1,0,0],"
      " 'orientation': {'axis': [0,1,0], 'angleDegrees': 10}, 'shapes': [{'type': 'hull', 'vertices': [[-0.8,-0.75,-0.75], [0.8,-0.75,0],"
      " [-0.8,0.75,-0.8], [0.75,0.75,-1], [-0.75,-0.75,0.75], [0.75,-0.75,0.8], [-0.8,0.75,0.75], [0.75,0.75,0.8]]}]}],"
      " 'commands': [{'type': 'torque', 'step': 2, 'body': 1, 'torque': [0,0,35], 'steps': 18}]}");
  for (int i = 0; i < 60; ++i) {
    World restored;
    REQUIRE(restore(restored, snapshot(world)) == "");
    step(world);
    step(restored);
    CHECK_MESSAGE(stateHash(restored) == stateHash(world), "restored before step ", i);
  }
}

TEST_CASE("a world that goes back and forth through its own past comes to the same bits") {
  const Run& run = busyRun();
  World world = worldOf(kBusy);
  for (const int from : {100, 0, 45, 22, 149, 61, 19, 90}) {
    REQUIRE(restore(world, run.snapshots[static_cast<std::size_t>(from)]) == "");
    checkFollows(world, from, 30);
  }
}

TEST_CASE("that a kinematic body was there once is not to be seen where a body is frozen") {
  World world = worldOf(
      "{'tumble': 1, 'bodies': [{'type': 'static', 'size': [4,1,4], 'position': [0,-0.5,0]}, {'size': [4,1,4], 'position': [4,-0.5,0]},"
      " {'size': [0.5,0.5,0.5], 'position': [1,0.25,0], 'velocity': [5,0,0]}, {'type': 'kinematic', 'size': [1,1,1], 'position': "
      "[0,50,0]}],"
      " 'commands': [{'type': 'removeBody', 'step': 2, 'body': 3}]}");
  bodyAt(world, idOf(world.bodies, 1)).frozen = true;
  run(world, 3);
  World again;
  REQUIRE(restore(again, snapshot(world)) == "");
  for (int i = 0; i < 60; ++i) {
    step(world), step(again);
    CHECK(stateHash(again) == stateHash(world));
  }
  CHECK(bodyAt(world, idOf(world.bodies, 2)).x.x > 2.5);
}

TEST_CASE("a snapshot of a restored world is the same bytes") {
  const Run& run = busyRun();
  for (const std::size_t i : {0u, 1u, 40u, 61u, 91u, 150u}) {
    World world;
    REQUIRE(restore(world, run.snapshots[i]) == "");
    CHECK(snapshot(world) == run.snapshots[i]);
    CHECK(contradictionIn(world) == "");
  }
  MESSAGE("snapshot of ", worldOf(kBusy).bodies.aliveCount, " bodies: ", run.snapshots.back().size(), " bytes");
}

TEST_CASE("forces at the ends of every range that a scene may give are restored") {
  for (const bool least : {true, false}) {
    std::string forces;
    const auto add = [&](std::string_view type, std::initializer_list<std::pair<std::string_view, Range>> numbers,
                         std::string_view more = "") {
      forces += forces.empty() ? "" : ", ";
      forces += "{'type': '" + std::string(type) + "', 'body': 0" + std::string(more);
      for (const auto& [name, range] : numbers)
        forces += ", '" + std::string(name) + "': " + std::to_string(least ? range.low : range.high);
      forces += "}";
    };
    add("drag", {{"linear", kCoefficientRange}, {"angular", kCoefficientRange}});
    add("spring", {{"stiffness", kCoefficientRange}, {"damping", kCoefficientRange}, {"restLength", kLengthRange}}, ", 'anchor': [0,9,0]");
    add("beam", {{"strength", kCoefficientRange}, {"range", kBeamRangeLimits}, {"damping", kCoefficientRange}}, ", 'anchor': [0,9,0]");
    for (const char* const shape : {", 'size': [1,1,1]", ", 'area': 0", ", 'area': 1000000, 'normal': [0,1,0]"}) {
      add("fluidDrag", {{"density", kFluidDensityRange}, {"coefficient", kFluidCoefficientRange}}, shape);
    }
    World world = worldOf("{'tumble': 1, 'bodies': [{'size': [1,1,1]}], 'forces': [" + forces + "]}");
    World restored;
    CHECK(restore(restored, snapshot(world)) == "");
    CHECK(stateHash(restored) == stateHash(world));
  }
}

TEST_CASE("names, ids and what a page looks at come back; the clock stays, and the page is told to look again") {
  const Run& run = busyRun();
  World world = emptyWorld();
  addBody(world, cubeBody());
  world.clock = [] { return 0.0; };
  const std::uint32_t version = world.bodiesVersion;
  REQUIRE(restore(world, run.snapshots[100]) == "");
  CHECK((world.clock != nullptr));
  CHECK(world.bodiesVersion != version);
  CHECK(world.bodies.names[0] == "floor");
  CHECK(world.bodies.names[12] == "late");
  CHECK(findBody(world.bodies, 12) == nullptr);
  CHECK(findBody(world.bodies, makeBodyId(12, 1)) != nullptr);
  CHECK(world.report.bodyCount == world.bodies.aliveCount);
  CHECK(world.report.contactCount > 0);
  CHECK(world.colliders.boxes.size() == world.colliders.colliders.size());
}

TEST_CASE("a world with too many pairs comes back with its trouble") {
  World world = emptyWorld();
  for (int i = 0; i < 900; ++i) addBody(world, cubeBody());
  step(world);
  REQUIRE((world.report.flags & kPairOverload) != 0);
  World copy;
  REQUIRE(restore(copy, snapshot(world)) == "");
  step(copy);
  CHECK((copy.report.flags & kPairOverload) != 0);
}

TEST_CASE("foreign, older and damaged bytes are refused with one sentence, and the world stays as it was") {
  World world = worldOf("{'tumble': 1, 'bodies': [{'size': [1,1,1]}]}");
  const std::uint64_t hash = stateHash(world);
  const Bytes whole = busyRun().snapshots[50];
  const auto refusal = [&](const Bytes& bytes) {
    const std::string problem = restore(world, bytes);
    CHECK(stateHash(world) == hash);
    return problem;
  };
  CHECK(refusal({}) == "these bytes are not a snapshot of a world");
  CHECK(refusal(Bytes(1000, 7)) == "these bytes are not a snapshot of a world");
  Bytes bytes = whole;
  bytes[8] = 77;
  CHECK(refusal(bytes) == "the snapshot has version 77, this engine reads version 17");
  bytes = whole;
  bytes.resize(1024);
  CHECK(refusal(bytes).ends_with("bytes after its header, it has 1000"));
  bytes = whole;
  bytes[500] ^= 1;
  CHECK(refusal(bytes) == "the snapshot is damaged, its checksum does not fit");
  bytes = whole;
  bytes.resize(bytes.size() - 8);
  fuzz::seal(bytes);
  CHECK(refusal(bytes) == "the snapshot does not have the fields of a world");
}

TEST_CASE("no truncation and no flipped bit gets through") {
  const Bytes& whole = busyRun().snapshots[61];
  World world;
  std::mt19937 random(1);
  for (int i = 0; i < 300; ++i) {
    CHECK(restore(world, std::span(whole).first(random() % whole.size())) != "");
    Bytes bytes = whole;
    bytes[random() % bytes.size()] ^= static_cast<std::uint8_t>(1u << random() % 8);
    CHECK(restore(world, bytes) != "");
  }
  CHECK(world.bodies.bodies.empty());
}

TEST_CASE("forged snapshots with a fitting checksum are refused or run, and never crash") {
  const Bytes& whole = busyRun().snapshots[61];
  std::mt19937 random(2);
  int taken = 0;
  for (int i = 0; i < 600; ++i) {
    Bytes bytes = whole;
    const int changes = 1 + static_cast<int>(random() % 3);
    for (int k = 0; k < changes; ++k) {
      const std::size_t at = 24 + random() % (bytes.size() - 24);
      const std::uint8_t values[] = {0, 255, 127, static_cast<std::uint8_t>(random())};
      bytes[at] = values[random() % 4];
      if (random() % 8 == 0) bytes.resize(24 + random() % (bytes.size() - 24));
    }
    fuzz::seal(bytes);
    World world;
    if (restore(world, bytes) != "") continue;
    ++taken;
    run(world, 2);
  }
  CHECK(taken > 40);
}
