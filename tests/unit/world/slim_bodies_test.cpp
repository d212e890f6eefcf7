// Slim things, thrown: they fall, tumble and lie down. No part of that is known in closed form, but its laws are: the path is the
// integral of the velocity, the floor and the air give no energy, and what falls does not hang.
#include "math/trigonometry.h"
#include "queries/time_of_impact.h"
#include "replay/snapshot.h"
#include "replay/state_hash.h"
#include "support/slow_build.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

struct Throws {
  unsigned long long state;
  double next() {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<double>(state >> 11) / 9007199254740992.0;
  }
  double either() { return 2 * next() - 1; }
  Vec3 inCube(double half) { return {half * either(), half * either(), half * either()}; }
};

BodyDescription thrown(Throws& random, Vec3 size) {
  BodyDescription d = boxBody(size, {0, 0.5 * length(size) + 0.1 + random.next(), 0}, 700 * size.x * size.y * size.z);
  d.orientation = normalized(Quat{random.either(), random.either(), random.either(), random.either()});
  d.velocity = random.inCube(2) + Vec3{0, -2, 0};
  d.angularVelocity = random.inCube(5);
  return d;
}

/// What a body tells of its way against the way it makes, for its place and for the direction of its x axis.
struct Way {
  Vec3 x, v, axis, turning;
  double rate = 0;
  double unexplained = 0, unexplainedTurn = 0;  // m and 1, over the window

  explicit Way(const Body& body) { take(body); }
  void take(const Body& body) {
    x = body.x, v = body.v, axis = rotate(body.q, Vec3{1, 0, 0});
    turning = cross(angularVelocity(body), axis);
    rate = length(angularVelocity(body));
  }
  /// An impact within the step explains half of a jump of the velocity times the step; a turn by an angle its third power over 6.
  void follow(const Body& body, double dt) {
    const Way before = *this;
    take(body);
    const double angle = std::fmax(rate, before.rate) * dt;
    unexplained += distance(x - before.x, (v + before.v) * (0.5 * dt)) - 0.5 * dt * distance(v, before.v);
    unexplainedTurn += distance(axis - before.axis, (turning + before.turning) * (0.5 * dt)) -
                       0.5 * dt * distance(turning, before.turning) - angle * angle * angle / 6;
  }
};

}  // namespace

TEST_CASE("thrown sticks, rods, pencils, coins and plates come to rest lying, move as they say, and gain no energy" * leftToFastBuilds()) {
  const Vec3 sizes[] = {{1.8, 0.03, 0.03}, {0.18, 0.008, 0.008}, {2, 0.02, 0.02},    {10, 0.05, 0.05},
                        {4, 0.02, 0.02},   {1, 1, 0.01},         {0.02, 0.02, 0.002}};
  int throws = 0;
  for (const Vec3 size : sizes) {
    for (const Quality quality : {Quality::standard, Quality::precise}) {
      for (const int stepsPerSecond : {60, 240}) {
        for (unsigned long long seed = 1; seed <= 3; ++seed) {
          Throws random{seed * 7919};
          World world = emptyWorld(quality, stepsPerSecond);
          addGround(world);
          const BodyId id = addBody(world, thrown(random, size));
          const double start = energy(world), dt = 1.0 / stepsPerSecond;
          double most = start, worst = 0;
          Way way(bodyAt(world, id));
          for (int i = 1; i <= 10 * stepsPerSecond; ++i) {
            step(world);
            most = std::fmax(most, energy(world));
            way.follow(bodyAt(world, id), dt);
            if (2 * i % stepsPerSecond != 0) continue;
            worst = std::fmax(worst, way.unexplained);
            // A coin turns over between two impacts within one step.
            if (size.x > 0.1) worst = std::fmax(worst, way.unexplainedTurn);
            way = Way(bodyAt(world, id));
          }
          const Body& body = bodyAt(world, id);
          const std::string name = std::to_string(size.x) + " x " + std::to_string(size.z) +
                                   (quality == Quality::precise ? " precise " : " default ") + std::to_string(stepsPerSecond) +
                                   "/s, throw " + std::to_string(seed);
          CHECK_MESSAGE(most <= start * 1.005, name);
          CHECK_MESSAGE(worst < 0.02, name);
          CHECK_MESSAGE(std::fabs(body.x.y - 0.5 * size.z) < 0.03 * size.z + 1e-4, name, " y ", body.x.y);
          CHECK_MESSAGE(length(body.v) < 0.01, name);
          CHECK_MESSAGE(length(angularVelocity(body)) < 0.1, name);
          ++throws;
        }
      }
    }
  }
  CHECK(throws == 84);
}

