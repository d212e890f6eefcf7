// Falling asleep and waking: who may, when, what it does to the motion, and what it costs.
#include <functional>

#include "replay/check_world.h"
#include "replay/snapshot.h"
#include "replay/state_hash.h"
#include "support/worlds.h"
#include "support/worst.h"
#include "unit/joints/jointed_world.h"

using namespace tumble;
using namespace tumble::test;

namespace {

World sleepyWorld(Vec3 gravity = {0, -9.81, 0}) {
  World world = emptyWorld(gravity);
  world.settings.sleeping = true;
  return world;
}

/// A stack on the ground at x; gives the ids from below.
List<BodyId> addStack(World& world, int count, double x = 0) {
  List<BodyId> ids;
  for (int i = 0; i < count; ++i) ids.push_back(addBody(world, cubeBody({x, 0.5 + i, 0}, 1000)));
  return ids;
}

bool sleeps(const World& world, BodyId id) { return isAsleep(*findBody(world.bodies, id)); }

/// Steps until all of them sleep; false after 10 s.
bool runToSleep(World& world, const List<BodyId>& ids) {
  for (int i = 0; i < 600; ++i) {
    step(world);
    bool all = true;
    for (const BodyId id : ids) all = all && sleeps(world, id);
    if (all) return true;
  }
  return false;
}

Command commandTo(CommandType type, BodyId body) {
  Command command;
  command.type = type;
  command.body = body;
  return command;
}

}  // namespace

TEST_CASE("a stack falls asleep as one: no momentum, no contacts awake, its place to a tenth of a millimetre") {
  World world = sleepyWorld();
  addGround(world);
  const List<BodyId> ids = addStack(world, 10);
  REQUIRE(runToSleep(world, ids));
  for (int i = 0; i < 10; ++i) {
    const Body& body = bodyAt(world, ids[static_cast<std::size_t>(i)]);
    CHECK(body.v == Vec3{});
    CHECK(body.L == Vec3{});
    CHECK(body.island == 1);
    CHECK(distance(body.x, {0, 0.5 + i, 0}) < 1e-4);
  }
  CHECK(world.contacts.keys.empty());
  CHECK(world.report.sleeperCount == 10);
  CHECK(world.report.contactCount == 10);
  CHECK(world.report.pairCount >= 10);
  CHECK(contradictionIn(world) == "");
  // From now on only time passes.
  const Vec3 top = bodyAt(world, ids[9]).x;
  const std::int64_t before = world.stepCount;
  run(world, 1000);
  CHECK(world.stepCount == before + 1000);
  CHECK(bodyAt(world, ids[9]).x == top);
  CHECK(world.report.sleeperCount == 10);
  CHECK(world.report.bodyCount == 11);
}

TEST_CASE("switched off, nothing sleeps; a body that may not sleep keeps its island awake") {
  World off = emptyWorld({0, -9.81, 0});
  addGround(off);
  addStack(off, 3);
  run(off, 300);
  CHECK(off.report.sleeperCount == 0);

  World world = sleepyWorld();
  addGround(world);
  const List<BodyId> stack = addStack(world, 3), other = addStack(world, 3, 5);
  bodyAt(world, stack[1]).maySleep = false;
  CHECK(runToSleep(world, other));
  for (const BodyId id : stack) CHECK(!sleeps(world, id));
}

TEST_CASE("an island sleeps for itself, and its neighbour may move on") {
  World world = sleepyWorld();
  addGround(world);
  const List<BodyId> still = addStack(world, 3), pushed = addStack(world, 1, 8);
  bodyAt(world, pushed[0]).maySleep = false;
  REQUIRE(runToSleep(world, still));
  for (int i = 0; i < 100; ++i) {
    applyImpulse(bodyAt(world, pushed[0]), {500, 0, 0}, bodyAt(world, pushed[0]).x);
    step(world);
  }
  for (const BodyId id : still) CHECK(sleeps(world, id));
  CHECK(bodyAt(world, pushed[0]).x.x > 8.1);
}

