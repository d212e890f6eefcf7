// Light bodies between heavy ones: an impact passes through them, and is over with its substep. Energy never rises above what was put in.
#include <random>

#include "support/slow_build.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// A column of boxes with gaps between some of them, of masses from 1 kg to `heaviest`. Returns the energy of its weight, J.
double addColumn(World& world, std::uint32_t seed, double heaviest) {
  std::mt19937 random(seed);
  const auto unit = [&] { return static_cast<double>(random()) / 4294967296.0; };
  const double side = 0.3 + 1.7 * unit();
  double level = 0;
  for (int i = 0; i < 9; ++i) {
    const double height = side * (0.2 + 0.8 * unit()), mass = std::pow(heaviest, unit());
    if (unit() < 0.4) level += 0.2 * side * unit();
    const double x = 0.2 * side * (unit() - 0.5), z = 0.2 * side * (unit() - 0.5);
    BodyDescription box = boxBody({side, height, side}, {x, level + 0.5 * height, z}, mass);
    if (unit() < 0.3) box.orientation = fromAxisAngle({0, 1, 0}, 0.5 * unit());
    if (unit() < 0.5) box.shapes[0].restitution = 0.9 * unit();
    box.shapes[0].friction = unit();
    addBody(world, box);
    level += height;
  }
  double weight = 0;
  for (const Body& body : world.bodies.bodies) weight += body.type == BodyType::dynamic ? 9.81 * body.x.y / body.inverseMass : 0;
  return weight;
}

}  // namespace

TEST_CASE("columns of light and heavy boxes that fall onto each other: energy never rises" * leftToFastBuilds()) {
  for (const int stepsPerSecond : {60, 240}) {
    for (std::uint32_t seed = 0; seed < 45; ++seed) {
      World world = emptyWorld(Quality::precise, stepsPerSecond);
      addGround(world, 0.6);
      const double scale = addColumn(world, seed, 6e4), start = energy(world);
      Worst rise;
      for (int i = 0; i < stepsPerSecond; ++i) {
        step(world);
        rise.add(worseOf(energy(world) - start, 0));
      }
      CHECK_MESSAGE(rise < 0.005 * scale, stepsPerSecond, " steps a second, column ", seed, ": ", rise / scale);
    }
  }
}
