// What stays when bodies that nothing else acts on meet, lie, slide and roll on each other; and what a bounce gives back.
#include "math/trigonometry.h"
#include "support/random.h"
#include "support/slow_build.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

BodyDescription brick(Random& r, double x, double speed, double friction, double restitution) {
  BodyDescription d = boxBody({r.number(0.4, 1.1), r.number(0.4, 1.1), r.number(0.4, 1.1)}, {x, r.number(-0.2, 0.2), r.number(-0.2, 0.2)},
                              r.number(0.5, 4));
  d.velocity = {speed, 0.1, -0.2};
  d.angularVelocity = r.vector(3);
  d.orientation = r.rotation();
  d.shapes[0].friction = friction;
  d.shapes[0].restitution = restitution;
  return d;
}

/// A brick of 2 x 1 x 0.6 m that bounces, without friction, and tumbles.
World tumblingBrick(Quality quality, int stepsPerSecond) {
  World world = emptyWorld({0, -9.81, 0});
  world.settings.quality = quality;
  world.settings.stepsPerSecond = stepsPerSecond;
  addGround(world, 0, 1);
  BodyDescription d = boxBody({2, 1, 0.6}, {0, 2.5, 0});
  d.shapes[0].friction = 0;
  d.shapes[0].restitution = 1;
  d.orientation = normalized(Quat{0.1, 0.2, 0.3, 1});
  d.angularVelocity = {1, 2, 3};
  addBody(world, d);
  return world;
}

}  // namespace

TEST_CASE("momentum and angular momentum of two bodies stay, whatever the restitution and the friction, the preset and the step") {
  Random r(5);
  int met = 0;
  double worstLinear = 0, worstAngular = 0;
  for (int i = 0; i < 48; ++i) {
    World world = emptyWorld();
    world.settings.quality = i & 1 ? Quality::precise : Quality::standard;
    world.settings.stepsPerSecond = i & 2 ? 60 : 240;
    const double friction = i & 4 ? 0.6 : 0, restitution = i % 3 == 2 ? r.number(0, 1) : 0;
    addBody(world, brick(r, -1.2, 3, friction, restitution));
    addBody(world, brick(r, 1.2, -2, friction, restitution));
    const Measures before = measure(world);
    const double scale = 2 * (bodyAt(world, 0).mass + bodyAt(world, 1).mass);
    for (int k = 0; k < 2 * world.settings.stepsPerSecond; ++k) {
      step(world);
      const Measures after = measure(world);
      worstLinear = std::max(worstLinear, distance(before.momentum, after.momentum) / scale);
      worstAngular = std::max(worstAngular, distance(before.angularMomentum, after.angularMomentum) / scale);
      // In one step a lasting contact may win what the last one lost too much; never more than there was.
      if (!(energy(world) < (before.energy.linear + before.energy.rotational) * (1 + 1e-9))) FAIL_CHECK("energy rose");
    }
    met += bodyAt(world, 0).v.x < 2.9;
  }
  MESSAGE("momentum ", worstLinear, ", angular momentum ", worstAngular);
  CHECK(met > 40);
  CHECK(worstLinear < 1e-12);
  CHECK(worstAngular < 5e-9);  // over hundreds of steps in contact
}

TEST_CASE("a light body that rattles between two heavy ones, until its impacts are one, takes no momentum and no angular momentum") {
  Random r(5);
  double worstLinear = 0, worstAngular = 0;
  int squeezed = 0;
  for (int i = 0; i < 48; ++i) {
    World world = emptyWorld();
    world.settings.quality = i & 1 ? Quality::precise : Quality::standard;
    world.settings.stepsPerSecond = i & 2 ? 60 : 240;
    const double friction = i & 4 ? 0.6 : 0, restitution = r.number(0.1, 0.6);
    addBody(world, brick(r, -1.2, 3, friction, restitution));
    addBody(world, brick(r, 1.2, -2, friction, restitution));
    BodyDescription crumb = ballBody(0.1, r.vector(0.1), 0.002);
    crumb.shapes[0].friction = friction;
    crumb.shapes[0].restitution = restitution;
    const BodyId id = addBody(world, crumb);
    const Measures before = measure(world);
    const double scale = 2 * (bodyAt(world, 0).mass + bodyAt(world, 1).mass);
    double fastest = 0;
    for (int k = 0; k < world.settings.stepsPerSecond; ++k) {
      step(world);
      const Measures after = measure(world);
      worstLinear = worseOf(worstLinear, distance(before.momentum, after.momentum) / scale);
      worstAngular = worseOf(worstAngular, distance(before.angularMomentum, after.angularMomentum) / scale);
      fastest = std::max(fastest, length(bodyAt(world, id).v));
    }
    squeezed += fastest > 5;
  }
  MESSAGE("momentum ", worstLinear, ", angular momentum ", worstAngular, ", squeezed ", squeezed);
  CHECK(squeezed > 10);
  CHECK(worstLinear < 1e-12);
  CHECK(worstAngular < 5e-9);
}

