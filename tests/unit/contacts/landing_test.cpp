// Landings whose end mechanics knows.
#include "math/trigonometry.h"
#include "shapes/convex_hull.h"
#include "support/random.h"
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

BodyDescription fixedBox(Vec3 size, Vec3 position, double friction) {
  BodyDescription d = boxBody(size, position, 0);
  d.type = BodyType::fixed;
  d.shapes[0].friction = friction;
  return d;
}

BodyDescription can(double tilt) {
  BodyDescription d = boxBody({1, 1, 1}, {0, 1, 0}, 400);
  d.shapes[0].type = ShapeType::cylinder;
  d.shapes[0].radius = 0.5;
  d.shapes[0].height = 0.5;
  d.shapes[0].friction = 0.6;
  d.orientation = fromAxisAngle({1, 0, 0}, tilt);
  return d;
}

/// A floor of triangles of `cell` (m), n x n cells, and a hull or box above, in either order.
World worldWithMesh(bool meshFirst, const BodyDescription& above, int rate, double cell, int n) {
  World world = emptyWorld(Quality::standard, rate);
  BodyDescription floor = boxBody({1, 1, 1}, {}, 0);
  floor.type = BodyType::fixed;
  Shape& mesh = floor.shapes[0];
  mesh.type = ShapeType::mesh;
  mesh.friction = 1;
  for (int i = 0; i <= n; ++i)
    for (int k = 0; k <= n; ++k) mesh.vertices.push_back({(i - n / 2.0) * cell, 0, (k - n / 2.0) * cell});
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      const auto at = [&](int x, int z) { return static_cast<std::uint32_t>(x * (n + 1) + z); };
      for (const std::uint32_t corner : {at(i, k), at(i, k + 1), at(i + 1, k), at(i + 1, k), at(i, k + 1), at(i + 1, k + 1)})
        mesh.triangles.push_back(corner);
    }
  }
  if (meshFirst) addBody(world, floor);
  addBody(world, above);
  if (!meshFirst) addBody(world, floor);
  return world;
}

}  // namespace

TEST_CASE("a can dropped with a tilt ends flat on its face, on one floor and on the seam of two") {
  for (const bool seam : {false, true}) {
    for (const double tilt : {0.3, 0.45, 0.57, 0.7}) {
      for (const int rate : {60, 240}) {
        World world = emptyWorld(Quality::standard, rate);
        if (seam) {
          for (const double side : {-1.0, 1.0}) addBody(world, fixedBox({10, 2, 20}, {side * 5, -1, 0}, 0.6));
        } else {
          addGround(world, 0.6);
        }
        addBody(world, can(tilt));
        run(world, 3 * rate);
        const Body& body = bodyAt(world, seam ? 2 : 1);
        CAPTURE(seam);
        CAPTURE(tilt);
        CAPTURE(rate);
        CHECK(body.x.y == doctest::Approx(0.25).epsilon(1e-3));
        CHECK(std::fabs(body.x.x) < 1e-4);
        CHECK(rotate(body.q, Vec3{0, 1, 0}).y > 0.9999);
      }
    }
  }
}

TEST_CASE("a body lands on a mesh in the same way whichever of the two comes first in the list") {
  Random r(3);
  for (int i = 0; i < 30; ++i) {
    BodyDescription d =
        boxBody({r.number(0.2, 0.6), r.number(0.2, 0.6), r.number(0.2, 0.6)}, {r.number(-0.5, 0.5), 1, r.number(-0.5, 0.5)});
    if (i % 2 == 0) {
      d.shapes[0].type = ShapeType::hull;
      for (int k = 0; k < 10; ++k) d.shapes[0].vertices.push_back(r.direction() * r.number(0.15, 0.3));
      d.shapes[0].triangles = convexHull(d.shapes[0].vertices);
    }
    d.shapes[0].friction = r.number(0, 0.8);
    d.orientation = r.rotation();
    d.angularVelocity = r.vector(2);
    World first = worldWithMesh(true, d, 60, 0.37, 8), last = worldWithMesh(false, d, 60, 0.37, 8);
    run(first, 24);  // before the last of their corners clatter
    run(last, 24);
    const Body &a = bodyAt(first, 1), &b = bodyAt(last, 0);
    CAPTURE(i);
    CHECK(length(a.x - b.x) < 1e-3);
    CHECK(length(a.v - b.v) < 0.02);
  }
}

TEST_CASE("on a mesh a body topples where its weight leaves its base: no triangle beside it bears") {
  for (const double share : {0.8, 1.2}) {
    for (int i = 0; i < 12; ++i) {
      const double height = 0.5, width = 0.2, cell = i % 3 == 0 ? 0.15 : i % 3 == 1 ? 0.5 : 2;
      BodyDescription d = boxBody({width, height, width}, {0.013 + 0.03 * i, height / 2, 0.11 - 0.02 * i});
      d.shapes[0].friction = 1;
      World world = worldWithMesh(i & 1, d, i & 2 ? 60 : 120, cell, cell < 1 ? 12 : 4);
      const double angle = std::atan(share * width / height), around = i & 4 ? 1.0 : -1.0;
      world.settings.gravity = {around * 9.81 * std::sin(angle), -9.81 * std::cos(angle), 0};
      run(world, 2 * world.settings.stepsPerSecond);
      const double turned = angleBetween(Quat{}, bodyAt(world, i & 1 ? 1 : 0).q);
      CAPTURE(share);
      CAPTURE(i);
      if (share < 1) CHECK(turned < 0.02);
      else CHECK(turned > 0.5);
    }
  }
}
