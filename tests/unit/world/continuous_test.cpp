// Nothing flies through a thin plate, and what is stopped by one leaves it as the laws of impact say.
#include <algorithm>
#include <random>

#include "math/trigonometry.h"
#include "shapes/convex_hull.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// A plate of 1 cm in the plane x = 0, its near face at x = 0.
BodyId addPlate(World& world, double restitution = 0, double friction = 0.5, double thickness = 0.01) {
  BodyDescription d = boxBody({thickness, 6, 6}, {thickness / 2, 0, 0});
  d.type = BodyType::fixed;
  d.shapes[0].restitution = restitution;
  d.shapes[0].friction = friction;
  return addBody(world, d);
}

BodyDescription shot(Vec3 size, Vec3 from, Vec3 velocity) {
  BodyDescription d = boxBody(size, from, 1000 * size.x * size.y * size.z);
  d.velocity = velocity;
  return d;
}

/// On the ground at `from`, its axis along z, rolling along x.
BodyDescription rolling(ShapeType type, double radius, double height, double from, double speed) {
  BodyDescription d = boxBody({2 * radius, 2 * radius, height}, {from, radius, 0}, 0.01);
  d.shapes[0].type = type;
  d.shapes[0].radius = radius;
  d.shapes[0].height = height;
  if (type != ShapeType::ellipsoid) d.shapes[0].orientation = fromAxisAngle({1, 0, 0}, kPi / 2);
  d.velocity = {speed, 0, 0};
  d.angularVelocity = {0, 0, -speed / radius};
  return d;
}

double farthestPast(World& world, BodyId id, int steps) {
  double most = -1e300;
  for (int i = 0; i < steps; ++i) {
    step(world);
    most = worseOf(most, bodyAt(world, id).x.x);
  }
  return most;
}

}  // namespace

TEST_CASE("a plate of 1 cm stops cubes of 0.1 m and 1 m at 400 m/s, straight, spinning and edge-on, from whatever distance") {
  Vec3 spins[] = {{}, {0, 0, 60}, {30, -50, 20}, {0, 300, 0}};
  const Quat turns[] = {
      {}, fromAxisAngle({0, 0, 1}, 0.7854), fromAxisAngle(normalized(Vec3{1, 1, 1}), 0.9), normalized(Quat{0.3, 0.5, 0.1, 1})};
  int shots = 0;
  for (const double size : {0.1, 1.0}) {
    for (const Vec3 spin : spins) {
      for (const Quat turn : turns) {
        for (const double distance : {1.0, 3.3, 7.7, 20.0}) {
          World world = emptyWorld();
          addPlate(world);
          BodyDescription d = shot({size, size, size}, {-distance - size, 0.4, -0.3}, {400, 0, 0});
          d.angularVelocity = spin;
          d.orientation = turn;
          const BodyId id = addBody(world, d);
          CHECK_MESSAGE(farthestPast(world, id, 60) < 0, size, " m, spin ", spin.x, " ", spin.y, " ", spin.z, ", from ", distance);
          ++shots;
        }
      }
    }
  }
  CHECK(shots == 128);
}

TEST_CASE("a millimetre of steel stops a brick at 1000 m/s, and slanting shots do not get round it") {
  for (const double angle : {0.0, 0.5, 1.0, 1.3}) {
    World world = emptyWorld();
    addPlate(world, 0, 0, 0.001);
    const Vec3 direction{std::cos(angle), std::sin(angle), 0};
    const BodyId id = addBody(world, shot({0.2, 0.1, 0.06}, Vec3{-0.5, -1, 0} - direction * 9, direction * 1000));
    CHECK_MESSAGE(farthestPast(world, id, 12) < 0, angle);
  }
}

TEST_CASE("a thin rod is stopped, point first, flat and tumbling") {
  for (const Vec3 spin : {Vec3{}, Vec3{0, 0, 25}, Vec3{10, 40, 15}}) {
    for (const double angle : {0.0, 0.4, 0.8, 1.2, 1.5708}) {
      World world = emptyWorld();
      addPlate(world);
      BodyDescription d = shot({1, 0.02, 0.02}, {-9, 0, 0}, {400, 0, 0});
      d.orientation = fromAxisAngle({0, 0, 1}, angle);
      d.angularVelocity = spin;
      const BodyId id = addBody(world, d);
      CHECK_MESSAGE(farthestPast(world, id, 60) < 0, "angle ", angle, " spin ", spin.x, " ", spin.y, " ", spin.z);
    }
  }
}

