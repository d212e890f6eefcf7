// Driven rollers: kinematic bodies that spin about their own axis, which moves their surface, but not along its normal.
#include "math/trigonometry.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// Round, its axis along z.
BodyDescription roundBody(ShapeType type, double radius, Vec3 position, double friction) {
  BodyDescription d = boxBody({}, position, 1);
  Shape& shape = d.shapes[0];
  shape.type = type;
  shape.radius = radius;
  shape.height = 1;
  shape.halfExtents = {radius, 1, radius};  // of an ellipsoid
  shape.friction = friction;
  d.orientation = fromAxisAngle({1, 0, 0}, 0.5 * kPi);
  return d;
}

void addRoller(World& world, ShapeType type, double radius, Vec3 position, double spin, double friction) {
  BodyDescription roller = roundBody(type, radius, position, friction);
  roller.type = BodyType::kinematic;
  roller.angularVelocity = {0, 0, spin};
  addBody(world, roller);
}

constexpr struct {
  int rate;
  Quality quality;
} kWays[] = {{30, Quality::standard}, {60, Quality::precise}, {240, Quality::standard}, {240, Quality::precise}};

}  // namespace

TEST_CASE("what is round turns in place between two driven rollers, as fast as their surfaces go, and says so") {
  const double small = 0.1, large = 0.2, apart = 0.15, height = std::sqrt((small + large) * (small + large) - apart * apart);
  for (const ShapeType rollers : {ShapeType::cylinder, ShapeType::capsule, ShapeType::ellipsoid}) {
    for (const ShapeType type : {ShapeType::sphere, ShapeType::cylinder, ShapeType::capsule}) {
      if (rollers == ShapeType::ellipsoid && type == ShapeType::sphere) continue;  // it runs off along them
      for (const double spin : {5.0, 20.0, -60.0}) {
        for (const auto& [rate, quality] : kWays) {
          CAPTURE(static_cast<int>(type));
          CAPTURE(spin);
          CAPTURE(rate);
          World world = emptyWorld(quality, rate);
          for (const double x : {-apart, apart}) addRoller(world, rollers, small, {x, 0, 0}, spin, 0.5);
          const BodyId id = addBody(world, roundBody(type, large, {0, height, 0}, 0.5));
          run(world, 3 * rate);
          Worst fast;
          for (int i = 0; i < rate; ++i) {
            step(world);
            fast.add(length(bodyAt(world, id).v));
          }
          const Body& body = bodyAt(world, id);
          CHECK(distance(body.x, {0, height, 0}) < 1e-4);
          CHECK(fast < 2e-3);
          CHECK(relativeError(angularVelocity(body).z, -spin * small / large) < 1e-3);
        }
      }
    }
  }
}

TEST_CASE("a plank on rollers goes along with them, level") {
  for (const ShapeType rollers : {ShapeType::cylinder, ShapeType::sphere}) {
    for (const auto& [rate, quality] : kWays) {
      CAPTURE(rate);
      World world = emptyWorld(quality, rate);
      const double radius = 0.05, spin = -20;
      for (int i = 0; i < 30; ++i) addRoller(world, rollers, radius, {0.12 * i, -radius, 0}, spin, 0.4);
      BodyDescription plank = boxBody({0.9, 0.04, 0.3}, {0.6, 0.02, 0}, 1);
      plank.shapes[0].friction = 0.4;
      const BodyId id = addBody(world, plank);
      run(world, rate);
      const double before = bodyAt(world, id).x.y;
      double reported = 0;  // m, how far its velocity says it rose
      for (int i = 0; i < rate; ++i) {
        step(world);
        reported += bodyAt(world, id).v.y / rate;
      }
      const Body& body = bodyAt(world, id);
      CHECK(relativeError(body.v.x, -spin * radius) < 1e-3);
      CHECK(std::fabs(reported - (body.x.y - before)) < 5e-4);
      CHECK(std::fabs(body.x.y - 0.02) < 1e-4);
    }
  }
}

TEST_CASE("a plank on two balls that turn towards each other oscillates, omega^2 = mu g / (d - mu h)") {
  const double friction = 0.3, apart = 0.5, start = 0.15;
  for (const double thick : {0.02, 0.1}) {
    for (const auto& [rate, quality] : kWays) {
      CAPTURE(thick);
      CAPTURE(rate);
      World world = emptyWorld(quality, rate);
      for (const double side : {-1.0, 1.0}) addRoller(world, ShapeType::sphere, 0.1, {side * apart, -0.1, 0}, 40 * side, friction);
      BodyDescription plank = boxBody({2, thick, 0.3}, {start, 0.5 * thick, 0}, 1);
      plank.shapes[0].friction = friction;
      const BodyId id = addBody(world, plank);
      const double omega = std::sqrt(friction * 9.81 / (apart - friction * 0.5 * thick));
      Worst off;
      for (int i = 1; i <= 6 * rate; ++i) {
        step(world);
        off.add(bodyAt(world, id).x.x - start * std::cos(omega * i / rate));
      }
      CHECK(off < 6e-3);  // a manifold is kept while bodies move by a millimetre
      CHECK(angleBetween({}, bodyAt(world, id).q) < 1e-3);
    }
  }
}

TEST_CASE("a can or capsule that rolls straight on a level floor rolls straight on") {
  for (const ShapeType type : {ShapeType::cylinder, ShapeType::capsule}) {
    for (const double radius : {0.02, 0.033, 0.05}) {
      for (const int rate : {30, 60, 240}) {
        World world = emptyWorld(Quality::standard, rate);
        addGround(world);
        BodyDescription d = boxBody({1, 1, 1}, {0, radius, 0}, 0.1);
        d.shapes[0].type = type;
        d.shapes[0].radius = radius;
        d.shapes[0].height = 2.2 * radius;
        d.shapes[0].orientation = fromAxisAngle({1, 0, 0}, kPi / 2);
        d.velocity = {2, 0, 0};
        d.angularVelocity = {0, 0, -2 / radius};
        const BodyId id = addBody(world, d);
        run(world, 8 * rate);
        const Vec3 axis = rotate(bodyAt(world, id).q, Vec3{0, 0, 1});
        CAPTURE(radius);
        CAPTURE(rate);
        CHECK(std::fabs(std::atan2(axis.x, std::fabs(axis.z))) < 0.05);
        CHECK(std::fabs(bodyAt(world, id).x.x - 16) < 0.01);
      }
    }
  }
}
