// Springs between bodies, fields, tractor beams and explosions against closed forms and conservation laws.
#include "forces/evaluate.h"
#include "math/trigonometry.h"
#include "support/slow_build.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

Force springBetween(BodyId a, BodyId b, double stiffness, double restLength, double damping = 0) {
  Spring spring;
  spring.other = b;
  spring.stiffness = stiffness, spring.restLength = restLength, spring.damping = damping;
  return forceOn(a, spring);
}

Vec3 momentum(const World& world) { return measure(world).momentum; }

}  // namespace

TEST_CASE("two masses on a spring swing at sqrt(k (1/m1 + 1/m2)) about their common centre") {
  World world = emptyWorld();
  const BodyId a = addBody(world, boxBody({0.2, 0.2, 0.2}, {0, 0, 0}, 1)), b = addBody(world, boxBody({0.2, 0.2, 0.2}, {2.5, 0, 0}, 3));
  world.forces.push_back(springBetween(a, b, 30, 2));
  const double rate = std::sqrt(30 * (1 + 1.0 / 3));
  double worst = 0;
  for (int i = 1; i <= 300; ++i) {
    step(world);
    const double length = bodyAt(world, b).x.x - bodyAt(world, a).x.x;
    worst = worseOf(worst, std::fabs(length - 2 - 0.5 * std::cos(rate * i / 60)));
  }
  CHECK(worst < 1e-7);
  CHECK(length(momentum(world)) < 1e-13);
  CHECK((bodyAt(world, a).x.x + 3 * bodyAt(world, b).x.x) / 4 == doctest::Approx(1.875).epsilon(1e-12));
}

TEST_CASE("springs at points of turning bodies: momentum, angular momentum and energy stay") {
  World world = emptyWorld();
  world.settings.collisions = false;
  BodyId ids[3];
  for (int i = 0; i < 3; ++i) {
    BodyDescription d = boxBody({1, 0.6, 0.4}, {2.0 * i, 0.3 * i, 0}, 1 + i);
    d.angularVelocity = {0.5, 1.0 - i, 0.3};
    d.velocity = {0, 0.2 * i, 0.1};
    ids[i] = addBody(world, d);
  }
  for (int i = 0; i < 2; ++i) {
    Force f = springBetween(ids[i], ids[i + 1], 40, 0.8);
    Spring& spring = std::get<Spring>(f.model);
    spring.point = {0.5, 0.3, 0.2}, spring.otherPoint = {-0.5, 0.3, -0.2};
    world.forces.push_back(f);
  }
  const Measures before = measure(world);
  const double start = energy(world);
  run(world, 600);
  const Measures after = measure(world);
  CHECK(distance(after.momentum, before.momentum) < 1e-12);
  CHECK(distance(after.angularMomentum, before.angularMomentum) < 1e-11);
  CHECK(std::fabs(energy(world) / start - 1) < 1e-6);
}

TEST_CASE("damping between bodies takes energy and leaves momentum") {
  World world = emptyWorld();
  const BodyId a = addBody(world, cubeBody({0, 0, 0})), b = addBody(world, cubeBody({3, 0, 0}));
  bodyAt(world, a).v = {1, 2, 0};
  world.forces.push_back(springBetween(a, b, 50, 3, 5));
  run(world, 1200);
  CHECK(distance(momentum(world), {1, 2, 0}) < 1e-12);
  // Turning about each other with the angular momentum of the start, stretched a little, at rest along the line.
  const Vec3 d = bodyAt(world, b).x - bodyAt(world, a).x, v = bodyAt(world, b).v - bodyAt(world, a).v;
  CHECK(std::fabs(dot(d, v)) < 1e-4);  // still ringing a little
  CHECK(distance(cross(d, v), {0, 0, -6}) < 1e-9);
}

