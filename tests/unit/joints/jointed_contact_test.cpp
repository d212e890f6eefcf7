// Jointed bodies in contact: no energy from nothing, no gap, statics and momentum.
#include <cmath>
#include <random>
#include <string>

#include "unit/joints/jointed_world.h"

using namespace tumble;
using namespace tumble::test;

namespace {

const std::string kFloor = "{'type': 'static', 'size': [40,1,40], 'position': [0,-0.5,0]}";

}  // namespace

TEST_CASE("random jointed trees that fall on the floor gain no energy, keep their joints and come to rest") {
  for (const char* const quality : {"default", "precise"}) {
    for (unsigned seed = 1; seed <= 6; ++seed) {
      std::mt19937 random(seed);
      const auto uniform = [&](double from, double to) { return from + (to - from) * (random() / 4294967296.0); };
      std::string bodies = kFloor, joints;
      const int count = 2 + static_cast<int>(seed % 4);
      for (int i = 1; i <= count; ++i) {
        bodies += ", {'size': " + vector(0.7, uniform(0.15, 0.4), uniform(0.15, 0.4)) + ", 'mass': " + number(uniform(0.5, 5)) +
                  ", 'position': " + vector(0.8 * i, 1.5, 0) + "}";
        if (i == 1) continue;
        joints += std::string(i > 2 ? ", " : "") + "{'a': " + number(i - 1) + ", 'b': " + number(i) +
                  ", 'point': " + vector(0.8 * i - 0.4, 1.5, 0) +
                  ", 'type': " + (random() % 2 ? "'ball'" : "'hinge', 'axis': [0,0,1], 'friction': 0.05") + "}";
      }
      World world = worldOf("{'tumble': 1, 'quality': '" + std::string(quality) + "', 'bodies': [" + bodies + "], 'joints': [" + joints +
                            "], 'commands': [{'type': 'angularImpulse', 'step': 0, 'body': 1, 'angularImpulse': " +
                            vector(uniform(-0.3, 0.3), uniform(-0.3, 0.3), uniform(-0.3, 0.3)) + "}]}");
      step(world);
      double highest = energyOf(world);
      const double scale = highest;
      for (int i = 0; i < 600; ++i) {
        step(world);
        const double energy = energyOf(world);
        REQUIRE_MESSAGE(energy <= highest + 0.002 * scale, quality, " seed ", seed, " step ", i, ": ", highest, " -> ", energy);
        highest = std::min(highest, energy);
        for (const Joint& joint : world.joints)
          REQUIRE_MESSAGE(length(anchorOf(world, joint.a) - anchorOf(world, joint.b)) < 1e-5, quality, " seed ", seed, " step ", i);
      }
      for (const Body& body : world.bodies.bodies) CHECK_MESSAGE(length(body.v) < 0.05, quality, " seed ", seed);
      CHECK(world.report.flags == 0);
    }
  }
}

TEST_CASE("a plank on a hinge in its middle: weights balance by their levers") {
  // 2 kg at 1.5 m against m at 1 m: with 3 kg it balances, with 2.9 and 3.1 it turns one way and the other.
  for (const double m : {2.8, 3.2}) {
    World world =
        worldOf("{'tumble': 1, 'bodies': [" + kFloor +
                ", {'size': [4,0.1,0.5], 'mass': 10, 'position': [0,1,0]}, {'size': [0.2,0.2,0.2], "
                "'mass': 2, 'position': [1.5,1.15,0]}, {'size': [0.2,0.2,0.2], 'mass': " +
                number(m) + ", 'position': [-1,1.15,0]}], 'joints': [{'type': 'hinge', 'b': 1, 'point': [0,1,0], 'axis': [0,0,1]}]}");
    for (int i = 0; i < 30; ++i) step(world);
    const double inertia = 10 * (16 + 0.01) / 12 + 2 * 2.25 + m, torque = 9.81 * (m - 3);
    const double expected = torque / inertia * 0.5 * 0.5 * 0.5;  // angle after half a second, small
    CHECK(std::abs(world.joints[0].coordinate / expected - 1) < 0.05);
  }
}

TEST_CASE("joined bodies pass through each other, and collide again when the joint is gone") {
  World world = worldOf(
      "{'tumble': 1, 'gravity': [0,0,0], 'bodies': [{'size': [1,1,1]}, {'size': [1,1,1], 'position': [0.6,0,0]}], 'joints': "
      "[{'type': 'ball', 'a': 0, 'b': 1, 'point': [0.3,0,0]}], 'commands': [{'type': 'removeJoint', 'step': 30, 'joint': 0}]}");
  for (int i = 0; i < 30; ++i) step(world);
  CHECK(world.report.pairCount == 0);
  CHECK(length(world.bodies.bodies[1].x - world.bodies.bodies[0].x - Vec3{0.6, 0, 0}) < 1e-9);
  for (int i = 0; i < 60; ++i) step(world);
  CHECK(world.bodies.bodies[1].x.x - world.bodies.bodies[0].x.x > 0.9);
}

TEST_CASE("a block keeps a hinged door shut that the wind pushes") {
  const auto turned = [](double mass) {
    World world =
        worldOf("{'tumble': 1, 'bodies': [" + kFloor +
                ", {'name': 'door', 'size': [1,2,0.08], 'mass': 20, 'position': [0.5,1.02,0]}, "
                "{'size': [0.5,0.5,0.5], 'mass': " +
                number(mass) +
                ", 'position': [0.7,0.25,0.3], 'friction': 0.6}], 'joints': "
                "[{'type': 'hinge', 'b': 'door', 'point': [0,1.02,0], 'axis': [0,1,0]}], 'forces': [{'type': 'force', 'body': 'door', "
                "'force': [0,0,40], 'point': [0.3,0,0]}]}");
    for (int i = 0; i < 240; ++i) step(world);
    return std::abs(world.joints[0].coordinate);
  };
  // 40 N at 0.8 m push with 45.7 N at 0.7 m: friction holds above 45.7 / (0.6 g) = 7.8 kg.
  CHECK(turned(12) < 0.05);
  CHECK(turned(4) > 0.3);
}
