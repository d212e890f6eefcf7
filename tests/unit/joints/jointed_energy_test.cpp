// Jointed bodies that stay in contact: what rides on a swing, pendulums side by side, what a spring throws. Nothing rubs or bounces, so that energy is kept.
#include <cmath>
#include <string>

#include "support/random.h"
#include "support/slow_build.h"
#include "support/worst.h"
#include "tuning.h"
#include "unit/joints/jointed_world.h"

using namespace tumble;
using namespace tumble::test;

namespace {

constexpr const char* kQualities[] = {"default", "precise"};
constexpr int kRates[] = {30, 60, 120, 240};

std::string settings(const std::string& quality, int rate) {
  return "{'tumble': 1, 'sleeping': false, 'quality': '" + quality + "', 'stepsPerSecond': " + std::to_string(rate) + ", ";
}

/// J: the change of the energy over `seconds` as a share of the most kinetic energy, with its sign.
double driftOf(World& world, int seconds) {
  const double start = energyOf(world);
  double most = 0;
  for (int i = 0; i < seconds * world.settings.stepsPerSecond; ++i) {
    step(world);
    const Energy e = measure(world).energy;
    most = std::max(most, e.linear + e.rotational);
  }
  return (energyOf(world) - start) / most;
}

/// A point of a swing that hangs at the origin, at an angle.
std::string turned(double x, double y, double angle) {
  return vector(x * std::cos(angle) - y * std::sin(angle), x * std::sin(angle) + y * std::cos(angle), 0);
}

std::string swingWithRider(const std::string& joint, double mass) {
  const double angle = 0.5;
  const std::string orientation = "'orientation': {'axis': [0,0,1], 'angleDegrees': " + number(angle * 180 / 3.14159265358979) + "}";
  return "'bodies': [{'name': 'seat', 'size': [0.5,0.06,0.4], 'mass': 5, 'friction': 1, 'position': " + turned(0, -2, angle) + ", " +
         orientation + "}, {'size': [0.3,0.3,0.3], 'mass': " + number(mass) + ", 'friction': 1, 'position': " + turned(0, -1.82, angle) +
         ", " + orientation + "}], 'joints': [{'b': 'seat', 'point': [0,0,0], " + joint + "}]}";
}

/// Balls that touch, each on its own joint, released together.
std::string pendulums(int count, const std::string& type, double restitution) {
  const double radius = 0.05, length = 0.5, x = -length * std::sin(0.35), y = -length * std::cos(0.35);
  std::string bodies, joints;
  for (int i = 0; i < count; ++i) {
    const std::string comma = i > 0 ? ", " : "", ball = vector(x + 2 * radius * i, y, 0), top = vector(2 * radius * i, 0, 0);
    bodies += comma + "{'shapes': [{'type': 'sphere', 'radius': " + number(radius) + "}], 'mass': " + number(1 + i) +
              ", 'friction': 0, 'restitution': " + number(restitution) + ", 'position': " + ball + "}";
    joints += comma + "{'b': " + std::to_string(i) + ", " +
              (type == "distance" ? "'type': 'distance', 'points': [" + top + ", " + ball + "]"
                                  : "'type': '" + type + "', 'point': " + top + (type == "hinge" ? ", 'axis': [0,0,1]" : "")) +
              "}";
  }
  return "'bodies': [" + bodies + "], 'joints': [" + joints + "]}";
}

}  // namespace

TEST_CASE("a block that stands on a swing keeps the energy of the swing" * leftToFastBuilds()) {
  for (const std::string quality : kQualities) {
    for (const int rate : kRates) {
      for (const double mass : {2.0, 20.0}) {
        World world = worldOf(settings(quality, rate) + swingWithRider("'type': 'hinge', 'axis': [0,0,1]", mass));
        const double drift = driftOf(world, 10);
        CHECK_MESSAGE(std::abs(drift) < 0.005, quality, " ", rate, " Hz, ", mass, " kg: ", drift);
        CHECK(std::abs(world.bodies.bodies[1].x.z) < 0.01);
      }
    }
  }
}

TEST_CASE("pendulums that touch swing as one, with the energy that they began with" * leftToFastBuilds()) {
  for (const std::string quality : kQualities) {
    for (const int rate : kRates) {
      for (const double restitution : {0.0, 0.5, 1.0}) {
        for (const char* const type : {"hinge", "ball", "distance"}) {
          World world = worldOf(settings(quality, rate) + pendulums(3, type, restitution));
          const double drift = driftOf(world, 10);
          CHECK_MESSAGE(std::abs(drift) < 0.003, quality, " ", rate, " Hz, ", type, ", restitution ", restitution, ": ", drift);
        }
      }
    }
  }
}

