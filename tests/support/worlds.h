// Worlds for tests: short ways to build one, run it and look at it.
#pragma once
#include <cstdio>

#include "unit/scene/scene_support.h"
#include "world/measure.h"
#include "world/world.h"

namespace tumble::test {

inline BodyDescription boxBody(Vec3 size, Vec3 position = {}, double mass = 1) {
  BodyDescription d;
  Shape shape;
  shape.halfExtents = size * 0.5;
  d.shapes.push_back(shape);
  d.mass = mass;
  d.position = position;
  return d;
}
inline BodyDescription cubeBody(Vec3 position = {}, double mass = 1) { return boxBody({1, 1, 1}, position, mass); }
inline BodyDescription ballBody(double radius, Vec3 position, double mass = 1) {
  BodyDescription d = cubeBody(position, mass);
  d.shapes[0].type = ShapeType::sphere;
  d.shapes[0].radius = radius;
  return d;
}

/// A body outside of any world.
inline Body bodyFrom(const BodyDescription& description) {
  BodyStore store;
  createBody(store, description);
  return store.bodies[0];
}
/// A free body with the given principal moments, mass 1, spinning at `omega` (rad/s, world axes).
inline Body spinningBody(Vec3 moments, Vec3 omega) {
  BodyDescription d = cubeBody();
  d.hasInertia = true;
  d.inertia = diagonal(moments);
  d.angularVelocity = omega;
  return bodyFrom(d);
}

/// A force that acts for ever.
inline Force forceOn(BodyId body, const ForceModel& model) { return {body, -1, model}; }
/// A damped spring from a corner of a body of 1 x 0.6 x 0.4 m to the world: its force depends on position, orientation and velocity.
inline Force cornerSpring() {
  Spring spring;
  spring.point = {0.5, 0.3, 0.2};
  spring.anchor = {1, 2, 0};
  spring.stiffness = 20;
  spring.damping = 0.5;
  spring.restLength = 1;
  return forceOn(kNoBody, spring);
}

/// Nothing sleeps in it: what a test sees at rest is the work of the solver.
inline World emptyWorld(Vec3 gravity = {}) {
  World world;
  world.settings.gravity = gravity;
  world.settings.sleeping = false;
  return world;
}
/// With weight.
inline World emptyWorld(Quality quality, int stepsPerSecond) {
  World world = emptyWorld({0, -9.81, 0});
  world.settings.quality = quality;
  world.settings.stepsPerSecond = stepsPerSecond;
  return world;
}
/// Top at y = 0.
inline BodyId addGround(World& world, double friction = 0.5, double restitution = 0) {
  BodyDescription d = boxBody({200, 2, 200}, {0, -1, 0});
  d.type = BodyType::fixed;
  d.mass = 0;
  d.shapes[0].friction = friction;
  d.shapes[0].restitution = restitution;
  return addBody(world, d);
}
inline Body& bodyAt(World& world, BodyId id) { return *findBody(world.bodies, id); }
inline void run(World& world, int steps) {
  for (int i = 0; i < steps; ++i) step(world);
}
inline double energy(const World& world) {
  const Energy e = measure(world).energy;
  return e.linear + e.rotational + e.potential;
}
inline double distance(Vec3 a, Vec3 b) { return length(a - b); }
/// Angle of the turn from a to b, rad.
inline double angleBetween(Quat a, Quat b) {
  const Quat d = conjugate(a) * b;
  return 2 * std::atan2(std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z), std::fabs(d.w));
}

/// Parts of a scene as text, with six digits.
inline std::string number(double x) { return std::to_string(x); }
/// To the last digit.
inline std::string digits(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}
inline std::string vector(double x, double y, double z) { return "[" + number(x) + "," + number(y) + "," + number(z) + "]"; }

}  // namespace tumble::test