TEST_CASE("pairs and groups that springs join and that meet keep momentum, angular momentum and the way of their centre of mass" *
          leftToFastBuilds()) {
  Random r(5);
  double worstLinear = 0, worstAngular = 0, worstCenter = 0;
  int met = 0;
  for (int i = 0; i < 36; ++i) {
    World world = emptyWorld();
    world.settings.quality = i & 1 ? Quality::precise : Quality::standard;
    world.settings.stepsPerSecond = i % 3 == 0 ? 30 : i % 3 == 1 ? 60 : 240;
    const double friction = i & 2 ? 0.5 : 0, restitution = i & 4 ? 0.6 : 0;
    const std::uint32_t count = i & 8 ? 5 : 2;
    for (std::uint32_t k = 0; k < count; ++k) addBody(world, brick(r, 1.3 * k, k % 2 == 0 ? 2.0 : -2.0, friction, restitution));
    for (std::uint32_t k = 1; k < (count == 2 ? 2 : count - 1); ++k) {  // of five, the last is free
      Spring spring;
      spring.other = idOf(world.bodies, k);
      spring.point = r.vector(0.2), spring.otherPoint = r.vector(0.2);
      spring.stiffness = r.number(5, 200), spring.restLength = i % 5 == 0 ? 0 : r.number(0.2, 1), spring.damping = i % 4 == 0 ? 2 : 0;
      world.forces.push_back(forceOn(idOf(world.bodies, k - 1), spring));
    }
    const auto center = [&] {
      Vec3 sum;
      for (std::uint32_t k = 0; k < count; ++k) sum += bodyAt(world, k).x * bodyAt(world, k).mass;
      return sum;
    };
    double mass = 0;
    for (std::uint32_t k = 0; k < count; ++k) mass += bodyAt(world, k).mass;
    const Measures before = measure(world);
    const Vec3 start = center();
    std::uint32_t touched = 0;
    for (int k = 1; k <= 2 * world.settings.stepsPerSecond; ++k) {
      touched += step(world).contactCount > 0;
      const Measures after = measure(world);
      worstLinear = std::max(worstLinear, distance(before.momentum, after.momentum) / (2 * mass));
      worstAngular = std::max(worstAngular, distance(before.angularMomentum, after.angularMomentum) / (2 * mass));
      const Vec3 way = before.momentum * (static_cast<double>(k) / world.settings.stepsPerSecond);
      worstCenter = std::max(worstCenter, distance(center(), start + way) / mass);
    }
    met += touched > 0;
  }
  MESSAGE("momentum ", worstLinear, ", angular momentum ", worstAngular, ", centre of mass ", worstCenter, ", met ", met);
  CHECK(met > 24);
  CHECK(worstLinear < 1e-12);
  CHECK(worstAngular < 2e-8);
  CHECK(worstCenter < 1e-6);
}

TEST_CASE("a tumbling elastic brick keeps its energy for a minute") {
  for (const int rate : {60, 240, 960}) {
    for (const Quality quality : {Quality::precise, Quality::standard}) {
      World world = tumblingBrick(quality, rate);
      const double before = energy(world);
      run(world, 60 * rate);
      MESSAGE("tumbling elastic brick, 60 s at ", rate, " steps a second: energy error ", energy(world) / before - 1);
      CHECK(std::fabs(energy(world) / before - 1) < (rate < 100 ? 1e-3 : 1e-6));
    }
  }
}

TEST_CASE("slim rods that bounce with friction gain no energy") {
  Random r(5);
  double worst = -1;
  for (int i = 0; i < 24; ++i) {
    World world = emptyWorld({0, -9.81, 0});
    world.settings.quality = i & 1 ? Quality::precise : Quality::standard;
    world.settings.stepsPerSecond = i & 2 ? 30 : 60;
    const double friction = r.number(0, 2), restitution = i & 4 ? 1 : r.number(0.3, 1);
    addGround(world, friction, restitution);
    const double length = r.number(0.6, 3), width = length / r.number(10, 80);
    BodyDescription d = boxBody({length, width, width}, {0, r.number(1.7, 3), 0});
    d.velocity = r.vector(4);
    d.angularVelocity = r.vector(5);
    d.orientation = r.rotation();
    d.shapes[0].friction = friction;
    d.shapes[0].restitution = restitution;
    addBody(world, d);
    const double before = energy(world);
    for (int k = 0; k < 6 * world.settings.stepsPerSecond; ++k) {
      step(world);
      worst = std::max(worst, energy(world) / before - 1);
    }
  }
  MESSAGE("slim rods: energy gained ", worst);
  CHECK(worst < 1e-6);
}

TEST_CASE("a planar body is a wall along z") {
  for (const Quality quality : {Quality::precise, Quality::standard}) {
    for (const double e : {0.0, 0.5, 1.0}) {
      for (const double mass : {0.2, 1.0, 5.0}) {
        World world = emptyWorld();
        world.settings.quality = quality;
        BodyDescription wall = cubeBody();
        wall.planar = true;
        wall.shapes[0].friction = 0;
        wall.shapes[0].restitution = e;
        BodyDescription d = boxBody({0.5, 0.5, 0.5}, {-0.2, 0.1, 2}, mass);
        d.shapes[0].friction = 0;
        d.shapes[0].restitution = e;
        d.velocity = {0, 0, -3};
        addBody(world, wall);
        addBody(world, d);
        run(world, 120);
        CHECK(bodyAt(world, 1).v.z == doctest::Approx(3 * e).epsilon(1e-3));
        CHECK(bodyAt(world, 1).x.z > 0.75 - 1e-3);
        CHECK(length(bodyAt(world, 0).v) < 1e-3);
      }
    }
  }
}