TEST_CASE("a spring in a slider throws a ball as high as its energy") {
  // The ball leaves the plunger where the spring is slack: both fall freely from there.
  const double stiffness = 3572.9, rest = 0.2074, plunger = 0.2027, ball = 0.5916, g = 9.81;
  const double squaredSpeed = stiffness * rest * rest / (plunger + ball) - 2 * g * rest, highest = 0.13 + rest + squaredSpeed / (2 * g);
  for (const std::string quality : kQualities) {
    for (const int rate : kRates) {
      World world = worldOf(settings(quality, rate) + "'bodies': [{'size': [0.3,0.06,0.3], 'mass': " + number(plunger) +
                            "}, {'shapes': [{'type': 'sphere', 'radius': 0.1}], 'mass': " + number(ball) +
                            ", 'position': [0,0.13,0]}], 'joints': [{'type': 'slider', 'b': 0, 'point': [0,0,0], 'axis': [0,1,0], "
                            "'spring': {'stiffness': " +
                            number(stiffness) + ", 'rest': " + number(rest) + "}}]}");
      double top = 0;
      for (int i = 0; i < 2 * rate; ++i) {
        step(world);
        const Body& body = world.bodies.bodies[1];
        const double rise = body.v.y > 0 ? body.v.y * body.v.y / (2 * g) : 0;
        if (i > rate / 5) top = std::max(top, body.x.y + rise);
      }
      CHECK_MESSAGE(std::abs(top / highest - 1) < 0.005, quality, " ", rate, " Hz: ", top, " m of ", highest);
    }
  }
}

TEST_CASE("a block that falls on a stiff spring in a slider gets no energy" * leftToFastBuilds()) {
  for (const std::string quality : kQualities) {
    for (const int rate : kRates) {
      for (const double stiffness : {2e4, 2e5, 2e6}) {
        World world = worldOf(settings(quality, rate) +
                              "'bodies': [{'size': [0.5,0.06,0.5], 'mass': 0.1}, {'size': [0.2,0.2,0.2], 'mass': 5, 'position': "
                              "[0.05,0.3,0]}], 'joints': [{'type': 'slider', 'b': 0, 'point': [0,0,0], 'axis': [0,1,0], 'spring': "
                              "{'stiffness': " +
                              number(stiffness) + "}}]}");
        double least = energy(world), gain = 0;
        const double scale = 5 * 9.81 * 0.17;
        for (int i = 0; i < 5 * rate; ++i) {
          step(world);
          gain = std::max(gain, energy(world) - least);
          least = std::min(least, energy(world));
        }
        CHECK_MESSAGE(gain < 0.02 * scale, quality, " ", rate, " Hz, ", stiffness, " N/m: ", gain, " of ", scale);
      }
    }
  }
}

TEST_CASE("slim sticks that hang on each other by hinges and universal joints keep their energy, however they whip" * leftToFastBuilds()) {
  Random r(23);
  Worst error;
  for (int i = 0; i < 16; ++i) {
    std::string bodies, joints;
    Vec3 end{0, 8, 0};
    const int count = 2 + i % 3;
    for (int k = 0; k < count; ++k) {
      const double size = r.number(0.12, 0.25);
      const Vec3 along = r.direction(), axis = normalized(cross(along, r.direction())), middle = end + along * (0.5 * size);
      const Quat q = normalized(Quat{along.z, 0, -along.x, 1 + along.y});  // turns y to `along`
      bodies += std::string(k ? "," : "") + "{'size': " + vector(0.1 * size, size, 0.15 * size) +
                ", 'mass': " + number(r.number(0.4, 1.5)) + ", 'position': " + vector(middle.x, middle.y, middle.z) + ", 'orientation': [" +
                number(q.x) + "," + number(q.y) + "," + number(q.z) + "," + number(q.w) + "]}";
      const std::string at = "'point': " + vector(end.x, end.y, end.z), parent = std::to_string(k - 1), child = std::to_string(k);
      const Vec3 second = cross(axis, along);
      if (k == 0) joints += "{'type': 'ball', 'b': 0, " + at + "}";
      else if (i % 2 == 0)
        joints += ",{'type': 'hinge', 'a': " + parent + ", 'b': " + child + ", " + at + ", 'axis': " + vector(axis.x, axis.y, axis.z) + "}";
      else
        joints += ",{'type': 'universal', 'a': " + parent + ", 'b': " + child + ", " + at + ", 'axes': [" + vector(axis.x, axis.y, axis.z) +
                  "," + vector(second.x, second.y, second.z) + "]}";
      end += along * size;
    }
    World world = worldOf("{'tumble': 1, 'collisions': false, 'bodies': [" + bodies + "], 'joints': [" + joints + "]}");
    const double start = energy(world);
    double fastest = 0, worst = 0;
    for (int k = 0; k < 480; ++k) {
      step(world);
      const Energy e = measure(world).energy;
      fastest = std::max(fastest, e.linear + e.rotational);
      worst = worseOf(worst, std::fabs(energy(world) - start));
    }
    error.add(worst / fastest);
  }
  MESSAGE("error ", error);
  CHECK(error < 1e-4);
}

