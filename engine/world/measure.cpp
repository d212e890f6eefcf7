#include "world/measure.h"

#include "forces/drive.h"
#include "forces/evaluate.h"

namespace tumble {
namespace {

bool isDynamic(const Body& body) { return body.alive && body.type == BodyType::dynamic; }

/// Gravity and the fields on all bodies, m/s^2.
Vec3 gravityOnAll(const World& world) {
  Vec3 sum = world.settings.gravity;
  for (const Force& force : world.forces) {
    const auto* field = std::get_if<AccelerationField>(&force.model);
    if (field && force.body == kNoBody && !isDriven(force)) sum += field->acceleration;
  }
  return sum;
}

Energy freeEnergy(const Body& body, Vec3 gravity) {
  return {0.5 * body.mass * dot(body.v, body.v), 0.5 * dot(body.L, angularVelocity(body)), -body.mass * dot(gravity, body.x)};
}

/// Calls add(bodyIndex, J) for each dynamic end of each lasting force.
template <class Add> void potentials(const World& world, Add add) {
  for (Force force : world.forces) {
    if (force.body == kNoBody) continue;
    const std::uint32_t near = bodyIndex(force.body), far = bodyIndex(otherBodyOf(force));
    const Body& body = world.bodies.bodies[near];
    driveForces({&force, 1}, world.signals, startOfPart(world), startOfPart(world));
    Spring* const coupling = couplingOf(force);
    if (coupling) updateAnchor(*coupling, world.bodies.bodies[far]);
    const bool pulls = isDynamic(body), pullsOther = coupling && isDynamic(world.bodies.bodies[far]);
    const double energy = potentialEnergy(force, body) / (pulls && pullsOther ? 2 : 1);
    if (pulls) add(near, energy);
    if (pullsOther) add(far, energy);
  }
}

}  // namespace

Energy energyOf(const World& world, std::uint32_t index) {
  Energy energy = freeEnergy(world.bodies.bodies[index], gravityOnAll(world));
  potentials(world, [&](std::uint32_t of, double part) { energy.potential += of == index ? part : 0; });
  return energy;
}

Measures measure(const World& world) {
  Measures sum;
  const Vec3 gravity = gravityOnAll(world);
  for (const Body& body : world.bodies.bodies) {
    if (!isDynamic(body)) continue;
    const Energy e = freeEnergy(body, gravity);
    sum.energy.linear += e.linear;
    sum.energy.rotational += e.rotational;
    sum.energy.potential += e.potential;
    sum.momentum += body.v * body.mass;
    sum.angularMomentum += cross(body.x, body.v * body.mass) + body.L;
  }
  potentials(world, [&](std::uint32_t, double part) { sum.energy.potential += part; });
  return sum;
}

}  // namespace tumble
