// Impacts with restitution of jointed bodies, without friction: energy, and closed forms of one blow.
#include <cmath>
#include <string>

#include "unit/joints/jointed_world.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr int kRates[] = {30, 60, 240};
constexpr double kPi = 3.14159265358979323846;

/// The world of a scene without its settings; "surface" in it: without friction, with this restitution.
World worldWith(int rate, double restitution, const std::string& gravity, std::string scene) {
  const std::string word = "'surface'", surface = "'friction': 0, 'restitution': " + number(restitution);
  for (std::size_t at = scene.find(word); at != std::string::npos; at = scene.find(word)) scene.replace(at, word.size(), surface);
  return worldOf("{'tumble': 1, 'sleeping': false, 'stepsPerSecond': " + std::to_string(rate) + ", 'gravity': " + gravity + ", " + scene);
}

/// The smallest and the largest change of the energy over `seconds`, as a share of the most kinetic energy.
struct Change {
  double least = 0, most = 0;
};

Change changeOver(World& world, int seconds) {
  const double start = energyOf(world);
  Change change;
  double kinetic = 0;
  for (int i = 0; i < seconds * world.settings.stepsPerSecond; ++i) {
    step(world);
    const Energy e = measure(world).energy;
    kinetic = std::max(kinetic, e.linear + e.rotational);
    const double now = energyOf(world) - start;
    REQUIRE(std::isfinite(now));
    change.least = std::min(change.least, now), change.most = std::max(change.most, now);
  }
  return {change.least / kinetic, change.most / kinetic};
}

/// Five balls of 5 cm on hinges half a metre above, the first lifted by half a radian.
std::string cradle(double gap) {
  std::string bodies, joints;
  for (int i = 0; i < 5; ++i) {
    const double x = i * (0.1 + gap), lift = i == 0 ? 0.5 : 0;
    const std::string comma = i > 0 ? ", " : "";
    bodies += comma + "{'shapes': [{'type': 'sphere', 'radius': 0.05}], 'surface', 'mass': 1, 'position': " +
              vector(x - 0.5 * std::sin(lift), 0.5 - 0.5 * std::cos(lift), 0) +
              ", 'orientation': {'axis': [0,0,1], 'angleDegrees': " + number(-lift * 180 / kPi) + "}}";
    joints += comma + "{'type': 'hinge', 'b': " + std::to_string(i) + ", 'point': " + vector(x, 0.5, 0) + ", 'axis': [0,0,1]}";
  }
  return "'bodies': [" + bodies + "], 'joints': [" + joints + "]}";
}

constexpr const char* kGround = "{'type': 'static', 'surface', 'size': [20,1,20], 'position': [0,-0.5,0]}";

std::string ball(const std::string& position, const std::string& more = "") {
  return "{'shapes': [{'type': 'sphere', 'radius': 0.1}], 'surface', 'mass': 1, 'position': " + position + more + "}";
}

}  // namespace

TEST_CASE("a cradle keeps its energy, whatever the gaps of its balls") {
  for (const int rate : kRates) {
    for (const double gap : {0.0, 0.001, 0.02}) {
      CAPTURE(rate);
      CAPTURE(gap);
      World world = worldWith(rate, 1, "[0,-9.81,0]", cradle(gap));
      const Change change = changeOver(world, 6);
      CHECK(change.least > -0.002);
      CHECK(change.most < 0.002);
    }
  }
}

TEST_CASE("linked bodies that bounce keep their energy") {
  const std::string balls = ball("[0,1,0]") + ", " + ball("[0.6,1.3,0]"), ground = kGround;
  const std::string chain = ball("[0,1,0]") + ", " + ball("[0.4,1.1,0.05]") + ", " + ball("[0.8,1.2,0.1]");
  const std::string scenes[] = {
      "'bodies': [" + ground + ", " + balls + "], 'joints': [{'type': 'fixed', 'a': 1, 'b': 2, 'point': [0.3,1.15,0]}]}",
      "'bodies': [" + ground + ", " + balls + "], 'joints': [{'type': 'ball', 'a': 1, 'b': 2, 'point': [0.3,1.15,0]}]}",
      "'bodies': [" + ground + ", " + balls + "], 'joints': [{'type': 'distance', 'a': 1, 'b': 2, 'points': [[0,1,0], [0.6,1.3,0]]}]}",
      "'bodies': [" + ground + ", " + chain +
          "], 'joints': [{'type': 'ball', 'a': 1, 'b': 2, 'point': [0.2,1.05,0.025]}, {'type': 'ball', 'a': 2, 'b': 3, 'point': "
          "[0.6,1.15,0.075]}]}",
  };
  for (const int rate : kRates) {
    for (const std::string& scene : scenes) {
      CAPTURE(rate);
      CAPTURE(scene);
      World world = worldWith(rate, 1, "[0,-9.81,0]", scene);
      const Change change = changeOver(world, 3);
      CHECK(change.least > -0.02);
      CHECK(change.most < 0.005);
    }
  }
}

