// Bodies at rest and sliding: what stands must stand, what slides must stop where Coulomb says. Figures are printed.
#include "math/trigonometry.h"
#include "support/worlds.h"
#include "support/worst.h"
#include "world/finalize_poses.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr double kGravity = 9.81;
World worldWithGround(double friction = 0.5) {
  World world = emptyWorld({0, -kGravity, 0});
  addGround(world, friction);
  return world;
}
BodyDescription cubeOf(Vec3 position, double friction, double mass = 1) {
  BodyDescription d = cubeBody(position, mass);
  d.shapes[0].friction = friction;
  return d;
}

/// A cube on an incline of `angle` (rad), its bottom face on the surface. The ground is turned; gravity is not.
World incline(double angle, double friction) {
  World world = emptyWorld({0, -kGravity, 0});
  const Quat q = fromAxisAngle({0, 0, 1}, -angle);  // falls towards +x
  BodyDescription ground = boxBody({200, 2, 200}, rotate(q, {0, -1, 0}));
  ground.type = BodyType::fixed;
  ground.orientation = q;
  ground.shapes[0].friction = friction;
  addBody(world, ground);
  BodyDescription cube = cubeOf(rotate(q, {0, 0.5, 0}), friction);
  cube.orientation = q;
  addBody(world, cube);
  return world;
}

}  // namespace

TEST_CASE("one cube rests: nothing moves in 10 s") {
  World world = worldWithGround();
  const BodyId id = addBody(world, cubeOf({0, 0.5, 0}, 0.5));
  run(world, 600);
  const Body& body = bodyAt(world, id);
  CHECK(distance(body.x, {0, 0.5, 0}) < 1e-4);
  CHECK(length(body.v) < 1e-4);
  CHECK(angleBetween(body.q, {}) < 1e-5);
  CHECK(contactPointCount(world) == 4);
}

TEST_CASE("a stack of ten stands for 10 s and drifts less than 1 mm, with either preset") {
  for (const Quality quality : {Quality::precise, Quality::standard}) {
    World world = worldWithGround();
    world.settings.quality = quality;
    std::vector<BodyId> ids;
    for (int i = 0; i < 10; ++i) ids.push_back(addBody(world, cubeOf({0, 0.5 + i, 0}, 0.5)));
    run(world, 600);
    double drift = 0, sag = 0;
    for (int i = 0; i < 10; ++i) {
      const Vec3 x = bodyAt(world, ids[static_cast<std::size_t>(i)]).x;
      drift = worseOf(drift, std::sqrt(x.x * x.x + x.z * x.z));
      sag = worseOf(sag, std::fabs(0.5 + i - x.y));
    }
    CHECK(drift < 1e-3);
    CHECK(sag < (quality == Quality::precise ? 1e-4 : 0.15e-3 * 100));  // of soft rows 0.15 N^2 mm
    MESSAGE("stack of ten, 10 s, ", std::string(quality == Quality::precise ? "precise" : "standard"), ": drift ", drift * 1e3, " mm, sag ",
            sag * 1e3, " mm");
  }
}

TEST_CASE("incline: below the friction angle a cube stays, above it slides g (sin - mu cos) t^2 / 2") {
  const double mu = 0.5, limit = std::atan(mu), tenth = kPi / 1800;
  World below = incline(limit - tenth, mu);
  const Vec3 start = below.bodies.bodies[1].x;
  run(below, 300);
  CHECK(distance(below.bodies.bodies[1].x, start) < 1e-4);
  MESSAGE("incline, 0.1 degrees below, 5 s: creep ", distance(below.bodies.bodies[1].x, start) * 1e3, " mm");
  const double angle = limit + 20 * tenth;
  World above = incline(angle, mu);
  run(above, 120);
  const double slid = distance(above.bodies.bodies[1].x, incline(angle, mu).bodies.bodies[1].x);
  CHECK(relativeError(slid, 0.5 * kGravity * (std::sin(angle) - mu * std::cos(angle)) * 4) < 1e-3);
}

TEST_CASE("sliding stops after v^2 / (2 mu g), in every direction of the floor") {
  for (const double direction : {0.0, 0.3, kPi / 4}) {
    World world = worldWithGround(0.4);
    BodyDescription d = boxBody({2, 0.4, 2}, {0, 0.2, 0});  // flat: it does not tip
    d.shapes[0].friction = 0.4;
    d.velocity = {3 * std::cos(direction), 0, 3 * std::sin(direction)};
    const BodyId id = addBody(world, d);
    run(world, 120);
    const Vec3 x = bodyAt(world, id).x;
    CHECK(relativeError(std::sqrt(x.x * x.x + x.z * x.z), 9 / (2 * 0.4 * kGravity)) < 1e-3);
    CHECK(std::atan2(x.z, x.x) == doctest::Approx(direction).epsilon(1e-3));
    CHECK(length(bodyAt(world, id).v) < 1e-4);
  }
}

TEST_CASE("a heavy cube stands on a light one: 1000 : 1") {
  World world = worldWithGround();
  const BodyId light = addBody(world, cubeOf({0, 0.5, 0}, 0.5, 1)), heavy = addBody(world, cubeOf({0, 1.5, 0}, 0.5, 1000));
  run(world, 600);
  CHECK(std::fabs(bodyAt(world, light).x.y - 0.5) < 1e-4);
  CHECK(std::fabs(bodyAt(world, heavy).x.y - 1.5) < 1e-4);
  CHECK(std::fabs(bodyAt(world, heavy).x.x) < 1e-3);
  MESSAGE("1000 : 1, 10 s: sag ", (1.5 - bodyAt(world, heavy).x.y) * 1e3, " mm");
}

TEST_CASE("a leaning block falls when its middle is beyond its edge, and stands up when it is not") {
  const double edge = std::atan(0.5);  // 1 wide, 2 high
  for (const double more : {-0.03, 0.03}) {
    World world = worldWithGround(1);
    const double angle = edge + more;
    const Quat q = fromAxisAngle({0, 0, 1}, -angle);
    BodyDescription d = boxBody({1, 2, 1}, rotate(q, {-0.5, 1, 0}));  // on its edge at the origin
    d.orientation = q;
    d.shapes[0].friction = 1;
    const BodyId id = addBody(world, d);
    run(world, 300);
    const double height = bodyAt(world, id).x.y;
    CHECK(std::fabs(height - (more < 0 ? 1 : 0.5)) < 0.005);
  }
}

TEST_CASE("boxes that overlap at the start are pushed out gently") {
  World world = worldWithGround();
  const BodyId id = addBody(world, cubeOf({0, 0.3, 0}, 0.5));
  double fastest = 0;
  for (int i = 0; i < 300; ++i) {
    step(world);
    fastest = worseOf(fastest, length(bodyAt(world, id).v));
  }
  CHECK(std::fabs(bodyAt(world, id).x.y - 0.5) < 0.001);
  CHECK(fastest < 3.5);
}

TEST_CASE("a tower of cubes of 1 kg and 1000 kg in turn stands, with either preset, at each rate") {
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const int rate : {30, 60, 240}) {
      World world = emptyWorld(quality, rate);
      addGround(world);
      for (int i = 0; i < 6; ++i) addBody(world, cubeBody({0, 0.5 + i, 0}, i % 2 ? 1000 : 1));
      run(world, 5 * rate);
      for (int i = 0; i < 6; ++i) CHECK(distance(world.bodies.bodies[static_cast<std::size_t>(i) + 1].x, {0, 0.5 + i, 0}) < 0.002);
    }
  }
}
