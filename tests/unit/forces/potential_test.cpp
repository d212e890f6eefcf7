// Potential energy of the lasting forces: closed forms, force as minus its gradient, and totals that stay.
#include <initializer_list>

#include "forces/evaluate.h"
#include "math/trigonometry.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr Vec3 kPoint{0.3, -0.2, 0.4}, kAnchor{2, 1, -1}, kVector{1, -2, 3};

Spring someSpring() {
  Spring spring;
  spring.point = kPoint, spring.anchor = kAnchor;
  spring.stiffness = 7, spring.restLength = 1.5;
  return spring;
}

double potentialEnergy(const ForceModel& model, const Body& body) { return tumble::potentialEnergy(forceOn(kNoBody, model), body); }

Body tiltedBody() {
  BodyDescription d = boxBody({1, 2, 3}, {0.5, -0.3, 0.2}, 2);
  d.orientation = fromAxisAngle(normalized(Vec3{1, 2, -1}), 0.7);
  return bodyFrom(d);
}

/// Work of a force over a small shift of the body and a small turn, and what the potential energy loses meanwhile.
void checkGradient(const ForceModel& model, const Body& body) {
  constexpr double kShift = 1e-5;
  const Wrench wrench = wrenchOf(forceOn(kNoBody, model), body);
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 along;
    along[axis] = kShift;
    Body ahead = body, behind = body;
    ahead.x += along, behind.x += along * -1;
    const double slope = (potentialEnergy(model, ahead) - potentialEnergy(model, behind)) / (2 * kShift);
    CHECK(std::fabs(slope + wrench.force[axis]) < 1e-8);
    Vec3 around;
    around[axis] = 1;
    ahead = body, behind = body;
    ahead.q = fromAxisAngle(around, kShift) * body.q, behind.q = fromAxisAngle(around, -kShift) * body.q;
    const double turning = (potentialEnergy(model, ahead) - potentialEnergy(model, behind)) / (2 * kShift);
    CHECK(std::fabs(turning + wrench.torque[axis]) < 1e-8);
  }
}

double potential(const World& world, BodyId id) { return energyOf(world, bodyIndex(id)).potential; }

/// Largest change of the total energy over `steps` steps of it, relative to `scale` J.
double drift(World& world, int steps, double scale) {
  const double start = energy(world);
  double worst = 0;
  for (int i = 0; i < steps; ++i) {
    step(world);
    worst = worseOf(worst, std::fabs(energy(world) - start) / scale);
  }
  return worst;
}

/// A brick of 2 kg that hangs by its corner from a spring, 1 m too high, under gravity and a field to the side.
World hangingBrick(int stepsPerSecond) {
  World world = emptyWorld({0, -9.81, 0});
  world.settings.stepsPerSecond = stepsPerSecond;
  Spring spring = someSpring();
  spring.stiffness = 60, spring.restLength = 0.5, spring.anchor = {0, 1, 0};
  world.forces.push_back(forceOn(addBody(world, boxBody({0.4, 0.6, 0.8}, {}, 2)), spring));
  world.forces.push_back(forceOn(kNoBody, AccelerationField{{0.7, 0, 0.4}}));
  return world;
}

}  // namespace

TEST_CASE("potential energy: k (l - l0)^2 / 2, -m g.x, -F.p, and a beam as a spring within its range and a constant pull beyond") {
  Body body = bodyFrom(cubeBody({3, 0, 0}, 2));
  Spring spring;
  spring.stiffness = 10, spring.restLength = 1;
  CHECK(potentialEnergy(spring, body) == doctest::Approx(0.5 * 10 * 4));
  const Beam beam{{}, {}, 6, 0.5};
  CHECK(potentialEnergy(beam, body) == doctest::Approx(6 * (3 - 0.25)));
  body.x = {0.2, 0, 0};
  CHECK(potentialEnergy(beam, body) == doctest::Approx(0.5 * (6 / 0.5) * 0.04));
  CHECK(potentialEnergy(AccelerationField{{5, 0, 0}}, body) == doctest::Approx(-2 * 5 * 0.2));
  CHECK(potentialEnergy(ConstantForce{{5, 0, 0}, {0.3, 0, 0}}, body) == doctest::Approx(-5 * 0.5));
}

TEST_CASE("force and torque are minus the gradient of the potential energy") {
  const Body body = tiltedBody();
  checkGradient(someSpring(), body);
  for (const double range : {0.5, 10.0}) checkGradient(Beam{kPoint, kAnchor, 5, range}, body);
  checkGradient(AccelerationField{kVector}, body);
  checkGradient(ConstantForce{kVector, kPoint}, body);
}

