// The pointer spring: follows the hand, never shakes, and lets go.
#include "forces/evaluate.h"
#include "support/worlds.h"
#include "support/worst.h"
#include "tuning.h"

using namespace tumble;
using namespace tumble::test;

namespace {

Command dragOf(BodyId body, Vec3 point, Vec3 target, std::uint32_t pointer = 0) {
  Command c;
  c.type = CommandType::drag;
  c.body = body;
  c.drag = {pointer, point, target};
  return c;
}
Command release(std::uint32_t pointer = 0) {
  Command c;
  c.type = CommandType::release;
  c.drag.pointer = pointer;
  return c;
}

}  // namespace

TEST_CASE("a held point comes to the pointer without swinging past it") {
  World world = emptyWorld();
  const BodyId id = addBody(world, cubeBody());
  enqueue(world, dragOf(id, {0, 0, 0}, {1, 0, 0}));
  double farthest = 0;
  for (int i = 0; i < 120; ++i) {
    step(world);
    farthest = worseOf(farthest, bodyAt(world, id).x.x);
  }
  CHECK(bodyAt(world, id).x.x == doctest::Approx(1).epsilon(1e-4));
  CHECK(farthest < 1.01);  // critically damped
}

TEST_CASE("a body held at a corner hangs below the hand and comes to rest") {
  World world = emptyWorld({0, -9.81, 0});
  const BodyId id = addBody(world, cubeBody());
  enqueue(world, dragOf(id, {0.5, 0.5, 0.5}, {0, 3, 0}));
  run(world, 1200);
  const Body& body = bodyAt(world, id);
  const Vec3 held = worldPoint(body, {0.5, 0.5, 0.5});
  CHECK(distance(held, {0, 3, 0}) < 0.05);
  CHECK(length(body.v) < 0.02);
  CHECK(distance(held - body.x, {0, std::sqrt(0.75), 0}) < 0.01);  // straight below
}

TEST_CASE("a thin rod held at its end is stable, whatever its direction and size") {
  // The effective mass at the end of a rod is a quarter of its mass across and all of it along: a spring for the wrong one
  // pumps energy in until the rod whirls.
  for (const Vec3 size : {Vec3{0.02, 2, 0.02}, Vec3{4, 0.01, 0.01}, Vec3{0.1, 0.001, 0.1}}) {
    World world = emptyWorld();
    BodyDescription d = boxBody(size, {0, 1, 0}, 0.5);
    const BodyId id = addBody(world, d);
    const Vec3 corner = size * 0.5;
    const Vec3 target = d.position + corner + Vec3{0.3, 0.2, -0.4};
    enqueue(world, dragOf(id, d.position + corner, target));
    double fastest = 0;
    for (int i = 0; i < 900; ++i) {
      step(world);
      fastest = worseOf(fastest, length(bodyAt(world, id).v));
    }
    CAPTURE(size.y);
    const Body& body = bodyAt(world, id);
    CHECK(fastest < 10);
    CHECK(length(body.v) < 1);
    CHECK(distance(worldPoint(body, corner), target) < 0.5);
    CHECK(world.report.flags == 0);
  }
}

TEST_CASE("a far pointer pulls no harder than one at kPointerStretch") {
  const Body body = bodyFrom(cubeBody());
  PointerSpring near{0, 0, {0, 0, 0}, {kPointerStretch, 0, 0}}, far{0, 0, {0, 0, 0}, {1e5, 0, 0}};
  const Wrench a = wrenchOf(pointerForces(near, body).spring, body), b = wrenchOf(pointerForces(far, body).spring, body);
  CHECK(a.force.x > 0);
  CHECK(b.force.x == doctest::Approx(a.force.x).epsilon(1e-12));
}

TEST_CASE("the held point stays the same point of the body while the target moves") {
  World world = emptyWorld();
  const BodyId id = addBody(world, cubeBody());
  enqueue(world, dragOf(id, {0.5, 0, 0}, {0.5, 1, 0}));
  run(world, 10);
  const Vec3 held = world.pointerSprings[0].point;
  // A moving drag names another world point: it is the target alone that counts.
  enqueue(world, dragOf(id, {9, 9, 9}, {2, 2, 0}));
  run(world, 1);
  REQUIRE(world.pointerSprings.size() == 1);
  CHECK(world.pointerSprings[0].point == held);
  CHECK(world.pointerSprings[0].target == Vec3{2, 2, 0});
}

TEST_CASE("release lets go of what this pointer holds, and of nothing else") {
  World world = emptyWorld();
  const BodyId a = addBody(world, cubeBody()), b = addBody(world, cubeBody({5, 0, 0}));
  enqueue(world, dragOf(a, {0, 0, 0}, {0, 2, 0}, 0));
  enqueue(world, dragOf(b, {5, 0, 0}, {5, 2, 0}, 1));
  run(world, 5);
  enqueue(world, release(0));
  run(world, 1);
  REQUIRE(world.pointerSprings.size() == 1);
  CHECK(world.pointerSprings[0].body == b);
  const Vec3 v = bodyAt(world, a).v;
  run(world, 60);
  CHECK(bodyAt(world, a).v == v);  // free from now on
  CHECK(distance(bodyAt(world, b).x, {5, 2, 0}) < 0.01);
}

TEST_CASE("one pointer holds one body: taking another lets the first go; a static body is not taken") {
  World world = emptyWorld();
  const BodyId a = addBody(world, cubeBody()), b = addBody(world, cubeBody({5, 0, 0}));
  const BodyId ground = addGround(world);
  enqueue(world, dragOf(a, {0, 0, 0}, {0, 1, 0}));
  enqueue(world, dragOf(b, {5, 0, 0}, {5, 1, 0}));
  enqueue(world, dragOf(ground, {0, 0, 0}, {5, 1, 0}, 3));
  run(world, 1);
  REQUIRE(world.pointerSprings.size() == 1);
  CHECK(world.pointerSprings[0].body == b);
}
