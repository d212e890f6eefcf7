#include "contacts/impacts/impact_events.h"

#include <algorithm>

#include "assertion.h"
#include "contacts/constraints/gather.h"
#include "contacts/contact_solver.h"
#include "contacts/impacts/flight_state.h"
#include "contacts/impacts/resolve_impacts.h"
#include "tuning.h"

namespace tumble {
namespace {

/// A bit for each lane whose point had no impulse in the substep before.
unsigned idleLanes(const ContactConstraintWide& constraint, int point) {
  return static_cast<unsigned>(bits((load(constraint.points[point].mass) > zero4()) & (load(constraint.impulse[point]) == zero4())));
}

ImpactEventBody bodyAt(const ContactSolver& solver, const ContactScene& scene, std::uint32_t collider, std::uint32_t solverIndex,
                       double alpha) {
  const std::uint32_t index = scene.colliders.sides[collider].body;
  const FlightState s = flightStateAt(solver, scene.bodies, index, solverIndex, alpha);
  return {index, s.x, s.q, s.v, s.omega, {}};
}

const TouchingPair& pairOf(const ContactSolver& solver, const ExpectedImpact& impact) {
  return solver.batches.slots[impact.batch * kLanes + static_cast<std::uint32_t>(impact.lane)].pair;
}

}  // namespace

void addImpact(ImpactEvents& impacts, const ImpactEvent& event) {
  TUMBLE_ASSERT(isFinite(event.point) && isFinite(event.impulse) && event.time >= 0, "an impact that is told is somewhere, at some time");
  ++impacts.count;
  if (impacts.events.size() < kMostImpactEvents) impacts.events.push_back(event);
}

void expectImpacts(ContactSolver& solver, const ContactScene& scene) {
  ImpactEvents& impacts = solver.impacts;
  impacts.expected.clear();
  if (!impacts.enabled) return;
  const float twoSteps = 2 * length(solver.gravity) * solver.substep * static_cast<float>(solver.preset.substeps);
  const float slowest = std::max(twoSteps, static_cast<float>(kSlowestBounce));
  for (std::uint32_t batch = 0; batch < solver.constraints.size(); ++batch) {
    const ContactConstraintWide& constraint = solver.constraints[batch];
    unsigned idle[kMaxManifoldPoints] = {}, lanes = 0;
    for (int i = 0; i < constraint.pointCount; ++i) lanes |= idle[i] = idleLanes(constraint, i);
    for (int lane = 0; lanes != 0; ++lane, lanes >>= 1) {
      float fastest = 0, soonest = 1;  // m/s; of the substep
      unsigned isNew = 0;
      for (int i = 0; i < constraint.pointCount; ++i) {
        if (!(idle[i] >> lane & 1)) continue;
        isNew |= 1u << i;
        const float v = normalVelocity(solver, constraint, lane, i), way = -v * solver.substep,
                    separation = constraint.separation[i].f[lane];
        if (v > -slowest || separation - way >= kImpactSearch) continue;
        fastest = std::max(fastest, -v);
        soonest = std::clamp(separation / way, 0.0f, soonest);
      }
      if (fastest == 0) continue;
      ExpectedImpact& impact = impacts.expected.emplace_back();
      impact.batch = batch, impact.lane = lane, impact.isNew = isNew;
      impact.approachAtEnd = fastest;
      const TouchingPair& pair = pairOf(solver, impact);
      const std::uint32_t a = constraint.a[lane], b = constraint.b[lane];
      const double alpha = static_cast<double>(soonest), rest = (1 - alpha) * static_cast<double>(solver.substep);
      const Vec3f normal = vectorOf(constraint.normal, lane);
      ImpactEvent& event = impact.event;
      event.a = bodyAt(solver, scene, pair.colliderA, a, alpha);
      event.b = bodyAt(solver, scene, pair.colliderB, b, alpha);
      event.normal = toDouble(normal);
      event.approachSpeed =
          static_cast<double>(fastest) +
          rest * static_cast<double>(dot(normal, solver.bodies.drive[b].acceleration - solver.bodies.drive[a].acceleration));
      event.time = solver.partStart + (solver.substepsDone + 1) * static_cast<double>(solver.substep) - rest;
    }
  }
}

void recordImpacts(ContactSolver& solver, const ContactScene& scene) {
  for (ExpectedImpact& impact : solver.impacts.expected) {
    const ContactConstraintWide& constraint = solver.constraints[impact.batch];
    const TouchingPair& pair = pairOf(solver, impact);
    const Manifold& manifold = scene.contacts.pool[pair.contactIndex];
    const Recycling& recycling = scene.contacts.recycling[pair.contactIndex];
    const auto impulseOf = [&](int row) { return constraint.impulse[row].f[impact.lane]; };
    ImpactEvent& event = impact.event;
    float normalImpulse = 0;
    Vec3f center;
    bool isStopped = false;
    for (int i = 0; i < constraint.pointCount; ++i) {
      const float impulse = impulseOf(i);
      if (!(impulse > 0)) continue;
      isStopped |= impact.isNew >> i & 1;
      ++event.pointCount;
      normalImpulse += impulse;
      center += manifold.points[i].position * impulse;
    }
    if (!isStopped) continue;
    const Vec3f n = vectorOf(constraint.normal, impact.lane), t1 = vectorOf(constraint.tangent, impact.lane);
    const Vec3f impulse = n * normalImpulse + t1 * impulseOf(kMaxManifoldPoints) + cross(n, t1) * impulseOf(kMaxManifoldPoints + 1);
    event.impulse = toDouble(impulse) * (event.approachSpeed / static_cast<double>(impact.approachAtEnd));
    // The point moves with the body of the corner; the surfaces touch halfway between their poses.
    const Vec3 onA = event.a.x + toDouble(recycling.leverA), apart = event.b.x + toDouble(recycling.leverB) - onA;
    const Vec3 halfway = event.normal * (0.5 * dot(event.normal, apart));
    event.point = onA + toDouble(center * (1 / normalImpulse)) + (isFaceOfA(manifold.axis) ? apart - halfway : halfway);
    event.a.angularImpulse = cross(event.impulse, event.point - event.a.x);
    event.b.angularImpulse = cross(event.point - event.b.x, event.impulse);
    addImpact(solver.impacts, event);
  }
}

}  // namespace tumble
