#include "world/measure.h"

namespace tumble {

Energy energyOf(const Body& body, Vec3 gravity) {
  return {0.5 * body.mass * dot(body.v, body.v), 0.5 * dot(body.L, angularVelocity(body)), -body.mass * dot(gravity, body.x)};
}

Measures measure(const World& world) {
  Measures sum;
  for (const Body& body : world.bodies.bodies) {
    if (!body.alive || body.type != BodyType::dynamic) continue;
    const Energy e = energyOf(body, world.settings.gravity);
    sum.energy.linear += e.linear;
    sum.energy.rotational += e.rotational;
    sum.energy.potential += e.potential;
    sum.momentum += body.v * body.mass;
    sum.angularMomentum += cross(body.x, body.v * body.mass) + body.L;
  }
  return sum;
}

}  // namespace tumble
