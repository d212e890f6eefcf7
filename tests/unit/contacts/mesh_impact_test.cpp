// Impacts on meshes and edges: what the triangles are divided into is not felt, and the impulse passes through the point that touches.
#include <cmath>

#include "math/trigonometry.h"
#include "support/random.h"
#include "support/worlds.h"
#include "support/worst.h"

using namespace tumble;
using namespace tumble::test;

namespace {

/// A closed mesh of twelve triangles, or the box itself.
std::string boxShape(Vec3 half, bool asMesh) {
  if (!asMesh) return "'shapes': [{'type': 'box', 'size': " + vector(2 * half.x, 2 * half.y, 2 * half.z) + "}]";
  std::string vertices;
  for (int i = 0; i < 8; ++i)
    vertices += (i > 0 ? ", " : "") + vector(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
  return "'shapes': [{'type': 'mesh', 'vertices': [" + vertices +
         "], 'triangles': [[1, 3, 7], [1, 7, 5], [0, 4, 6], [0, 6, 2], [2, 6, 7], [2, 7, 3], [0, 1, 5], [0, 5, 4], [4, 5, 7], [4, 7, 6], "
         "[0, 2, 3], "
         "[0, 3, 1]]}]";
}

std::string levelField(int cells, double spacing) {
  std::string row = "[0", heights;
  for (int i = 0; i < cells; ++i) row += ", 0";
  for (int i = 0; i <= cells; ++i) heights += (i > 0 ? ", " : "") + row + "]";
  return "{'type': 'heightField', 'heights': [" + heights + "], 'spacing': [" + number(spacing) + ", " + number(spacing) + "]}";
}

void runFor(World& world, double seconds) { run(world, static_cast<int>(std::lround(seconds * world.settings.stepsPerSecond))); }

/// A box with this friction and restitution that falls on the edge along z; the friction of both is the same.
Body afterEdgeLanding(double friction, double restitution, double angle) {
  const std::string material = ", 'friction': " + number(friction) + ", 'restitution': " + number(restitution);
  World world = worldOf("{'tumble': 1, 'bodies': [{'type': 'static', 'size': [40, 2, 40], 'position': [0, -1, 0]" + material +
                        "}, {'size': [0.5, 0.4, 0.4], 'mass': 1, 'position': [0, 0.8, 0]" + material +
                        ", 'orientation': {'axis': [0, 0, 1], 'angleDegrees': " + digits(angle * 180 / kPi) + "}}]}");
  const Body* const body = &world.bodies.bodies[1];
  for (int i = 0; i < 60 && angularVelocity(*body) == Vec3{}; ++i) step(world);
  return *body;
}

}  // namespace

TEST_CASE("a box that lands on its edge and slips to the end has the friction of one point, however near it is to sticking") {
  const double inertia = (0.25 + 0.16) / 12;  // over the mass
  for (const double degrees : {20.0, 27.0, 33.0}) {
    for (const double friction : {0.1, 0.2, 0.26, 0.28, 0.29, 0.3, 0.31, 0.32}) {
      const double angle = degrees * kPi / 180, restitution = 0.4;
      CAPTURE(degrees);
      CAPTURE(friction);
      const Vec3 r{-0.25 * std::cos(angle) + 0.2 * std::sin(angle), -0.25 * std::sin(angle) - 0.2 * std::cos(angle), 0};
      // The edge slips while J stops and returns it: v_n = v + J_n (1 + (r_x^2 - mu |r_x r_y|) / k^2), and v_t on the other side
      const double normal = 1 + (r.x * r.x - friction * std::abs(r.x * r.y)) / inertia;
      const double tangent = friction * (1 + r.y * r.y / inertia) - std::abs(r.x * r.y) / inertia;
      if (!(tangent < -0.05)) continue;  // it sticks, or nearly
      const Body body = afterEdgeLanding(friction, restitution, angle);
      const double speed = std::sqrt(2 * 9.81 * (0.8 + r.y)), impulse = (1 + restitution) * speed / normal;
      CHECK(relativeError(body.v.x, friction * impulse) < 0.02);
      CHECK(relativeError(angularVelocity(body).z, impulse * (r.x - friction * r.y) / inertia) < 0.02);
    }
  }
}

TEST_CASE("a box falls flat on a level field and bounces without a spin, whatever the field is divided into") {
  for (const double spacing : {0.1, 0.17, 0.2, 0.31}) {
    for (const double restitution : {0.3, 0.7}) {
      for (const double x : {0.0, 0.04, 0.13}) {
        for (const double turn : {0.0, 17.0}) {
          for (const char* const quality : {"default", "precise"}) {
            CAPTURE(spacing);
            CAPTURE(restitution);
            CAPTURE(x);
            CAPTURE(turn);
            World world = worldOf("{'tumble': 1, 'quality': '" + std::string(quality) + "', 'bodies': [{'type': 'static', 'shapes': [" +
                                  levelField(8, spacing) + "], 'restitution': " + number(restitution) +
                                  "}, {'size': [0.4, 0.2, 0.3], 'mass': 1, 'position': " + vector(x, 0.6, 0.07) + ", 'restitution': " +
                                  number(restitution) + ", 'orientation': {'axis': [0, 1, 0], 'angleDegrees': " + number(turn) + "}}]}");
            const Body& body = world.bodies.bodies[1];
            for (int i = 0; i < 60 && !(body.v.y > 0); ++i) step(world);
            CHECK(length(angularVelocity(body)) < 1e-6);
            const double height = body.x.y - 0.1, energy = body.v.y * body.v.y / 2 + 9.81 * height;
            CHECK(relativeError(energy, restitution * restitution * 9.81 * 0.5) < 1e-3);
          }
        }
      }
    }
  }
}

TEST_CASE("a ball leaves a cube of triangles as it leaves a cube") {
  Random random{7};
  for (int i = 0; i < 60; ++i) {
    const double friction = random.number(0, 0.6), restitution = random.number(0.1, 0.9), radius = random.number(0.05, 0.3);
    const std::string turned =
        ", 'orientation': {'axis': " + vector(random.number(-1, 1), random.number(-1, 1), 1) + ", 'angleDegrees': " + number(25 + i) + "}";
    const std::string material = ", 'friction': " + number(friction) + ", 'restitution': " + number(restitution);
    const std::string ball =
        "{'shapes': [{'type': 'sphere', 'radius': " + number(radius) +
        "}], 'mass': 1, 'position': [0, 2, 0], 'velocity': " + vector(random.number(-0.4, 0.4), -2, random.number(-0.5, 0.5)) + material +
        "}";
    Vec3 v[2], w[2];
    for (const bool asMesh : {false, true}) {
      World world = worldOf("{'tumble': 1, 'gravity': [0, 0, 0], 'bodies': [{'type': 'static', " + boxShape({0.5, 0.5, 0.5}, asMesh) +
                            material + turned + "}, " + ball + "]}");
      runFor(world, 1.2);
      v[asMesh] = world.bodies.bodies[1].v, w[asMesh] = angularVelocity(world.bodies.bodies[1]);
    }
    CAPTURE(i);
    CHECK(distance(v[0], v[1]) < 0.01);
    CHECK(distance(w[0], w[1]) * radius < 0.01);
  }
}

TEST_CASE("the flat end of a cylinder falls on a peak of triangles, and turns about it as about that of a hull") {
  const std::string corners = "[[0, 0.5, 0], [1, 0, 1], [1, 0, -1], [-1, 0, -1], [-1, 0, 1]]";
  for (const double beside : {0.05, 0.1, 0.2}) {
    for (const double degrees : {3.0, 8.0}) {
      Vec3 v[2], w[2];
      for (const bool asMesh : {false, true}) {
        const std::string peak =
            asMesh ? "'type': 'mesh', 'vertices': " + corners + ", 'triangles': [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 1]]"
                   : "'type': 'hull', 'vertices': " + corners;
        World world = worldOf(
            "{'tumble': 1, 'bodies': [{'type': 'static', 'shapes': [{" + peak +
            "}], 'restitution': 0.5}, {'shapes': [{'type': 'cylinder', 'radius': 0.3, 'height': 0.2}], 'mass': 1, 'restitution': 0.5, "
            "'position': " +
            vector(beside, 1.1, 0) + ", 'orientation': {'axis': [0, 0, 1], 'angleDegrees': " + number(degrees) + "}}]}");
        for (int i = 0; i < 60 && !(length(angularVelocity(world.bodies.bodies[1])) > 0); ++i) step(world);
        v[asMesh] = world.bodies.bodies[1].v, w[asMesh] = angularVelocity(world.bodies.bodies[1]);
      }
      CAPTURE(beside);
      CAPTURE(degrees);
      CHECK(distance(v[0], v[1]) < 0.02);
      CHECK(distance(w[0], w[1]) < 0.02 * length(w[0]));
    }
  }
}

TEST_CASE("a box slides off a table of triangles as off a box") {
  for (const double speed : {1.0, 1.3, 3.0}) {
    for (const double size : {0.1, 0.25}) {
      Vec3 x[2];
      for (const bool asMesh : {false, true}) {
        World world =
            worldOf("{'tumble': 1, 'quality': 'precise', 'bodies': [{'type': 'static', 'position': [-1, -0.1, 0], 'friction': 0.1, " +
                    boxShape({1, 0.1, 0.3}, asMesh) + "}, {'size': " + vector(size, 0.3 * size, 0.8 * size) +
                    ", 'mass': 1, 'friction': 0.1, 'position': " + vector(-0.1 - size, 0.15 * size, 0) +
                    ", 'velocity': " + vector(speed, 0, 0) + "}]}");
        runFor(world, (0.1 + size) / speed + 0.15);
        x[asMesh] = world.bodies.bodies[1].x;
      }
      CAPTURE(speed);
      CAPTURE(size);
      CHECK(distance(x[0], x[1]) < 2e-3);
    }
  }
}

TEST_CASE("on level ice of triangles nothing is pushed sideways, wherever its boxes join") {
  Random random{5};
  for (int i = 0; i < 40; ++i) {
    const double a = random.number(0.05, 0.5), thick = 0.2 * a;
    const std::string shapes = "[{'type': 'box', 'size': " + vector(a, thick, thick) +
                               "}, {'type': 'box', 'size': " + vector(thick, 0.8 * a, thick) +
                               ", 'position': " + vector(0.4 * a, 0.4 * a, 0) + "}]";
    const Vec3 v{random.number(-1, 1), random.number(-1, 0), random.number(-1, 1)};
    World world = worldOf(
        "{'tumble': 1, 'stepsPerSecond': " + number(i % 2 == 0 ? 60 : 240) + ", 'bodies': [{'type': 'static', 'friction': 0, 'shapes': [" +
        levelField(60, 0.1 + 0.3 * a) + "]}, {'friction': 0, 'shapes': " + shapes + ", 'position': " + vector(0, 1.5 * a, 0) +
        ", 'velocity': " + vector(v.x, v.y, v.z) + ", 'orientation': {'axis': " + vector(random.number(-1, 1), random.number(-1, 1), 1) +
        ", 'angleDegrees': " + number(random.number(0, 180)) +
        "}, 'angularVelocity': " + vector(random.number(-9, 9), random.number(-9, 9), random.number(-9, 9)) + "}]}");
    const Vec3 before = world.bodies.bodies[1].v;
    Worst sideways;
    for (int k = 0; k < world.settings.stepsPerSecond; ++k) {
      step(world);
      sideways.add(length(world.bodies.bodies[1].v - Vec3{before.x, world.bodies.bodies[1].v.y, before.z}));
    }
    CAPTURE(i);
    CHECK(sideways < 1e-5);
  }
}
