// Impacts with and without restitution: a face stops at all corners at once, a bounce does not depend on its moment within a substep.
#include "math/trigonometry.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

TEST_CASE("a cube dropped flat without restitution lands without spin, with either preset") {
  for (const Quality quality : {Quality::precise, Quality::standard}) {
    // The soft preset stops the blow in a fixed number of visits, so a remainder of the spin stays.
    const double bound = quality == Quality::precise ? 1e-4 : 0.1;
    for (const double height : {0.5, 1.0, 2.0, 3.3}) {
      World world = emptyWorld({0, -9.81, 0});
      world.settings.quality = quality;
      addGround(world);
      const BodyId id = addBody(world, cubeBody({0, 0.5 + height, 0}));
      double spin = 0;
      for (int i = 0; i < 300; ++i) {
        step(world);
        spin = worseOf(spin, length(angularVelocity(bodyAt(world, id))));
      }
      CHECK(spin < bound);
      CHECK(distance(bodyAt(world, id).x, {0, 0.5, 0}) < 1e-3);
    }
  }
}

TEST_CASE("a cube dropped on an edge keeps little spin across it, in the soft preset, too") {
  for (const double tilt : {1.0, 5.0, 10.0, 20.0, 30.0, 45.0}) {
    for (const double height : {0.3, 0.5, 0.77, 1.0, 1.5, 2.0, 3.0}) {
      World world = emptyWorld({0, -9.81, 0});
      world.settings.quality = Quality::standard;
      addGround(world);
      const double angle = tilt * kPi / 180;
      BodyDescription d = cubeBody({0, height + 0.5 * (std::cos(angle) + std::sin(angle)), 0});
      d.orientation = {0, 0, std::sin(angle / 2), std::cos(angle / 2)};
      const BodyId id = addBody(world, d);
      double spin = 0;
      for (int touching = 0; touching < 6;) {  // steps: the blow of the edge, before the next edge meets the ground
        step(world);
        touching += world.report.contactCount > 0;
        const Vec3 omega = angularVelocity(bodyAt(world, id));
        spin = worseOf(spin, worseOf(std::fabs(omega.x), std::fabs(omega.y)));
      }
      CHECK(spin < 0.25);  // 3.7 where the corners are stopped one after the other
    }
  }
}

TEST_CASE("an elastic hit comes out right wherever in a substep the faces meet") {
  for (const double gap : {3.0, 3.01, 2.95, 3.1, 1.5, 2.0, 1.0, 0.5, 1.234}) {
    World world = emptyWorld();
    const auto cube = [&](double x, double v, double mass) {
      BodyDescription d = cubeBody({x, 0, 0}, mass);
      d.velocity = {v, 0, 0};
      d.shapes[0].restitution = 1;
      d.shapes[0].friction = 0;
      return addBody(world, d);
    };
    const BodyId a = cube(-0.5 - gap / 2, 2, 2), b = cube(0.5 + gap / 2, -1, 3);
    run(world, 180);
    // v1' = ((m1 - m2) v1 + 2 m2 v2) / (m1 + m2) with 2 kg at 2 m/s and 3 kg at -1 m/s
    CHECK(bodyAt(world, a).v.x == doctest::Approx(-1.6).epsilon(1e-6));
    CHECK(bodyAt(world, b).v.x == doctest::Approx(1.4).epsilon(1e-6));
    CHECK(length(angularVelocity(bodyAt(world, a))) < 1e-5);
  }
}

TEST_CASE("a tumbling elastic cube keeps its energy for 20 s") {
  World world = emptyWorld({0, -9.81, 0});
  addGround(world, 0, 1);
  BodyDescription d = cubeBody({0, 3, 0});
  d.shapes[0].restitution = 1;
  d.shapes[0].friction = 0;
  d.orientation = normalized(Quat{0.3, 0.1, 0.2, 1});
  d.angularVelocity = {0.5, 1, -0.7};
  addBody(world, d);
  const double before = energy(world);
  run(world, 1200);
  // About 20 blows; each leaves the orientation of its step to second order, 3e-4 in all.
  MESSAGE("tumbling elastic cube, 20 s: energy error " << energy(world) / before - 1);
  CHECK(energy(world) == doctest::Approx(before).epsilon(1e-3));
}

TEST_CASE("balls that meet off centre part along the line of their centres at that moment, however fast and small") {
  const double radii[] = {0.03, 0.1, 0.25, 0.6}, densities[] = {500, 1000, 7800};
  double worst = 0, worstSpin = 0;
  int scenes = 0;
  for (const Quality quality : {Quality::precise, Quality::standard}) {
    for (const int rate : {30, 60, 240}) {
      for (const double speed : {2.0, 5.0, 10.0, 20.0}) {
        for (const double share : {0.25, 0.5, 0.74, 0.87}) {
          for (const double restitution : {0.0, 0.5}) {
            const double radiusA = radii[scenes % 4], radiusB = radii[scenes / 3 % 4], across = (radiusA + radiusB) * share;
            World world = emptyWorld(quality, rate);
            world.settings.gravity = {};
            const auto addBall = [&](double radius, double mass, Vec3 position, Vec3 velocity) {
              BodyDescription d = ballBody(radius, position, mass);
              d.shapes[0].friction = 0;
              d.shapes[0].restitution = restitution;
              d.velocity = velocity;
              return addBody(world, d);
            };
            const double massA = densities[scenes % 3] * radiusA * radiusA * radiusA,
                         massB = densities[scenes / 2 % 3] * radiusB * radiusB * radiusB;
            const double begin = -2 * (radiusA + radiusB) - 0.37;
            const BodyId a = addBall(radiusA, massA, {begin, 5, across}, {speed, 0, 0}), b = addBall(radiusB, massB, {0, 5, 0}, {});
            run(world, static_cast<int>((-begin / speed + 0.1) * rate) + 1);
            const Vec3 n{std::sqrt(1 - share * share), 0, -share};
            const Vec3 impulse = n * ((1 + restitution) * speed * n.x / (1 / massA + 1 / massB));
            const Vec3 rightA = Vec3{speed, 0, 0} - impulse * (1 / massA), rightB = impulse * (1 / massB);
            worst = worseOf(worst, length(bodyAt(world, a).v - rightA) / speed);
            worst = worseOf(worst, length(bodyAt(world, b).v - rightB) / length(rightB));
            worstSpin = worseOf(worstSpin, length(angularVelocity(bodyAt(world, a))) * radiusA / speed);
            ++scenes;
          }
        }
      }
    }
  }
  CHECK(scenes == 192);
  CHECK(worst < 4e-3);
  CHECK(worstSpin < 0.012);
  MESSAGE("velocity " << worst << ", spin " << worstSpin);
}