TEST_CASE("what floats does not sleep, however slowly it drifts or turns") {
  World world = sleepyWorld({});
  BodyDescription slow = cubeBody();
  slow.velocity = {1e-5, 0, 0};
  slow.angularVelocity = {0, 1e-5, 0};
  const BodyId id = addBody(world, slow);
  // Two that touch without pressing, in free space.
  BodyDescription a = cubeBody({5, 0, 0}), b = cubeBody({6.0001, 0, 0});
  addBody(world, a), addBody(world, b);
  run(world, 600);
  CHECK(world.report.sleeperCount == 0);
  CHECK(std::fabs(bodyAt(world, id).x.x - 1e-4) < 1e-12);
}

TEST_CASE("what creeps down a slope or is about to topple is not stopped in the act") {
  // A cube whose edge is turned 0.1 degrees beyond the point of balance starts from rest.
  World world = sleepyWorld();
  addGround(world);
  BodyDescription d = cubeBody({}, 1000);
  const double angle = (45 + 0.1) * 3.14159265358979 / 180;
  d.orientation = {0, 0, std::sin(angle / 2), std::cos(angle / 2)};
  d.position = {0, std::sqrt(0.5) * std::cos(0.1 * 3.14159265358979 / 180) + 1e-5, 0};
  const BodyId id = addBody(world, d);
  run(world, 300);
  CHECK(std::fabs(bodyAt(world, id).x.y - 0.5) < 1e-3);  // it fell on a face
}

TEST_CASE("a block slides down a slope hardly too steep for it, on Earth and where things weigh little, and rests on one hardly too flat") {
  // Galileo: a = g (sin - mu cos), g (m/s^2) across the slope by gravity that leans.
  const double tilt = 0.3;
  for (double g : {9.81, 1.62, 0.03}) {
    for (double steepness : {1.0002, 1.01, 0.998}) {
      for (bool precise : {false, true}) {
        CAPTURE(g);
        CAPTURE(steepness);
        CAPTURE(precise);
        World world = sleepyWorld({g * std::sin(tilt), -g * std::cos(tilt), 0});
        world.settings.quality = precise ? Quality::precise : Quality::standard;
        BodyDescription ground = boxBody({100, 1, 100}, {0, -0.5, 0}, 1);
        ground.type = BodyType::fixed;
        const double friction = std::tan(tilt) / steepness;
        ground.shapes[0].friction = friction;
        addBody(world, ground);
        BodyDescription block = boxBody({0.5, 0.5, 0.5}, {0, 0.25, 0}, 1);
        block.shapes[0].friction = friction;
        const BodyId id = addBody(world, block);
        run(world, 180);
        const double a = g * (std::sin(tilt) - friction * std::cos(tilt)), expected = steepness > 1 ? a * 4.5 : 0;
        if (steepness > 1 && a < 2e-5) continue;  // so slow that it counts as at rest
        CHECK(std::fabs(bodyAt(world, id).x.x - expected) < 0.02 * expected + 1e-4);
        CHECK(sleeps(world, id) == (steepness < 1));
      }
    }
  }
}

TEST_CASE("what moves a sleeper wakes its island") {
  struct Case {
    const char* name;
    CommandType type;
  };
  for (const Case& c : {Case{"impulse", CommandType::impulse},
                        {"angular impulse", CommandType::angularImpulse},
                        {"force", CommandType::force},
                        {"velocity", CommandType::velocity},
                        {"pose", CommandType::pose},
                        {"drag", CommandType::drag},
                        {"removal", CommandType::removeBody}}) {
    World world = sleepyWorld();
    addGround(world);
    const List<BodyId> ids = addStack(world, 4), other = addStack(world, 2, 9);
    REQUIRE(runToSleep(world, {ids[0], other[0]}));
    Command command = commandTo(c.type, ids[2]);
    command.impulse = {1, 0, 0};
    command.drag.point = command.drag.target = bodyAt(world, ids[2]).x;
    enqueue(world, command);
    step(world);
    for (const BodyId id : ids) CHECK_MESSAGE((!findBody(world.bodies, id) || !sleeps(world, id)), c.name);
    for (const BodyId id : other) CHECK_MESSAGE(sleeps(world, id), c.name);
    CHECK(contradictionIn(world) == "");
  }
}

