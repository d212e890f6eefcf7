// Numbers that are not finite, and what they must not do to the others.
#include <limits>

#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

TEST_CASE("a speed that is not finite freezes its body and harms no neighbour") {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e300}) {
    World world = emptyWorld({0, -9.81, 0});
    addGround(world);
    const BodyId resting = addBody(world, cubeBody({0, 0.5, 0})), victim = addBody(world, cubeBody({1.2, 0.5, 0}));
    run(world, 10);
    bodyAt(world, victim).v.y = bad;
    step(world);
    CHECK((world.report.flags & kNonFiniteBody) != 0);
    CHECK(bodyAt(world, victim).frozen);
    run(world, 60);
    CHECK(bodyAt(world, resting).x.y == doctest::Approx(0.5).epsilon(1e-3));
  }
}

TEST_CASE("a body goes back to its last good pose when its pose is not finite") {
  World world = emptyWorld();
  const BodyId id = addBody(world, cubeBody({1, 2, 3}));
  run(world, 3);
  bodyAt(world, id).x.x = std::numeric_limits<double>::quiet_NaN();
  step(world);
  CHECK(bodyAt(world, id).frozen);
  CHECK(distance(bodyAt(world, id).x, {1, 2, 3}) < 1e-12);
}

TEST_CASE("a frozen body still carries what stands on it") {
  World world = emptyWorld({0, -9.81, 0});
  addGround(world);
  const BodyId below = addBody(world, cubeBody({0, 0.5, 0})), above = addBody(world, cubeBody({0, 1.5, 0}));
  run(world, 20);
  bodyAt(world, below).v.x = std::numeric_limits<double>::quiet_NaN();
  run(world, 120);
  CHECK(bodyAt(world, above).x.y > 1.4);
}

TEST_CASE("a body that freezes beside its reference pose does not push its neighbour") {
  World world = emptyWorld();
  const BodyId victim = addBody(world, cubeBody({0, 0.5, 0})), neighbour = addBody(world, cubeBody({0, 1.5, 0}));
  run(world, 2);
  const double aside = 0.0009;  // less than kRecycleDistance: the contact stays as it was made
  for (const BodyId id : {victim, neighbour}) bodyAt(world, id).x.y -= aside;
  run(world, 2);
  bodyAt(world, victim).v.x = std::numeric_limits<double>::quiet_NaN();
  run(world, 30);
  CHECK(bodyAt(world, victim).frozen);
  CHECK(bodyAt(world, neighbour).x.y == doctest::Approx(1.5 - aside).epsilon(1e-5));
}

TEST_CASE("an id never names another body, however often a slot is used") {
  BodyStore store;
  const BodyId first = createBody(store, cubeBody());
  destroyBody(store, first);
  for (int i = 0; i < 5000; ++i) {
    const BodyId id = createBody(store, cubeBody());
    REQUIRE(id != first);
    destroyBody(store, id);
  }
}

TEST_CASE("drag stops a light body and a stiff spring does not throw it") {
  World world = emptyWorld();
  BodyDescription d = boxBody({0.05, 0.05, 0.05}, {}, 0.125);
  d.angularVelocity = {10, 0, 0};
  const Force drag = forceOn(addBody(world, d), Drag{0, 0.1});
  world.forces.push_back(drag);
  run(world, 60);
  CHECK(length(angularVelocity(bodyAt(world, drag.body))) < 1e-6);  // 10 e^(-c t / I) with c/I = 1920 1/s

  World sprung = emptyWorld();
  Spring spring;
  spring.stiffness = 1e6;
  const BodyId swinging = addBody(sprung, cubeBody({0.1, 0, 0}));
  sprung.forces.push_back(forceOn(swinging, spring));
  double farthest = 0;
  for (int i = 0; i < 120; ++i) {
    step(sprung);
    farthest = worseOf(farthest, length(bodyAt(sprung, swinging).x));
  }
  CHECK(farthest < 0.101);
}

TEST_CASE("the pointer holds a thin rod by its end") {
  World world = emptyWorld({0, -9.81, 0});
  const BodyId id = addBody(world, boxBody({0.02, 2, 0.02}, {0, 1, 0}, 0.5));
  Command hold;
  hold.type = CommandType::drag;
  hold.body = id;
  hold.drag.point = hold.drag.target = {0, 2, 0};
  enqueue(world, hold);
  run(world, 120);
  CHECK(bodyAt(world, id).x.y > 0.9);
}