TEST_CASE("a ball of 4 cm is stopped as well, and bounces back as fast as it came") {
  for (const double restitution : {0.0, 1.0}) {
    World world = emptyWorld();
    addPlate(world, restitution, 0);
    BodyDescription d = shot({0.04, 0.04, 0.04}, {-9.2, 0, 0}, {400, 0, 0});
    d.shapes[0].type = ShapeType::sphere;
    d.shapes[0].radius = 0.02;
    d.angularVelocity = {0, 0, 500};
    const BodyId id = addBody(world, d);
    CHECK(farthestPast(world, id, 30) < 0);
    CHECK(std::fabs(bodyAt(world, id).v.x + restitution * 400) < 1e-2);
  }
}

TEST_CASE("bodies that bounce leave the plate as Hecker's law says") {
  for (const double restitution : {1.0, 0.5}) {
    World world = emptyWorld();
    addPlate(world, restitution, 0);
    const BodyId id = addBody(world, shot({0.1, 0.1, 0.1}, {-10.123, 0, 0}, {400, 5, 0}));
    run(world, 10);
    const Body& body = bodyAt(world, id);
    CHECK(std::fabs(body.v.x + restitution * 400) < 1e-3);
    CHECK(std::fabs(body.v.y - 5) < 1e-6);
    CHECK(length(angularVelocity(body)) < 1e-2);
  }
  // One corner first: j = -(1 + e) v / (1/m + n.[(I^-1 (r x n)) x r]) for the corner's arm r at the moment of impact.
  World world = emptyWorld();
  addPlate(world, 1, 0);
  BodyDescription d = shot({0.2, 0.2, 0.2}, {-9.7, 0.1, 0.2}, {400, 0, 0});
  // A diagonal nearly along x, so that no second corner strikes.
  d.orientation = fromAxisAngle({0, 0, 1}, -0.7) * fromAxisAngle({0, 1, 0}, 0.55);
  const BodyId id = addBody(world, d);
  const Body before = bodyAt(world, id);
  run(world, 12);
  Vec3 arm;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 local{corner & 1 ? 0.1 : -0.1, corner & 2 ? 0.1 : -0.1, corner & 4 ? 0.1 : -0.1};
    const Vec3 r = rotate(before.q, local);
    if (r.x > arm.x) arm = r;
  }
  const Vec3 n{-1, 0, 0};
  const Vec3 twist = cross(arm, n);
  const double inverse = before.inverseMass + dot(twist, twist) * before.inverseInertia.x;
  const double j = 2 * 400 / inverse;
  const Body& after = bodyAt(world, id);
  CHECK(distance(after.v, before.v + n * (j * before.inverseMass)) < 0.4);  // of 400
  CHECK(distance(after.L, twist * j) < 2e-3 * length(twist * j));
}

TEST_CASE("free flight loses nothing: v and L at the stop are those of that moment") {
  World world = emptyWorld({0, -9.81, 0});
  addPlate(world, 1, 0);
  const BodyId id = addBody(world, shot({0.1, 0.1, 0.1}, {-20.4, 0, 0}, {300, 1, 0}));
  const double energyBefore = energy(world);
  run(world, 8);
  CHECK(bodyAt(world, id).v.x < -299.9);
  CHECK(std::fabs(energy(world) - energyBefore) < 1e-5 * energyBefore);
}

TEST_CASE("a falling plate and a thin wire: both are met") {
  World world = emptyWorld({0, -9.81, 0});
  BodyDescription wire = boxBody({6, 0.005, 0.005}, {0, 0, 0});
  wire.type = BodyType::fixed;
  addBody(world, wire);
  BodyDescription plate = shot({1, 0.01, 1}, {0, 30, 0}, {0, -50, 0});
  plate.orientation = fromAxisAngle({1, 0, 0}, 0.05);
  const BodyId id = addBody(world, plate);
  double lowestAbove = 1e300;
  bool turned = false;
  for (int i = 0; i < 60; ++i) {
    step(world);
    turned = turned || length(angularVelocity(bodyAt(world, id))) > 0.5;
    if (!turned) lowestAbove = std::fmin(lowestAbove, bodyAt(world, id).x.y);
  }
  CHECK(turned);
  CHECK(lowestAbove > -0.05);
}