TEST_CASE("a support that goes, or comes to life, lets fall what slept on it") {
  const std::pair<const char*, std::function<void(World&, BodyId)>> ways[] = {
      {"removed", [](World& w, BodyId id) { removeBody(w, id); }},
      {"removed by command", [](World& w, BodyId id) { enqueue(w, commandTo(CommandType::removeBody, id)); }},
      {"taken away",
       [](World& w, BodyId id) {
         Command command = commandTo(CommandType::pose, id);
         command.position = {50, 0, 0};
         enqueue(w, command);
       }},
      {"driven away",
       [](World& w, BodyId id) {
         Command command = commandTo(CommandType::velocity, id);
         command.velocity = {0, -30, 0};
         enqueue(w, command);
       }},
  };
  for (const BodyType type : {BodyType::fixed, BodyType::kinematic}) {
    for (const auto& way : ways) {
      if (type == BodyType::fixed && std::string(way.first) == "driven away") continue;
      World world = sleepyWorld();
      BodyDescription support = boxBody({2, 1, 2}, {0, 3, 0});
      support.type = type;
      const BodyId table = addBody(world, support);
      const BodyId cube = addBody(world, cubeBody({0, 4, 0}, 1000));
      REQUIRE(runToSleep(world, {cube}));
      way.second(world, table);
      run(world, 30);
      CHECK_MESSAGE(bodyAt(world, cube).x.y < 3.5, way.first);
      CHECK(contradictionIn(world) == "");
    }
  }
}

TEST_CASE("what hangs asleep from a body wakes when a command moves that, and follows it") {
  for (const std::string joint : {"'type': 'hinge', 'axis': [0, 0, 1]", "'type': 'ball'", "'type': 'fixed'"}) {
    for (const bool drives : {true, false}) {
      CAPTURE(joint);
      CAPTURE(drives);
      World world = worldOf("{'tumble': 1, 'bodies': [{'size': [0.2, 0.2, 0.2], 'position': [0, 3, 0], 'type': '" +
                            std::string(drives ? "kinematic" : "static") +
                            "'}, {'size': [0.1, 1, 0.1], 'position': [0, 2.4, 0]}], 'joints': [{'a': 0, 'b': 1, 'point': [0, 2.9, 0], " +
                            joint + "}]}");
      const BodyId carriage = idOf(world.bodies, 0), rod = idOf(world.bodies, 1);
      REQUIRE(runToSleep(world, {rod}));
      Command command = commandTo(drives ? CommandType::velocity : CommandType::pose, carriage);
      if (drives) command.velocity = {1, 0, 0};
      else command.position = {0.01, 3, 0};
      enqueue(world, command);
      Worst gap;
      for (int i = 0; i < 120; ++i) {
        step(world);
        gap.add(i > 1 ? largestGap(world) : 0);
      }
      CHECK(gap < 1e-3);
      CHECK(bodyAt(world, rod).x.x > 0.4 * bodyAt(world, carriage).x.x);
      CHECK(contradictionIn(world) == "");
    }
  }
}

TEST_CASE("a moving kinematic body wakes what it touches and lets nothing sleep on it") {
  World world = sleepyWorld();
  addGround(world);
  BodyDescription pusher = boxBody({1, 1, 1}, {-4, 0.6, 0});
  pusher.type = BodyType::kinematic;
  pusher.velocity = {1, 0, 0};
  const BodyId hand = addBody(world, pusher);
  const BodyId cube = addBody(world, cubeBody({0, 0.5, 0}, 1000));
  REQUIRE(runToSleep(world, {cube}));
  CHECK(bodyAt(world, hand).x.x < -1);
  run(world, 240);
  CHECK(bodyAt(world, cube).x.x > 0.5);
  CHECK(!sleeps(world, cube));
  Command stop = commandTo(CommandType::velocity, hand);
  stop.velocity = Vec3{};
  enqueue(world, stop);
  CHECK(runToSleep(world, {cube}));
}

