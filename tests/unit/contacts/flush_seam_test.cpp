// Where static shapes of any kind lie flush side by side, or a kinematic one slides along them, nothing feels the seam; steps, ramps and gaps are what
// they are.
#include <cmath>

#include "math/trigonometry.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// square and grid: meshes without thickness; solid: a closed mesh; walkway: moves along z, without friction.
enum class FloorPiece { box, square, grid, solid, hull, parked, walkway };
constexpr FloorPiece kFloorPieces[] = {FloorPiece::box,  FloorPiece::square, FloorPiece::grid,   FloorPiece::solid,
                                       FloorPiece::hull, FloorPiece::parked, FloorPiece::walkway};

/// A point of the upper side of a piece that begins at x = 0 and is turned by `slope` (rad) about z there.
struct Place {
  double start = 0, height = 0, slope = 0;  // m, m, rad
  std::string at(double x, double y, double z) const {
    return vector(start + x * std::cos(slope) - y * std::sin(slope), height + x * std::sin(slope) + y * std::cos(slope), z);
  }
};

/// A static body from x = `from` to `to` at the place, its upper side level with that, 6 m wide and 1 m thick where it has a thickness.
std::string piece(FloorPiece kind, double from, double to, const Place& place, double friction) {
  const bool moves = kind == FloorPiece::walkway, isKinematic = moves || kind == FloorPiece::parked;
  const std::string head = "{'friction': " + number(moves ? 0 : friction) + ", 'velocity': " + vector(0, 0, moves ? 2 : 0) +
                           ", 'type': " + (isKinematic ? "'kinematic'" : "'static'") + ", ";
  if (kind == FloorPiece::box || isKinematic)
    return head + "'size': " + vector(to - from, 1, moves ? 60 : 6) + ", 'position': " + place.at(0.5 * (from + to), -0.5, 0) +
           ", 'orientation': {'axis': [0, 0, 1], 'angleDegrees': " + digits(place.slope * 180 / kPi) + "}}";
  if (kind == FloorPiece::hull || kind == FloorPiece::solid) {
    std::string corners;
    for (double x : {from, to})
      for (double y : {0.0, -1.0})
        for (double z : {-3.0, 3.0}) corners += (corners.empty() ? "" : ", ") + place.at(x, y, z);
    if (kind == FloorPiece::hull) return head + "'shapes': [{'type': 'hull', 'vertices': [" + corners + "]}]}";
    return head + "'shapes': [{'type': 'mesh', 'vertices': [" + corners +
           "], 'triangles': [[0, 1, 5], [0, 5, 4], [2, 6, 7], [2, 7, 3], [0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6], [0, 4, 6], [0, 6, 2], "
           "[1, 3, 7], "
           "[1, 7, 5]]}]}";
  }
  const int along = kind == FloorPiece::grid ? 7 : 1, across = kind == FloorPiece::grid ? 3 : 1;
  std::string vertices, triangles;
  for (int i = 0; i <= along; ++i)
    for (int k = 0; k <= across; ++k)
      vertices += (vertices.empty() ? "" : ", ") + place.at(from + (to - from) * i / along, 0, -3 + 6.0 * k / across);
  const auto triangle = [&](int a, int b, int c) {
    triangles += (triangles.empty() ? "[" : ", [") + std::to_string(a) + ", " + std::to_string(b) + ", " + std::to_string(c) + "]";
  };
  for (int i = 0; i < along; ++i) {
    for (int k = 0; k < across; ++k) {
      const int at = i * (across + 1) + k;
      triangle(at, at + 1, at + across + 1);
      triangle(at + 1, at + across + 2, at + across + 1);
    }
  }
  return head + "'shapes': [{'type': 'mesh', 'vertices': [" + vertices + "], 'triangles': [" + triangles + "]}]}";
}

struct Traveller {
  const char* shape;
  double height;  // m, of its origin above what it lies on
  bool rolls;     // about z, R = height
};
/// m, of its centre of mass: a pyramid has it a quarter up.
double heightOf(const Traveller& traveller) { return traveller.height > 0 ? traveller.height : 0.0375; }
constexpr Traveller kTravellers[] = {
    {"'size': [0.2, 0.1, 0.1]", 0.05, false},
    {"'shapes': [{'type': 'cylinder', 'radius': 0.1, 'height': 0.06}]", 0.03, false},
    {"'shapes': [{'type': 'hull', 'vertices': [[0.1, 0, 0.1], [-0.1, 0, 0.1], [0.1, 0, -0.1], [-0.1, 0, -0.1], [0, 0.15, 0]]}]", 0, false},
    {"'shapes': [{'type': 'sphere', 'radius': 0.1}]", 0.1, true},
    {"'shapes': [{'type': 'cylinder', 'radius': 0.1, 'height': 0.2, 'orientation': {'axis': [1, 0, 0], 'angleDegrees': 90}}]", 0.1, true},
};

