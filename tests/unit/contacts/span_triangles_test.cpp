// What lies across coplanar triangles of a mesh lies on their plane: how it is divided into triangles is not felt.
#include <cmath>
#include <random>

#include "math/trigonometry.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// Level squares of two triangles each, from the origin, turned by `angle` (rad) about y.
std::string grid(int cells, double cell, double angle) {
  std::string vertices, triangles;
  for (int i = 0; i <= cells; ++i) {
    for (int k = 0; k <= cells; ++k) {
      const double x = (i - 0.5 * cells) * cell, z = (k - 0.5 * cells) * cell;
      vertices += (i + k > 0 ? ", [" : "[") + digits(x * std::cos(angle) + z * std::sin(angle)) + ", 0, " +
                  digits(z * std::cos(angle) - x * std::sin(angle)) + "]";
    }
  }
  const auto triangle = [&](int a, int b, int c) {
    triangles += (triangles.empty() ? "[" : ", [") + std::to_string(a) + ", " + std::to_string(b) + ", " + std::to_string(c) + "]";
  };
  for (int i = 0; i < cells; ++i) {
    for (int k = 0; k < cells; ++k) {
      const int at = i * (cells + 1) + k;
      triangle(at, at + 1, at + cells + 2);
      triangle(at, at + cells + 2, at + cells + 1);
    }
  }
  return "'shapes': [{'type': 'mesh', 'vertices': [" + vertices + "], 'triangles': [" + triangles + "]}]";
}

int touchingTriangles(const World& world, int* points) {
  int touching = 0;
  *points = 0;
  forEachTouching(world.contacts, [&](TouchingPair pair) {
    ++touching;
    *points += world.contacts.pool[pair.contactIndex].count;
  });
  return touching;
}

}  // namespace

TEST_CASE("of the coplanar triangles below a face or a line one has the contact, whatever they are") {
  const char* const shapes[] = {
      "'size': [0.5, 0.2, 0.4]", "'shapes': [{'type': 'cylinder', 'radius': 0.25, 'height': 0.2}]",
      "'shapes': [{'type': 'capsule', 'radius': 0.1, 'height': 0.7, 'orientation': {'axis': [1, 0, 0], 'angleDegrees': 90}}]",
      "'shapes': [{'type': 'hull', 'vertices': [[-0.2, -0.1, -0.2], [0.2, -0.1, -0.2], [0, -0.1, 0.3], [0, 0.3, 0]]}]"};
  std::mt19937 generator(5);
  const auto between = [&](double from, double to) { return from + (to - from) * static_cast<double>(generator()) / 4294967296.0; };
  for (const char* const shape : shapes) {
    for (int i = 0; i < 20; ++i) {
      const double cell = between(0.03, 0.6), turn = i % 4 == 0 ? 0 : between(0, 2);
      const bool aligned = i % 4 == 0;
      World world = worldOf("{'tumble': 1, 'bodies': [{'type': 'static', " + grid(24, cell, turn) + "}, {" + shape + ", 'position': " +
                            vector(aligned ? 0 : between(-1, 1) * cell, 0.1, aligned ? 0 : between(-1, 1) * cell) + "}]}");
      run(world, 30);
      int points = 0;
      CAPTURE(shape);
      CAPTURE(i);
      const bool reaches = 12 * cell > 0.9;  // else it lies beyond the border
      if (reaches) CHECK(touchingTriangles(world, &points) == 1);
      if (reaches) CHECK(points >= 2);
      CHECK(std::fabs(world.bodies.bodies[1].x.y - 0.1) < 1e-3);
    }
  }
}

TEST_CASE("a box slides straight over a field of many cells, as over a box, in a large world, too") {
  // v^2 / (2 mu g), and the moment of friction about the vertical is zero.
  Worst worstTurn, worstShare;
  std::string others;
  for (int i = 0; i < 80; ++i)
    others += ", {'type': 'static', 'size': [0.1, 0.1, 0.1], 'position': [" + std::to_string(200 + i) + ", 0, 0]}";
  for (const double cell : {0.025, 0.05, 0.1, 0.2}) {
    for (const double yaw : {0.0, 10.0, 25.0}) {
      const int cells = std::min(250, static_cast<int>(2.6 / cell));
      const double speed = std::sqrt(2 * 0.3 * 9.81 * 2), length = (cells - 1) * cell;
      std::string row = "[0", heights;
      for (int i = 1; i < cells; ++i) row += ", 0";
      for (int i = 0; i < 13; ++i) heights += (i > 0 ? ", " : "") + row + "]";
      World world = worldOf(
          "{'tumble': 1, 'quality': 'default', 'bodies': [{'type': 'static', 'friction': 0.3, 'position': " +
          vector(0.5 * length - 0.2, 0, 0) + ", 'shapes': [{'type': 'heightField', 'heights': [" + heights + "], 'spacing': " + "[" +
          digits(cell) + ", " + digits(cell) +
          "]}]}, {'size': [0.1, 0.04, 0.1], 'mass': 1, 'friction': 0.3, 'position': [0, 0.02, 0], 'velocity': " + vector(speed, 0, 0) +
          ", 'orientation': {'axis': [0, 1, 0], 'angleDegrees': " + digits(yaw) + "}}" + others + "]}");
      run(world, static_cast<int>(60 * (speed / (0.3 * 9.81) + 0.3)));
      const Body& box = world.bodies.bodies[1];
      worstTurn.add(std::fabs(2 * std::atan2(box.q.y, box.q.w) * 180 / kPi - yaw));
      worstShare.add(std::fabs(box.x.x / 2 - 1));
    }
  }
  CHECK(worstTurn < 2.5);  // degrees
  CHECK(worstShare < 0.01);
}
