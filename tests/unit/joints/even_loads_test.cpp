// How a line or a face that is pressed by what joints hold shares the load among its points follows from no equation: evenly, or friction turns what is held.
#include <cmath>
#include <string>

#include "math/trigonometry.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

std::string jaw(const char* name, double x, double friction, double height, double length) {
  return ", {'name': '" + std::string(name) + "', 'size': " + vector(0.1, height, length) + ", 'mass': 7, 'friction': " + digits(friction) +
         ", 'position': " + vector(x, 0, 0) + "}";
}

std::string slide(const char* name, double x, double speed, double force) {
  return "{'type': 'slider', 'b': '" + std::string(name) + "', 'point': " + vector(x, 0, 0) +
         ", 'axis': [1, 0, 0], 'motor': {'speed': " + number(speed) + ", 'force': " + digits(force) + "}}";
}

}  // namespace

TEST_CASE("a cylinder or capsule that slips between two jaws falls straight, a = g - 2 mu F / m, and does not turn") {
  Worst worstSpeed, worstSpin;
  for (const char* type : {"cylinder", "capsule"}) {
    for (int rate : {30, 60, 120, 240}) {
      for (double friction : {0.3, 0.5, 0.9}) {
        for (double longer : {-0.1, 0.0, 0.1}) {  // jaws than what they hold
          for (double held : {0.3, 0.5, 0.7}) {
            const double radius = 0.15, height = 0.3, mass = 1 + held, force = 0.5 * held * mass * 9.81 / friction;
            World world =
                worldOf("{'tumble': 1, 'stepsPerSecond': " + std::to_string(rate) + ", 'bodies': [{'name': 'held', 'shapes': [{'type': '" +
                        type + "', 'radius': " + digits(radius) + ", 'height': " + digits(height) +
                        ", 'orientation': {'axis': [1, 0, 0], 'angleDegrees': 90}}], 'mass': " + digits(mass) +
                        ", 'friction': " + digits(friction) + "}" + jaw("left", -radius - 0.05, friction, 0.5, height + longer) +
                        jaw("right", radius + 0.05, friction, 0.5, height + longer) + "], 'joints': [" +
                        slide("left", -radius, 0.2, force) + ", " + slide("right", radius, -0.2, force) + "]}");
            run(world, rate / 5);
            const Body& body = world.bodies.bodies[0];
            worstSpeed.add(std::abs(-body.v.y / (0.2 * 9.81 * (1 - held)) - 1));
            worstSpin.add(length(angularVelocity(body)));
          }
        }
      }
    }
  }
  MESSAGE("speed off by " << worstSpeed << ", spin " << worstSpin << " rad/s");
  CHECK(worstSpeed < 0.05);
  CHECK(worstSpin < 1);
}

TEST_CASE("a car with locked wheels that is parked on a slope less steep than friction allows stays where it is, and falls asleep") {
  Worst worst;
  int awake = 0;
  for (int rate : {30, 60, 120}) {
    for (double width : {0.03, 0.08, 0.15, 0.25}) {
      for (double friction : {0.4, 0.46, 0.5, 0.7}) {
        const double slope = 20 * kPi / 180, s = std::sin(slope), c = std::cos(slope);
        const auto at = [&](double along, double above, double z) { return vector(c * along - s * above, s * along + c * above, z); };
        const std::string turned = ", 'orientation': {'axis': [0, 0, 1], 'angleDegrees': 20}";
        std::string bodies = "{'type': 'static', 'size': [100, 2, 100], 'friction': " + digits(friction) + ", 'position': " + at(0, -1, 0) +
                             turned + "}, {'name': 'body', 'size': [2, 0.2, 0.63], 'mass': 66, 'position': " + at(0, 0.35, 0) + turned +
                             "}";
        std::string joints;
        for (double x : {-0.7, 0.7}) {
          for (double z : {-0.45, 0.45}) {
            const std::string name = "wheel " + std::string(x < 0 ? "back " : "front ") + (z < 0 ? "left" : "right");
            bodies += ", {'name': '" + name + "', 'shapes': [{'type': 'cylinder', 'radius': 0.3, 'height': " + digits(width) +
                      ", 'orientation': {'axis': [1, 0, 0], 'angleDegrees': 90}}], 'mass': 2, 'friction': " + digits(friction) +
                      ", 'position': " + at(x, 0.3, z) + turned + "}";
            joints += std::string(joints.empty() ? "" : ", ") + "{'type': 'hinge', 'a': 'body', 'b': '" + name +
                      "', 'point': " + at(x, 0.3, z) + ", 'axis': [0, 0, 1], 'motor': {'speed': 0}}";
          }
        }
        World world = worldOf("{'tumble': 1, 'stepsPerSecond': " + std::to_string(rate) + ", 'bodies': [" + bodies + "], 'joints': [" +
                              joints + "]}");
        const Vec3 start = world.bodies.bodies[1].x;
        run(world, 5 * rate);
        worst.add(length(world.bodies.bodies[1].x - start));
        awake += length(world.bodies.bodies[1].v) > 0;
      }
    }
  }
  MESSAGE("moved by " << worst << " m; awake " << awake);
  CHECK(worst < 0.001);
  CHECK(awake == 0);
}
