// Springs too fast for the substeps of the solver, on bodies that meet.
#include <random>

#include "support/slow_build.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// Bodies in space on springs far stiffer and faster than a substep follows, that draw them through each other.
World slingshot(std::uint32_t seed, Quality quality, int stepsPerSecond) {
  std::mt19937_64 engine{seed};
  const auto number = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine); };
  const auto vector = [&](double size) { return Vec3{number(-size, size), number(-size, size), number(-size, size)}; };
  World world = emptyWorld();
  world.settings.quality = quality;
  world.settings.stepsPerSecond = stepsPerSecond;
  BodyId bodies[5];
  const int count = 3 + static_cast<int>(seed % 3);
  for (int i = 0; i < count; ++i) {
    const double size = number(0.06, 0.3);
    BodyDescription d = boxBody({size, size * number(0.5, 1), size}, {1.4 * i, number(-1, 1), number(-1, 1)}, number(0.06, 3));
    d.velocity = vector(2);
    d.angularVelocity = vector(8);
    d.orientation = normalized(Quat{number(-1, 1), number(-1, 1), number(-1, 1), number(-1, 1)});
    bodies[i] = addBody(world, d);
  }
  for (int i = 1; i < count; ++i) {
    Spring spring;
    spring.other = bodies[i == 2 ? 1 : 0];
    spring.stiffness = std::pow(10, number(4, 5.5));
    spring.restLength = i % 2 == 0 ? 0 : number(0.5, 3);
    spring.point = vector(0.02);
    spring.otherPoint = vector(0.02);
    world.forces.push_back(forceOn(bodies[i], spring));
  }
  return world;
}

}  // namespace

TEST_CASE("springs too fast for a substep, whose bodies hit each other, keep momentum and angular momentum, and give no energy" *
          leftToFastBuilds()) {
  Worst linear, angular, gain;
  int lost = 0;
  for (std::uint32_t seed = 0; seed < 18; ++seed) {
    const int rates[] = {30, 60, 120, 240};
    World world = slingshot(seed, seed / 4 % 2 ? Quality::precise : Quality::standard, rates[seed % 4]);
    const Measures before = measure(world);
    const double scale = energy(world), momentum = std::sqrt(scale), most = scale * (1 + 5e-3);
    for (int k = 0; k < 30; ++k) {
      step(world);
      for (const ForceGroup& group : world.contactSolver.network.groups) lost += group.lost;
    }
    const Measures after = measure(world);
    linear.add(length(after.momentum - before.momentum) / momentum);
    angular.add(length(after.angularMomentum - before.angularMomentum) / momentum);
    gain.add(worseOf(energy(world) / most - 1, 0));
  }
  CHECK(lost > 12);
  CHECK(linear < 1e-9);
  CHECK(angular < 1e-7);
  CHECK(gain == 0);
}

TEST_CASE("a slim body that spins on springs and is touched gets no energy from its levers") {
  Worst gain;
  for (const double spin : {100.0, 300.0, 600.0}) {
    World world = emptyWorld();
    world.settings.stepsPerSecond = 30;
    BodyDescription rod = boxBody({0.09, 0.01, 0.01}, {}, 3);
    rod.angularVelocity = {0, spin, 0};
    rod.velocity = {0, -1, 0};
    const BodyId a = addBody(world, rod);
    addBody(world, boxBody({0.1, 0.1, 0.1}, {0.01, -0.2, 0.01}, 1));
    for (const double side : {-1.0, 1.0}) {
      Spring spring;
      spring.point = {0.04 * side, 0, 0};
      spring.anchor = {2 * side, 0.3, 0};
      spring.stiffness = 600;
      spring.restLength = 1.5;
      world.forces.push_back(forceOn(a, spring));
    }
    const double before = energy(world);
    for (int k = 0; k < 60; ++k) {
      step(world);
      gain.add(worseOf(energy(world) / before - 1, 0));
    }
  }
  CHECK(gain < 0.005);
}
