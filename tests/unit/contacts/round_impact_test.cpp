// Bodies of every shape that meet without weight: no impact gives energy, and elastic ones without friction keep it.
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

struct Throw {
  Vec3 position{}, velocity{};  // m, m/s
  double spin = 0;              // rad/s, at most
  bool isElastic = false;       // restitution 1 and no friction, instead of none and any
};

void addThrown(World& world, const Shape& shape, const Throw& thrown, fuzz::Random& random) {
  BodyDescription d;
  d.shapes.push_back(shape);
  d.shapes[0].friction = thrown.isElastic ? 0 : fuzz::between(random, 0, 1);
  d.shapes[0].restitution = thrown.isElastic ? 1 : 0;
  d.position = thrown.position;
  d.velocity = thrown.velocity;
  d.angularVelocity = fuzz::direction(random) * fuzz::between(random, 0, thrown.spin);
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
        addThrown(world, shapes[a], {{}, {}, spin}, random);
        const double aside = fuzz::between(random, -0.1, 0.1), up = fuzz::between(random, -0.1, 0.1);
        addThrown(world, shapes[b], {{0.6, up, aside}, {-speed, 0, 0}, spin}, random);
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

TEST_CASE("an elastic body of any shape keeps its energy between frictionless walls, spinning or not, at any rate" * leftToFastBuilds()) {
  constexpr int kThrows = 60;
  const std::vector<Shape> shapes = shapesToMeet();
  fuzz::Random random{7};
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    Worst lost;
    for (int k = 0; k < kThrows; ++k) {
      World world = emptyWorld();
      world.settings.stepsPerSecond = static_cast<int>(fuzz::pick(random, {30, 60, 120, 240}));
      world.settings.quality = k % 2 == 0 ? Quality::precise : Quality::standard;
      for (const double side : {-1.0, 1.0}) {
        BodyDescription wall = boxBody({2, 60, 60}, {1.3 * side, 0, 0});
        wall.type = BodyType::fixed;
        wall.mass = 0;
        wall.shapes[0].friction = 0;
        wall.shapes[0].restitution = 1;
        addBody(world, wall);
      }
      const double speed = fuzz::spread(random, 0.3, 5);
      addThrown(world, shapes[i], {{}, {speed, 0, 0}, fuzz::pick(random, {0, 8, 40}), true}, random);
      const double start = energy(world);
      run(world, 10 * world.settings.stepsPerSecond);
      lost.add(worseOf(std::fabs(energy(world) / start - 1), 0));
    }
    CAPTURE(i);
    CHECK(lost < 1e-6);
  }
}
