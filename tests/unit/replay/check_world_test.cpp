// The check of a world's stores against each other: silent on every world that was built and run, and it sees each thing
// that is out of place.
#include <functional>
#include <limits>

#include "replay/check_world.h"
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

World busyWorld() {
  World world = worldOf(
      "{'tumble': 1, 'bodies': [{'type': 'static', 'size': [20,2,20], 'position': [0,-1,0]}, {'size': [1,1,1], 'position': [0,0.5,0]},"
      " {'size': [1,1,1], 'position': [0.1,1.5,0]}, {'size': [1,1,1], 'position': [0,9,0]}, {'size': [1,1,1], 'position': [5,3,0]}],"
      " 'forces': [{'type': 'drag', 'body': 4, 'linear': 1}],"
      " 'commands': [{'type': 'drag', 'body': 2, 'point': [0.1,1.5,0], 'target': [0.1,1.6,0]}, {'type': 'removeBody', 'body': 3},"
      " {'type': 'impulse', 'step': 500, 'body': 1, 'impulse': [1,0,0]}, {'type': 'addBody', 'step': 501, 'body': {'size': [1,1,1]}}]}");
  run(world, 20);
  return world;
}

}  // namespace

TEST_CASE("a world that was built and run does not contradict itself") {
  CHECK(contradictionIn(World{}) == "");
  World world = busyWorld();
  CHECK(contradictionIn(world) == "");
  removeBody(world, 2);
  CHECK(contradictionIn(world) == "");
}

TEST_CASE("each thing that is out of place is seen") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::pair<const char*, std::function<void(World&)>> harms[] = {
      {"a name missing", [](World& w) { w.bodies.names.pop_back(); }},
      {"alive count", [](World& w) { ++w.bodies.aliveCount; }},
      {"free slot in use", [](World& w) { w.bodies.freeIndices[0] = 1; }},
      {"free slot out of range", [](World& w) { w.bodies.freeIndices[0] = 99; }},
      {"first collider", [](World& w) { w.bodies.bodies[1].firstCollider = 99; }},
      {"collider count", [](World& w) { w.bodies.bodies[1].colliderCount = 0xffffffffu; }},
      {"last good pose", [=](World& w) { w.bodies.bodies[1].lastGoodX.x = nan; }},
      {"mass", [](World& w) { w.bodies.bodies[1].mass = 0; }},
      {"inertia", [](World& w) { w.bodies.bodies[1].inverseInertia.y = -1; }},
      {"collider of nobody", [](World& w) { w.colliders.colliders[1].body = 99; }},
      {"collider of another", [](World& w) { w.colliders.colliders[1].body = 2; }},
      {"collider of a dead body", [](World& w) { w.colliders.colliders[1].body = 3; }},
      {"collider that moves and does not", [](World& w) { w.colliders.colliders[0].moves = true; }},
      {"size", [](World& w) { w.colliders.colliders[1].halfExtents.y = 0; }},
      {"ball of three radii",
       [](World& w) { w.colliders.colliders[1].shape = ColliderShape::sphere, w.colliders.colliders[1].halfExtents.y = 1; }},
      {"motion of what does not move", [](World& w) { w.bodies.bodies[0].motion = MotionScheme::splitting2; }},
      {"free run", [](World& w) { w.colliders.freeRuns[0].count = 9; }},
      {"fat boxes", [](World& w) { w.broadPhase.tracked.pop_back(); }},
      {"pairs unsorted", [](World& w) { w.broadPhase.pairs.push_back(0); }},
      {"pair out of range", [](World& w) { w.broadPhase.pairs.push_back(makePairKey(1, 99)); }},
      {"record missing", [](World& w) { w.contacts.records.pop_back(); }},
      {"normal of no length", [](World& w) { w.contacts.pool[0].normal = {}; }},
      {"axis of no box", [](World& w) { w.contacts.pool[0].axis = 16; }},
      {"contact out of range", [](World& w) { w.contacts.keys.back() = makePairKey(1, 99); }},
      {"contact of a dead collider", [](World& w) { w.contacts.keys.back() = makePairKey(2, 3); }},
      {"too many references", [](World& w) { w.contactCache.references.resize(99); }},
      {"a static sleeper", [](World& w) { w.bodies.bodies[0].island = 0; }},
      {"an island of nobody", [](World& w) { w.bodies.bodies[1].island = 99; }},
      {"all asleep, and one moves", [](World& w) { w.sleepers.allAsleep = true; }},
      {"asleep and awake", [](World& w) { w.sleepers.contacts = w.contacts; }},
      {"asleep out of range", [](World& w) { w.sleepers.contacts.keys.push_back(makePairKey(1, 99)); }},
      {"no time", [](World& w) { w.settings.stepsPerSecond = 0; }},
      {"time before the start", [](World& w) { w.stepCount = -1; }},
      {"force on nobody", [](World& w) { w.forces[0].body = 3; }},
      {"hand that holds nobody", [](World& w) { w.pointerSprings[0].body = 99; }},
      {"commands unsorted", [](World& w) { w.commands.reverse(); }},
      {"command to nowhere", [=](World& w) { w.commands.front().drag.target.x = nan; }},
      {"described size", [](World& w) { std::next(w.commands.begin())->description.shapes[0].halfExtents.x = -1; }},
  };
  const World world = busyWorld();
  for (const auto& harm : harms) {
    World harmed = world;
    harm.second(harmed);
    CHECK_MESSAGE(contradictionIn(harmed) != "", harm.first);
  }
}

TEST_CASE("batches whose contacts share a body, or are of two kinds, are seen") {
  World tower = emptyWorld({0, -9.81, 0});
  addGround(tower);
  for (const double y : {0.5, 1.5, 2.5}) addBody(tower, cubeBody({0, y, 0}));
  run(tower, 3);
  REQUIRE(contradictionIn(tower) == "");
  const auto slotOf = [](World& w, std::size_t pair) -> std::uint32_t& {
    return w.contacts.recycling[w.contacts.records[pair].contactIndex].batchSlot;
  };
  World sharing = tower;  // pair 1 is of cubes 1 and 2, pair 2 of cubes 2 and 3
  slotOf(sharing, 2) = slotOf(sharing, 1) ^ 1;
  CHECK(contradictionIn(sharing) != "");
  World mixed = tower;  // pair 0 is of the ground and cube 1
  slotOf(mixed, 2) = slotOf(mixed, 0) ^ 1;
  CHECK(contradictionIn(mixed) != "");
}
