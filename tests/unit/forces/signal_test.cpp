// Forces as functions of time: the functions against their integrals, and motions against closed forms.
#include "forces/drive.h"
#include "math/trigonometry.h"
#include "motion/schemes.h"
#include "replay/snapshot.h"
#include "replay/state_hash.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

SignalStore storeOf(std::initializer_list<Knot> knots, double period = 0) {
  SignalStore store;
  for (const Knot& knot : knots) store.knots.push_back(knot);
  Signal signal;
  signal.knotCount = static_cast<std::uint32_t>(knots.size());
  signal.period = period;
  store.signals.push_back(signal);
  return store;
}

SignalStore sineStore(double offset, double amplitude, double frequency, double phase, std::uint8_t number = 0) {
  SignalStore store;
  store.signals.push_back({number, offset, amplitude, frequency, phase});
  return store;
}

double mean(const SignalStore& store, double from, double to) { return meanOf(store, store.signals[0], from, to); }
double value(const SignalStore& store, double time) { return mean(store, time, time); }

/// A world of one cube of 1 kg, without weight, with a force that has this signal.
World drivenWorld(const SignalStore& store, ForceModel model, int stepsPerSecond = 60) {
  World world = emptyWorld();
  world.settings.stepsPerSecond = stepsPerSecond;
  Force force = forceOn(addBody(world, cubeBody()), model);
  force.signalCount = 1;
  world.forces.push_back(force);
  world.signals = store;
  return world;
}

}  // namespace

TEST_CASE("a sine and its mean") {
  const SignalStore store = sineStore(2, 3, 0.5, 0.4);
  const double w = kPi;
  for (const double t : {0.0, 0.3, 1.7, 1000.1}) {
    CHECK(std::fabs(value(store, t) - (2 + 3 * std::sin(w * t + 0.4))) < 1e-12);
    for (const double h : {1e-7, 1e-3, 0.7, 5.0}) {
      const double integral = 2 * h + 3 * 2 * std::sin(w * (t + h / 2) + 0.4) * std::sin(w * h / 2) / w;
      CHECK(std::fabs(mean(store, t, t + h) - integral / h) < 1e-11);
      CHECK(mean(store, t, t + h) == mean(store, t + h, t));
    }
  }
  CHECK(std::fabs(slopeOf(store, store.signals[0], 0.3, 0.3) - 3 * w * std::cos(w * 0.3 + 0.4)) < 1e-12);
}

TEST_CASE("a line through knots: before, between, after, at a jump, and its mean over any of them") {
  const SignalStore store = storeOf({{1, 2}, {2, 6}, {2, -1}, {4, 3}});
  CHECK(value(store, 0) == 2);
  CHECK(value(store, 1.25) == 3);
  CHECK(value(store, 2) == -1);
  CHECK(value(store, 3) == 1);
  CHECK(value(store, 9) == 3);
  CHECK(std::fabs(mean(store, 0, 5) - (2 + 4 + 2 + 3) / 5.0) < 1e-14);
  CHECK(std::fabs(mean(store, 1.5, 2.5) - (0.5 * 5 + 0.5 * -0.5)) < 1e-14);
  CHECK(slopeOf(store, store.signals[0], 3, 3) == 2);
}

TEST_CASE("a table with a period comes again, however late") {
  const SignalStore store = storeOf({{0, 0}, {1, 4}, {2, 0}}, 2.5);
  for (const double start : {0.0, 2.5, 2500.0}) {
    CHECK(std::fabs(value(store, start + 0.5) - 2) < 1e-9);
    CHECK(std::fabs(value(store, start + 2.25)) < 1e-9);
    CHECK(std::fabs(mean(store, start, start + 2.5) - 4 / 2.5) < 1e-12);
    CHECK(std::fabs(mean(store, start + 2, start + 8) - (0 + 4 + 4 + 0.5) / 6.0) < 1e-12);
  }
}

