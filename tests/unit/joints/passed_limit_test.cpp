// Limits that are moved past where their joint stands: what they push goes at a bounded speed, with all that lies on it.
#include <algorithm>
#include <string>

#include "support/worst.h"
#include "unit/joints/jointed_world.h"
#include "unit/scene/scene_support.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr double kGravity = 9.81;

std::string settings(int rate, const char* quality) {
  return "{'tumble': 1, 'stepsPerSecond': " + number(rate) + ", 'quality': '" + quality + "', ";
}

struct Ride {
  Worst leap;        // m: by which a body moves in a step more than at the speeds it has before and after it
  Worst speed;       // m/s
  double reached{};  // s, within 1e-4 of the limit
};

Ride rideOf(World& world, double limit, int rate, double seconds) {
  Ride ride;
  ride.reached = -1;
  for (int i = 0; i < rate * seconds; ++i) {
    const std::vector<Body> before(world.bodies.bodies.begin(), world.bodies.bodies.end());
    step(world);
    for (std::size_t b = 0; b < before.size(); ++b) {
      const Body& body = world.bodies.bodies[b];
      if (body.type != BodyType::dynamic) continue;
      const double speed = std::max(length(before[b].v), length(body.v));
      ride.leap.add(std::max(length(body.x - before[b].x) - (speed + 2 * kGravity / rate) / rate, 0.0));
      ride.speed.add(length(body.v));
    }
    if (ride.reached < 0 && std::abs(world.joints[0].coordinate - limit) < 1e-4) ride.reached = (i + 1.0) / rate;
  }
  return ride;
}

}  // namespace

TEST_CASE("a limit moved under a lid lifts it, and what lies on it, without a leap") {
  for (const int rate : {30, 60, 120, 240}) {
    for (const char* const quality : {"default", "precise"}) {
      for (const double limit : {0.1, 0.25, 0.4}) {
        CAPTURE(rate);
        CAPTURE(quality);
        CAPTURE(limit);
        World world = worldOf(settings(rate, quality) + R"('bodies': [
          {'name': 'lid', 'size': [0.8, 0.04, 0.5], 'position': [0.4, 1, 0], 'mass': 6, 'friction': 0.9},
          {'size': [0.15, 0.15, 0.15], 'position': [0.48, 1.095, 0], 'mass': 5, 'friction': 0.9}],
          'joints': [{'type': 'hinge', 'b': 'lid', 'point': [0, 1, 0], 'axis': [0, 0, 1], 'limits': {'lower': 0, 'upper': 1.2}}]})");
        for (int i = 0; i < rate; ++i) step(world);
        REQUIRE(give(world, "{'type': 'limits', 'joint': 0, 'limits': {'lower': " + number(limit) + "}}") == "");
        const Ride ride = rideOf(world, limit, rate, 3);
        CHECK(ride.leap < 1e-3);
        CHECK(ride.speed < 1);
        CHECK(ride.reached > limit);  // at most 1 rad/s
        CHECK(ride.reached < limit + 2.5);
        const Body &lid = world.bodies.bodies[0], &box = world.bodies.bodies[1];
        const Vec3 apart = rotate(conjugate(lid.q), box.x - lid.x);
        CHECK(apart.y == doctest::Approx(0.095).epsilon(0.01));  // it lies on the lid
        CHECK(std::abs(apart.x - 0.08) < 0.01);
        CHECK(std::abs(world.joints[0].coordinate - limit) < 1e-6);
      }
    }
  }
}

TEST_CASE("a limit moved beside a slider pushes it, and does not hold what runs ahead of it") {
  for (const int rate : {30, 60, 240}) {
    for (const double sense : {1.0, -1.0}) {
      CAPTURE(rate);
      CAPTURE(sense);
      World world =
          worldOf(settings(rate, "default") + R"('gravity': [0, 0, 0], 'bodies': [{'name': 'cart', 'size': [0.2, 0.1, 0.1], 'mass': 3}],
        'joints': [{'type': 'slider', 'b': 'cart', 'point': [0, 0, 0], 'axis': [1, 0, 0], 'limits': {'lower': -1, 'upper': 1}}]})");
      for (int i = 0; i < 5; ++i) step(world);
      const auto moved = [&](double nearer) {
        return "{'type': 'limits', 'joint': 0, 'limits': {" + std::string(sense > 0 ? "'lower': " : "'upper': ") + number(sense * nearer) +
               "}}";
      };
      REQUIRE(give(world, moved(0.3)) == "");
      step(world);
      CHECK(sense * world.bodies.bodies[0].v.x == doctest::Approx(0.5));
      world.bodies.bodies[0].v.x = 2 * sense;  // it runs ahead
      step(world);
      CHECK(sense * world.bodies.bodies[0].v.x == doctest::Approx(2));
      REQUIRE(give(world, "{'type': 'limits', 'joint': 0, 'limits': {'lower': -1, 'upper': 1}}") == "");
      step(world);
      CHECK(sense * world.bodies.bodies[0].v.x == doctest::Approx(2));
    }
  }
}

TEST_CASE("what a limit pushes back does not fall asleep on the way, and comes to rest at it") {
  World world =
      worldOf(settings(60, "default") + R"('bodies': [{'name': 'door', 'size': [1, 0.1, 0.1], 'position': [0.5, 0, 0], 'mass': 3}],
    'joints': [{'type': 'hinge', 'b': 'door', 'point': [0, 0, 0], 'axis': [0, 1, 0], 'friction': 5, 'limits': {'lower': -2, 'upper': 2}}]})");
  for (int i = 0; i < 120; ++i) step(world);
  REQUIRE(isAsleep(world.bodies.bodies[0]));
  REQUIRE(give(world, "{'type': 'limits', 'joint': 0, 'limits': {'lower': 0.5}}") == "");
  for (int i = 0; i < 300; ++i) step(world);
  CHECK(world.joints[0].coordinate == doctest::Approx(0.5).epsilon(1e-4));
  CHECK(isAsleep(world.bodies.bodies[0]));
  CHECK(!world.joints[0].isBeyondLimits);
}
