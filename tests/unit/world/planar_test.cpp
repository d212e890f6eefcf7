// Planar worlds: the engine as Hecker's two dimensions.
#include "bodies/planar.h"
#include "math/trigonometry.h"
#include "motion/schemes.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

BodyDescription planarBox(Vec3 size, Vec3 position, double mass, Quat orientation = {}) {
  BodyDescription d = boxBody(size, position, mass);
  d.orientation = orientation;
  d.planar = true;
  return d;
}

bool isInPlane(const Body& body, double z) {
  return body.x.z == z && body.v.z == 0 && body.L.x == 0 && body.L.y == 0 && body.q.x == 0 && body.q.y == 0;
}

}  // namespace

TEST_CASE("the inertia is the scalar about z of the body as it lies") {
  // A turned brick: I = z.(R I R^T) z. Its longest edge along z: m (1 + 4) / 12; along x: m (4 + 9) / 12.
  CHECK(bodyFrom(planarBox({1, 2, 3}, {}, 12)).inertia.z == doctest::Approx(5));
  CHECK(bodyFrom(planarBox({1, 2, 3}, {}, 12, fromAxisAngle({0, 1, 0}, kPi / 2))).inertia.z == doctest::Approx(13));
  BodyDescription d = planarBox({1, 1, 1}, {}, 6);
  d.orientation = fromAxisAngle(normalized(Vec3{1, 2, 3}), 0.7);
  CHECK(bodyFrom(d).inertia.z == doctest::Approx(1));
  CHECK(angleBetween(bodyOrientation(bodyFrom(d)), d.orientation) < 1e-12);
}

TEST_CASE("an impulse at a point: dv = J/m, domega = (r_x J_y - r_y J_x)/I, whatever its z") {
  World world = emptyWorld();
  BodyDescription d = planarBox({2, 1, 5}, {0, 0, 0.3}, 3, fromAxisAngle({1, 0, 0}, 0.4));  // its products of inertia would wobble it
  d.shapes[0].position = {0.2, 0.1, 0.4};
  const BodyId id = addBody(world, d);
  const Vec3 x = bodyAt(world, id).x;
  Command push;
  push.body = id;
  push.impulse = {1, -2, 7};
  push.point = x + Vec3{0.5, 0.25, 0.8};
  enqueue(world, push);
  run(world, 600);
  const Body& body = bodyAt(world, id);
  const double spin = (0.5 * -2 - 0.25 * 1) / body.inertia.z;
  CHECK(isInPlane(body, x.z));
  CHECK(distance(body.v, {1.0 / 3, -2.0 / 3, 0}) < 1e-14);
  CHECK(distance(angularVelocity(body), {0, 0, spin}) < 1e-14);
  CHECK(angleBetween(body.q, fromAxisAngle({0, 0, 1}, spin * 10)) < 1e-11);
  CHECK(distance(body.x, x + Vec3{10.0 / 3, -20.0 / 3, 0}) < 1e-12);
}

TEST_CASE("every scheme, with forces that point anywhere, stays in the plane to the bit") {
  for (std::size_t scheme = 0; scheme < motionSchemeNames().size(); ++scheme) {
    World world = emptyWorld({0, -9.81, 2});
    BodyDescription d = planarBox({1, 2, 3}, {0, 0, -1}, 2);
    d.motion = static_cast<MotionScheme>(scheme);
    d.angularVelocity = {0, 0, 2};
    const BodyId id = addBody(world, d);
    Spring spring;
    spring.point = {0.5, 1, 1.5};
    spring.anchor = {1, 4, 5};
    spring.stiffness = 30;
    world.forces.push_back(forceOn(id, spring));
    world.forces.push_back(forceOn(id, ConstantTorque{{1, 2, 0}}));
    run(world, 120);
    CAPTURE(motionSchemeNames()[scheme]);
    CHECK(isInPlane(bodyAt(world, id), -1));
    CHECK(length(bodyAt(world, id).v) > 0.01);
  }
}

TEST_CASE("collision with a wall: Hecker's j for two dimensions") {
  // j = -(1 + e) v.n / (1/m + (r x n)^2 / I), the square's lower corner strikes the floor.
  World world = emptyWorld();
  addGround(world, 0, 1);
  const double half = std::sqrt(0.5);
  BodyDescription d = planarBox({1, 1, 4}, {0, 2, 0.5}, 2, fromAxisAngle({0, 0, 1}, kPi / 4 - 0.3));
  d.shapes[0].friction = 0;
  d.velocity = {1, -3, 0};
  const BodyId id = addBody(world, d);
  run(world, 60);
  const Body& body = bodyAt(world, id);
  const double lever = half * std::sin(0.3), I = 2.0 / 6;
  const double j = 2 * 3 / (1.0 / 2 + lever * lever / I);
  CHECK(body.v.x == doctest::Approx(1).epsilon(1e-6));
  CHECK(body.v.y == doctest::Approx(-3 + j / 2).epsilon(1e-5));
  CHECK(std::fabs(angularVelocity(body).z) == doctest::Approx(lever * j / I).epsilon(1e-5));
  CHECK(isInPlane(body, 0.5));
  // Elastic: the energy stays.
  CHECK(0.5 * 2 * dot(body.v, body.v) + 0.5 * I * angularVelocity(body).z * angularVelocity(body).z == doctest::Approx(10).epsilon(1e-5));
}

