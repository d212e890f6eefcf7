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

/// Calls add(bodyIndex, J) for each dynamic end of each spring of a joint.
template <class Add> void jointPotentials(const World& world, Add add) {
  for (const Joint& joint : world.joints) {
    if (!joint.alive || joint.spring.stiffness == 0) continue;
    const double stretch = joint.coordinate - joint.spring.rest;
    const double energy = 0.5 * joint.spring.stiffness * stretch * stretch;
    std::uint32_t ends[2];
    int count = 0;
    for (const BodyId id : {joint.a.body, joint.b.body}) {
      if (id != kNoBody && isDynamic(world.bodies.bodies[bodyIndex(id)])) ends[count++] = bodyIndex(id);
    }
    for (int i = 0; i < count; ++i) add(ends[i], energy / count);
  }
}

/// Calls add(bodyIndex, J) for each dynamic end of each lasting force and of each spring of a joint.
template <class Add> void potentials(const World& world, Add add) {
  jointPotentials(world, add);
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
