// Heaps and walls of hulls.
#include <cmath>
#include <random>

#include "colliders/convex_distance.h"
#include "support/slow_build.h"
#include "support/worlds.h"
#include "support/worst.h"
#include "world/measure.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// A cuboid of that size whose corners are moved by up to a thirtieth of it: each of its sides is two triangles that do not lie in one plane.
std::string stone(std::mt19937& random, Vec3 size) {
  const auto shift = [&](double side) { return side * (0.5 + 0.06 * (static_cast<double>(random()) / 4294967296.0 - 0.5)); };
  std::string corners;
  for (double x : {-1.0, 1.0})
    for (double y : {-1.0, 1.0})
      for (double z : {-1.0, 1.0})
        corners += (corners.empty() ? "" : ", ") + vector(x * shift(size.x), y * shift(size.y), z * shift(size.z));
  return "'shapes': [{'type': 'hull', 'vertices': [" + corners + "]}], 'density': 2500, 'friction': 0.7";
}

double energyOf(const World& world) {
  const auto energy = measure(world).energy;
  return energy.linear + energy.rotational + energy.potential;
}

}  // namespace

TEST_CASE("walls of rough stones come to rest and bear: no stone sinks into another") {
  for (unsigned seed = 6; seed <= 9; ++seed) {
    std::mt19937 random(seed);
    std::string bodies = "{'type': 'static', 'size': [10, 1, 10], 'position': [0, -0.5, 0], 'friction': 0.7}";
    const double width = 0.06, height = 0.03;
    for (int row = 0; row < 5; ++row)
      for (int i = 0; i < 4 - row % 2; ++i)
        bodies += ", {" + stone(random, {width, height, width}) +
                  ", 'position': " + vector((i + 0.5 * (row % 2)) * 1.05 * width, (row + 0.5) * 1.12 * height, 0) + "}";
    World world = worldOf("{'tumble': 1, 'stepsPerSecond': 60, 'bodies': [" + bodies + "]}");
    run(world, 60 * 5);
    Worst deepest;
    int awake = 0;
    for (std::size_t i = 1; i < world.colliders.boxes.size(); ++i) {
      awake += isAsleep(world.bodies.bodies[i]) ? 0 : 1;
      for (std::size_t j = 0; j < i; ++j) {
        const OrientedBox &a = world.colliders.boxes[i], &b = world.colliders.boxes[j];
        if (length(a.center - b.center) < 0.2 || j == 0) deepest.add(std::min(0.0, convexDistance(a, b).distance));
      }
    }
    CAPTURE(seed);
    CHECK(deepest < 3e-5);
    CHECK(awake == 0);
  }
}

TEST_CASE("dice dropped into a bin at thirty steps a second gain no energy" * leftToFastBuilds()) {
  const char* const dice[] = {"[[0.01, 0.01, 0.01], [0.01, -0.01, -0.01], [-0.01, 0.01, -0.01], [-0.01, -0.01, 0.01]]",
                              "[[-0.014, 0, 0], [0.014, 0, 0], [0, -0.014, 0], [0, 0.014, 0], [0, 0, -0.014], [0, 0, 0.014]]"};
  for (unsigned seed = 1; seed <= 3; ++seed) {
    std::mt19937 random(seed);
    const auto share = [&] { return static_cast<double>(random()) / 4294967296.0 - 0.5; };
    std::string bodies = "{'type': 'static', 'size': [0.3, 0.1, 0.3], 'position': [0, -0.05, 0]}";
    for (double side : {-0.1, 0.1})
      bodies += ", {'type': 'static', 'size': [0.1, 1.2, 0.3], 'position': " + vector(side, 0.6, 0) +
                "}, {'type': 'static', 'size': [0.3, 1.2, 0.1], 'position': " + vector(0, 0.6, side) + "}";
    for (int i = 0; i < 90; ++i)
      bodies += std::string(", {'shapes': [{'type': 'hull', 'vertices': ") + dice[i % 2] +
                "}], 'density': 2000, 'friction': 0.5, 'position': " +
                vector((i % 3 - 1) * 0.029, 0.02 + i / 9 * 0.029, (i / 3 % 3 - 1) * 0.029) +
                ", 'orientation': {'axis': " + vector(share(), share(), share()) + ", 'angleDegrees': " + digits(360 * share()) + "}}";
    World world = worldOf("{'tumble': 1, 'stepsPerSecond': 30, 'bodies': [" + bodies + "]}");
    const double start = energyOf(world);
    Worst most;
    for (int i = 0; i < 120; ++i) {
      run(world, 1);
      most.add(std::max(0.0, energyOf(world) - start));
    }
    CAPTURE(seed);
    CHECK(most < 0.01 * start);
  }
}
