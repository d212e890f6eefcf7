// Bodies that meet without weight: without restitution no impact gives energy, with restitution 1 and no friction it stays.
#include <algorithm>
#include <vector>

#include "fuzz/random.h"
#include "support/slow_build.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

Shape roundShape(ShapeType type, double radius, double height) {
  Shape shape;
  shape.type = type;
  shape.radius = radius;
  shape.height = height;
  return shape;
}

/// Slim and flat ones of each.
std::vector<Shape> shapesToMeet() {
  std::vector<Shape> shapes;
  shapes.push_back(roundShape(ShapeType::sphere, 0.1, 0));
  shapes.push_back(roundShape(ShapeType::cylinder, 0.05, 0.4));
  shapes.push_back(roundShape(ShapeType::cylinder, 0.2, 0.04));
  shapes.push_back(roundShape(ShapeType::capsule, 0.05, 0.3));
  shapes.push_back(roundShape(ShapeType::cone, 0.1, 0.3));
  shapes.push_back(roundShape(ShapeType::cone, 0.2, 0.1));
  Shape shape;
  shape.type = ShapeType::ellipsoid;
  shape.halfExtents = {0.2, 0.06, 0.1};
  shapes.push_back(shape);
  shape.type = ShapeType::box;
  shape.halfExtents = {0.05, 0.2, 0.05};
  shapes.push_back(shape);
  return shapes;
}

void addThrown(World& world, const Shape& shape, Vec3 position, Vec3 velocity, double spin, fuzz::Random& random) {
  BodyDescription d;
  d.shapes.push_back(shape);
  d.shapes[0].friction = fuzz::between(random, 0, 1);
  d.position = position;
  d.velocity = velocity;
  d.angularVelocity = fuzz::direction(random) * fuzz::between(random, 0, spin);
  d.orientation = fromAxisAngle(fuzz::direction(random), fuzz::between(random, 0, 3));
  addBody(world, d);
}

/// J. The largest gain over the least energy so far, as a share of that at the start.
double largestGain(World& world, double seconds) {
  const double start = energy(world);
  double least = start, gain = 0;
  for (int i = 0; i < seconds * world.settings.stepsPerSecond; ++i) {
    step(world);
    const double now = energy(world);
    if (!(now - least <= gain)) gain = now - least;
    least = std::min(least, now);
  }
  return gain / start;
}

}  // namespace

TEST_CASE("no two shapes that meet without restitution gain energy, spinning or not, at any rate" * leftToFastBuilds()) {
  constexpr int kThrows = 20;
  const std::vector<Shape> shapes = shapesToMeet();
  fuzz::Random random{5};
  int scenes = 0, gaining = 0;
  double worst = 0;
  for (std::size_t a = 0; a < shapes.size(); ++a) {
    for (std::size_t b = a; b < shapes.size(); ++b) {
      for (int i = 0; i < kThrows; ++i) {
        World world = emptyWorld();
        world.settings.stepsPerSecond = static_cast<int>(fuzz::pick(random, {30, 60, 120, 240}));
        world.settings.quality = i % 2 == 0 ? Quality::precise : Quality::standard;
        const double spin = fuzz::pick(random, {0, 8, 40}), speed = fuzz::spread(random, 0.3, 5);
        addThrown(world, shapes[a], {}, {}, spin, random);
        const double aside = fuzz::between(random, -0.1, 0.1), up = fuzz::between(random, -0.1, 0.1);
        addThrown(world, shapes[b], {0.6, up, aside}, {-speed, 0, 0}, spin, random);
        const double gain = largestGain(world, 2.5);
        ++scenes;
        gaining += !(gain < 0.005);
        worst = std::max(worst, gain);
      }
    }
  }
  MESSAGE(gaining, " of ", scenes, " pairs gain more than 0.5 % at one time; the most: ", worst);
  CHECK(gaining == 0);
}

TEST_CASE(
    "an elastic cone that spins keeps its energy in each of the impacts by which it leaves a frictionless wall, wherever in a step they "
    "are") {
  Shape cone = roundShape(ShapeType::cone, 0.025, 0.035);
  cone.restitution = 1;
  cone.friction = 0;
  for (const int rate : {60, 240}) {
    for (const Quality quality : {Quality::standard, Quality::precise}) {
      CAPTURE(rate);
      Worst lost;
      for (double height = 0.08; height < 0.095; height += 0.0001) {
        World world = emptyWorld();
        world.settings.stepsPerSecond = rate;
        world.settings.quality = quality;
        addGround(world, 0, 1);
        BodyDescription d;
        d.shapes.push_back(cone);
        d.position = {0, height, 0};
        d.orientation = normalized(Quat{-0.5235, -0.5588, -0.4913, 0.4152});
        d.velocity = {0, -0.45, 0};
        d.angularVelocity = {5.2, -0.23, -3.75};
        addBody(world, d);
        const double start = energy(world);
        run(world, rate / 2);
        lost.add(energy(world) / start - 1);
      }
      CHECK(lost < 1e-6);
    }
  }
}
