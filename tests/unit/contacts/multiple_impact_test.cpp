// Impacts that do not end one by one (contacts/impacts/multiple_impacts.h): grams between a tonne and the ground.
#include <algorithm>
#include <cmath>

#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr double kSide = 0.05;  // m, of the small cubes

struct Fall {
  double arrives = 0, leaves = 0;  // m/s
  Worst depth;                     // m, of the slab and the cubes in what is below them
  Worst rise;                      // J
};

/// A slab of 3 t falls 0.8 m onto four cubes of 10 g near its corners. Nothing rubs, so the closed form of Poisson's law is v+ = e v-.
Fall fallOnGrams(double restitution, Quality quality, int rate) {
  World world = emptyWorld(quality, rate);
  addGround(world, 0, restitution);
  BodyId cubes[4];
  for (int i = 0; i < 4; ++i) {
    BodyDescription d = boxBody({kSide, kSide, kSide}, {i % 2 ? 0.8 : -0.8, kSide / 2, i / 2 ? 0.8 : -0.8}, 0.01);
    d.shapes[0].friction = 0;
    d.shapes[0].restitution = restitution;
    cubes[i] = addBody(world, d);
  }
  BodyDescription d = boxBody({2, 1, 2}, {0, 0.5 + kSide + 0.8, 0}, 3000);
  d.shapes[0].friction = 0;
  d.shapes[0].restitution = restitution;
  const BodyId slab = addBody(world, d);
  Fall fall;
  const double start = energy(world);
  for (int i = 0; i < rate / 2; ++i) {
    step(world);
    const double speed = bodyAt(world, slab).v.y;
    if (fall.leaves == 0) fall.arrives = std::max(fall.arrives, -speed);
    fall.leaves = std::max(fall.leaves, speed);
    fall.depth.add(worseOf(kSide - (bodyAt(world, slab).x.y - 0.5), 0));
    for (const BodyId cube : cubes) fall.depth.add(worseOf(kSide / 2 - bodyAt(world, cube).x.y, 0));
    fall.rise.add(worseOf(energy(world) - start, 0));
  }
  return fall;
}

}  // namespace

TEST_CASE("three tonnes that fall on cubes of ten grams are stopped by them, and leave by Poisson's law") {
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const int rate : {30, 60, 240}) {
      for (const double restitution : {0.3, 0.7, 1.0}) {
        CAPTURE(rate);
        CAPTURE(restitution);
        const Fall fall = fallOnGrams(restitution, quality, rate);
        // The impact is somewhere in a step: both speeds are at most g dt off.
        CHECK(std::fabs(fall.leaves - restitution * fall.arrives) < 9.81 / rate * (1 + restitution));
        CHECK(fall.depth < 0.0005);
        CHECK(fall.rise < 1e-3 * 3000 * 9.81 * 0.8);
      }
    }
  }
}
