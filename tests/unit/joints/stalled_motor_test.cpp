// Motors that may take whatever it takes: they lift what can be lifted, and stand where nothing can yield.
#include <string>

#include "support/slow_build.h"
#include "support/worst.h"
#include "unit/joints/jointed_world.h"

using namespace tumble;
using namespace tumble::test;

namespace {

const std::string kGround = "'bodies': [{'type': 'static', 'size': [200, 2, 200], 'position': [0, -1, 0]}, ";

std::string settings(int rate) { return "{'tumble': 1, 'stepsPerSecond': " + std::to_string(rate) + ", "; }

/// The motor stands for two seconds, and what it presses too.
void checkStall(World& world, int rate, std::size_t pressed) {
  const double coordinate = world.joints[0].coordinate;
  const Vec3 x = world.bodies.bodies[pressed].x;
  Worst speed;
  for (int i = 0; i < 2 * rate; ++i) {
    step(world);
    for (const Body& body : world.bodies.bodies) speed.add(length(body.v) + length(angularVelocity(body)));
  }
  CHECK(speed < 1e-2);
  CHECK(std::abs(world.joints[0].coordinate - coordinate) < 1e-3);
  CHECK(length(world.bodies.bodies[pressed].x - x) < 1e-3);
}

}  // namespace

TEST_CASE("a motor without a limit stands where it meets something that cannot yield") {
  for (const int rate : {30, 60, 240}) {
    CAPTURE(rate);
    World press =
        worldOf(settings(rate) + kGround +
                "{'size': [0.3, 0.3, 0.3], 'position': [0, 0.15, 0], 'mass': 18}, {'name': 'press', 'size': [1, 0.1, 1], 'position': "
                "[0, 0.65, 0], 'mass': 6}], 'joints': [{'type': 'slider', 'b': 'press', 'point': [0, 0.65, 0], 'axis': [0, 1, 0], "
                "'motor': {'speed': -0.5}}]}");
    run(press, rate);
    CHECK(press.joints[0].coordinate == doctest::Approx(-0.3).epsilon(1e-3));
    checkStall(press, rate, 1);
    World arm =
        worldOf(settings(rate) + kGround +
                "{'name': 'arm', 'size': [1, 0.1, 0.2], 'position': [0.5, 0.5, 0], 'mass': 6}], 'joints': [{'type': 'hinge', 'b': 'arm', "
                "'point': [0, 0.5, 0], 'axis': [0, 0, 1], 'motor': {'speed': -1}}]}");
    run(arm, rate);
    checkStall(arm, rate, 1);
  }
}

TEST_CASE("a motor without a limit lifts a ton, and what lies on the long arm of a lever" * leftToFastBuilds()) {
  for (const int rate : {60, 240}) {
    CAPTURE(rate);
    World lift =
        worldOf(settings(rate) + kGround +
                "{'name': 'lift', 'size': [2, 0.1, 2], 'position': [0, 0.05, 0], 'mass': 1}, {'size': [1, 1, 1], 'position': [0, 0.6, 0], "
                "'mass': 1000}], 'joints': [{'type': 'slider', 'b': 'lift', 'point': [0, 0.05, 0], 'axis': [0, 1, 0], 'motor': "
                "{'speed': 0.5}}]}");
    run(lift, 2 * rate);
    CHECK(lift.bodies.bodies[2].x.y == doctest::Approx(1.6).epsilon(0.01));
    // A pin under the lever, 0.1 m from its axle; the load is ten times as far.
    World lever =
        worldOf(settings(rate) +
                "'bodies': [{'name': 'lever', 'size': [1.2, 0.04, 0.1], 'position': [0.5, 1, 0], 'mass': 2}, {'size': [0.1, 0.1, 0.1], "
                "'position': [1, 1.07, 0], 'mass': 20, 'friction': 1}, {'name': 'pin', 'shapes': [{'type': 'sphere', 'radius': 0.05}], "
                "'position': [0.1, 0.93, 0], 'mass': 1}], 'joints': [{'type': 'hinge', 'b': 'lever', 'point': [0, 1, 0], 'axis': [0, 0, "
                "1]}, {'type': 'slider', 'b': 'pin', 'point': [0.1, 0.93, 0], 'axis': [0, 1, 0], 'motor': {'speed': 0.02}}]}");
    run(lever, 2 * rate);
    CHECK(lever.joints[1].coordinate == doctest::Approx(0.04).epsilon(0.02));
    CHECK(lever.joints[0].coordinate > 0.2);
    CHECK(lever.bodies.bodies[1].x.y > 1.25);
  }
}