TEST_CASE("point masses on stiff springs turn as the rigid body they make") {
  // Eight corners of a brick, each joined to all others.
  World world = emptyWorld();
  world.settings.collisions = false;
  const Vec3 size{1, 0.6, 0.4}, omega{0.2, 2, 0.1};
  Vec3 corners[8];
  for (int i = 0; i < 8; ++i) {
    corners[i] = scaled(size, {i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5});
    BodyDescription d = boxBody({0.02, 0.02, 0.02}, corners[i], 1);
    d.velocity = cross(omega, corners[i]);
    addBody(world, d);
  }
  for (std::uint32_t i = 0; i < 8; ++i) {
    for (std::uint32_t j = 0; j < i; ++j) world.forces.push_back(springBetween(i, j, 2e5, distance(corners[i], corners[j])));
  }
  Shape cloud;
  cloud.type = ShapeType::points;
  cloud.collides = false;
  cloud.vertices.assign(corners);
  cloud.masses.assign(8, 1);
  BodyDescription rigid;
  rigid.shapes = {cloud};
  rigid.angularVelocity = omega;
  const BodyId twin = addBody(world, rigid);
  run(world, 120);
  double worst = 0;
  for (std::uint32_t i = 0; i < 8; ++i) worst = worseOf(worst, distance(bodyAt(world, i).x, rotate(bodyAt(world, twin).q, corners[i])));
  MESSAGE("corners are ", worst, " m from those of the rigid twin after 2 s");
  CHECK(worst < 5e-3);
}

TEST_CASE("a weight hangs from a body that lies on a ledge: it comes to rest where k x = m g, and presses the body down") {
  World world = emptyWorld({0, -9.81, 0});
  BodyDescription ledge = boxBody({2, 0.2, 2}, {0, -0.1, 0});
  ledge.type = BodyType::fixed;
  ledge.mass = 0;
  addBody(world, ledge);
  const BodyId lying = addBody(world, boxBody({1, 1, 1}, {0, 0.5, 0}, 10)),
               hanging = addBody(world, boxBody({0.5, 0.5, 0.5}, {0, -1.5, 0}, 2));
  world.forces.push_back(springBetween(hanging, lying, 200, 2, 20));
  run(world, 600);
  CHECK(bodyAt(world, hanging).x.y == doctest::Approx(0.5 - 2 - 2 * 9.81 / 200).epsilon(1e-4));
  CHECK(std::fabs(bodyAt(world, lying).x.y - 0.5) < 1e-3);
  CHECK(length(bodyAt(world, hanging).v) < 1e-3);
  double pressure = 0;  // N, what the ledge bears
  for (const Manifold& m : world.contacts.pool) {
    for (int i = 0; i < m.count; ++i) pressure += static_cast<double>(m.normalImpulse[i]) * 60 * presetOf(world).substeps;
  }
  CHECK(pressure == doctest::Approx(12 * 9.81).epsilon(1e-3));
}

TEST_CASE("springs to bodies that do not move, and to driven ones") {
  World world = emptyWorld();
  BodyDescription wall = cubeBody({});
  wall.type = BodyType::fixed;
  wall.mass = 0;
  const BodyId fixed = addBody(world, wall), swinging = addBody(world, cubeBody({3, 0, 0}));
  world.forces.push_back(springBetween(swinging, fixed, 9, 2));
  run(world, 60);
  CHECK(bodyAt(world, swinging).x.x == doctest::Approx(2 + std::cos(3.0)).epsilon(1e-4));
  // Removing an end takes the spring away.
  removeBody(world, fixed);
  CHECK(world.forces.empty());
}

namespace {

/// Error after a second of two masses on a spring that one scheme moves, and its order, by halving the step.
double orderOnSpring(MotionScheme scheme) {
  const auto error = [&](int stepsPerSecond) {
    World world = emptyWorld();
    world.settings.stepsPerSecond = stepsPerSecond;
    BodyDescription d = boxBody({0.2, 0.2, 0.2}, {0, 0, 0}, 1);
    d.motion = scheme;
    const BodyId a = addBody(world, d);
    d.position = {2.5, 0, 0};
    d.mass = 3;
    const BodyId b = addBody(world, d);
    world.forces.push_back(springBetween(a, b, 30, 2));
    run(world, stepsPerSecond);
    return std::fabs(bodyAt(world, b).x.x - bodyAt(world, a).x.x - 2 - 0.5 * std::cos(std::sqrt(40.0)));
  };
  return std::log2(error(1600) / error(3200));
}

}  // namespace

