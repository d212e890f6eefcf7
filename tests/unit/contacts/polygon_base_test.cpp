// A face of many corners bears as all of them would, although a manifold has four points.
#include "math/trigonometry.h"
#include "shapes/convex_hull.h"
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr double kTurn = 6.283185307179586;

/// A prism on n corners, at rest on a slope that falls along -x, turned by `yaw`. Its centre leaves the base at `share` 1.
struct Prism {
  int corners;
  double radius, height, yaw, share;
};

double slopeOf(const Prism& p) {
  double reach = 1e9;  // from the middle to the side that the way down crosses
  for (int i = 0; i < p.corners; ++i) {
    const double from = kTurn * i / p.corners + p.yaw, to = kTurn * (i + 1) / p.corners + p.yaw, middle = (from + to) / 2;
    const double along = -std::cos(middle);
    if (along > 0) reach = std::fmin(reach, p.radius * std::cos(kTurn / 2 / p.corners) / along);
  }
  return std::atan(p.share * reach / (p.height / 2));
}

World prismOnSlope(const Prism& p, double groundSize, Quality quality, int rate) {
  World world = emptyWorld(quality, rate);
  const Quat tilt = fromAxisAngle({0, 0, 1}, slopeOf(p));
  const Vec3 up = rotate(tilt, Vec3{0, 1, 0});
  BodyDescription slope = boxBody({groundSize, 2, groundSize}, -up);
  slope.type = BodyType::fixed;
  slope.mass = 0;
  slope.orientation = tilt;
  slope.shapes[0].friction = 1.5;
  addBody(world, slope);
  BodyDescription d = boxBody({1, 1, 1}, up * (p.height / 2));
  d.shapes[0].type = ShapeType::hull;
  d.shapes[0].friction = 1.5;
  for (int i = 0; i < p.corners; ++i) {
    const double angle = kTurn * i / p.corners + p.yaw;
    for (const double side : {-0.5, 0.5})
      d.shapes[0].vertices.push_back({p.radius * std::cos(angle), side * p.height, p.radius * std::sin(angle)});
  }
  d.shapes[0].triangles = convexHull(d.shapes[0].vertices);
  d.orientation = tilt;
  addBody(world, d);
  return world;
}

}  // namespace

TEST_CASE("a prism on a slope topples where its weight leaves its base, over an edge, and gains no energy") {
  int i = 0;
  for (const int corners : {5, 6, 7, 8, 12, 16}) {
    for (const double share : {0.7, 0.85, 0.92, 1.06, 1.2}) {
      for (int turn = 0; turn < 4; ++turn, ++i) {
        const double radius = i % 3 == 0 ? 0.03 : 0.4;
        const int rate = i % 4 == 0 ? 30 : i % 4 == 1 ? 60 : i % 4 == 2 ? 120 : 240;
        const Prism prism{corners, radius, radius * (2.5 + i % 3), 0.13 + 0.37 * turn, share};
        World world = prismOnSlope(prism, i % 5 == 0 ? 200 : 10, i & 8 ? Quality::precise : Quality::standard, rate);
        const Body& body = bodyAt(world, 1);
        const Quat start = body.q;
        double least = energy(world), gain = 0;
        for (int k = 0; k < 3 * rate; ++k) {
          step(world);
          gain = std::fmax(gain, energy(world) - least);
          least = std::fmin(least, energy(world));
        }
        const double turned = angleBetween(start, body.q);
        CAPTURE(corners);
        CAPTURE(share);
        CAPTURE(turn);
        CAPTURE(rate);
        if (share < 1) CHECK(turned < 0.03);
        else CHECK(turned > 0.1);
        CHECK(gain < 0.01 * body.mass * 9.81 * radius);
      }
    }
  }
}

TEST_CASE("a coin that overhangs another by 0.9 of what it may lies still on it") {
  for (int turn = 0; turn < 12; ++turn) {
    World world = emptyWorld(turn & 1 ? Quality::precise : Quality::standard, turn & 2 ? 60 : 120);
    addGround(world, 0.6);
    const double around = kTurn * turn / 12 + 0.1;
    for (int i = 0; i < 2; ++i) {
      BodyDescription d = boxBody({1, 1, 1}, {i * 0.45 * std::cos(around), 0.1 + 0.2 * i, i * 0.45 * std::sin(around)});
      d.shapes[0].type = ShapeType::cylinder;
      d.shapes[0].radius = 0.5;
      d.shapes[0].height = 0.2;
      d.shapes[0].friction = 0.6;
      addBody(world, d);
    }
    const double whole = energy(world);
    run(world, 3 * world.settings.stepsPerSecond);
    CAPTURE(turn);
    CHECK(angleBetween(Quat{}, bodyAt(world, 2).q) < 0.002);
    CHECK(energy(world) <= whole + 1e-4);
  }
}