TEST_CASE("a slope that leans out of the plane gives a planar body no energy, and it stays in its plane") {
  std::uint64_t state = 11;
  const auto random = [&] { return static_cast<double>((state = (state * 1103515245 + 12345) % 2147483648u)) / 2147483648.0; };
  for (const Quality quality : {Quality::standard, Quality::precise}) {
    for (const int rate : {30, 60, 240}) {
      Worst gained;
      for (int scene = 0; scene < 24; ++scene) {
        World world = emptyWorld(quality, rate);
        BodyDescription slab = boxBody({20, 1, 20}, {0, -0.5, 0}, 0);
        slab.type = BodyType::fixed;
        slab.orientation = fromAxisAngle({0, 0, 1}, random() - 0.5) * fromAxisAngle({1, 0, 0}, 2.4 * (random() - 0.5));
        slab.shapes[0].friction = 1.5 * random();
        slab.shapes[0].restitution = scene % 3 == 0 ? 0 : 0.9 * random();
        addBody(world, slab);
        const Quat tilt = fromAxisAngle(normalized(Vec3{random() - 0.5, random() - 0.5, random() - 0.5}), 3 * random());
        BodyDescription plate = planarBox({0.2 + random(), 0.1 + 0.3 * random(), 0.2 + random()},
                                          rotate(slab.orientation, {0, 1 + random(), 0}), 0.5 + random(), tilt);
        plate.velocity = {4 * random() - 2, -6 * random(), 0};
        plate.angularVelocity = {0, 0, 10 * random() - 5};
        const BodyId id = addBody(world, plate);
        double least = energy(world);
        const double scale = least + 9.81 * 3;
        for (int i = 0; i < 2 * rate; ++i) {
          step(world);
          gained.add(worseOf(energy(world) - least, 0) / scale);
          least = std::fmin(least, energy(world));
        }
        CHECK(isInPlane(bodyAt(world, id), plate.position.z));
      }
      CAPTURE(rate);
      CHECK(gained < 1e-3);
      MESSAGE("planar on slopes at ", rate, " Hz: energy gained ", gained, " of what there is");
    }
  }
}

TEST_CASE("a planar stack rests, and planar boxes lean on each other in their plane") {
  World world = emptyWorld({0, -9.81, 0});
  addGround(world);
  BodyId ids[5];
  for (int i = 0; i < 5; ++i) ids[i] = addBody(world, planarBox({1, 1, 0.2}, {0.05 * (i % 2), 0.5 + i, 0.1 * i - 0.2}, 1));
  run(world, 300);
  for (int i = 0; i < 5; ++i) {
    CHECK(isInPlane(bodyAt(world, ids[i]), 0.1 * i - 0.2));
    CHECK(std::fabs(bodyAt(world, ids[i]).x.y - 0.5 - i) < 2e-3);
  }
}

TEST_CASE("planar plates of every size slide v^2 / (2 mu g)") {
  // The largest are so stiff about the locked axes that the inverse of their inertia has no float.
  for (const double size : {0.02, 1.0, 40.0, 900.0}) {
    for (const Quality quality : {Quality::precise, Quality::standard}) {
      for (const int rate : {30, 60, 240}) {
        World world = emptyWorld({0, -9.81, 0});
        world.settings.quality = quality;
        world.settings.stepsPerSecond = rate;
        BodyDescription ground = boxBody({1000, 2, 1000}, {0, -1, 0}, 1);
        ground.type = BodyType::fixed;
        ground.shapes[0].friction = 0.4;
        addBody(world, ground);
        BodyDescription d = planarBox({size, size / 20, size}, {0, size / 40, 0}, 1000 * size * size * size / 20);
        d.shapes[0].friction = 0.4;
        d.velocity = {3, 0, 0};
        const BodyId id = addBody(world, d);
        run(world, 2 * rate);
        CAPTURE(size);
        CAPTURE(rate);
        CHECK(bodyAt(world, id).x.x == doctest::Approx(9 / (2 * 0.4 * 9.81)).epsilon(2e-3));
        CHECK(isInPlane(bodyAt(world, id), 0));
      }
    }
  }
}

TEST_CASE("reading: for a world, for a body, and velocities out of the plane") {
  const World world = worldOf(
      "{'tumble': 1, 'planar': true, 'bodies': [{'size': [1, 1, 1]}, {'size': [1, 1, 1], 'planar': false}, {'size': [1, 1, 1], 'type': "
      "'static'}]}");
  CHECK(world.bodies.bodies[0].planar);
  CHECK(!world.bodies.bodies[1].planar);
  CHECK(!world.bodies.bodies[2].planar);
  CHECK(cubeProblem("'planar': true, 'velocity': [1, 2, 3]") ==
        "bodies[0].velocity: 3 is not 0, a planar body moves in x and y and turns about z");
  CHECK(cubeProblem("'planar': true, 'angularVelocity': [0, 2, 3]") ==
        "bodies[0].angularVelocity: 2 is not 0, a planar body moves in x and y and turns about z");
  CHECK(cubeProblem("'planar': 1") == "bodies[0].planar: 1 is not true or false");
}