TEST_CASE("a spring between two bodies: schemes of the first order keep it, all others have the second") {
  for (const MotionScheme scheme : {MotionScheme::explicitEuler, MotionScheme::explicitEulerGramSchmidt, MotionScheme::semiImplicitEuler}) {
    CHECK(std::fabs(orderOnSpring(scheme) - 1) < 0.1);
  }
  for (const MotionScheme scheme :
       {MotionScheme::rungeKutta4, MotionScheme::midpoint, MotionScheme::splitting2, MotionScheme::splitting4, MotionScheme::eulerAngles}) {
    CAPTURE(static_cast<int>(scheme));
    CHECK(std::fabs(orderOnSpring(scheme) - 2) < 0.1);
  }
}

TEST_CASE("a field is gravity for one body or for all, in the air and on the ground") {
  World world = emptyWorld();
  BodyDescription d = cubeBody({0, 5, 0}, 3);
  d.angularVelocity = {1, 2, 3};
  const BodyId a = addBody(world, d), b = addBody(world, cubeBody({10, 5, 0}));
  addGround(world);
  const BodyId resting = addBody(world, cubeBody({20, 0.5, 0}));
  world.forces.push_back(forceOn(kNoBody, AccelerationField{{0, -2, 0}}));
  world.forces.push_back(forceOn(b, AccelerationField{{3, 0, 0}}));
  const Vec3 L = bodyAt(world, a).L;
  run(world, 60);
  CHECK(distance(bodyAt(world, a).x, {0, 4, 0}) < 1e-12);
  CHECK(bodyAt(world, a).L == L);
  CHECK(distance(bodyAt(world, b).x, {11.5, 4, 0}) < 1e-12);
  CHECK(std::fabs(bodyAt(world, resting).x.y - 0.5) < 1e-4);
}

TEST_CASE("a tractor beam pulls evenly from afar, turns a body it takes by the corner, and lets it come to rest") {
  Beam beam;
  beam.anchor = {100, 0, 0};
  beam.strength = 6;
  beam.range = 0.5;
  World world = emptyWorld();
  const BodyId id = addBody(world, cubeBody({}, 3));
  world.forces.push_back(forceOn(id, beam));
  run(world, 120);
  CHECK(distance(bodyAt(world, id).x, {4, 0, 0}) < 1e-9);
  CHECK(bodyAt(world, id).L == Vec3{});
  beam.point = {0, 0.5, 0};
  const Body body = bodyFrom(cubeBody({}, 3));
  const Wrench w = wrenchOf(forceOn(id, beam), body);
  CHECK(w.force.x == doctest::Approx(6).epsilon(1e-4));
  CHECK(w.torque.z == doctest::Approx(-3).epsilon(1e-4));
  World held = emptyWorld();
  beam.point = {};
  beam.anchor = {2, 0, 0};
  beam.damping = 10;
  const BodyId pulled = addBody(held, cubeBody({}, 3));
  held.forces.push_back(forceOn(pulled, beam));
  run(held, 1200);
  CHECK(distance(bodyAt(held, pulled).x, {2, 0, 0}) < 1e-6);
}