TEST_CASE("bars dropped across each other lie on each other: none is pressed into another, they gain no energy, and come to rest" *
          leftToFastBuilds()) {
  for (const double thick : {0.05, 0.1}) {
    for (const double turned : {37.0, 90.0, 52.0}) {  // degrees from bar to bar
      for (const int stepsPerSecond : {30, 60, 240}) {
        CAPTURE(thick);
        CAPTURE(turned);
        CAPTURE(stepsPerSecond);
        World world = emptyWorld(Quality::standard, stepsPerSecond);
        addGround(world);
        Throws random{1234567};
        for (int i = 0; i < 9; ++i) {
          BodyDescription bar = boxBody({60 * thick, thick, thick},
                                        Vec3{0, (4 + 3 * i) * thick, 0} + Vec3{3 * random.either(), 0, 3 * random.either()} * thick, 5);
          bar.orientation = fromAxisAngle({0, 1, 0}, i * turned * kPi / 180);
          addBody(world, bar);
        }
        const double start = energy(world);
        double gained = 0;
        Worst depth;
        for (int i = 0; i < 12 * stepsPerSecond; ++i) {
          step(world);
          gained = worseOf(gained, energy(world) - start);
          for (const std::uint64_t key : world.contacts.keys) {
            depth.add(std::fmax(
                0.0, -separationOf(world.colliders.boxes[pairColliderA(key)], world.colliders.boxes[pairColliderB(key)]).distance));
          }
        }
        CHECK(gained < 1e-3 * start);
        CHECK(depth < 0.15 * thick);
        const auto fastest = [&] {
          double speed = 0;
          for (const Body& body : world.bodies.bodies) speed = worseOf(speed, length(body.v) + length(angularVelocity(body)) * thick);
          return speed;
        };
        // The topmost one may rock on two others for half a minute.
        for (int i = 0; i < 28 * stepsPerSecond && fastest() >= 0.01; ++i) step(world);
        CHECK(fastest() < 0.01);
        CHECK(energy(world) < start + gained);
      }
    }
  }
}

TEST_CASE("a stick that falls over on ice: its centre falls straight down, and fast enough when it lands") {
  // Upright but for 5 degrees, the lower end on the floor. While that end slides, E = m v^2 / 2 + I w^2 / 2 + m g y with v = w (l / 2) sin a
  // for a thin stick at the angle a from the vertical, so it lands (a = 90 degrees) with w^2 = m g l cos(a_0) / (I + m l^2 / 4).
  const double l = 2, thick = 0.02, a = 5 * kPi / 180, m = 1, inertia = m * (l * l + thick * thick) / 12;
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const int stepsPerSecond : {60, 240}) {
      World world = emptyWorld(quality, stepsPerSecond);
      addGround(world, 0);
      BodyDescription d = boxBody({l, thick, thick}, {0, 0.5 * (l * std::cos(a) + thick * std::sin(a)), 0}, m);
      d.orientation = fromAxisAngle({0, 0, 1}, kPi / 2 - a);
      const BodyId id = addBody(world, d);
      double fastest = 0, aside = 0;
      for (int i = 0; i < 3 * stepsPerSecond && bodyAt(world, id).x.y > 0.03; ++i) {
        step(world);
        fastest = std::fmax(fastest, length(angularVelocity(bodyAt(world, id))));
        aside = std::fmax(aside, std::fabs(bodyAt(world, id).x.x));
      }
      CHECK(bodyAt(world, id).x.y < 0.03);
      CHECK(aside < 1e-3);
      CHECK(std::fabs(fastest / std::sqrt(m * 9.81 * l * std::cos(a) / (inertia + m * l * l / 4)) - 1) < 0.03);
    }
  }
}

TEST_CASE("a stick that slides at 16 m/s on ice, along itself, across, and spinning, loses no path") {
  for (const double heading : {0.0, 0.7, kPi / 2}) {
    for (const double spin : {0.0, 30.0}) {
      for (const double tilt : {0.0, 0.002}) {
        World world = emptyWorld(Quality::automatic, 60);
        addGround(world, 0);
        BodyDescription d = boxBody({1.8, 0.03, 0.03}, {-30, 0.015 + 0.9 * std::sin(tilt), 0}, 1);
        d.orientation = fromAxisAngle({0, 1, 0}, heading) * fromAxisAngle({0, 0, 1}, tilt);
        d.velocity = {16, 0, 0};
        d.angularVelocity = {0, spin, 0};
        const BodyId id = addBody(world, d);
        for (int i = 1; i <= 180; ++i) {
          step(world);
          CHECK(std::fabs(bodyAt(world, id).x.x - (-30 + 16 * i / 60.0)) < 2e-3);
        }
      }
    }
  }
}

TEST_CASE("a divided step follows from the state: what goes on from a snapshot has the same bits, also at the impact") {
  Throws random{5};
  World world = emptyWorld(Quality::automatic, 60);
  addGround(world);
  for (int i = 0; i < 4; ++i) {
    BodyDescription d = thrown(random, {1.8, 0.03, 0.03});
    d.position += Vec3{0.1 * i, 0.3 * i, 0};
    addBody(world, d);
  }
  for (int at = 0; at < 60; at += 6) {
    run(world, 6);
    World other;
    REQUIRE(restore(other, snapshot(world)) == "");
    World original = world;
    for (int i = 0; i < 12; ++i) {
      step(original);
      step(other);
      CHECK(stateHash(original) == stateHash(other));
    }
  }
}

TEST_CASE("what is apart from anything fast and thin keeps the step of the scene") {
  // A stick that beats the floor, and far away a cube by Hecker's explicit Euler: its angular error grows with the step it takes.
  World alone = emptyWorld(Quality::automatic, 60), beside = emptyWorld(Quality::automatic, 60);
  BodyDescription spinning = boxBody({1, 0.6, 0.3}, {100, 50, 0}, 1);
  spinning.motion = MotionScheme::explicitEuler;
  spinning.angularVelocity = {1, 5, 2};
  const BodyId first = addBody(alone, spinning);
  Throws random{3};
  const BodyId second = addBody(beside, spinning);
  addGround(beside);
  for (int i = 0; i < 3; ++i) addBody(beside, thrown(random, {1.8, 0.03, 0.03}));
  for (int i = 0; i < 180; ++i) {
    step(alone);
    step(beside);
    CHECK(bodyAt(alone, first).x == bodyAt(beside, second).x);
    CHECK(bodyAt(alone, first).q == bodyAt(beside, second).q);
  }
}