TEST_CASE("the impulse of a driven force is its integral, whatever the step, also where it begins and ends within one") {
  const double w = 2 * kPi * 3;
  World sine = drivenWorld(sineStore(0, 5, 3, 0), ConstantForce{}, 20);
  run(sine, 21);
  const double t = 21 / 20.0;
  const Body& body = sine.bodies.bodies[0];
  CHECK(std::fabs(body.v.x - 5 / w * (1 - std::cos(w * t))) < 1e-13);
  CHECK(std::fabs(body.x.x - 5 / w * (t - std::sin(w * t) / w)) < 1e-7);

  World pulse = drivenWorld(storeOf({{0.51, 0}, {0.51, 7}, {0.783, 7}, {0.783, 0}}), ConstantForce{});
  run(pulse, 120);
  CHECK(std::fabs(pulse.bodies.bodies[0].v.x - 7 * 0.273) < 1e-13);
  CHECK(std::fabs(pulse.bodies.bodies[0].x.x - (7 * 0.273 * 0.273 / 2 + 7 * 0.273 * (2 - 0.783))) < 1e-4);
}

TEST_CASE("a driven torque gives its angular impulse") {
  World world = drivenWorld(sineStore(1, 2, 0.7, 0.3), ConstantTorque{});
  run(world, 90);
  const double w = 2 * kPi * 0.7;
  CHECK(std::fabs(world.bodies.bodies[0].L.x - (1.5 + 2 / w * (std::cos(0.3) - std::cos(w * 1.5 + 0.3)))) < 1e-12);
}

TEST_CASE("a weight on a spring whose other end is shaken, against the closed form") {
  // x'' = -w0^2 (x - a sin w t) from rest: x = a w0^2 / (w0^2 - w^2) (sin w t - w / w0 sin w0 t)
  Spring spring;
  spring.stiffness = 36;
  World world = drivenWorld(sineStore(0, 0.5, 0.6, 0, kAnchorNumber), spring);
  const double w = 2 * kPi * 0.6, w0 = 6;
  double worst = 0;
  for (int i = 1; i <= 600; ++i) {
    step(world);
    const double t = i / 60.0, x = 0.5 * w0 * w0 / (w0 * w0 - w * w) * (std::sin(w * t) - w / w0 * std::sin(w0 * t));
    worst = worseOf(worst, std::fabs(world.bodies.bodies[0].x.x - x));
  }
  MESSAGE("worst ", worst, " m of 0.8");
  CHECK(worst < 2e-7);
}

TEST_CASE("a damper knows the velocity of an end that a signal moves") {
  // Driven at w it settles to a (k + i c w) / (k - m w^2 + i c w).
  Spring spring;
  spring.stiffness = 36;
  spring.damping = 4;
  World world = drivenWorld(sineStore(0, 0.5, 0.8, 0, kAnchorNumber), spring);
  run(world, 1200);
  const double w = 2 * kPi * 0.8, k = 36, c = 4 * w;
  const double amplitude = 0.5 * std::sqrt((k * k + c * c) / ((k - w * w) * (k - w * w) + c * c));
  const double phase = std::atan2(c, k) - std::atan2(c, k - w * w);
  double worst = 0;
  for (int i = 1; i <= 75; ++i) {
    step(world);
    worst = worseOf(worst, std::fabs(world.bodies.bodies[0].x.x - amplitude * std::sin(w * (20 + i / 60.0) + phase)));
  }
  MESSAGE("worst ", worst, " m of ", amplitude);
  CHECK(worst < 1e-6);
}

TEST_CASE("schemes keep their order under forces that depend on time") {
  SignalStore store = sineStore(1, 2, 0.7, 0.3);
  const auto run = [&](MotionScheme scheme, int steps) {
    Body body = bodyFrom(boxBody({1, 0.6, 0.4}));
    body.motion = scheme;
    setAngularVelocity(body, {1, -2, 0.5});
    syncSchemeOrientation(body);
    Force force = forceOn(kNoBody, ConstantForce{{}, {0.5, 0.3, 0.2}, ForceFrame::body});
    force.signalCount = 1;
    Force forces[] = {force, cornerSpring()};
    FlightForces flight{{0, -9.81, 0}, forces, &store, forces};
    for (int i = 0; i < steps; ++i, flight.time = i * (1.0 / steps)) methodOf(scheme).move(body, flight, 1.0 / steps);
    return body;
  };
  const Body exact = run(MotionScheme::rungeKutta4, 12800);
  struct Row {
    MotionScheme scheme;
    int steps;
    double order;
  };
  for (const Row& row : {Row{MotionScheme::explicitEuler, 8000, 1}, Row{MotionScheme::semiImplicitEuler, 8000, 1},
                         Row{MotionScheme::midpoint, 400, 2}, Row{MotionScheme::splitting2, 200, 2}, Row{MotionScheme::rungeKutta4, 400, 4},
                         Row{MotionScheme::splitting4, 100, 4}, Row{MotionScheme::eulerAngles, 1200, 4}}) {
    const Body coarse = run(row.scheme, row.steps), fine = run(row.scheme, 2 * row.steps);
    const double order = std::log2(distance(coarse.x, exact.x) / distance(fine.x, exact.x));
    CAPTURE(motionSchemeNames()[static_cast<std::size_t>(row.scheme)]);
    CAPTURE(order);
    CHECK(std::fabs(order - row.order) < 0.15);
  }
}