TEST_CASE("a blow wakes a stack that slept, and goes through it as if it had been awake") {
  const auto struck = [](bool sleeping) {
    World world = sleepyWorld();
    world.settings.sleeping = sleeping;
    addGround(world, 0.3);
    const List<BodyId> ids = addStack(world, 3);
    run(world, 120);
    CHECK(sleeps(world, ids[0]) == sleeping);
    BodyDescription ball = cubeBody({-4, 1.5, 0.01}, 300);
    ball.velocity = {8, 2, 0};
    addBody(world, ball);
    run(world, 45);
    for (const BodyId id : ids) CHECK(!sleeps(world, id));
    return bodyAt(world, ids[1]).x;
  };
  CHECK(distance(struck(true), struck(false)) < 0.02);
}

TEST_CASE("waking does not jump: the stack stands on the impulses it fell asleep with") {
  World world = sleepyWorld();
  addGround(world);
  const List<BodyId> ids = addStack(world, 12);
  REQUIRE(runToSleep(world, ids));
  const Vec3 place = bodyAt(world, ids[11]).x;
  wake(world, ids[0]);
  double fastest = 0, farthest = 0;
  for (int i = 0; i < 20; ++i) {
    step(world);
    for (const BodyId id : ids) fastest = worseOf(fastest, length(bodyAt(world, id).v));
    farthest = worseOf(farthest, distance(bodyAt(world, ids[11]).x, place));
  }
  CHECK(fastest < 2e-3);
  CHECK(farthest < 1e-4);
}

TEST_CASE("lasting forces: a pressed body stays awake while the force acts, drag lets it sleep") {
  World world = sleepyWorld();
  addGround(world);
  const BodyId pulled = addStack(world, 1)[0], dragged = addStack(world, 1, 5)[0];
  world.forces.push_back({pulled, 200, ConstantForce{{100, 0, 0}, {}}});
  world.forces.push_back(forceOn(dragged, Drag{10}));
  REQUIRE(runToSleep(world, {dragged}));
  run(world, 199 - static_cast<int>(world.stepCount));
  CHECK(!sleeps(world, pulled));
  CHECK(runToSleep(world, {pulled}));
}

TEST_CASE("a world of sleepers does no work: no pair is looked at, no body touched") {
  World world = worldOf(
      "{'tumble': 1, 'sleeping': true, 'bodies': [{'type': 'static', 'size': [60,2,60], 'position': [0,-1,0]},"
      " {'size': [1,1,1], 'position': [0,0.5,0], 'arrangement': {'type': 'grid', 'count': [10,10,10], 'spacing': [1.5,1,1.5]}}]}");
  for (int i = 0; i < 900 && !world.sleepers.allAsleep; ++i) step(world);
  REQUIRE(world.sleepers.allAsleep);
  CHECK(world.report.sleeperCount == 1000);
  CHECK(world.contacts.keys.empty());
  // Whoever looked at them would fill these again.
  world.colliders.boxes.clear();
  world.contactSolver = {};
  world.contactCache.poseDeltas.clear();
  run(world, 100);
  CHECK(world.colliders.boxes.empty());
  CHECK(world.contactSolver.constraints.empty());
  CHECK(world.contactCache.poseDeltas.empty());
}

