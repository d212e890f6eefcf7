#include "joints/group_energy.h"

#include <cmath>

namespace tumble {
namespace {

bool moves(const Body& body) { return body.type == BodyType::dynamic && !body.frozen; }

double kineticEnergy(std::span<const Body> bodies) {
  double sum = 0;
  for (const Body& body : bodies) {
    if (moves(body)) sum += 0.5 * (dot(body.v, body.v) / body.inverseMass + dot(angularVelocity(body), body.L));
  }
  return sum;
}

}  // namespace

double groupEnergy(std::span<const Body> bodies, Vec3 gravity) {
  double sum = kineticEnergy(bodies);
  for (const Body& body : bodies) {
    if (moves(body)) sum -= dot(gravity, body.x) / body.inverseMass;
  }
  return sum;
}

void limitEnergy(std::span<Body> bodies, Vec3 gravity, double most) {
  const double excess = groupEnergy(bodies, gravity) - most, kinetic = kineticEnergy(bodies);
  if (!(excess > 0) || !(kinetic > 0)) return;
  const double share = excess < kinetic ? std::sqrt(1 - excess / kinetic) : 0;
  for (Body& body : bodies) {
    if (moves(body)) body.v = body.v * share, body.L = body.L * share;
  }
}

}  // namespace tumble