TEST_CASE("a moving kinematic plate stops a cube too") {
  World world = emptyWorld();
  BodyDescription plate = boxBody({0.01, 6, 6}, {3, 0, 0});
  plate.type = BodyType::kinematic;
  plate.velocity = {-60, 0, 0};
  const BodyId wall = addBody(world, plate);
  const BodyId id = addBody(world, shot({0.1, 0.1, 0.1}, {-15.2, 0, 0}, {300, 0, 0}));
  for (int i = 0; i < 30; ++i) {
    step(world);
    CHECK(bodyAt(world, id).x.x < bodyAt(world, wall).x.x);
  }
  CHECK(std::fabs(bodyAt(world, id).v.x + 60) < 1e-2);
}

TEST_CASE("against dynamic bodies on request: a bullet hits a thin board, or flies through") {
  const auto shoot = [](bool continuous) {
    World world = emptyWorld();
    BodyDescription board = boxBody({0.01, 1, 1}, {0, 0, 0}, 10);
    const BodyId target = addBody(world, board);
    BodyDescription bullet = shot({0.02, 0.02, 0.02}, {-9.1, 0, 0}, {400, 0, 0});
    bullet.continuous = continuous;
    const BodyId id = addBody(world, bullet);
    const Vec3 before = measure(world).momentum;
    for (int i = 0; i < 20; ++i) {
      step(world);
      if (continuous) CHECK(bodyAt(world, id).x.x < bodyAt(world, target).x.x);
    }
    CHECK(distance(measure(world).momentum, before) < 1e-5);
    return bodyAt(world, target).v.x;
  };
  CHECK(shoot(false) == 0);
  const double mass = 1000 * 0.02 * 0.02 * 0.02;
  CHECK(std::fabs(shoot(true) - 400 * mass / (10 + mass)) < 1e-3);
}

TEST_CASE("two bullets that meet in mid-flight collide") {
  World world = emptyWorld();
  BodyDescription a = shot({0.1, 0.1, 0.1}, {-8, 0, 0}, {300, 0, 0}), b = shot({0.1, 0.1, 0.1}, {7, 0, 0}, {-200, 0, 0});
  a.continuous = true;
  a.shapes[0].restitution = b.shapes[0].restitution = 1;
  const BodyId first = addBody(world, a), second = addBody(world, b);
  run(world, 10);
  CHECK(std::fabs(bodyAt(world, first).v.x + 200) < 1e-3);
  CHECK(std::fabs(bodyAt(world, second).v.x - 300) < 1e-3);
}

TEST_CASE("slow bodies are not looked at: none is noted, however many there are") {
  World world = emptyWorld({0, -9.81, 0});
  addGround(world);
  for (int i = 0; i < 30; ++i) addBody(world, cubeBody({1.2 * i, 2, 0}, 1000));
  for (int i = 0; i < 120; ++i) {
    step(world);
    CHECK(world.continuous.fast.empty());
  }
}

TEST_CASE("what slides and spins fast on the ground is not held up") {
  World world = emptyWorld({0, -9.81, 0});
  addGround(world, 0);
  BodyDescription d = boxBody({0.5, 0.1, 0.5}, {-90, 0.05, 0}, 10);
  d.velocity = {60, 0, 0};
  d.angularVelocity = {0, 200, 0};
  const BodyId id = addBody(world, d);
  run(world, 120);
  CHECK(std::fabs(bodyAt(world, id).x.x - 30) < 1e-3);
}

