#include "joints/group_momentum.h"

#include "shapes/solids.h"

namespace tumble {

GroupMomentum momentumOf(std::span<const std::uint32_t> group, std::span<const Body> bodies) {
  GroupMomentum sum;
  if (group.empty()) return sum;
  for (const std::uint32_t i : group) {
    const double mass = 1 / bodies[i].inverseMass;
    sum.mass += mass;
    sum.centre += bodies[i].x * mass;
    sum.momentum += bodies[i].v * mass;
  }
  sum.centre = sum.centre * (1 / sum.mass);
  for (const std::uint32_t i : group) {
    const Body& body = bodies[i];
    sum.angular += cross(body.x - sum.centre, body.v - sum.momentum * (1 / sum.mass)) * (1 / body.inverseMass) + body.L;
  }
  return sum;
}

void restoreMomentum(std::span<const std::uint32_t> group, std::span<Body> bodies, const GroupMomentum& before, Vec3 gravity, double time) {
  const GroupMomentum now = momentumOf(group, bodies);
  Mat3 inertia = diagonal(Vec3{});
  for (const std::uint32_t i : group) {
    inertia =
        inertia + toMatrix(worldTensor(bodies[i].q, bodies[i].inertia)) + pointInertia(1 / bodies[i].inverseMass, bodies[i].x - now.centre);
  }
  const Vec3 omega = inverse(inertia) * (before.angular - now.angular);
  const Vec3 v = before.momentum * (1 / now.mass) + gravity * time;
  const Vec3 change = v - now.momentum * (1 / now.mass);
  const Vec3 shift = before.centre + (v - gravity * (0.5 * time)) * time - now.centre;
  for (const std::uint32_t i : group) {
    Body& body = bodies[i];
    body.v += change + cross(omega, body.x - now.centre);
    body.L += worldTensor(body.q, body.inertia) * omega;
    body.x += shift;
  }
}

}  // namespace tumble
