// A seat on four rods: one of them holds what the other three do already. What is jointed and stands on it presses and rubs, and no motor drives
// anything: the energy only falls.
#include <algorithm>
#include <cmath>
#include <string>

#include "support/slow_build.h"
#include "support/worlds.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// A figure of a torso, two thighs and two shanks, turned by `yaw` (rad), stands on the seat; one of the rods may be a rope.
World figureOnSwing(double yaw, double push, const char* last, int rate) {
  const double s = std::sin(yaw), c = std::cos(yaw);
  const auto at = [&](double x, double y, double z) { return vector(c * x + s * z, y, c * z - s * x); };
  const std::string turned = "'orientation': {'axis': [0, 1, 0], 'angleDegrees': " + digits(yaw * 180 / 3.14159265358979) + "}";
  std::string bodies =
      "{'name': 'seat', 'size': [0.4, 0.06, 0.6], 'mass': 3.2, 'friction': 1, 'position': [0, 2.5, 0]}, {'name': 'torso', 'size': "
      "[0.18, 0.5, 0.32], 'mass': 30, 'position': [0, 3.58, 0], 'velocity': " +
      vector(push, 0, 0.6 * push) + ", " + turned + "}";
  std::string joints;
  for (double x : {-0.15, 0.15}) {
    for (double z : {-0.28, 0.28}) {
      joints += std::string(joints.empty() ? "" : ", ") + "{'type': 'distance', 'b': 'seat', 'points': [" + vector(x, 5, z) + ", " +
                vector(x, 2.5, z) + "]" + (x > 0 && z < 0 ? last : "") + "}";
    }
  }
  for (int side : {-1, 1}) {
    const std::string k = side < 0 ? "left" : "right";
    bodies += ", {'name': '" + k +
              " thigh', 'shapes': [{'type': 'capsule', 'radius': 0.064, 'height': 0.24}], 'mass': 4, 'friction': 0.9, "
              "'position': " +
              at(0, 3.132, 0.096 * side) + ", " + turned + "}, {'name': '" + k +
              " shank', 'shapes': [{'type': 'capsule', 'radius': 0.056, 'height': 0.24}], 'mass': 3, 'friction': 0.9, 'position': " +
              at(0, 2.764, 0.096 * side) + ", " + turned + "}";
    joints += ", {'type': 'ball', 'a': 'torso', 'b': '" + k +
              " thigh', 'axis': [0, -1, 0], 'swing': 1.2, 'point': " + at(0, 3.324, 0.096 * side) + "}, {'type': 'hinge', 'a': '" + k +
              " thigh', 'b': '" + k + " shank', 'limits': {'lower': -0.05, 'upper': 2.4}, 'axis': " + at(0, 0, 1) +
              ", 'point': " + at(0, 2.94, 0.096 * side) + "}";
  }
  return worldOf("{'tumble': 1, 'stepsPerSecond': " + std::to_string(rate) + ", 'bodies': [" + bodies + "], 'joints': [" + joints + "]}");
}

}  // namespace

TEST_CASE("a figure that stands on a swing of four rods, or of three and a rope, falls off it and gains no energy" * leftToFastBuilds()) {
  for (const char* last : {"", ", 'maximum': 2.5"}) {
    for (int rate : {30, 60, 120, 240}) {
      for (int i = 0; i < 6; ++i) {
        World world = figureOnSwing(0.4 * i + 0.1, 0.01 + 0.03 * i, last, rate);
        double least = energy(world), gain = 0;
        for (int k = 0; k < 2 * rate; ++k) {
          step(world);
          const double now = energy(world);
          gain = std::max(gain, now - least);
          least = std::min(least, now);
        }
        CAPTURE(rate);
        CAPTURE(i);
        CHECK(gain < 5);  // J, of 1,700; it falls by some 400
      }
    }
  }
}