namespace {

constexpr double kBlast = 4 * kPi;  // N s: 1 N s for each unit of solid angle
constexpr double kFar = 1e4;        // m

void blast(World& world, Vec3 center, double momentum = kBlast, double radius = kFar) {
  Command command;
  command.type = CommandType::explosion;
  command.step = world.stepCount;
  command.explosion = {center, momentum, radius};
  enqueue(world, command);
  run(world, 1);
}

/// Of rays sent out alike in all directions, the sum of those that meet the box: each carries its share of the blast.
Vec3 raysThatMeet(const BodyDescription& d, Vec3 center) {
  const int kCount = 200000;
  Vec3 sum;
  for (int i = 0; i < kCount; ++i) {
    // Evenly on the sphere along a spiral with the golden angle.
    const double y = 1 - 2 * (i + 0.5) / kCount, r = std::sqrt(1 - y * y), turn = 2.399963229728653 * i;
    const Vec3 ray{r * std::cos(turn), y, r * std::sin(turn)};
    const Vec3 from = inverseRotate(d.orientation, center - d.position), along = inverseRotate(d.orientation, ray);
    double enter = 0, leave = 1e9;
    for (int k = 0; k < 3; ++k) {
      const double a = (-d.shapes[0].halfExtents[k] - from[k]) / along[k], b = (d.shapes[0].halfExtents[k] - from[k]) / along[k];
      enter = std::max(enter, std::min(a, b));
      leave = std::min(leave, std::max(a, b));
    }
    if (enter < leave) sum += ray;
  }
  return sum * (4 * kPi / kCount);
}

}  // namespace

TEST_CASE("a blast gives a box the momentum of the rays that meet it, on a line through its centre") {
  Vec3 centers[] = {{0, -3, 0}, {4, 1, -2}, {0.2, 0.9, 0.3}, {-1, 0.6, 30}, {0.1, 1.1, 0}};
  for (const Vec3 center : centers) {
    World world = emptyWorld();
    BodyDescription d = boxBody({3, 1, 0.4}, {0.1, 0.2, -0.3}, 2);
    d.orientation = normalized(Quat{0.2, -0.1, 0.3, 1});
    const BodyId id = addBody(world, d);
    blast(world, center);
    const Vec3 J = bodyAt(world, id).v * 2.0, rays = raysThatMeet(d, center);
    CHECK(length(rays) > 1e-4);
    CHECK(distance(J, rays) < 2e-3 * length(rays) + 2e-4);
    CHECK(distance(bodyAt(world, id).L, cross(center - d.position, J)) < 1e-12);
  }
}

TEST_CASE("a blast falls with the square of the distance and with the area, and ends at its radius") {
  const auto impulseOn = [](BodyDescription d, Vec3 center, double radius) {
    World world = emptyWorld();
    const BodyId id = addBody(world, d);
    blast(world, center, kBlast, radius);
    return bodyAt(world, id).v * bodyAt(world, id).mass;
  };
  BodyDescription ball = cubeBody({0, 0, 0}, 3);
  ball.shapes[0].type = ShapeType::sphere;
  ball.shapes[0].radius = 0.5;
  CHECK(distance(impulseOn(ball, {-4, 0, 0}, 1e12), {kPi * 0.25 / 16, 0, 0}) < 1e-12);
  CHECK(impulseOn(ball, {-0.2, 0.1, 0}, 5) == Vec3{});  // inside: as much on each side
  // Far off a cube shows one square metre: J = A / d^2.
  CHECK(relativeError(impulseOn(cubeBody(), {200.5, 0, 0}, 1e12).x, -1 / (200.0 * 200)) < 1e-4);
  CHECK(impulseOn(boxBody({0.1, 40, 40}), {0.06, 0, 0}, kFar).x == doctest::Approx(-kPi).epsilon(1e-3));  // at a wall: a quarter of all
  CHECK(relativeError(length(impulseOn(ball, {0, 2.5, 0}, 4)), 0.5 * kPi * 0.25 / 6.25) < 1e-12);         // 2 m of 4
  CHECK(impulseOn(ball, {0, 2.5, 0}, 2) == Vec3{});
  CHECK(impulseOn(cubeBody({3, 0, 0}, 1), {0, 0, 0}, 2.4) == Vec3{});
  CHECK(impulseOn(cubeBody(), {0.5, 0.5, 0.5}, 5) == Vec3{});  // right on a corner: nothing to be seen of it
}