TEST_CASE("what rolls goes as far as its velocity says, however thin it is and however fast it turns, and through no thin wall") {
  const struct {
    ShapeType type;
    double radius, height;
  } kWheels[] = {{ShapeType::cylinder, 0.02, 0.002},
                 {ShapeType::cylinder, 0.05, 0.001},
                 {ShapeType::cone, 0.05, 0.01},
                 {ShapeType::ellipsoid, 0.03, 0.002},
                 {ShapeType::cylinder, 0.05, 0.3}};
  for (const auto& [type, radius, height] : kWheels) {
    for (const double speed : {5.0, 10.0}) {
      for (const int rate : {30, 60, 240}) {
        for (const Quality quality : {Quality::standard, Quality::precise}) {
          World world = emptyWorld(quality, rate);
          addGround(world);
          addPlate(world, 0, 0.5, 0.001);
          const BodyId id = addBody(world, rolling(type, radius, height, -0.45 * speed, speed));
          Vec3 unexplained;
          const auto steps = static_cast<int>(0.4 * rate);
          for (int i = 0; i < steps; ++i) {
            const Body before = bodyAt(world, id);
            step(world);
            const Body& now = bodyAt(world, id);
            unexplained += now.x - before.x - (now.v + before.v) * (0.5 / rate);
          }
          CHECK_MESSAGE(length(unexplained) < 2e-3 * 0.4 * speed, radius, " m, ", height, " m thick, ", speed, " m/s, ", rate, " Hz");
          CHECK(farthestPast(world, id, rate / 2) < 0);
        }
      }
    }
  }
}

TEST_CASE("thin round things that an impact spins past their contacts pass no thin wall") {
  // 47 of these passed it when only what moves by its speculative distance was looked at: a lens that rocks from rim to rim does not.
  std::mt19937 random(1);
  const auto between = [&](double low, double high) { return low + (high - low) * (random() * 0x1p-32); };
  int passed = 0;
  for (int i = 0; i < 240; ++i) {
    World world = emptyWorld(i % 2 ? Quality::standard : Quality::precise, i % 3 == 0 ? 30 : i % 3 == 1 ? 60 : 120);
    world.settings.gravity = {};
    addPlate(world, 0, between(0, 1), between(0.001, 0.01));
    const double radius = between(0.02, 0.1);
    BodyDescription d = boxBody({2 * radius, 0.002, 2 * radius}, {-2 * radius - between(0, 0.5), 0, 0}, 0.01);
    d.shapes[0].type = i % 5 == 0 ? ShapeType::cone : ShapeType::ellipsoid;
    d.shapes[0].radius = radius;
    d.shapes[0].height = 0.003;
    d.orientation = normalized(Quat{between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)});
    d.velocity = {between(10, 70), 0, 0};
    const BodyId id = addBody(world, d);
    if (!(farthestPast(world, id, 20) < 0.01)) ++passed;
  }
  CHECK(passed == 0);
}

TEST_CASE("a hull of many sides rolls on its vertices, and sinks in no deeper as long as a part of a step sees each") {
  for (const int sides : {16, 32, 64}) {
    for (double speed = 2; speed < 10; speed += 0.46) {
      for (const int rate : {30, 60, 120}) {
        const double radius = 0.02, apothem = radius * std::cos(kPi / sides), perTick = speed / (radius * rate * kTicksPerStep);
        if (perTick > 0.9 * 2 * kPi / sides) continue;  // the shortest part of a step has one contact
        World world = emptyWorld(Quality::precise, rate);
        addGround(world);
        BodyDescription d = rolling(ShapeType::hull, radius, 0.002, 0, speed);
        d.shapes[0].orientation = {};
        for (int i = 0; i < 2 * sides; ++i) {
          const double angle = 2 * kPi * (i / 2) / sides;
          d.shapes[0].vertices.push_back({radius * std::cos(angle), radius * std::sin(angle), i % 2 ? 0.001 : -0.001});
        }
        d.shapes[0].triangles = convexHull(d.shapes[0].vertices);
        const BodyId id = addBody(world, d);
        double lowest = 1, explained = 0;
        for (int i = 0; i < rate / 2; ++i) {
          const double before = bodyAt(world, id).v.x;
          step(world);
          lowest = std::min(lowest, bodyAt(world, id).x.y);
          explained += (bodyAt(world, id).v.x + before) / (2 * rate);
        }
        CAPTURE(sides);
        CAPTURE(speed);
        CAPTURE(rate);
        CHECK(lowest > apothem - 0.02 * radius);
        CHECK(std::fabs(bodyAt(world, id).x.x - explained) < 0.01 * 0.5 * speed);
      }
    }
  }
}
