// A round face bears as far as its rim, although a manifold has four points.
#include "math/trigonometry.h"
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// A cylinder, or a cone, at rest on a slope of that angle (rad), turned by `yaw` about its axis.
World columnOnSlope(ShapeType type, double radius, double height, double angle, double yaw, Quality quality, int rate) {
  World world = emptyWorld(quality, rate);
  const Quat tilt = fromAxisAngle({0, 0, 1}, angle);
  const Vec3 up = rotate(tilt, Vec3{0, 1, 0});
  BodyDescription slope = boxBody({40, 2, 40}, -up);
  slope.type = BodyType::fixed;
  slope.mass = 0;
  slope.orientation = tilt;
  slope.shapes[0].friction = 1.5;
  addBody(world, slope);
  BodyDescription d = boxBody({1, 1, 1}, up * (height / 2));
  d.shapes[0].type = type;
  d.shapes[0].radius = radius;
  d.shapes[0].height = height;
  d.shapes[0].friction = 1.5;
  d.orientation = tilt * fromAxisAngle({0, 1, 0}, yaw);
  addBody(world, d);
  return world;
}

}  // namespace

TEST_CASE("a column on a slope topples where its weight leaves its round base, however it is turned about its axis") {
  int i = 0;
  for (const ShapeType type : {ShapeType::cylinder, ShapeType::cone}) {
    for (const double share : {0.7, 0.85, 0.94, 1.05}) {
      for (int turn = 0; turn < 8; ++turn, ++i) {
        const double radius = i % 3 == 0 ? 0.03 : 0.4, height = radius * (4 + i % 4);
        const double angle = std::atan(share * radius / (type == ShapeType::cone ? height / 4 : height / 2));
        const int rate = i % 4 == 0 ? 30 : i % 4 == 1 ? 60 : i % 4 == 2 ? 120 : 240;
        World world = columnOnSlope(type, radius, height, angle, 0.13 + 0.61 * turn, i & 8 ? Quality::precise : Quality::standard, rate);
        const Quat start = bodyAt(world, 1).q;
        run(world, 4 * rate);
        const double turned = angleBetween(start, bodyAt(world, 1).q);
        CAPTURE(share);
        CAPTURE(turn);
        CAPTURE(rate);
        if (share < 1) CHECK(turned < 0.03);
        else CHECK(turned > 0.1);
      }
    }
  }
}

TEST_CASE("a column stands beyond the edge of a table as far as its centre is on it") {
  for (int turn = 0; turn < 8; ++turn) {
    for (const double beyond : {-0.05, 0.05}) {
      World world = emptyWorld(turn & 1 ? Quality::precise : Quality::standard, 60);
      BodyDescription table = boxBody({2, 1, 2}, {-1, -0.5, 0});
      table.type = BodyType::fixed;
      table.mass = 0;
      addBody(world, table);
      BodyDescription d = boxBody({1, 1, 1}, {beyond * 0.2, 0.25, 0});
      d.shapes[0].type = ShapeType::cylinder;
      d.shapes[0].radius = 0.2;
      d.shapes[0].height = 0.5;
      d.orientation = fromAxisAngle({0, 1, 0}, 0.2 * turn);
      addBody(world, d);
      run(world, 180);
      CAPTURE(turn);
      CAPTURE(beyond);
      if (beyond < 0) CHECK(angleBetween(bodyAt(world, 1).q, d.orientation) < 0.01);
      else CHECK(bodyAt(world, 1).x.y < 0.2);
    }
  }
}
