// Cans and cones thrown into a pit, too many for their steps to be divided.
#include <random>
#include <string>

#include "support/slow_build.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr double kSpacing = 0.3, kInside = 5 * kSpacing, kWall = 0.2, kRadius = 0.4 * 0.9 * kSpacing, kHeight = 0.6 * 0.9 * kSpacing;

std::string box(double x, double y, double z, double atX, double atY, double atZ) {
  return "{'type': 'box', 'size': " + vector(x, y, z) + ", 'position': " + vector(atX, atY, atZ) + "}";
}

World pitOf(const char* shape, int count, unsigned seed, double restitution, int stepsPerSecond) {
  std::mt19937 random(seed);
  const auto uniform = [&](double from, double to) { return from + (to - from) * (random() / 4294967296.0); };
  const double across = kInside + 2 * kWall, high = 1.2 * kSpacing * (count / 16 + 3), aside = (kInside + kWall) / 2;
  std::string bodies = "{'type': 'static', 'friction': 0.5, 'restitution': " + digits(restitution) + ", 'shapes': [" +
                       box(across, kWall, across, 0, -kWall / 2, 0) + ", " + box(kWall, high, across, aside, high / 2, 0) + ", " +
                       box(kWall, high, across, -aside, high / 2, 0) + ", " + box(kInside, high, kWall, 0, high / 2, aside) + ", " +
                       box(kInside, high, kWall, 0, high / 2, -aside) + "]}";
  for (int i = 0; i < count; ++i) {
    bodies += ", {'friction': 0.5, 'restitution': " + digits(restitution) + ", 'shapes': [{'type': '" + shape +
              "', 'radius': " + digits(kRadius) + ", 'height': " + digits(kHeight) + "}], 'position': " +
              vector(1.1 * kSpacing * (i % 4 - 1.5), kSpacing * (0.8 + 1.1 * (i / 16)), 1.1 * kSpacing * (i / 4 % 4 - 1.5)) +
              ", 'velocity': " + vector(uniform(-1.5, 1.5), uniform(-1.5, 1.5), uniform(-1.5, 1.5)) + "}";
  }
  return worldOf("{'tumble': 1, 'stepsPerSecond': " + std::to_string(stepsPerSecond) + ", 'bodies': [" + bodies + "]}");
}

double deepest(const World& world) {
  Worst depth;
  depth.add(0);
  for (const PairRecord& record : world.contacts.records) {
    if (record.contactIndex == kApart) continue;
    const Manifold& manifold = world.contacts.pool[record.contactIndex];
    for (int i = 0; i < manifold.count; ++i) depth.add(std::min(0.0, static_cast<double>(manifold.points[i].separation)));
  }
  return depth;
}

}  // namespace

TEST_CASE("cans and cones in a heap do not sink into each other, nor into the floor" * leftToFastBuilds()) {
  for (const char* const shape : {"cylinder", "cone"}) {
    for (const int stepsPerSecond : {30, 60}) {
      for (const double restitution : {0.0, 0.3}) {
        CAPTURE(std::string(shape));
        CAPTURE(stepsPerSecond);
        CAPTURE(restitution);
        World world = pitOf(shape, 80, 7, restitution, stepsPerSecond);
        double least = kHeight;
        Worst depth;
        for (int i = 0; i < 4 * stepsPerSecond; ++i) {
          step(world);
          depth.add(deepest(world));
          for (std::size_t b = 1; b < world.bodies.bodies.size(); ++b) least = std::min(least, world.bodies.bodies[b].x.y);
        }
        CHECK(depth < 4.0 * (1 + restitution) / stepsPerSecond);  // the topmost fall at 4 m/s, and meet what has bounced
        CHECK(deepest(world) < 0.004);
        CHECK(least > (shape[1] == 'y' ? 0.5 : 0.25) * kHeight - 1.2 / stepsPerSecond);
      }
    }
  }
}
