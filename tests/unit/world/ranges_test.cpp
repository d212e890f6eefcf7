// The whole range of what a scene may say: sizes of a millimetre and of a kilometre, mass ratios of a thousand, places ten
// kilometres away, bodies put into each other. Everything stays finite, comes to rest where it should, and nothing bursts.
#include <algorithm>
#include <initializer_list>

#include "support/slow_build.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

BodyId addFloor(World& world, double top, Vec3 at = {}) {
  BodyDescription d = boxBody({1000, 10, 1000}, {at.x, top - 5, at.z});
  d.type = BodyType::fixed;
  return addBody(world, d);
}

BodyDescription denseBox(Vec3 size, Vec3 position, double density = 1000) {
  return boxBody(size, position, density * size.x * size.y * size.z);
}

double fastest(const World& world) {
  double most = 0;
  for (const Body& body : world.bodies.bodies) most = worseOf(most, length(body.v));
  return most;
}

bool allFinite(const World& world) {
  for (const Body& body : world.bodies.bodies) {
    if (!isFinite(body) || body.frozen) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("a stack of three cubes of each size falls by a tenth of its size and stands") {
  for (const double size : {1e-3, 1e-2, 0.1, 1.0, 10.0, 100.0, 300.0}) {
    World world = emptyWorld({0, -9.81, 0});
    addFloor(world, 0);
    for (int i = 0; i < 3; ++i) addBody(world, denseBox({size, size, size}, {0, size * (0.6 + 1.1 * i), 0}));
    run(world, 60 + static_cast<int>(300 * std::sqrt(size / 9.81)));
    for (int i = 0; i < 3; ++i) {
      const Body& body = world.bodies.bodies[static_cast<std::size_t>(i) + 1];
      const Vec3 place{0, size * (0.5 + i), 0};
      const double most = std::max(0.01 * size, (i + 1) * static_cast<double>(kTouching));  // surfaces so close touch
      CHECK_MESSAGE(distance(body.x, place) < most, size, " m, cube ", i, ": off by ", distance(body.x, place) / size, " sizes");
      CHECK_MESSAGE(length(body.v) < 0.01 * std::sqrt(9.81 * size), size, " m, cube ", i, ": ", length(body.v), " m/s");
    }
    CHECK(allFinite(world));
  }
}

TEST_CASE("a cube of a millimetre on a cube of a kilometre") {
  World world = emptyWorld({0, -9.81, 0});
  BodyDescription ground = denseBox({1000, 1000, 1000}, {0, -500, 0});
  ground.type = BodyType::fixed;
  addBody(world, ground);
  const BodyId id = addBody(world, denseBox({1e-3, 1e-3, 1e-3}, {400.123, 1e-3, -321.5}));
  run(world, 120);
  CHECK(distance(bodyAt(world, id).x, {400.123, 5e-4, -321.5}) < 2.1e-5);  // kRigidSlop is left alone
  CHECK(length(bodyAt(world, id).v) < 1e-4);
}

TEST_CASE("a plate of a millimetre and a rod of a hundred metres lie still") {
  World world = emptyWorld({0, -9.81, 0});
  addFloor(world, 0);
  const BodyId plate = addBody(world, denseBox({5, 1e-3, 5}, {0, 0.01, 0}));
  const BodyId rod = addBody(world, denseBox({100, 0.05, 0.05}, {0, 0.1, 20}));
  run(world, 240);
  CHECK(std::fabs(bodyAt(world, plate).x.y - 5e-4) < 1e-4);
  CHECK(std::fabs(bodyAt(world, rod).x.y - 0.025) < 1e-3);
  CHECK(fastest(world) < 1e-3);
}

TEST_CASE("mass ratios to a thousand, heavy on light and light on heavy: the pair stands") {
  for (const double ratio : {10.0, 100.0, 1000.0}) {
    for (const bool heavyOnTop : {true, false}) {
      World world = emptyWorld({0, -9.81, 0});
      addFloor(world, 0);
      addBody(world, denseBox({1, 1, 1}, {0, 0.5, 0}, heavyOnTop ? 1000 : 1000 * ratio));
      const BodyId top = addBody(world, denseBox({1, 1, 1}, {0, 1.5, 0}, heavyOnTop ? 1000 * ratio : 1000));
      run(world, 600);
      CHECK_MESSAGE(distance(bodyAt(world, top).x, {0, 1.5, 0}) < 1e-3, ratio, heavyOnTop ? " heavy on top" : " light on top");
      CHECK(fastest(world) < 1e-3);
    }
  }
}

TEST_CASE("a thousand tonnes on three bricks of one: the stack stands") {
  World world = emptyWorld({0, -9.81, 0});
  addFloor(world, 0);
  for (int i = 0; i < 3; ++i) addBody(world, denseBox({1, 1, 1}, {0, 0.5 + i, 0}));
  const BodyId top = addBody(world, denseBox({1, 1, 1}, {0, 3.5, 0}, 1e6));
  run(world, 150);
  CHECK(distance(bodyAt(world, top).x, {0, 3.5, 0}) < 0.02);
  CHECK(allFinite(world));
}

TEST_CASE("ten kilometres away a stack stands as it does at the origin") {
  for (const Vec3 at : {Vec3{}, Vec3{1e4, 0, 0}, Vec3{-1e4, 9e3, 1e4}}) {
    World world = emptyWorld({0, -9.81, 0});
    addFloor(world, at.y, at);
    for (int i = 0; i < 10; ++i) addBody(world, cubeBody(at + Vec3{0, 0.5 + i, 0}, 1000));
    run(world, 600);
    const Body& top = world.bodies.bodies[10];
    CHECK_MESSAGE(distance(top.x, at + Vec3{0, 9.5, 0}) < 1e-3, at.x, ": ", distance(top.x, at + Vec3{0, 9.5, 0}));
    CHECK(fastest(world) < 1e-3);
  }
}

TEST_CASE("ten kilometres away an oblique impact keeps energy and momentum as at the origin") {
  for (const Vec3 at : {Vec3{}, Vec3{1e4, -1e4, 1e4}}) {
    World world = emptyWorld();
    BodyDescription a = cubeBody(at), b = cubeBody(at + Vec3{2, 0.3, 0.2});
    a.velocity = {5, 0, 0};
    a.orientation = normalized(Quat{0.1, 0.2, 0.3, 1});
    for (BodyDescription* d : {&a, &b}) d->shapes[0].restitution = 1, d->shapes[0].friction = 0;
    addBody(world, a), addBody(world, b);
    const Measures before = measure(world);
    run(world, 60);
    const Measures after = measure(world);
    CHECK(length(world.bodies.bodies[1].v) > 1);
    const double energyBefore = before.energy.linear + before.energy.rotational;
    CHECK(std::fabs(after.energy.linear + after.energy.rotational - energyBefore) < 1e-4 * energyBefore);
    CHECK(distance(after.momentum, before.momentum) < 1e-5);
  }
}

TEST_CASE("bodies put into each other part slowly and come to rest apart" * leftToFastBuilds()) {
  for (const double share : {0.2, 0.5, 0.9, 1.0}) {
    World world = emptyWorld({0, -9.81, 0});
    addFloor(world, 0);
    for (int i = 0; i < 8; ++i) {
      const Vec3 corner{static_cast<double>(i & 1), static_cast<double>(i >> 1 & 1), static_cast<double>(i >> 2)};
      addBody(world, cubeBody(Vec3{0, 0.5, 0} + corner * (1 - share), 1000));
    }
    double most = 0;
    for (int i = 0; i < 600; ++i) {
      step(world);
      most = worseOf(most, fastest(world));
    }
    CHECK_MESSAGE(most < 10, "overlap ", share, ": ", most, " m/s");
    CHECK(fastest(world) < 0.05);
    CHECK(allFinite(world));
    for (const Manifold& m : world.contacts.pool) {
      for (int i = 0; i < m.count; ++i) CHECK(m.points[i].separation > -0.01f);
    }
  }
}

TEST_CASE("a cube sunk into the ground comes out without a leap") {
  for (const double depth : {0.1, 0.4, 0.5, 0.9}) {
    World world = emptyWorld({0, -9.81, 0});
    addGround(world);
    const BodyId id = addBody(world, cubeBody({0, 0.5 - depth, 0}, 1000));
    double highest = 0;
    for (int i = 0; i < 300; ++i) {
      step(world);
      highest = worseOf(highest, bodyAt(world, id).x.y);
    }
    CHECK_MESSAGE(highest < 1.0, depth, ": ", highest);
    CHECK(std::fabs(bodyAt(world, id).x.y - 0.5) < 1e-3);
  }
}

TEST_CASE("bodies at one point: a thousand are refused and stay, eight part gently, sixty-four without leaving") {
  World world = emptyWorld({0, -9.81, 0});
  addFloor(world, -20);
  for (int i = 0; i < 1000; ++i) addBody(world, cubeBody({0, 0, 0}, 1000));
  for (int i = 0; i < 5; ++i) {
    step(world);
    CHECK((world.report.flags & kPairOverload) != 0);
  }
  CHECK(world.bodies.bodies[7].x == Vec3{});

  // A row of n bodies that each pair pushes apart at kPushOutSpeed opens at n times that at its ends.
  for (const int count : {2, 8, 27, 64}) {
    World some = emptyWorld();
    for (int i = 0; i < count; ++i) addBody(some, cubeBody({0, 0, 0}, 1000));
    double most = 0;
    for (int i = 0; i < 200; ++i) {
      step(some);
      most = worseOf(most, fastest(some));
    }
    CHECK(some.report.flags == 0);
    CHECK(allFinite(some));
    CHECK(length(measure(some).momentum) < 1e-3 * 1000 * count);
    CHECK_MESSAGE(most < 0.5 * 3.0 * count, count, ": ", most, " m/s");
  }
}

TEST_CASE("the fastest and the farthest that a scene may say") {
  World world = emptyWorld({0, -9.81, 0});
  for (int i = 0; i < 8; ++i) {
    BodyDescription d = cubeBody({1e4 * (i & 1 ? 1 : -1), 1e4 * (i & 2 ? 1 : -1), 1e4 * (i & 4 ? 1 : -1)});
    d.velocity = {1000, -1000, 1000};
    d.angularVelocity = {1000, -1000, 1000};
    addBody(world, d);
  }
  run(world, 300);
  CHECK(allFinite(world));
  CHECK(std::fabs(length(angularVelocity(world.bodies.bodies[0])) - 1000 * std::sqrt(3.0)) < 1e-6);
}

TEST_CASE("what turns so slowly that its angular velocity has no direction in numbers stands still: kinematic, dynamic, beside others") {
  for (const double rate : {1e-140, 1e-155, 3e-162, 5e-324}) {
    for (const BodyType type : {BodyType::kinematic, BodyType::dynamic}) {
      for (const auto scheme : {MotionScheme::automatic, MotionScheme::exact, MotionScheme::splitting2}) {
        World world = emptyWorld();
        BodyDescription d = boxBody({1, 2, 3}, {}, 4);
        d.type = type;
        d.motion = scheme;
        d.angularVelocity = {rate, -0.7 * rate, 0.3 * rate};
        d.continuous = true;
        const BodyId id = addBody(world, d);
        addBody(world, boxBody({1, 1, 1}, {1.6, 0, 0}, 1));
        run(world, 10);
        CAPTURE(rate);
        const Quat q = bodyAt(world, id).q;
        CHECK(dot(q, q) == doctest::Approx(1).epsilon(1e-14));
        CHECK(q.w == doctest::Approx(1).epsilon(1e-14));
      }
    }
  }
}