// A ball of m and v hits a door of I about its hinge at the distance d: omega = (1 + e) m v d / (I + m d^2).
TEST_CASE("a ball opens a door as its moment of inertia about the hinge says") {
  const double inertia = 2 * (1.0 / 3 + 0.05 * 0.05 / 12), d = 0.8, v = 3;
  for (const int rate : kRates) {
    for (const double e : {0.2, 0.5, 1.0}) {
      CAPTURE(rate);
      CAPTURE(e);
      World world = worldWith(rate, e, "[0,0,0]",
                              "'bodies': [{'surface', 'size': [1,1,0.05], 'mass': 2, 'position': [0.5,0,0]}, " +
                                  ball("[0.8,0,-0.8]", ", 'velocity': [0,0,3]") +
                                  "], 'joints': [{'type': 'hinge', 'b': 0, 'point': [0,0,0], 'axis': [0,1,0]}]}");
      run(world, rate / 2);
      const double omega = (1 + e) * v * d / (inertia + d * d);
      CHECK(angularVelocity(world.bodies.bodies[0]).y == doctest::Approx(-omega).epsilon(1e-4));
      CHECK(world.bodies.bodies[1].v.z == doctest::Approx(v - inertia * omega / d).epsilon(1e-4));
    }
  }
}

// A ball hits one end of a rod of two balls at right angles: it gets all of the momentum of a body of equal mass, and the other end none.
TEST_CASE("an end of a free rod answers with its own mass at right angles, and with all of it along the rod") {
  for (const int rate : kRates) {
    CAPTURE(rate);
    const std::string rod = ball("[0,0,0]") + ", " + ball("[1,0,0]"),
                      joint = "], 'joints': [{'type': 'distance', 'a': 0, 'b': 1, 'points': [[0,0,0], [1,0,0]]}]}";
    World across = worldWith(rate, 1, "[0,0,0]", "'bodies': [" + rod + ", " + ball("[0,-0.5,0]", ", 'velocity': [0,2,0]") + joint);
    World along = worldWith(rate, 1, "[0,0,0]", "'bodies': [" + rod + ", " + ball("[-0.5,0,0]", ", 'velocity': [2,0,0]") + joint);
    run(across, rate / 4), run(along, rate / 4);
    CHECK(across.bodies.bodies[2].v.y == doctest::Approx(0).scale(1).epsilon(1e-4));
    CHECK(across.bodies.bodies[0].v.y + across.bodies.bodies[1].v.y == doctest::Approx(2).epsilon(1e-6));
    CHECK(along.bodies.bodies[2].v.x == doctest::Approx(-2.0 / 3).epsilon(1e-6));
    CHECK(along.bodies.bodies[0].v.x == doctest::Approx(4.0 / 3).epsilon(1e-6));
    CHECK(along.bodies.bodies[1].v.x == doctest::Approx(4.0 / 3).epsilon(1e-6));
  }
}

// A box is dropped on the pan of a scale: it comes to rest where the spring bears both, however it bounces.
TEST_CASE("what bounces on a sprung and damped pan comes to rest on it, where the spring bears both") {
  for (const int rate : kRates) {
    for (const double e : {0.05, 0.3, 0.6}) {
      for (const double panMass : {0.5, 5.0}) {
        CAPTURE(rate);
        CAPTURE(e);
        CAPTURE(panMass);
        const double stiffness = 11000, damping = 2000, mass = 46;
        World world =
            worldOf("{'tumble': 1, 'stepsPerSecond': " + std::to_string(rate) +
                    ", 'bodies': [{'name': 'pan', 'shapes': [{'type': 'cylinder', 'radius': 0.4, 'height': 0.04}], 'position': [0,1,0], "
                    "'mass': " +
                    digits(panMass) + "}, {'size': [0.2,0.2,0.2], 'position': [0,1.56,0], 'mass': " + digits(mass) +
                    ", 'restitution': " + digits(e) +
                    "}], 'joints': [{'type': 'slider', 'b': 'pan', 'point': [0,1,0], 'axis': [0,1,0], 'spring': {'stiffness': " +
                    digits(stiffness) + ", 'damping': " + digits(damping) + "}}]}");
        run(world, 8 * rate);
        const Body& pan = world.bodies.bodies[0];
        CHECK(1 - pan.x.y == doctest::Approx((mass + panMass) * 9.81 / stiffness).epsilon(1e-3));
        CHECK(length(pan.v) == 0);
      }
    }
  }
}
