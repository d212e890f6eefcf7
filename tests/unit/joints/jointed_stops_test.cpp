// Fast jointed bodies that hit something, in worlds too large for their steps to be divided: continuous collision alone stops them.
#include <random>
#include <string>

#include "support/worst.h"
#include "unit/joints/jointed_world.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr int kChains = 12, kLinks = 4, kFirstLink = 1;
constexpr double kHalfThickness = 0.005;  // m, of the plate

/// Chains of slim links that fall on a plate of 1 cm, turned and spun at random, each faster than the one before, beside 1,200 boxes at rest.
World fallingChains(const char* type, const char* quality) {
  std::mt19937 random(7);
  const auto uniform = [&](double from, double to) { return from + (to - from) * (random() / 4294967296.0); };
  std::string bodies = "{'type': 'static', 'size': [400,0.01,40], 'position': [0,0,0]}", joints;
  for (int chain = 0; chain < kChains; ++chain) {
    const double at = 6.0 * chain - 36, height = uniform(1, 2.5), slope = uniform(-0.4, 0.4), speed = 4.0 + 2.0 * chain;
    for (int i = 0; i < kLinks; ++i) {
      const int body = kFirstLink + chain * kLinks + i;
      const std::string shape = body % 2 ? ", 'size': [0.4,0.05,0.06]"
                                         : ", 'shapes': [{'type': 'cylinder', 'radius': 0.03, 'height': 0.4, 'orientation': "
                                           "[0,0,0.7071067811865476,0.7071067811865476]}]";
      bodies += ", {'mass': " + number(uniform(0.5, 2)) + ", 'position': " + vector(at + 0.4 * i, height + 0.4 * slope * i, 0) +
                ", 'velocity': " + vector(0, -speed, 0) + shape + "}";
      if (i == 0) continue;
      joints += std::string(joints.empty() ? "" : ", ") + "{'type': " + type + ", 'a': " + number(body - 1) + ", 'b': " + number(body) +
                ", 'point': " + vector(at + 0.4 * i - 0.2, height + 0.4 * slope * (i - 0.5), 0) + "}";
    }
  }
  for (int i = 0; i < 1200; ++i) bodies += ", {'type': 'static', 'size': [0.1,0.1,0.1], 'position': " + vector(0.5 * i - 300, -50, 0) + "}";
  return worldOf("{'tumble': 1, 'sleeping': false, 'quality': '" + std::string(quality) + "', 'bodies': [" + bodies + "], 'joints': [" +
                 joints + "]}");
}

}  // namespace

TEST_CASE("what continuous collision stops stays on its joints, gains no energy and does not fall through a plate") {
  for (const char* const type : {"'ball'", "'hinge', 'axis': [0,0,1]"}) {
    for (const char* const quality : {"default", "precise"}) {
      World world = fallingChains(type, quality);
      Worst gap;
      int stopped = 0;
      double highest = energyOf(world);
      const double allowed = 1e-3 * highest;
      for (int i = 0; i < 120; ++i) {
        step(world);
        REQUIRE(world.report.frozenBody == 0xffffffffu);
        gap.add(largestGap(world));
        for (const Stop& stop : world.continuous.stops) stopped += stop.time < 1;
        const double energy = energyOf(world);
        REQUIRE_MESSAGE(energy <= highest + allowed, type, " ", quality, " step ", i, ": ", highest, " -> ", energy);
        highest = std::min(highest, energy);
        for (int b = kFirstLink; b < kFirstLink + kChains * kLinks; ++b)
          REQUIRE_MESSAGE(world.bodies.bodies[b].x.y > -kHalfThickness, type, " ", quality, " step ", i, " body ", b);
      }
      CHECK(stopped > 10);
      CHECK_MESSAGE(gap < 1e-6, type, " ", quality);
    }
  }
}
