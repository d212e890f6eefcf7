#include "contacts/impacts/next_impact.h"

#include <algorithm>
#include <cmath>

#include "colliders/pair_key.h"
#include "colliders/speculative_distance.h"
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

/// s, for the distance `apart` (m) at the speed v (m/s): apart = v t + g t^2 / 2.
float timeToFall(float apart, float v, float gravity) { return 2 * apart / (v + std::sqrt(v * v + 2 * gravity * apart)); }

/// s. The first point of the manifold that approaches faster than `slowest` (m/s). `offset`: m, from the centre of A to that of B.
double timeToTouch(const Manifold& manifold, Vec3f offset, const ColliderMotion& a, const ColliderMotion& b, float gravity, float slowest) {
  double time = kNoImpact;
  for (int k = 0; k < manifold.count; ++k) {
    const Vec3f p = manifold.points[k].position;
    const Vec3f v = b.velocity + cross(b.omega, p - offset) - a.velocity - cross(a.omega, p);
    const float approach = -dot(manifold.normal, v), apart = manifold.points[k].separation - kTouching;
    if (approach <= slowest || manifold.points[k].separation <= 0) continue;
    time = std::min(time, static_cast<double>(timeToFall(std::max(apart, 0.0f), approach, gravity)));
  }
  return time;
}

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

double timeToNewImpact(const ContactScene& scene, Vec3 gravity, double part, double timeStep) {
  const float g = length(toFloat(gravity)), slowest = slowestImpact(g, static_cast<float>(timeStep));
  const ColliderStore& colliders = scene.colliders;
  double time = kNoImpact;
  for (std::size_t index = 0; index < scene.contacts.keys.size(); ++index) {
    if (scene.contacts.records[index].contactIndex != kApart) continue;
    const std::uint32_t i = pairColliderA(scene.contacts.keys[index]), j = pairColliderB(scene.contacts.keys[index]);
    const ColliderMotion &p = colliders.motions[i], &q = colliders.motions[j];
    const OrientedBox &a = colliders.boxes[i], &b = colliders.boxes[j];
    const float way = (length(q.velocity - p.velocity) + p.turning + q.turning) * static_cast<float>(part);
    const float limit = std::min(speculativeLimitOf(a), speculativeLimitOf(b));
    // What was farther than its speculative distance a part ago does not touch.
    if (way <= 0.5f * speculativeDistance(limit, limit, 0) || !(p.yields || q.yields)) continue;
    if (combinedRestitution(colliders.sides[i], colliders.sides[j]) > 0) continue;
    const Manifold manifold = collideSolids({scene.cache.flushBoxes, colliders, i, j, a, b}, speculativeDistance(limit, limit, way), {});
    time = std::min(time, timeToTouch(manifold, toFloat(b.center - a.center), p, q, g, slowest));
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
