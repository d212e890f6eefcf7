// No step may take longer than told: what would is refused where it is read, done in another way, or stopped by a count.
#include <limits>

#include "contacts/impacts/impact_law.h"
#include "motion/exact_rotation.h"
#include "replay/check_world.h"
#include "replay/state_fields.h"
#include "replay/state_hash.h"
#include "scene/revision.h"
#include "support/worlds.h"
#include "tuning.h"

using namespace tumble;
using namespace tumble::test;

namespace {

bool isFiniteState(World& world) {
  Archive archive = Archive::hashing();
  visitState(archive, world);
  return archive.succeeded();
}

std::string repeated(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += (i ? "," : "") + text;
  return all;
}

}  // namespace

TEST_CASE("a push with a lever of kilometres is left out, or its body stopped, and told, and no NaN comes of it") {
  for (const auto& [impulse, told] : {std::pair{"1", kSpinTooFast}, std::pair{"100", kPushTooStrong}}) {
    World world = worldOf(
        std::string("{'tumble':1,'gravity':[0,0,0],'bodies':[{'size':[1,0.003,1],'angularVelocity':[0,1,10],'motion':'semiImplicitEuler'},"
                    "{'size':[1,1,1],'position':[3,0,0]}],'commands':[{'type':'impulse','step':2,'body':0,'impulse':[") +
        impulse +
        ",0,0],'point':[0,-6000,0]},{'type':'pose','step':58,'body':0,'position':[0,0,0]},"
        "{'type':'velocity','step':60,'body':1,'velocity':[-2,0,0]}]}");
    std::uint32_t flags = 0;
    for (int step = 0; step < 120; ++step) {
      flags |= tumble::step(world).flags;
      CHECK(isFiniteState(world));
      CHECK(contradictionIn(world) == "");
    }
    CHECK(flags == told);
  }
}

TEST_CASE("whatever is not finite, not unit or too fast is cleaned, frozen and told") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  struct Harm {
    void (*to)(Body& body, double nan);
    std::uint32_t flag;
  };
  const Harm harms[] = {
      {[](Body& b, double) { b.q = {0, 0, 0, 0}; }, kNonFiniteBody}, {[](Body& b, double) { b.q.w *= 1.001; }, kNonFiniteBody},
      {[](Body& b, double n) { b.q.x = n; }, kNonFiniteBody},        {[](Body& b, double n) { b.L.y = n; }, kNonFiniteBody},
      {[](Body& b, double) { b.L = {1e200, 0, 0}; }, kSpinTooFast},  {[](Body& b, double) { b.L = {0, 1e7, 0}; }, kSpinTooFast},
      {[](Body& b, double) { b.v = {0, 1e9, 0}; }, kNonFiniteBody},  {[](Body& b, double n) { b.matrix.cx.x = n; }, 0}};
  for (const Harm& harm : harms) {
    for (const MotionScheme scheme : {MotionScheme::automatic, MotionScheme::rungeKutta4, MotionScheme::exact}) {
      World world = emptyWorld({0, -9.81, 0});
      addGround(world);
      BodyDescription d = cubeBody({0, 0.5, 0});
      d.motion = scheme;
      const BodyId victim = addBody(world, d), neighbour = addBody(world, cubeBody({0, 1.5, 0}));
      run(world, 5);
      harm.to(bodyAt(world, victim), nan);
      step(world);
      CHECK((world.report.flags & (kNonFiniteBody | kSpinTooFast)) == harm.flag);
      if (harm.flag) CHECK(isFiniteState(world));
      run(world, 20);
      CHECK(!bodyAt(world, neighbour).frozen);
      if (harm.flag) CHECK(contradictionIn(world) == "");
    }
  }
}