TEST_CASE("a body in contact gets the impulse of a driven force, too") {
  World world = emptyWorld(Quality::precise, 60);
  addGround(world, 0);
  Force force = forceOn(addBody(world, cubeBody({0, 0.5, 0})), ConstantForce{});
  force.signalCount = 1;
  world.forces.push_back(force);
  world.signals = storeOf({{0.51, 0}, {0.51, 3}, {0.783, 3}, {0.783, 0}});
  run(world, 120);
  CHECK(std::fabs(world.bodies.bodies[1].v.x - 3 * 0.273) < 1e-6);
  CHECK(std::fabs(world.bodies.bodies[1].x.y - 0.5) < 1e-4);
}

TEST_CASE("two bodies on a spring whose rest length is driven keep their momentum") {
  World world = emptyWorld();
  Spring spring;
  spring.stiffness = 50;
  const BodyId a = addBody(world, cubeBody({0, 0, 0})), b = addBody(world, cubeBody({3, 0, 0}, 2));
  spring.other = b;
  spring.restLength = 3;
  Force force = forceOn(a, spring);
  force.signalCount = 1;
  world.forces.push_back(force);
  world.signals = sineStore(3, 0.5, 1, 0, kCoefficientNumber + 2);
  double worst = 0, farthest = 0;
  // With s = x_b - x_a - 3, m = 2/3: s'' = -(k/m) (s - 0.5 sin w t)
  const double w0 = std::sqrt(50 * 1.5), w = 2 * kPi;
  for (int i = 1; i <= 300; ++i) {
    step(world);
    const Body &first = world.bodies.bodies[0], &second = world.bodies.bodies[1];
    const double t = i / 60.0, s = 0.5 * w0 * w0 / (w0 * w0 - w * w) * (std::sin(w * t) - w / w0 * std::sin(w0 * t));
    worst = worseOf(worst, length(first.v + second.v * 2));
    farthest = worseOf(farthest, std::fabs(second.x.x - first.x.x - 3 - s));
  }
  CHECK(worst < 1e-13);
  MESSAGE("worst ", farthest, " m");
  CHECK(farthest < 1e-5);
}

TEST_CASE("a world with driven forces goes on from a snapshot to the bit, and its hash knows them") {
  World world = drivenWorld(sineStore(0, 5, 3, 0), ConstantForce{});
  run(world, 17);
  const std::uint64_t before = stateHash(world);
  World other = world;
  other.signals.signals[0].phase = 1e-9;
  CHECK(stateHash(other) != before);
  World restored = drivenWorld(sineStore(0, 1, 1, 0), ConstantForce{});
  REQUIRE(restore(restored, snapshot(world)).empty());
  run(world, 50), run(restored, 50);
  CHECK(stateHash(world) == stateHash(restored));
}

TEST_CASE("a field on all bodies may be driven, and nothing sleeps under it") {
  World world = emptyWorld({0, -9.81, 0});
  world.settings.sleeping = true;
  addGround(world, 0);
  for (int i = 0; i < 3; ++i) addBody(world, cubeBody({3.0 * i, 0.5, 0}));
  Force force = forceOn(kNoBody, AccelerationField{});
  force.signalCount = 1;
  world.forces.push_back(force);
  world.signals = sineStore(0, 0.5, 0.25, 0);
  run(world, 120);
  for (int i = 1; i <= 3; ++i) CHECK(std::fabs(world.bodies.bodies[static_cast<std::size_t>(i)].v.x - 2 / kPi) < 1e-5);
  run(world, 120);
  for (int i = 1; i <= 3; ++i) CHECK(std::fabs(world.bodies.bodies[static_cast<std::size_t>(i)].v.x) < 1e-5);
  CHECK(world.report.sleeperCount == 0);
}