TEST_CASE("drag, torques, an engine that turns with its body and a push that ends have no potential energy") {
  const Body body = tiltedBody();
  const ConstantForce engine{kVector, kPoint, ForceFrame::body};
  for (const ForceModel& model : {ForceModel(Drag{1, 2}), ForceModel(ConstantTorque{kVector}), ForceModel(engine)}) {
    CHECK(potentialEnergy(model, body) == 0);
  }
  const Force push{kNoBody, 9, ConstantForce{kVector, kPoint}};
  CHECK(tumble::potentialEnergy(push, body) == 0);
}

TEST_CASE("a weight on a spring: the total stays, to the order of the integrator") {
  World coarse = hangingBrick(30), fine = hangingBrick(60);
  const double scale = 2 * 9.81 * 1;  // J, of falling a metre
  const double atThirty = drift(coarse, 150, scale), atSixty = drift(fine, 300, scale);
  MESSAGE("brick on a spring, 5 s: energy drift ", atThirty, " at 30 steps a second, ", atSixty, " at 60");
  CHECK(atSixty < 1e-5);
  CHECK(std::log2(atThirty / atSixty) > 3.5);
}

TEST_CASE("a body of a spring between two has half its energy, one at a spring to a wall all of it; the sum is the world's") {
  World world = emptyWorld();
  BodyDescription wall = cubeBody({0, 0, 0});
  wall.type = BodyType::fixed;
  wall.mass = 0;
  const BodyId fixed = addBody(world, wall), a = addBody(world, cubeBody({3, 0, 0})), b = addBody(world, cubeBody({5.5, 0, 0}, 5));
  Spring spring;
  spring.stiffness = 10, spring.restLength = 2;
  spring.other = a;
  world.forces.push_back(forceOn(fixed, spring));  // 1 m too long: 5 J
  world.forces.push_back(forceOn(b, spring));      // half a metre too long: 1.25 J
  CHECK(potential(world, a) == doctest::Approx(5.625));
  CHECK(potential(world, b) == doctest::Approx(0.625));
  CHECK(measure(world).energy.potential == doctest::Approx(6.25));
  CHECK(drift(world, 300, 6.25) < 1e-6);
}

TEST_CASE("a spring in a joint: the total stays, half of its energy is that of either body, and all of it at a joint with the world") {
  World world = worldOf(
      "{'tumble': 1, 'gravity': [0,0,0], 'collisions': false, 'bodies': [{'size': [1,1,1], 'mass': 1}, {'size': [1,1,1], 'mass': 3, "
      "'position': "
      "[2,0,0]}, {'size': [1,1,1], 'mass': 2, 'position': [9,0,0]}], 'joints': [{'type': 'slider', 'a': 0, 'b': 1, 'point': [0,0,0], "
      "'axis': "
      "[1,0,0], 'spring': {'stiffness': 40, 'rest': 0.5}}, {'type': 'hinge', 'b': 2, 'point': [9,0,0], 'axis': [0,0,1], 'spring': "
      "{'stiffness': 6, 'restDegrees': 90}}]}");
  const double pi = std::acos(-1.0), pair = 0.5 * 40 * 0.25, hinge = 0.5 * 6 * pi * pi / 4;
  CHECK(energyOf(world, 0).potential == doctest::Approx(pair / 2).epsilon(1e-12));
  CHECK(energyOf(world, 1).potential == doctest::Approx(pair / 2).epsilon(1e-12));
  CHECK(energyOf(world, 2).potential == doctest::Approx(hinge).epsilon(1e-12));
  double least = 1e9;
  for (int step = 0; step < 300; ++step) {
    const Energy now = measure(world).energy;
    CHECK(now.linear + now.rotational + now.potential == doctest::Approx(pair + hinge).epsilon(1e-3));
    least = std::min(least, now.potential);
    run(world, 1);
  }
  CHECK(least < 0.3 * (pair + hinge));
}

TEST_CASE("a field on all is as gravity: the total of bodies that fall in both stays to rounding") {
  World world = emptyWorld({0, -9.81, 0});
  addBody(world, cubeBody({0, 100, 0}, 3));
  addBody(world, cubeBody({5, 100, 0}, 1));
  world.forces.push_back(forceOn(kNoBody, AccelerationField{kVector}));
  world.forces.push_back(forceOn(1, AccelerationField{kVector}));
  CHECK(drift(world, 120, 4 * 9.81 * 100) < 1e-12);
}