TEST_CASE("what a blast strikes low goes over, away from it; what stands fast stays") {
  World world = emptyWorld();
  const BodyId car = addBody(world, boxBody({4, 1, 2}, {0, 0, 0}, 5));
  BodyDescription wall = cubeBody({0, -3, 0});
  wall.type = BodyType::fixed;
  wall.mass = 0;
  const BodyId fixed = addBody(world, wall);
  blast(world, {0, -0.8, 1.5});
  const Body& body = bodyAt(world, car);
  CHECK(body.v.z < -0.1);
  CHECK(body.v.y > 0.05);
  CHECK(body.L.x < -0.1);
  CHECK(std::fabs(body.v.x) + std::fabs(body.L.y) + std::fabs(body.L.z) < 1e-12);
  CHECK(bodyAt(world, fixed).v == Vec3{});
}

TEST_CASE("an explosion wakes what sleeps; a field lets bodies sleep") {
  World world = emptyWorld();
  world.settings.sleeping = true;
  world.forces.push_back(forceOn(kNoBody, AccelerationField{{0, -9.81, 0}}));
  addGround(world);
  const BodyId id = addBody(world, cubeBody({0, 0.5, 0}));
  run(world, 300);
  CHECK(isAsleep(bodyAt(world, id)));
  Command command;
  command.type = CommandType::explosion;
  command.step = world.stepCount;
  command.explosion = {{0, 0, 3}, 400, 5};
  enqueue(world, command);
  run(world, 5);
  CHECK(bodyAt(world, id).v.z < -1);
}

TEST_CASE("reading: springs between bodies, fields, beams, explosions, and what is wrong with them") {
  const std::string two =
      "{'tumble': 1, 'bodies': [{'size': [1, 1, 1], 'name': 'a'}, {'size': [1, 1, 1], 'name': 'b', 'position': [5, 0, 0]}], ";
  const World world = worldOf(two +
                              "'forces': [{'type': 'spring', 'body': 'a', 'other': 'b', 'otherPoint': [0.5, 0, 0], 'stiffness': 3}, "
                              "{'type': 'field', 'acceleration': [1, 0, 0]}, {'type': 'field', 'body': 'b', 'acceleration': [1, 0, 0]}, "
                              "{'type': 'beam', 'body': 'a', 'anchor': [1, 2, 3], 'strength': 7}], "
                              "'commands': [{'type': 'explosion', 'step': 3, 'position': [0, 1, 0], 'impulse': 5, 'radius': 2}]}");
  REQUIRE(world.forces.size() == 4);
  CHECK(otherBodyOf(world.forces[0]) == 1);
  CHECK(world.forces[1].body == kNoBody);
  CHECK(world.forces[2].body == 1);
  CHECK(std::get<Beam>(world.forces[3].model).range == 0.5);
  CHECK(world.commands.front().explosion.radius == 2);
  const auto forceProblem = [&](const std::string& f) { return problemOf(two + "'forces': [" + f + "]}"); };
  CHECK(forceProblem("{'type': 'spring', 'body': 'a', 'stiffness': 1}") == "forces[0].anchor: missing");
  CHECK(forceProblem("{'type': 'spring', 'body': 'a', 'other': 'a', 'stiffness': 1}") ==
        "forces[0].other: it is the body at the first end");
  CHECK(forceProblem("{'type': 'spring', 'body': 'a', 'other': 'b', 'anchor': [0, 0, 0], 'stiffness': 1}") ==
        "forces[0].other: a spring ends at an anchor or at another body");
  CHECK(forceProblem("{'type': 'spring', 'body': 'a', 'anchor': [0, 0, 0], 'otherPoint': [0, 0, 0], 'stiffness': 1}") ==
        "forces[0].otherPoint: there is no other body");
  CHECK(forceProblem("{'type': 'beam', 'body': 'a', 'anchor': [0, 0, 0], 'strength': -1}") == "forces[0].strength: -1 is below 0");
  CHECK(problemOf(two + "'commands': [{'type': 'explosion', 'position': [0, 0, 0], 'impulse': 1, 'radius': 0}]}") ==
        "commands[0].radius: 0 is not above 0");
}

