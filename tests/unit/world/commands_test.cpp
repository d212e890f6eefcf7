// Commands: the one road by which a running world changes.
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

Command command(CommandType type, BodyId body, std::int64_t step = 0) {
  Command c;
  c.type = type;
  c.body = body;
  c.step = step;
  return c;
}
Command impulse(BodyId body, Vec3 vector, std::int64_t step = 0) {
  Command c = command(CommandType::impulse, body, step);
  c.impulse = vector;
  return c;
}
Command velocity(BodyId body, Vec3 v, std::int64_t step = 0) {
  Command c = command(CommandType::velocity, body, step);
  c.velocity = v;
  return c;
}

}  // namespace

TEST_CASE("a command applies at the start of its step, not before and not after") {
  World world = emptyWorld();
  const BodyId id = addBody(world, cubeBody());
  enqueue(world, impulse(id, {1, 0, 0}, 5));
  run(world, 5);
  CHECK(bodyAt(world, id).v.x == 0);
  CHECK(world.report.commandCount == 0);
  run(world, 1);
  CHECK(world.report.commandCount == 1);
  CHECK(bodyAt(world, id).x.x == doctest::Approx(1.0 / 60).epsilon(1e-12));  // the whole step at the new speed
  CHECK(world.commands.empty());
}

TEST_CASE("commands come in the order of steps, and within a step in the order given") {
  World world = emptyWorld();
  const BodyId id = addBody(world, cubeBody());
  enqueue(world, velocity(id, {7, 0, 0}, 3));
  enqueue(world, velocity(id, {1, 0, 0}, 1));
  enqueue(world, impulse(id, {5, 0, 0}, 1));   // after the velocity: 6
  enqueue(world, impulse(id, {2, 0, 0}, 0));   // before it: lost
  enqueue(world, velocity(id, {8, 0, 0}, 3));  // last word of step 3
  run(world, 2);
  CHECK(bodyAt(world, id).v.x == 6);
  run(world, 2);
  CHECK(bodyAt(world, id).v.x == 8);
}

TEST_CASE("a step in the past means the next one") {
  World world = emptyWorld();
  const BodyId id = addBody(world, cubeBody());
  run(world, 10);
  enqueue(world, velocity(id, {2, 0, 0}, 10));
  enqueue(world, velocity(id, {1, 0, 0}, 3));  // given later, so it has the last word
  run(world, 1);
  CHECK(bodyAt(world, id).v.x == 1);
}

TEST_CASE("impulse, angular impulse, velocity, pose") {
  World world = emptyWorld();
  const BodyId id = addBody(world, cubeBody({}, 2));
  Command push = command(CommandType::impulse, id);
  push.impulse = {0, 0, 4};
  push.point = {0.5, 0, 0};
  enqueue(world, push);
  Command twist = command(CommandType::angularImpulse, id);
  twist.impulse = {0, 1, 0};
  enqueue(world, twist);
  run(world, 1);
  CHECK(distance(bodyAt(world, id).v, {0, 0, 2}) < 1e-15);
  CHECK(distance(bodyAt(world, id).L, {0, -2 + 1, 0}) < 1e-15);

  Command spin = command(CommandType::velocity, id);
  spin.angularVelocity = {0, 0, 3};
  enqueue(world, spin);
  run(world, 1);
  CHECK(distance(angularVelocity(bodyAt(world, id)), {0, 0, 3}) < 1e-12);
  CHECK(distance(bodyAt(world, id).v, {0, 0, 2}) < 1e-15);  // was not named

  Command pose = command(CommandType::pose, id);
  pose.position = {9, 8, 7};
  enqueue(world, pose);
  enqueue(world, velocity(id, {}));
  run(world, 1);
  CHECK(distance(bodyAt(world, id).x, {9, 8, 7}) < 1e-12);
}

TEST_CASE("a stale id is said and moves nothing, not even the body that took the slot") {
  World world = emptyWorld();
  const BodyId old = addBody(world, cubeBody());
  enqueue(world, command(CommandType::removeBody, old));
  run(world, 1);
  CHECK(findBody(world.bodies, old) == nullptr);
  const BodyId next = addBody(world, cubeBody());
  CHECK(bodyIndex(next) == bodyIndex(old));
  for (const Command& c : {impulse(old, {1, 0, 0}), velocity(old, {1, 0, 0}), command(CommandType::removeBody, old),
                           command(CommandType::drag, old), command(CommandType::force, old)}) {
    enqueue(world, c);
    run(world, 1);
    CHECK((world.report.flags & kStaleBody) != 0);
    CHECK(bodyAt(world, next).v == Vec3{});
    run(world, 1);
    CHECK(world.report.flags == 0);  // said once
  }
  CHECK(world.forces.empty());
  CHECK(world.pointerSprings.empty());
}

TEST_CASE("a body can be added by command, and its contacts work from its first step") {
  World world = emptyWorld({0, -9.81, 0});
  addGround(world);
  Command add = command(CommandType::addBody, kNoBody, 4);
  add.description = cubeBody({0, 0.5, 0});
  enqueue(world, add);
  run(world, 4);
  CHECK(world.bodies.aliveCount == 1);
  run(world, 100);
  REQUIRE(world.bodies.aliveCount == 2);
  CHECK(bodyAt(world, 1).x.y == doctest::Approx(0.5).epsilon(1e-3));
}

TEST_CASE("forces and springs go with their body") {
  World world = emptyWorld();
  const BodyId a = addBody(world, cubeBody()), b = addBody(world, cubeBody({5, 0, 0}));
  for (const BodyId id : {a, b}) {
    Command force = command(CommandType::force, id);
    force.steps = 1000;
    force.force.model = ConstantForce{{1, 0, 0}, {}};
    enqueue(world, force);
    Command drag = command(CommandType::drag, id);
    drag.drag.pointer = id;
    enqueue(world, drag);
  }
  run(world, 3);
  REQUIRE(world.forces.size() == 2);
  REQUIRE(world.pointerSprings.size() == 2);
  CHECK(removeBody(world, a));
  CHECK_FALSE(removeBody(world, a));
  REQUIRE(world.forces.size() == 1);
  CHECK(world.forces[0].body == b);
  REQUIRE(world.pointerSprings.size() == 1);
  CHECK(world.pointerSprings[0].body == b);
  run(world, 3);
  CHECK(world.report.flags == 0);
}