TEST_CASE("a matrix that grows stops at the bound of spin: no box becomes infinite") {
  World world = worldOf(
      "{'tumble':1,'gravity':[0,0,0],'stepsPerSecond':10,'bodies':[{'size':[1,1,2],'motion':'explicitEuler','angularVelocity':[20,30,9]},"
      "{'size':[1,1,1],'position':[3,0,0]}]}");
  std::uint32_t flags = 0;
  for (int i = 0; i < 300; ++i) {
    flags |= step(world).flags;
    CHECK(isFiniteState(world));
  }
  CHECK((flags & kSpinTooFast) != 0);
  CHECK(contradictionIn(world) == "");
}

TEST_CASE("fields on all bodies take memory by the bodies, and pull as their sum") {
  World world = worldOf(
      "{'tumble':1,'gravity':[0,0,0],'collisions':false,'bodies':[{'size':[1,1,1],'arrangement':{'type':'stack','count':50,'spacing':2}}],'"
      "forces':[" +
      repeated("{'type':'field','acceleration':[0.001,0,0]}", 1000) + "]}");
  run(world, 60);
  CHECK(world.activeForces.size() == 50);
  CHECK(bodyAt(world, 7).v.x == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("explosions, triangles and exact bodies have bounds with sentences") {
  const std::string grid = "'arrangement':{'type':'grid','count':[2000,1,1],'spacing':[2,2,2]}";
  const std::string blast = "{'type':'explosion','step':3,'position':[0,0,0],'impulse':1,'radius':5}";
  CHECK(problemOf(json("{'tumble':1,'bodies':[{'size':[1,1,1]," + grid + "}],'commands':[" + repeated(blast, 600) + "]}")) ==
        "commands[500]: 501 explosions in one step, with 2000 shapes to meet, are more work than 1000000");
  CHECK(problemOf(json("{'tumble':1,'bodies':[{'size':[1,1,1]}],'commands':[" + repeated(blast, 1100) + "]}")) ==
        "commands[1000]: 1001 explosions in one step are more than 1000");
  CHECK(problemOf(json("{'tumble':1,'motion':'exact','bodies':[{'size':[1,1,1],'arrangement':{'type':'grid','count':[6,1000,1],'spacing':["
                       "2,2,2]}}]}")) == "bodies: 6000 bodies that move by \"exact\" are more than 5000");
  CHECK(problemOf(json("{'tumble':1,'bodies':[{'shapes':[" + repeated("{'type':'box','size':[1,1,1]}", 64) +
                       "],'arrangement':{'type':'stack','count':14,'spacing':0}}]}")) ==
        "bodies: more than 14480 pairs overlap at the start, place the bodies farther apart");
}

TEST_CASE("compounds that come into each other stop the world at its last good state, and it goes on when they are gone") {
  World world = emptyWorld();
  BodyDescription d = cubeBody();
  d.shapes.assign(64, d.shapes[0]);
  List<BodyId> ids;
  for (int i = 0; i < 14; ++i) ids.push_back(addBody(world, d));
  const std::int64_t before = world.stepCount;
  for (int i = 0; i < 3; ++i) {
    CHECK(step(world).flags == kWorkOverload);
    CHECK(world.stepCount == before);
    CHECK(bodyAt(world, ids[3]).x == Vec3{});
    CHECK(contradictionIn(world) == "");
  }
  CHECK(removeBodies(world, std::span(ids.data(), 10)) == 0);
  CHECK(step(world).flags == 0);
  CHECK(world.stepCount == before + 1);
}

TEST_CASE("bodies that are removed at once leave what bodies leave that are removed one after the other") {
  const auto pile = [] {
    World world = emptyWorld(Quality::standard, 60);
    world.settings.sleeping = true;
    addGround(world);
    for (int i = 0; i < 30; ++i) addBody(world, cubeBody({1.001 * (i % 5), 0.5 + i / 5, 0}));
    run(world, 120);
    return world;
  };
  World one = pile(), other = pile();
  List<BodyId> ids{3, 9, 17, 4, 30};
  for (const BodyId id : ids) CHECK(removeBody(one, id));
  CHECK(removeBodies(other, ids) == 0);
  CHECK(removeBodies(other, ids) == ids.size());
  for (int i = 0; i < 60; ++i) {
    CHECK(stateHash(one) == stateHash(other));
    step(one), step(other);
  }
}

TEST_CASE("revisions give the slots of their bodies back, under other ids") {
  const auto scene = [](int count) {
    return json("{'tumble':1,'bodies':[{'size':[1,1,1],'arrangement':{'type':'stack','count':" + std::to_string(count) +
                ",'spacing':2}}]}");
  };
  World world = worldOf(scene(100));
  const BodyMatch none[] = {{-1, 0}};
  for (int i = 0; i < 40; ++i) {
    const BodyId old = idOf(world.bodies, 5);
    REQUIRE(reviseScene(scene(100), none, world) == "");
    CHECK(world.bodies.bodies.size() == 100);
    CHECK(findBody(world.bodies, old) == nullptr);
    CHECK(contradictionIn(world) == "");
  }
}

TEST_CASE("the geometry of what is gone goes") {
  World world = worldOf(
      "{'tumble':1,'bodies':[{'shapes':[{'type':'hull','collides':false,'vertices':[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}]},"
      "{'shapes':[{'type':'hull','collides':false,'vertices':[[0,0,0],[2,0,0],[0,1,0],[0,0,1]]}]}]}");
  CHECK(world.geometries.size() == 2);
  removeBody(world, 0);
  CHECK(world.geometries[0].vertices.empty());
  CHECK(world.geometries[1].vertices.size() == 4);
  removeBody(world, 1);
  CHECK(world.geometries.empty());
}

TEST_CASE("the exact rotation over very many periods is that of its parts") {
  for (const Vec3 moments : {Vec3{1, 2, 2.5}, Vec3{0.1, 2, 2.05}, Vec3{3, 2.9, 1}}) {
    const Vec3 L{300, 200, -100};
    const Quat start = normalized(Quat{0.1, 0.2, -0.3, 0.9});
    Quat q = start;
    for (int i = 0; i < 1000; ++i) q = exactRotation(q, L, moments, 0.001);
    CHECK(angleBetween(q, exactRotation(start, L, moments, 1)) < 1e-8);
  }
}

TEST_CASE("commands that wait may come in any order, and many") {
  World world = emptyWorld();
  const BodyId id = addBody(world, cubeBody());
  for (int i = 0; i < 20000; ++i) {
    Command command;
    command.type = CommandType::velocity;
    command.body = id;
    command.step = i % 2 ? i : 20000 - i;
    command.velocity = Vec3{};
    enqueue(world, command);
  }
  CHECK(std::is_sorted(world.commands.begin(), world.commands.end(), [](const Command& a, const Command& b) { return a.step < b.step; }));
}

TEST_CASE("20,000 springs between two bodies are solved as far as the budget goes, and told") {
  const auto coupled = [](int springs, int stepsPerSecond, int stiffness) {
    std::string forces;
    for (int i = 0; i < springs; ++i) {
      const auto place = [&](int k) { return std::to_string(0.001 * ((i * 7919 + k * 104729) % 1000) - 0.5); };
      forces += std::string(i ? "," : "") + "{'type':'spring','body':0,'other':1,'point':[" + place(1) + "," + place(2) + "," + place(3) +
                "],'otherPoint':[" + place(4) + "," + place(5) + "," + place(6) + "],'stiffness':" + std::to_string(stiffness) +
                ",'damping':1,'restLength':2}";
    }
    return worldOf("{'tumble':1,'stepsPerSecond':" + std::to_string(stepsPerSecond) +
                   ",'gravity':[0,0,0],'bodies':[{'size':[1,1,1]},{'size':[1,1,1],'position':[3,0,0]}],'forces':[" + forces + "]}");
  };
  for (const int rate : {10, 60}) {
    World world = coupled(20000, rate, 1000000);
    for (int i = 0; i < 5; ++i) {
      CHECK(step(world).flags == kSpringsRough);
      CHECK(world.contactSolver.preset.substeps * kTicksPerStep / world.part.ticks * 20000 <= static_cast<int>(kForceSteps));
      CHECK(isFiniteState(world));
    }
    const Body &a = bodyAt(world, 0), &b = bodyAt(world, 1);
    CHECK(length(a.v + b.v) < 1e-6 * length(a.v));
  }
  World few = coupled(500, 60, 10);
  for (int i = 0; i < 5; ++i) CHECK(step(few).flags == 0);
}

TEST_CASE("hundreds of compounds of 64 boxes, flush or close, stop before the step; some of them go on") {
  const auto lattice = [](int side, double gap) {
    std::string shapes;
    for (int i = 0; i < 64; ++i) {
      const auto place = [&](int k) { return std::to_string(0.25 * k - 0.375); };
      shapes += std::string(i ? "," : "") + "{'type':'box','size':[" + repeated(std::to_string(0.25 - gap), 3) + "],'position':[" +
                place(i % 4) + "," + place(i / 4 % 4) + "," + place(i / 16) + "]}";
    }
    const std::string count = std::to_string(side), spacing = std::to_string(1 - gap);
    return worldOf("{'tumble':1,'gravity':[0,0,0],'bodies':[{'shapes':[" + shapes + "],'arrangement':{'type':'grid','count':[" + count +
                   ",1," + count + "],'spacing':[" + repeated(spacing, 3) + "]}}]}");
  };
  for (const double gap : {0.0, 0.02}) {
    World world = lattice(24, gap);
    CHECK(step(world).flags == kWorkOverload);
    CHECK(world.stepCount == 0);
    CHECK(world.contactCache.flushSolids.checks < kSeamChecks + 1000);
    CHECK(contradictionIn(world) == "");
    World few = lattice(6, gap);
    CHECK(step(few).flags == 0);
    CHECK(few.stepCount == 1);
  }
}

TEST_CASE("elastic sticks with friction in which a static box appears: impacts take no more than their budget, and it is told") {
  World world = worldOf(
      "{'tumble': 1, 'bodies': [{'type': 'static', 'size': [40, 2, 40], 'position': [0, -1, 0], 'friction': 0.1, 'restitution': 1},"
      "{'size': [0.002, 0.06, 0.002], 'mass': 0.1, 'friction': 0.1, 'restitution': 1, 'position': [-0.0314, 0.0699, -0.0301]},"
      "{'shapes': [{'type': 'box', 'size': [0.03, 0.006, 0.006]}, {'type': 'box', 'size': [0.006, 0.03, 0.006]}],"
      " 'friction': 0.1, 'restitution': 1, 'position': [0.0309, 0.14, -0.0337]},"
      "{'size': [0.002, 0.09, 0.002], 'friction': 0.1, 'restitution': 1, 'position': [0.0211, 0.0457, 0.0373],"
      " 'orientation': {'axis': [0, 0, 1], 'angleDegrees': 60}},"
      "{'size': [0.06, 0.002, 0.002], 'friction': 0.1, 'restitution': 1, 'position': [-0.0375, 0.124, 0.03]}],"
      "'commands': [{'type': 'addBody', 'step': 3, 'body': {'type': 'static', 'size': [1, 1, 1], 'position': [-0.1, 0.5, 0], "
      "'restitution': 1}}]}");
  constexpr int kMostOfOneImpact = 1 + 2 * kImpactSweeps * kMostImpactPoints;
  int least = kImpactWorkOfStep, most = 0;
  for (int i = 0; i < 60; ++i) {
    const std::uint32_t flags = step(world).flags;
    CHECK((flags == kImpactsRough) == (world.contactSolver.impactWorkLeft < 0));
    least = std::min(least, world.contactSolver.impactWorkLeft);
    most = std::max(most, world.contactSolver.impactWorkLeft);
    CHECK(isFiniteState(world));
  }
  CHECK(least < 0);
  CHECK(least >= -kMostOfOneImpact);
  CHECK(most < 70000);  // of the work of a step of 1,000 bodies
}