TEST_CASE("damped sticks take no more work in a step than free ones: their energy may fall") {
  const auto mostWork = [](const std::string& damping) {
    World world = worldOf(
        "{'tumble': 1, 'collisions': false, 'bodies': [{'size': [0.016,0.16,0.024], 'mass': 1.4, 'position': [0,8,0.08], 'orientation': "
        "{'axis': [1,0,0], 'angleDegrees': 90}" +
        damping +
        "}, {'size': [0.02,0.2,0.03], 'mass': 0.6, 'position': [0.1,8,0.16], 'orientation': {'axis': [0,0,1], 'angleDegrees': 90}" +
        damping +
        "}], 'joints': [{'type': 'ball', 'b': 0, 'point': [0,8,0]}, {'type': 'hinge', 'a': 0, 'b': 1, 'point': [0,8,0.16], 'axis': "
        "[0,1,1]}]}");
    double most = 0;
    for (int i = 0; i < 240; ++i) {
      step(world);
      most = std::max(most, kJointRowsOfStep - world.contactSolver.jointRowsLeft);
    }
    return most;
  };
  const double free = mostWork(""), damped = mostWork(", 'linearDamping': 0.5, 'angularDamping': 0.5");
  MESSAGE("rows times rounds: free ", free, ", damped ", damped);
  CHECK(damped > 0);
  CHECK(damped <= free);
}

// A static body holds what hangs on it as the world does, and does no work; a kinematic one that stands still does none either.
TEST_CASE("a load on a rope of light beads that swings from the world, a post or a bracket keeps its energy" * leftToFastBuilds()) {
  Worst error;
  for (const char* support : {"", "'type': 'static', ", "'type': 'kinematic', "}) {
    for (int links : {4, 5, 9}) {
      for (double beadMass : {0.2, 1.0}) {
        for (int rate : {30, 60, 120}) {
          const double link = 1.34 / links, loadMass = 97;
          std::string bodies, joints;
          const auto rod = [&](const std::string& upper, const std::string& lower, double top) {
            joints += std::string(joints.empty() ? "" : ", ") + "{'type': 'distance', " + (upper.empty() ? "" : "'a': '" + upper + "', ") +
                      "'b': '" + lower + "', 'points': [" + vector(0, top, 0) + ", " + vector(0, top - link, 0) + "]}";
          };
          std::string upper = *support ? "support" : "";
          if (*support) bodies += std::string("{'name': 'support', ") + support + "'size': [0.4, 0.2, 0.4]}, ";
          for (int i = 1; i <= links; ++i) {
            const std::string name = i < links ? "bead " + std::to_string(i) : "load";
            bodies += std::string(i > 1 ? ", " : "") + "{'name': '" + name +
                      "', 'shapes': [{'type': 'sphere', 'radius': 0.02}], 'mass': " + digits(i < links ? beadMass : loadMass) +
                      ", 'position': " + vector(0, -link * i, 0) + ", 'velocity': [-0.226, 0, 0]}";
            rod(upper, name, -link * (i - 1));
            upper = name;
          }
          World world = worldOf("{'tumble': 1, 'collisions': false, 'stepsPerSecond': " + std::to_string(rate) + ", 'bodies': [" + bodies +
                                "], 'joints': [" + joints + "]}");
          const double start = energy(world);
          run(world, 4 * rate);
          error.add((energy(world) - start) / (0.5 * loadMass * 0.226 * 0.226));
        }
      }
    }
  }
  MESSAGE("energy off by ", error, " of the kinetic energy of the load");
  CHECK(error < 0.01);
}
