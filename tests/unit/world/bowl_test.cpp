// Hollow surfaces of triangles: what slides and rolls there meets the next triangle at its hollow edge in time.
#include "support/random.h"
#include "support/slow_build.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// A static mesh y = height(x, z) of `tiles` by `tiles` squares, from -half to half.
template <class Height> BodyDescription surface(double half, std::uint32_t tiles, double friction, Height height) {
  BodyDescription d = boxBody({1, 1, 1});
  d.type = BodyType::fixed;
  d.mass = 0;
  Shape& shape = d.shapes[0];
  shape.type = ShapeType::mesh;
  shape.friction = friction;
  const std::uint32_t row = tiles + 1;
  for (std::uint32_t k = 0; k < row * row; ++k) {
    const double x = half * (2.0 * (k / row) / tiles - 1), z = half * (2.0 * (k % row) / tiles - 1);
    shape.vertices.push_back({x, height(x, z), z});
  }
  for (std::uint32_t i = 0; i < tiles; ++i) {
    for (std::uint32_t j = 0; j < tiles; ++j) {
      const std::uint32_t k = i * row + j;
      for (const std::uint32_t corner : {k, k + 1, k + row, k + row, k + 1, k + row + 1}) shape.triangles.push_back(corner);
    }
  }
  return d;
}

Shape marble(int kind, double radius, double friction) {
  constexpr ShapeType kTypes[] = {ShapeType::sphere,   ShapeType::ellipsoid, ShapeType::capsule,
                                  ShapeType::cylinder, ShapeType::cone,      ShapeType::box};
  Shape shape;
  shape.type = kTypes[kind];
  shape.radius = kind == 2 ? 0.5 * radius : radius;
  shape.halfExtents = {radius, 0.7 * radius, 0.8 * radius};
  shape.height = radius;
  shape.friction = friction;
  return shape;
}

}  // namespace

TEST_CASE("what slides or rolls in a bowl of triangles gains no energy, alone or in company, at any step" * leftToFastBuilds()) {
  Random r(17);
  Worst gain;
  constexpr int kRates[] = {30, 60, 120, 240};
  for (int i = 0; i < 48; ++i) {
    const int rate = kRates[i / 6 % 4], count = i % 5 == 0 ? 6 : 1;
    World world = emptyWorld(i & 1 ? Quality::precise : Quality::standard, rate);
    const double half = r.number(0.15, 0.5), curvature = r.number(0.4, 1) / half, friction = i % 3 == 0 ? 0.4 : 0;
    addBody(world, surface(half, static_cast<std::uint32_t>(r.number(12, 32)), friction,
                           [&](double x, double z) { return curvature * (x * x + z * z); }));
    const double radius = half * r.number(0.04, 0.12);
    for (int k = 0; k < count; ++k) {
      BodyDescription d;
      d.mass = 1;
      d.shapes.push_back(marble(i % 6, radius, friction));
      const double x = count > 1 ? (k % 3 - 1) * 2.3 * radius : -0.5 * half, z = count > 1 ? (k / 3 - 0.5) * 2.3 * radius : 0.1 * half;
      d.position = {x, curvature * (x * x + z * z) + 2.5 * radius, z};
      d.velocity = {0, 0, r.number(0, 0.5)};
      addBody(world, d);
    }
    const Energy start = measure(world).energy;
    const double scale = count * 9.81 * curvature * half * half * 0.25 + start.linear;
    double least = energy(world);
    for (int k = 0; k < 3 * rate / 2; ++k) {
      step(world);
      gain.add(worseOf(energy(world) - least, 0) / scale);
      least = std::fmin(least, energy(world));
    }
  }
  MESSAGE("gain ", gain);
  CHECK(gain < 0.005);
}

TEST_CASE("a ball that slides beside a hollow edge does not feel it") {
  for (const double slope : {0.05, 0.3, 1.0}) {
    for (const ShapeType type : {ShapeType::sphere, ShapeType::capsule}) {
      World world = emptyWorld(Quality::precise, 60);
      const double radius = 0.1;
      addBody(world, surface(2, 8, 0, [&](double x, double) { return x > 0 ? slope * x : 0.0; }));
      BodyDescription d = ballBody(radius, {-radius * std::tan(std::atan(slope) / 2) - 0.004, radius, -1.5});
      d.shapes[0].type = type;
      d.shapes[0].height = 0.1;
      d.shapes[0].friction = 0;
      d.velocity = {0, 0, 2};
      const BodyId id = addBody(world, d);
      if (type == ShapeType::capsule) bodyAt(world, id).x.y += 0.05;
      run(world, 60);
      CAPTURE(slope);
      CHECK(std::fabs(bodyAt(world, id).v.x) < 1e-6);
      CHECK(std::fabs(bodyAt(world, id).v.z - 2) < 1e-6);
      CHECK(std::fabs(bodyAt(world, id).x.y - (type == ShapeType::capsule ? 0.15 : 0.1)) < 1e-4);
    }
  }
}