TEST_CASE("what a drawn spring turns by a lever, and what comes by its anchor, keeps its energy") {
  // A light cube hung by a corner: the spring pulls with 2 to 20 kN, and swings it at up to sqrt(T r / I) = 190 rad/s, five times as fast as its
  // stiffness says. The second comes by its anchor, where a spring with a rest length turns about.
  for (const double side : {0.15, 0.3}) {
    for (const double restLength : {0.0, 0.5, 1.5}) {
      for (const int rate : {30, 60, 120}) {
        CAPTURE(side);
        CAPTURE(restLength);
        CAPTURE(rate);
        World world = emptyWorld({0, -9.81, 0});
        world.settings.stepsPerSecond = rate;
        const BodyId cube = addBody(world, boxBody({side, side, side}, {0.4, 0, 0.1}, 50 * side * side * side));
        Force force = springBetween(cube, kNoBody, 2000 * side, restLength);
        Spring& spring = std::get<Spring>(force.model);
        spring.anchor = {0, 3, 0}, spring.point = {-0.1 * side, 0.4 * side, 0};
        world.forces.push_back(force);
        const auto energy = [&] {
          const Measures m = measure(world);
          return m.energy.linear + m.energy.rotational + m.energy.potential;
        };
        const double start = energy();
        double worst = 0;
        for (int i = 0; i < 4 * rate; ++i) {
          step(world);
          worst = worseOf(worst, std::fabs(energy() - start) / start);
        }
        CHECK(worst < 0.005);
      }
    }
  }
}

TEST_CASE("on springs the exact scheme moves bodies as the automatic one: momentum, and energy however stiff") {
  for (const double stiffness : {1e2, 1e4, 1e6}) {
    CAPTURE(stiffness);
    World world = emptyWorld();
    world.settings.motion = MotionScheme::exact;
    BodyDescription d = boxBody({0.6, 0.3, 0.2}, {-1, 0, 0}, 1);
    d.motion = MotionScheme::exact;
    d.angularVelocity = {1, 2, 3};
    const BodyId a = addBody(world, d);
    d.position = {1, 0.2, 0};
    const BodyId b = addBody(world, d);
    Spring spring;
    spring.other = b;
    spring.point = {0.3, 0.15, 0.1};
    spring.stiffness = stiffness;
    spring.restLength = 1.9;
    world.forces.push_back(forceOn(a, spring));
    const double start = energy(world);
    Worst gained, drift;
    for (int i = 0; i < 300; ++i) {
      step(world);
      gained.add(worseOf(energy(world) / start - 1, 0));
      drift.add(length(bodyAt(world, a).v + bodyAt(world, b).v));
    }
    CHECK(gained < 0.01);
    CHECK(drift < 1e-9 * std::sqrt(2 * start));
  }
}

TEST_CASE("a chain on damped springs of length 0, whose joints pass through it, is not torn apart" * leftToFastBuilds()) {
  World world = emptyWorld(Quality::precise, 120);
  const double masses[] = {0.6, 0.56, 0.8, 1.07, 0.107, 0.23, 0.104, 0.222, 0.128, 1.05, 0.147};
  const double stiffness[] = {2e3, 1.56e5, 8e3, 2e3, 4e4, 195, 1.1e5, 3.4e2, 3.4e4, 256, 1.1e3};
  const double damping[] = {7.5, 0.24, 13.9, 0.67, 8.6, 8.3, 40, 0.17, 87, 130, 0.5};
  BodyId before = kNoBody;
  for (int i = 0; i < 11; ++i) {
    const BodyId link = addBody(world, boxBody({0.3, 0.08, 0.08}, {0.17 + 0.34 * i, 4, 0}, masses[i]));
    Spring joint;
    joint.other = before;
    joint.point = {-0.15, 0, 0};
    joint.otherPoint = {0.15, 0, 0};
    joint.anchor = {0, 4, 0};
    joint.stiffness = stiffness[i];
    joint.damping = damping[i];
    world.forces.push_back(forceOn(link, joint));
    before = link;
  }
  const double start = energy(world);
  Worst gained;
  for (int i = 0; i < 240; ++i) {
    step(world);
    gained.add(worseOf(energy(world) - start, 0));
  }
  for (const Body& body : world.bodies.bodies) CHECK(!body.frozen);
  CHECK(gained < 0.01 * start);
}
