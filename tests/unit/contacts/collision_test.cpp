// Collisions in whole worlds: what Newton, Hecker and the conservation laws say must come out of the step.
#include "math/trigonometry.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

BodyDescription elasticCube(Vec3 position, Vec3 velocity, double mass = 1, double restitution = 1) {
  BodyDescription d = cubeBody(position, mass);
  d.velocity = velocity;
  d.shapes[0].restitution = restitution;
  d.shapes[0].friction = 0;
  return d;
}

}  // namespace

TEST_CASE("two cubes face to face: v' = ((m1 - e m2) v1 + (1 + e) m2 v2) / (m1 + m2), and no spin") {
  for (const double e : {1.0, 0.5, 0.2}) {
    World world = emptyWorld();
    const double m1 = 2, m2 = 3, v1 = 2, v2 = -1;
    const BodyId a = addBody(world, elasticCube({-2.01, 0, 0}, {v1, 0, 0}, m1, e)),
                 b = addBody(world, elasticCube({2, 0, 0}, {v2, 0, 0}, m2, e));
    run(world, 120);
    CHECK(distance(bodyAt(world, a).v, {((m1 - e * m2) * v1 + (1 + e) * m2 * v2) / (m1 + m2), 0, 0}) < 1e-6);
    CHECK(distance(bodyAt(world, b).v, {((m2 - e * m1) * v2 + (1 + e) * m1 * v1) / (m1 + m2), 0, 0}) < 1e-6);
    CHECK(length(angularVelocity(bodyAt(world, a))) < 1e-5);
    CHECK(length(angularVelocity(bodyAt(world, b))) < 1e-5);
  }
}

TEST_CASE("a cube dropped flat bounces without spin and falls on four corners at once") {
  World world = emptyWorld({0, -9.81, 0});
  addGround(world, 0.5, 0.5);
  BodyDescription d = cubeBody({0.3, 3, -0.2});
  d.shapes[0].restitution = 0.5;
  const BodyId id = addBody(world, d);
  double spin = 0;
  for (int i = 0; i < 300; ++i) {
    step(world);
    spin = worseOf(spin, length(angularVelocity(bodyAt(world, id))));
  }
  CHECK(spin < 1e-4);
  CHECK(bodyAt(world, id).x.y == doctest::Approx(0.5).epsilon(1e-3));
}

TEST_CASE("bounces rise to e^2 of the height before") {
  const double e = 0.8;
  World world = emptyWorld({0, -10, 0});
  addGround(world, 0, e);
  const BodyId id = addBody(world, elasticCube({0, 5.5, 0}, {}, 1, e));  // falls 5 m
  double height = 5, highest = 0, before = 0;
  int bounces = 0;
  for (int i = 0; i < 600 && bounces < 4; ++i) {
    step(world);
    const Body& body = bodyAt(world, id);
    // The top of a parabola lies between steps: h = y + v^2 / 2g is its height at any moment of the flight.
    highest = body.x.y - 0.5 + body.v.y * body.v.y / 20;
    if (before < 0 && body.v.y > 0) {
      height *= e * e;
      CHECK(relativeError(highest, height) < 0.005);
      ++bounces;
    }
    before = body.v.y;
  }
  CHECK(bounces == 4);
}

TEST_CASE("an elastic cube keeps its energy for 20 s") {
  World world = emptyWorld({0, -9.81, 0});
  addGround(world, 0, 1);
  addBody(world, elasticCube({0, 3, 0}, {}));
  const double start = energy(world);
  double worst = 0;
  for (int i = 0; i < 1200; ++i) {
    step(world);
    worst = worseOf(worst, std::fabs(energy(world) / start - 1));
  }
  MESSAGE("elastic cube, 20 s: energy error ", worst);
  CHECK(worst < 1e-4);
}

TEST_CASE("momentum and angular momentum are conserved in oblique collisions, with friction and without") {
  for (const double friction : {0.0, 0.6}) {
    for (const double e : {0.4, 0.7, 1.0}) {
      World world = emptyWorld();
      BodyDescription a = elasticCube({-1.5, 0.2, 0.1}, {3, 0, 0.2}, 2, e), b = elasticCube({1.5, -0.2, 0}, {-1, 0.3, 0}, 1, e);
      a.shapes[0].friction = b.shapes[0].friction = friction;
      a.orientation = normalized(Quat{0.3, 0.2, -0.1, 0.9});
      b.angularVelocity = {0.3, -0.5, 1};
      addBody(world, a), addBody(world, b);
      const Measures before = measure(world);
      run(world, 120);
      const Measures after = measure(world);
      CAPTURE(friction);
      CAPTURE(e);
      CHECK(distance(before.momentum, after.momentum) < 1e-5);
      CHECK(distance(before.angularMomentum, after.angularMomentum) < 1e-3);
      const double lost = energy(world) / (before.energy.linear + before.energy.rotational);
      CHECK(lost < 1 + 1e-5);
      if (e == 1 && friction == 0) CHECK(lost > 1 - 1e-5);
      CHECK(bodyAt(world, 0).v.x < 2.9);  // they did meet
    }
  }
}

TEST_CASE("a touching cradle of five cubes passes the impulse on: only the last one moves") {
  World world = emptyWorld();
  addBody(world, elasticCube({-3.01, 0, 0}, {2, 0, 0}));
  for (int i = 0; i < 4; ++i) addBody(world, elasticCube({static_cast<double>(i), 0, 0}, {}));
  run(world, 120);
  for (BodyId id = 0; id < 4; ++id) CHECK(length(bodyAt(world, id).v) < 1e-5);
  CHECK(distance(bodyAt(world, 4).v, {2, 0, 0}) < 1e-5);
}

TEST_CASE("without restitution two cubes go on together") {
  World world = emptyWorld();
  const BodyId a = addBody(world, elasticCube({-2, 0, 0}, {3, 0, 0}, 1, 0)), b = addBody(world, elasticCube({2, 0, 0}, {}, 2, 0));
  run(world, 180);
  CHECK(bodyAt(world, a).v.x == doctest::Approx(1).epsilon(1e-3));
  CHECK(bodyAt(world, b).v.x == doctest::Approx(1).epsilon(1e-3));
}

TEST_CASE("a cube on its edge falls over and comes to rest on a face") {
  World world = emptyWorld({0, -9.81, 0});
  addGround(world);
  BodyDescription d = cubeBody({0, 2, 0});
  d.orientation = fromAxisAngle({0, 0, 1}, kPi / 4 + 0.05);
  const BodyId id = addBody(world, d);
  run(world, 600);
  CHECK(bodyAt(world, id).x.y == doctest::Approx(0.5).epsilon(1e-3));
  CHECK(length(bodyAt(world, id).v) < 1e-3);
}
