#include "contacts/impacts/next_impact.h"

#include <algorithm>
#include <cmath>

#include "colliders/convex_distance.h"
#include "colliders/pair_key.h"
#include "contacts/constraints/prepare_constraint.h"
#include "contacts/constraints/solve_constraint.h"
#include "contacts/impacts/resolve_impacts.h"
#include "narrow_phase/internal_edges.h"
#include "tuning.h"

namespace tumble {
namespace {

/// Whether resolve_impacts.h finds the moment of the impact.
bool bounces(const ContactSolver& solver, const ContactConstraintWide& constraint, int lane) {
  return std::any_of(solver.bouncing.begin(), solver.bouncing.end(), [&](const BouncingContact& contact) {
    return &solver.constraints[contact.batch] == &constraint && contact.lane == lane;
  });
}

/// m/s, bound on how fast two colliders come closer.
float fastestApproach(const ColliderStore& colliders, std::uint32_t i, std::uint32_t j) {
  const ColliderMotion &a = colliders.motions[i], &b = colliders.motions[j];
  return length(b.velocity - a.velocity) + a.turning + b.turning;
}

/// m/s, of the point of a collider farthest along d.
Vec3 velocityAt(const ColliderStore& colliders, std::uint32_t i, Vec3 d) {
  const ColliderMotion& motion = colliders.motions[i];
  return toDouble(motion.velocity) + cross(toDouble(motion.omega), supportPoint(colliders.boxes[i], d));
}

/// Whether two colliders that are `apart` (m) would meet at an internal edge of flush shapes.
bool meetInternalEdge(const ColliderPair& pair, double apart) {
  return mayBeInternal(pair.flush, pair.store, pair.i, pair.j) &&
         collideExposed(pair, static_cast<float>(apart) + kTouching, {}).count == 0;
}

ConvexDistance distanceOfBalls(const OrientedBox& a, const OrientedBox& b) {
  const Vec3 offset = b.center - a.center;
  const double distance = length(offset);
  return {offset * (1 / distance), distance - static_cast<double>(a.halfExtents.x + b.halfExtents.x)};
}

/// s, for the distance `apart` (m) at the speed v (m/s): apart = v t + g t^2 / 2.
float timeToFall(float apart, float v, float gravity) { return 2 * apart / (v + std::sqrt(v * v + 2 * gravity * apart)); }

}  // namespace

double timeToImpact(const ContactSolver& solver, double timeStep) {
  const float gravity = length(solver.gravity);
  const F32x4 slowest = splat(-slowestImpact(gravity, static_cast<float>(timeStep))), zero = zero4();
  const SubstepContext context = substepContextOf(solver, true);
  double time = kNoImpact;
  for (const ContactConstraintWide& constraint : solver.constraints) {
    const BodyPairVelocity p = gatherVelocities(constraint, solver.bodies.state.data());
    const F32x4 along = dot(load(constraint.normal), p.vB.v - p.vA.v);
    const KinematicVelocity& kinematic = solver.kinematicVelocities[constraint.kinematicVelocity];
    F32x4 velocity[kMaxManifoldPoints];
    M32x4 approaches[kMaxManifoldPoints], some = zero < zero;
    for (int i = 0; i < constraint.pointCount; ++i) {
      const ContactConstraintPoint& point = constraint.points[i];
      velocity[i] = along + relativeAngularVelocity(p, load(point.jacobianA), load(point.jacobianB)) + load(kinematic.velocity[i]);
      approaches[i] = (velocity[i] < slowest) & (load(point.mass) > zero) & (load(constraint.impulse[i]) <= zero);
      some = some | approaches[i];
    }
    if (!any(some)) continue;
    ContactConstraintWide present = constraint;
    updateSeparations(present, solver.bodies.state.data(), context);
    for (int i = 0; i < constraint.pointCount; ++i) {
      Lanes approach;
      store(approach, zero - velocity[i]);
      for (int lane = 0; lane < kLanes; ++lane) {
        const float apart = std::max(present.separation[i].f[lane] - kTouching, 0.0f);
        if ((bits(approaches[i]) >> lane & 1) == 0 || present.separation[i].f[lane] <= 0 || bounces(solver, constraint, lane)) continue;
        time = std::min(time, static_cast<double>(timeToFall(apart, approach.f[lane], gravity)));
      }
    }
  }
  return time;
}

double timeToFirstImpact(const ContactStore& contacts, const ColliderStore& colliders, const FlushSolids& flush, Vec3 gravity, double part,
                         double timeStep) {
  const float g = length(toFloat(gravity)), slowest = slowestImpact(g, static_cast<float>(timeStep));
  const double fall = 0.5 * static_cast<double>(g) * part * part;
  double time = kNoImpact;
  for (std::size_t index = 0; index < contacts.keys.size(); ++index) {
    const std::uint32_t i = pairColliderA(contacts.keys[index]), j = pairColliderB(contacts.keys[index]);
    if (contacts.records[index].contactIndex != kApart) continue;
    const OrientedBox &a = colliders.boxes[i], &b = colliders.boxes[j];
    if (a.isTriangle() || b.isTriangle() || combinedRestitution(colliders.sides[i], colliders.sides[j]) > 0) continue;
    const float fastest = fastestApproach(colliders, i, j), reach = fastest * static_cast<float>(part) + static_cast<float>(fall);
    if (fastest <= slowest) continue;
    const auto [normal, apart] =
        a.isSphere() && b.isSphere() ? distanceOfBalls(a, b) : convexDistance(a, b, {}, static_cast<double>(reach));
    if (!(apart > 0) || apart > static_cast<double>(reach)) continue;
    const float approach = static_cast<float>(dot(normal, velocityAt(colliders, i, normal) - velocityAt(colliders, j, -normal)));
    if (approach <= slowest || apart > static_cast<double>(approach) * part + fall ||
        meetInternalEdge({flush, colliders, i, j, a, b}, apart))
      continue;
    time = std::min(time, static_cast<double>(timeToFall(std::max(static_cast<float>(apart) - kTouching, 0.0f), approach, g)));
  }
  return time;
}

void restoreWarmStart(ContactSolver& solver, const ContactStore& contacts) {
  for (ContactConstraintWide& constraint : solver.constraints) {
    for (int lane = 0; lane < kLanes; ++lane) {
      if (constraint.contactIndex[lane] == kNoContact) continue;
      const Manifold& before = contacts.pool[constraint.contactIndex[lane]];
      for (int i = 0; i < before.count; ++i) constraint.impulse[i].f[lane] = before.normalImpulse[i];
      const Vec3f n = vectorOf(constraint.normal, lane), t1 = vectorOf(constraint.tangent, lane);
      Lanes* const friction = constraint.impulse + kMaxManifoldPoints;
      friction[0].f[lane] = dot(before.frictionImpulse, t1);
      friction[1].f[lane] = dot(before.frictionImpulse, cross(n, t1));
      friction[2].f[lane] = before.twistImpulse;
    }
  }
}

}  // namespace tumble
