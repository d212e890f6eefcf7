// What is thrown on the ground spinning: its contact points are those of the start of a part of the step, which must not be long.
#include "math/trigonometry.h"
#include "shapes/convex_hull.h"
#include "support/random.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

struct Thrower : Random {
  using Random::Random;

  Shape prism(double radius) {
    Shape shape;
    shape.type = ShapeType::hull;
    const int sides = static_cast<int>(number(3, 15));
    const double half = radius * number(0.3, 1.5);
    for (int i = 0; i < 2 * sides; ++i) {
      const double angle = 2 * kPi * (i / 2) / sides;
      shape.vertices.push_back({radius * std::cos(angle), radius * std::sin(angle), i % 2 ? half : -half});
    }
    shape.triangles = convexHull(shape.vertices);
    return shape;
  }
  Shape round(ShapeType type, double size) {
    Shape shape;
    shape.type = type;
    shape.radius = size * number(0.2, 1);
    shape.height = 2 * size * number(0.2, 1);
    return shape;
  }
  Shape shapeOf(int kind, double size) {
    if (kind == 0) return prism(size);
    return round(kind == 1 ? ShapeType::cone : kind == 2 ? ShapeType::cylinder : ShapeType::capsule, size);
  }
};

}  // namespace

TEST_CASE("a prism, cone, cylinder or capsule that is thrown on the ground leaves it with no more energy, however fast it spins") {
  Thrower t(11);
  Worst gain;
  constexpr int kRates[] = {30, 60, 120, 240};
  for (int i = 0; i < 800; ++i) {
    const int rate = kRates[i / 4 % 4];
    World world = emptyWorld(i & 16 ? Quality::precise : Quality::standard, rate);
    const double friction = i % 3 == 0 ? 0 : t.number(0, 1), size = std::exp(t.number(std::log(0.01), std::log(0.3)));
    addGround(world, friction);
    BodyDescription d;
    d.mass = 1;
    d.shapes.push_back(t.shapeOf(i % 4, size));
    d.shapes[0].friction = friction;
    d.position = {0, size * t.number(2, 5), 0};
    d.velocity = {t.number(-8, 8), t.number(-8, 0), t.number(-8, 8)};
    d.angularVelocity = t.direction() * (t.number(0, 8) / size);
    addBody(world, d);
    const double whole = energy(world);
    double least = whole;
    for (int k = 0; k < rate; ++k) {
      step(world);
      const double now = energy(world);
      gain.add(worseOf(now - least, 0) / whole);
      least = std::fmin(least, now);
    }
  }
  MESSAGE("gain ", gain);
  CHECK(gain < 0.005);
}