World travel(const Traveller& traveller, const std::string& floor, double x, double speed, double yaw, int rate, const char* quality,
             double seconds) {
  const std::string spin = traveller.rolls ? ", 'angularVelocity': " + vector(0, 0, -speed / traveller.height) : "";
  World world =
      worldOf("{'tumble': 1, 'stepsPerSecond': " + std::to_string(rate) + ", 'quality': '" + quality + "', 'bodies': [{" + traveller.shape +
              ", 'mass': 1, 'friction': " + (traveller.rolls ? "0.5" : "0") + ", 'position': " + vector(x, traveller.height, 0) +
              ", 'velocity': " + vector(speed, 0, 0) + spin +
              ", 'orientation': {'axis': [0, 1, 0], 'angleDegrees': " + digits(traveller.rolls ? 0 : yaw) + "}}, " + floor + "]}");
  run(world, static_cast<int>(seconds * rate));
  return world;
}

}  // namespace

TEST_CASE("over a flush seam of two static shapes all goes on as it came") {
  for (FloorPiece before : kFloorPieces) {
    for (FloorPiece after : kFloorPieces) {
      Worst slower, higher, aside;
      for (const Traveller& traveller : kTravellers) {
        for (double speed : {0.7, 4.0}) {
          for (int rate : {60, 240}) {
            const double friction = traveller.rolls ? 0.5 : 0;
            const std::string floor = piece(before, -9, 0, {}, friction) + ", " + piece(after, 0, 9, {}, friction);
            const char* quality = rate == 60 ? "default" : "precise";
            const World world = travel(traveller, floor, -0.5, speed, speed > 1 ? 20 : 0, rate, quality, 1 / speed);
            const Body& body = world.bodies.bodies[0];
            slower.add(std::fabs(body.v.x / speed - 1));
            higher.add(std::fabs(body.x.y - heightOf(traveller)));
            aside.add(std::fabs(body.v.z) / speed);
          }
        }
      }
      CAPTURE(static_cast<int>(before));
      CAPTURE(static_cast<int>(after));
      CHECK(slower < 2e-3);
      CHECK(higher < 3e-4);
      CHECK(aside < 2e-3);
    }
  }
}

TEST_CASE("a ramp that begins flush with the floor is a ramp, however gentle: what slides keeps its energy but for the part across it") {
  for (FloorPiece before : {FloorPiece::box, FloorPiece::square, FloorPiece::hull}) {
    for (FloorPiece after : {FloorPiece::box, FloorPiece::square, FloorPiece::hull}) {
      for (double slope : {0.0087, 0.035}) {
        const std::string floor = piece(before, -9, 0, {}, 0) + ", " + piece(after, 0, 9, {0, 0, slope}, 0);
        const World world = travel(kTravellers[0], floor, -0.5, 3, 20, 60, "default", 0.6);
        const Body& body = world.bodies.bodies[0];
        const double expected = std::sqrt(9 - 2 * 9.81 * (body.x.y - 0.05));
        CAPTURE(static_cast<int>(before));
        CAPTURE(static_cast<int>(after));
        CAPTURE(slope);
        CHECK(body.x.x > 1);
        CHECK(std::fabs(length(body.v) / expected - 1) < 0.02);
      }
    }
  }
}

TEST_CASE("a step of five millimetres between two shapes stops a box that slides against it") {
  for (FloorPiece before : kFloorPieces) {
    for (FloorPiece after : kFloorPieces) {
      const std::string floor = piece(before, -9, 0, {}, 0) + ", " + piece(after, 0, 9, {0, 0.005, 0}, 0);
      const World world = travel(kTravellers[0], floor, -0.5, 0.7, 0, 60, "default", 1.2);
      CAPTURE(static_cast<int>(before));
      CAPTURE(static_cast<int>(after));
      if (after == FloorPiece::square || after == FloorPiece::grid)
        continue;  // the rim of a sheet lies above the floor: a box may come to lie below it
      CHECK(world.bodies.bodies[0].x.x < 0);
    }
  }
}

TEST_CASE("a ball rests over a gap of a fifth of a millimetre between two shapes") {
  for (FloorPiece before : kFloorPieces) {
    for (FloorPiece after : kFloorPieces) {
      const std::string floor = piece(before, -9, -1e-4, {}, 0.5) + ", " + piece(after, 1e-4, 9, {}, 0.5);
      const World world = travel(kTravellers[3], floor, 0, 0, 0, 60, "default", 3);
      CAPTURE(static_cast<int>(before));
      CAPTURE(static_cast<int>(after));
      CHECK(std::fabs(world.bodies.bodies[0].x.y - 0.1) < 1e-4);
    }
  }
}
