// What slides without spin goes straight on to v^2 / (2 mu g), whatever its shape and whatever the floor is made of: friction acts where the
// load does, and the load of a body that does not turn lies below its centre of mass.
#include <string>
#include <vector>

#include "math/trigonometry.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr double kFriction = 0.4, kWeight = 9.81;

std::string box(double x, double y, double z, double cx = 0, double cy = 0, double cz = 0, double density = 1000) {
  return "{'type': 'box', 'size': " + vector(x, y, z) + ", 'position': " + vector(cx, cy, cz) + ", 'density': " + number(density) + "}";
}

struct Slider {
  std::string shapes;
  double height;  // m, of the origin above the floor
};

std::vector<Slider> sliders() {
  std::string legs = box(1, 0.1, 1);
  for (const double x : {-0.4, 0.4})
    for (const double z : {-0.4, 0.4}) legs += "," + box(0.1, 0.3, 0.1, x, -0.2, z);
  return {
      {box(0.8, 0.3, 0.5), 0.15},
      {"{'type': 'cylinder', 'radius': 0.4, 'height': 0.2}", 0.1},
      {legs, 0.35},
      {box(1.6, 0.1, 0.3) + "," + box(0.2, 0.2, 0.2, 0.6, 0.15, 0, 4000), 0.05},  // a plank with a weight at one end
      {"{'type': 'hull', 'vertices': [[-0.5,-0.1,-0.2],[-0.5,-0.1,0.2],[0.5,-0.1,-0.5],[0.5,-0.1,0.5],[-0.5,0.1,-0.2],[-0.5,0.1,0.2],"
       "[0.5,0.1,-0.5],[0.5,0.1,0.5]]}",
       0.1},
  };
}

/// The top is y = 0; the grid covers 24 m x 24 m.
std::string floorOf(bool isField, double cell) {
  if (!isField) return box(200, 2, 200, 0, -1, 0);
  const int nodes = static_cast<int>(24 / cell) + 1;
  std::string row = "[0", heights;
  for (int i = 1; i < nodes; ++i) row += ",0";
  for (int i = 0; i < nodes; ++i) heights += (i > 0 ? "," : "") + row + "]";
  return "{'type': 'heightField', 'spacing': [" + number(cell) + "," + number(cell) + "], 'heights': [" + heights + "]}";
}

World worldWith(const Slider& slider, const std::string& floor, int rate, const char* quality, Vec3 gravity, double yaw, Vec3 velocity) {
  return worldOf("{'tumble': 1, 'stepsPerSecond': " + std::to_string(rate) + ", 'quality': '" + quality +
                 "', 'sleeping': false, 'gravity': " + vector(gravity.x, gravity.y, gravity.z) +
                 ", 'bodies': [{'friction': 0.4, 'position': " + vector(0.13, slider.height, -0.27) + ", 'orientation': [0," +
                 number(std::sin(yaw / 2)) + ",0," + number(std::cos(yaw / 2)) + "], 'velocity': " + vector(velocity.x, 0, velocity.z) +
                 ", 'shapes': [" + slider.shapes + "]}, {'type': 'static', 'friction': 0.4, 'shapes': [" + floor + "]}]}");
}

constexpr struct {
  int rate;
  const char* quality;
} kWays[] = {{30, "default"}, {60, "precise"}, {120, "default"}, {240, "precise"}};

}  // namespace

TEST_CASE("what slides on a grid of triangles, on legs or with a weight at one end goes straight on and stops where it must") {
  const double speed = 4, way = speed * speed / (2 * kFriction * kWeight);
  int scenes = 0;
  for (const Slider& slider : sliders()) {
    for (const double cell : {0.0, 0.4, 1.0}) {
      for (const auto& [rate, quality] : kWays) {
        const double yaw = 1.3 * ++scenes, direction = 2.1 * scenes;
        CAPTURE(slider.shapes);
        CAPTURE(cell);
        CAPTURE(rate);
        const Vec3 along{std::cos(direction), 0, std::sin(direction)};
        World world = worldWith(slider, floorOf(cell > 0, cell), rate, quality, {0, -kWeight, 0}, yaw, along * speed);
        const Body before = world.bodies.bodies[0];
        run(world, 2 * rate);
        const Body& body = world.bodies.bodies[0];
        CHECK(angleBetween(before.q, body.q) < 2e-3);
        CHECK(distance(body.x, before.x + along * way) < 2e-3 * way);
      }
    }
  }
}

TEST_CASE("on a slope of triangles friction holds up to its angle, and beyond it the pull of gravity is less by mu N") {
  int scenes = 0;
  for (const Slider& slider : sliders()) {
    for (const double share : {0.95, 1.1}) {
      for (const auto& [rate, quality] : kWays) {
        const double yaw = 1.3 * ++scenes, direction = 2.1 * scenes;
        CAPTURE(slider.shapes);
        CAPTURE(share);
        CAPTURE(rate);
        const double slope = std::atan(share * kFriction);
        const Vec3 along{std::cos(direction), 0, std::sin(direction)};
        World world = worldWith(slider, floorOf(true, 0.7), rate, quality,
                                along * (kWeight * std::sin(slope)) - Vec3{0, kWeight * std::cos(slope), 0}, yaw, {});
        const Body before = world.bodies.bodies[0];
        run(world, 2 * rate);
        const Body& body = world.bodies.bodies[0];
        const double way = 2 * kWeight * std::fmax(std::sin(slope) - kFriction * std::cos(slope), 0.0);
        CHECK(angleBetween(before.q, body.q) < 2e-3);
        CHECK(distance(body.x, before.x + along * way) < 2e-3);
      }
    }
  }
}