TEST_CASE("sleepers in snapshots: restored at any step it falls asleep and wakes as the first run") {
  World world = worldOf(
      "{'tumble': 1, 'sleeping': true, 'bodies': [{'type': 'static', 'size': [40,2,40], 'position': [0,-1,0]},"
      " {'size': [1,1,1], 'position': [0,0.5,0], 'arrangement': {'type': 'stack', 'count': 4, 'spacing': 1}},"
      " {'size': [1,1,1], 'position': [6,0.6,0]}, {'size': [1,1,1], 'position': [0.1,60,0]}],"
      " 'commands': [{'type': 'removeBody', 'step': 100, 'body': 5}, {'type': 'impulse', 'step': 120, 'body': 2, 'impulse': [300,0,0]},"
      " {'type': 'addBody', 'step': 150, 'body': {'size': [1,1,1], 'position': [6,2,0], 'sleeping': false}}]}");
  constexpr int kSteps = 400;
  std::vector<List<std::uint8_t>> snapshots;
  List<std::uint64_t> hashes;
  bool slept = false;
  for (int i = 0; i <= kSteps; ++i) {
    snapshots.push_back(snapshot(world));
    hashes.push_back(stateHash(world));
    slept = slept || world.sleepers.allAsleep || world.report.sleeperCount > 0;
    CHECK(contradictionIn(world) == "");
    step(world);
  }
  CHECK(slept);
  for (std::size_t from = 0; from < kSteps; from += 7) {
    World copy;
    REQUIRE(restore(copy, snapshots[from]) == "");
    for (std::size_t i = from + 1; i <= std::min<std::size_t>(from + 60, kSteps); ++i) {
      step(copy);
      CHECK_MESSAGE(stateHash(copy) == hashes[i], "from ", from, " at ", i);
    }
  }
}

TEST_CASE("what swings slowly on a torsion spring does not fall asleep where it is let go, and comes to rest in the end") {
  // A disk of 1 kg and 20 cm, period 20 s, let go 0.1 rad from its rest.
  const std::string disk =
      "{'tumble': 1, 'bodies': [{'shapes': [{'type': 'cylinder', 'radius': 0.2, 'height': 0.04}], 'mass': 1, 'position': [0,2,0]}],";
  World world = worldOf(
      disk + "'joints': [{'type': 'hinge', 'b': 0, 'point': [0,2,0], 'axis': [0,1,0], 'spring': {'stiffness': 0.00197392, 'rest': 0.1}}]}");
  run(world, 600);
  CHECK(std::fabs(world.joints[0].coordinate - 0.2) < 1e-3);
  run(world, 600);
  CHECK(std::fabs(world.joints[0].coordinate) < 1e-3);
  World servo = worldOf(disk +
                        "'joints': [{'type': 'hinge', 'b': 0, 'point': [0,2,0], 'axis': [0,1,0], 'servo': {'angle': 0.3, 'stiffness': 0.2, "
                        "'damping': 0.04}}]}");
  run(servo, 1200);
  CHECK(std::fabs(servo.joints[0].coordinate - 0.3) < 1e-3);
  CHECK(servo.sleepers.allAsleep);
}

TEST_CASE("what is pushed out of an overlap falls asleep outside of it, and not in mid-air") {
  for (const int rate : {30, 60, 240}) {
    for (const char* const quality : {"default", "precise"}) {
      for (const double into : {0.05, 0.2, 0.3, 0.45}) {
        CAPTURE(rate);
        CAPTURE(quality);
        CAPTURE(into);
        World world =
            worldOf("{'tumble': 1, 'stepsPerSecond': " + std::to_string(rate) + ", 'quality': '" + quality +
                    "', 'bodies': [{'type': 'static', 'size': [20,2,20], 'position': [0,-1,0]}, "
                    "{'size': [1,1,1], 'position': [0,0.5,0]}], 'commands': [{'step': " +
                    std::to_string(26 * rate / 60) + ", 'type': 'addBody', 'body': {'type': 'static', 'size': [1,2,2], 'position': [" +
                    std::to_string(1 - into) + ",1,0]}}]}");
        run(world, 4 * rate);
        const Body& box = world.bodies.bodies[1];
        CHECK(isAsleep(box));
        CHECK(box.x.x < -into + 1e-3);
        CHECK(box.x.x > -into - 0.05);
        CHECK(std::fabs(box.x.y - 0.5) < 1e-3);
      }
    }
  }
}
