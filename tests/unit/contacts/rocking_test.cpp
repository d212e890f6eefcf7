// A slender block that rocks from edge to edge. (G. Housner, "The behavior of inverted pendulum structures during earthquakes", 1963.) Its pivot is an
// edge, its potential energy m g R cos(alpha - theta); each impact without restitution leaves of its rate, by the angular momentum about the new edge,
//     1 - 2 sin^2(alpha) m R^2 / I,
// I about the edge. Blocks from 5 cm, and cans from 14 cm, to 2 m.
#include <algorithm>
#include <cmath>
#include <vector>

#include "math/trigonometry.h"
#include "support/worlds.h"
#include "support/worst.h"
#include "tuning.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// rad. The greatest tilt of each swing but the first.
std::vector<double> swingsOf(double height, double alpha, double start, bool isCan, int stepsPerSecond, std::size_t count) {
  const double width = height * std::tan(alpha), R = 0.5 * std::hypot(height, width);
  const std::string shape = isCan
                                ? "'shapes': [{'type': 'cylinder', 'radius': " + digits(width / 2) + ", 'height': " + digits(height) + "}]"
                                : "'size': " + vector(width, height, 1.5 * width);
  World world = worldOf("{'tumble': 1, 'sleeping': false, 'stepsPerSecond': " + std::to_string(stepsPerSecond) +
                        ", 'bodies': [{'type': 'static', 'size': " + vector(20 * height, 2 * height, 20 * height) +
                        ", 'position': " + vector(0, -height, 0) + ", 'friction': 1}, {" + shape +
                        ", 'friction': 1, 'position': " + vector(-R * std::sin(alpha - start), R * std::cos(alpha - start), 0) +
                        ", 'orientation': [0, 0, " + digits(-std::sin(start / 2)) + ", " + digits(std::cos(start / 2)) + "]}]}");
  const Body& block = world.bodies.bodies[1];
  std::vector<double> swings;
  double most = 0;
  bool wasPositive = false, isFirst = true;
  for (int i = 0; i < stepsPerSecond * 12 && swings.size() < count; ++i) {
    step(world);
    const double tilt = 2 * std::atan2(block.q.z, block.q.w);
    if ((tilt > 0) != wasPositive) {
      if (!isFirst) swings.push_back(most);
      isFirst = false, most = 0, wasPositive = tilt > 0;
    }
    most = std::max(most, std::fabs(tilt));
  }
  return swings;
}

struct Bounds {
  double least, most;
};

/// rad. The tilt that a swing of `before` leaves; the edges may stand in their slop.
Bounds swingAfter(double before, double height, double alpha, bool isCan) {
  const double sine = std::sin(alpha), inertia = isCan ? 4.0 / 3 - sine * sine / 12 : 4.0 / 3;  // over m R^2
  const double kept = 1 - 2 * sine * sine / inertia, radius = 0.5 * height / std::cos(alpha);
  const double slop = static_cast<double>(kRigidSlop) / radius;
  const double rise = std::cos(alpha) + kept * kept * (std::cos(alpha - before) - std::cos(alpha));
  return {alpha - std::acos(rise - slop), alpha - std::acos(rise + slop)};
}

}  // namespace

TEST_CASE("a block, or a can, that rocks keeps of its rate what the angular momentum about the new edge is") {
  for (const bool isCan : {false, true}) {
    for (const double alpha : {0.11, 0.2}) {
      for (const double height : {0.05, 0.136, 0.5, 2.0}) {
        if (isCan && height < 0.1) continue;  // its base of 5 mm tilts by some micrometres
        for (const int stepsPerSecond : {120, 240}) {
          CAPTURE(isCan);
          CAPTURE(alpha);
          CAPTURE(height);
          CAPTURE(stepsPerSecond);
          const std::vector<double> swings = swingsOf(height, alpha, 0.8 * alpha, isCan, stepsPerSecond, 5);
          REQUIRE(swings.size() == 5);
          for (std::size_t i = 1; i < swings.size(); ++i) {
            const Bounds expected = swingAfter(swings[i - 1], height, alpha, isCan);
            CHECK(swings[i] > 0.97 * expected.least);
            CHECK(swings[i] < 1.01 * expected.most);
          }
        }
      }
    }
  }
}

TEST_CASE("a block of half a metre or more loses nothing else, from whatever tilt it starts") {
  for (const int stepsPerSecond : {60, 120}) {
    Worst tooLittle;
    tooLittle.add(0);
    for (const double alpha : {0.11, 0.2, 0.3}) {
      for (const double height : {0.5, 1.0, 2.0}) {
        for (int k = 0; k < 12; ++k) {
          const std::vector<double> swings = swingsOf(height, alpha, (0.7 + 0.017 * k) * alpha, false, stepsPerSecond, 5);
          REQUIRE(swings.size() == 5);
          for (std::size_t i = 1; i < swings.size(); ++i)
            tooLittle.add(std::min(0.0, swings[i] / swingAfter(swings[i - 1], height, alpha, false).least - 1));
        }
      }
    }
    CAPTURE(stepsPerSecond);
    CHECK(tooLittle < 0.015);
  }
}

TEST_CASE("a tilted can falls back onto its base in one impact, whichever point of its rim it stands on") {
  Worst error;
  for (const int stepsPerSecond : {120, 240, 480}) {
    for (const double radius : {0.02, 0.05, 0.11, 0.27}) {
      for (const double slenderness : {2.6, 4.0, 7.5}) {  // height over radius
        for (int turn = 0; turn < 4; ++turn) {
          const double height = slenderness * radius, tilt = (0.35 + 0.1 * turn) * std::atan2(radius, 0.5 * height), mass = 0.3 + turn;
          World world = emptyWorld(Quality::automatic, stepsPerSecond);
          world.settings.gravity = {0, -9.81, 0};
          addGround(world, 1);
          BodyDescription can = boxBody({1, 1, 1}, {}, mass);
          can.shapes[0].type = ShapeType::cylinder;
          can.shapes[0].radius = radius;
          can.shapes[0].height = height;
          can.shapes[0].friction = 1;
          can.orientation = fromAxisAngle({0, 1, 0}, 0.7 * turn) * fromAxisAngle({0, 0, 1}, -tilt);
          can.position = -rotate(can.orientation, Vec3{radius, -0.5 * height, 0});
          const Body& body = bodyAt(world, addBody(world, can));
          const double onItsBase = mass * 9.81 * 0.5 * height, start = energy(world) - onItsBase;
          double least = start;
          for (int k = 0; k < 3 * stepsPerSecond && least > 0.999 * start; ++k)
            step(world), least = std::min(least, energy(world) - onItsBase);
          run(world, std::max(2, stepsPerSecond / 100));
          const double inertia = 0.25 * radius * radius + height * height / 12, arm = 0.25 * height * height;  // over m
          const double kept = (inertia + arm - radius * radius) / (inertia + arm + radius * radius);
          error.add(std::sqrt((energy(world) - onItsBase) / start) - kept);
          CHECK(length(body.v) > 0);
        }
      }
    }
  }
  MESSAGE("share of the rate off by ", error);
  CHECK(error < 0.03);
}
