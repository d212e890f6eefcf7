// Trouble while running: said in the report, contained in the body or the step it happened in.
#include "support/worlds.h"
#include "tuning.h"
#include "world/finalize_poses.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// A resting cube, a flying one, and one to be spoilt.
struct Three {
  World world = emptyWorld({0, -9.81, 0});
  BodyId resting, flying, victim;
  Three() {
    addGround(world);
    resting = addBody(world, cubeBody({0, 0.5, 0}));
    flying = addBody(world, cubeBody({20, 50, 0}));
    victim = addBody(world, cubeBody({1.2, 0.5, 0}));
    run(world, 10);
  }
};

void checkContained(Three& t) {
  step(t.world);
  CHECK((t.world.report.flags & kNonFiniteBody) != 0);
  CHECK(t.world.report.frozenBody == t.victim);
  CHECK(bodyAt(t.world, t.victim).frozen);
  run(t.world, 60);
  CHECK((t.world.report.flags & kNonFiniteBody) == 0);  // said once
  CHECK(isFinite(bodyAt(t.world, t.resting)));
  CHECK(distance(bodyAt(t.world, t.resting).x, {0, 0.5, 0}) < 1e-3);
  CHECK(bodyAt(t.world, t.flying).x.y == doctest::Approx(50 - 9.81 / 2 * std::pow(71.0 / 60, 2)).epsilon(1e-9));
  CHECK(length(bodyAt(t.world, t.victim).v) == 0);
}

}  // namespace

TEST_CASE("a velocity or spin that is not finite freezes its body where it was, and no other feels it") {
  for (const bool spin : {false, true}) {
    Three t;
    Body& victim = bodyAt(t.world, t.victim);
    const Vec3 place = victim.x;
    (spin ? victim.L.x : victim.v.y) = kNaN;
    checkContained(t);
    CHECK(isFinite(bodyAt(t.world, t.victim)));
    CHECK(distance(bodyAt(t.world, t.victim).x, place) < 0.1);
  }
}

TEST_CASE("a frozen body moves again after a new pose") {
  Three t;
  bodyAt(t.world, t.victim).v.x = kNaN;
  step(t.world);
  Command pose;
  pose.type = CommandType::pose;
  pose.body = t.victim;
  pose.position = {5, 3, 0};
  pose.orientation = Quat{};
  enqueue(t.world, pose);
  run(t.world, 200);
  CHECK_FALSE(bodyAt(t.world, t.victim).frozen);
  CHECK(bodyAt(t.world, t.victim).x.y == doctest::Approx(0.5).epsilon(1e-3));
}

TEST_CASE("a body beyond the reach of the world is frozen and reported") {
  World world = emptyWorld();
  BodyDescription d = cubeBody({kFarthest - 1, 0, 0});
  d.velocity = {600, 0, 0};
  const BodyId far = addBody(world, d);
  d = cubeBody();
  d.velocity = {kFastest * 2, 0, 0};
  const BodyId fast = addBody(world, d);
  step(world);
  CHECK((world.report.flags & kNonFiniteBody) != 0);
  CHECK(bodyAt(world, far).frozen);
  CHECK(bodyAt(world, fast).frozen);
  CHECK(bodyAt(world, fast).x.x == 0);
}

TEST_CASE("too many overlapping pairs: the step is not taken, and it says so") {
  World world = emptyWorld({0, -9.81, 0});
  addGround(world);
  for (int i = 0; i < 1000; ++i) addBody(world, cubeBody({0.0001 * i, 5, 0}));  // half a million pairs
  step(world);
  CHECK((world.report.flags & kPairOverload) != 0);
  CHECK(world.stepCount == 0);
  for (const Body& body : world.bodies.bodies) {
    if (body.type == BodyType::dynamic) CHECK(body.x.y == 5);
  }
}

TEST_CASE("the report tells the time of each stage when the host gives a clock, and nothing depends on it") {
  World timed = emptyWorld({0, -9.81, 0}), plain = timed;
  for (World* world : {&timed, &plain}) {
    addGround(*world);
    addBody(*world, cubeBody({0, 1, 0}));
  }
  static double now = 0;
  timed.clock = [] { return now += 0.25; };
  run(timed, 60);
  run(plain, 60);
  double sum = 0;
  for (const double ms : timed.report.stageMilliseconds) {
    CHECK(ms >= 0.25);
    sum += ms;
  }
  CHECK(sum > 1);
  for (const double ms : plain.report.stageMilliseconds) CHECK(ms == 0);
  CHECK(timed.bodies.bodies[1].x == plain.bodies.bodies[1].x);
}

TEST_CASE("counts of the report") {
  World world = emptyWorld({0, -9.81, 0});
  addGround(world);
  for (int i = 0; i < 3; ++i) addBody(world, cubeBody({3.0 * i, 0.5, 0}));
  addBody(world, cubeBody({0, 30, 0}));
  run(world, 5);
  CHECK(world.report.bodyCount == 5);
  CHECK(world.report.contactCount == 3);
  CHECK(contactPointCount(world) == 12);
  CHECK(world.report.pairCount == 3);
  CHECK(world.report.frozenBody == kNoBody);
}
