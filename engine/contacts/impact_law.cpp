#include "contacts/impact_law.h"

#include "collision/manifold.h"
#include "tuning.h"

namespace tumble {
namespace {

void push(ImpactBody& body, Vec3 arm, Vec3 impulse) {
  const Vec3 torque = cross(arm, impulse);
  body.v += impulse * body.inverseMass;
  body.omega += body.inverseInertia * torque;
  body.impulse += impulse;
  body.angularImpulse += torque;
}

double inverseMassAlong(const ImpactBody& body, Vec3 arm, Vec3 direction) {
  return body.inverseMass + dot(direction, cross(body.inverseInertia * cross(arm, direction), arm));
}

double larger(double a, double b) { return a < b ? b : a; }

}  // namespace

ImpactBody impactBodyOf(const FlightState& state) {
  return {state.v, state.omega, state.inverseMass, toMatrix(worldTensor(state.q, state.inverseInertia)), {}, {}};
}

void solveImpact(ImpactBody& a, ImpactBody& b, Vec3 n, std::span<const ImpactPoint> points, double restitution, double friction,
                 double threshold) {
  struct Row {
    double mass, target, impulse = 0;
    Vec3 tangentImpulse;
  };
  Row rows[kMaxManifoldPoints];
  for (std::size_t i = 0; i < points.size(); ++i) {
    const ImpactPoint& p = points[i];
    rows[i].mass = 1 / (inverseMassAlong(a, p.armA, n) + inverseMassAlong(b, p.armB, n));
    rows[i].target = p.approach < -threshold ? -restitution * p.approach : 0;
  }
  for (int sweep = 0; sweep < kImpactSweeps; ++sweep) {
    double change = 0, largest = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const ImpactPoint& p = points[i];
      Row& row = rows[i];
      const auto slip = [&] { return b.v + cross(b.omega, p.armB) - a.v - cross(a.omega, p.armA); };
      const double next = larger(row.impulse + row.mass * (row.target - dot(n, slip())), 0);
      const double delta = next - row.impulse;
      row.impulse = next;
      push(a, p.armA, n * -delta);
      push(b, p.armB, n * delta);
      change = larger(change, delta < 0 ? -delta : delta);
      largest = larger(largest, next);
      if (friction == 0) continue;
      // The tangent impulse that stops the slip, cut to the cone.
      const Vec3 s = slip(), tangential = s - n * dot(n, s);
      const double speed = length(tangential);
      Vec3 wanted = row.tangentImpulse;
      if (speed > 0) {
        const Vec3 t = tangential * (1 / speed);
        wanted -= tangential * (1 / (inverseMassAlong(a, p.armA, t) + inverseMassAlong(b, p.armB, t)));
      }
      const double size = length(wanted), limit = friction * row.impulse;
      if (size > limit) wanted = wanted * (limit / size);
      const Vec3 tangentDelta = wanted - row.tangentImpulse;
      row.tangentImpulse = wanted;
      push(a, p.armA, -tangentDelta);
      push(b, p.armB, tangentDelta);
      change = larger(change, length(tangentDelta));
    }
    if (change <= 1e-13 * largest) return;
  }
}

}  // namespace tumble
