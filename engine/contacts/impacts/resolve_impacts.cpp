#include "contacts/impacts/resolve_impacts.h"

#include <cmath>

#include "assertion.h"
#include "contacts/constraints/gather.h"
#include "contacts/contact_solver.h"
#include "contacts/impacts/impact_law.h"
#include "contacts/impacts/jointed_impacts.h"
#include "contacts/impacts/multiple_impacts.h"
#include "contacts/momentum_balance.h"
#include "tuning.h"

namespace tumble {
namespace {

/// Corrects separations by the geometry of the present poses. Constraints are linear in the rotation of the bodies, which is wrong for fast
/// spins after a few substeps: they would stop, without a bounce, points that do not touch in this substep.
void correctSeparations(ContactSolver& solver, const BouncingContact& contact, const Forecast& forecast) {
  solver.batches.changed[contact.batch] |= kConstraintChanged;  // the correction is that of this step alone
  ContactConstraintWide& constraint = solver.constraints[contact.batch];
  for (int i = 0; i < kMaxManifoldPoints; ++i) {
    const float change = forecast.freeSeparation[i] - constraint.separation[i].f[contact.lane];
    if (!(change > 0)) continue;
    constraint.points[i].referenceSeparation.f[contact.lane] += change;
    constraint.separation[i].f[contact.lane] += change;
  }
}

/// Changes the velocities, and the positions by -alpha h dv, so that those at the end of the substep are of a change at alpha. x: m, where the body is then.
void changeVelocity(ContactSolver& solver, std::uint32_t bodyIndex, std::uint32_t index, Vec3 x, Vec3 change, Vec3 angularImpulse,
                    double alpha) {
  TUMBLE_ASSERT(alpha >= 0 && alpha <= 1, "an impact is within the substep");
  SolverBody& body = solver.bodies.state[index];
  const SolverBody old = body;
  const Vec3f dv = rounded(change);
  const Vec3f dw = solver.bodies.start[index].inverseRoot * toFloat(angularImpulse);
  const float lag = static_cast<float>(alpha) * solver.substep;
  for (int k = 0; k < 3; ++k) {
    body.velocity[k] += dv[k];
    body.scaledAngularVelocity[k] += dw[k];
    body.displacement[k] -= lag * dv[k];
    body.scaledRotation[k] -= lag * dw[k];
  }
  balanceImpact(solver, index, old, x, change, angularImpulse, alpha * static_cast<double>(solver.substep));
  recordImpactVelocity(solver, bodyIndex, toDouble(dv), toDouble(dw), alpha);
  SolverBodyMarks& marks = solver.bodies.marks[index];
  marks.touched = true;
  marks.impactTime = static_cast<float>(alpha);
  solver.displaced = true;
}

void applyImpact(ContactSolver& solver, const BodyStore& store, std::uint32_t bodyIndex, std::uint32_t index, const FlightState& before,
                 const ImpactBody& after, double alpha) {
  if (index == 0) return;
  rememberBeforeImpacts(solver, index);
  const Body& start = store.bodies[bodyIndex];
  SolverBodyMarks& marks = solver.bodies.marks[index];
  if (isInFreeFlight(solver.bodies, index, start)) {
    if (marks.flightIndex == 0) {
      marks.flightIndex = static_cast<std::uint32_t>(solver.bodies.flightStarts.size());
      solver.bodies.flightStarts.push_back({});
    }
    const double time = (solver.substepsDone + alpha) * static_cast<double>(solver.substep);
    solver.bodies.flightStarts[marks.flightIndex] = {before.x, before.q, after.v, before.L + after.angularImpulse, time};
  }
  changeVelocity(solver, bodyIndex, index, before.x, after.v - before.v, after.angularImpulse, alpha);
  marks.hadImpact = true;
}

/// To all bodies of an assembly.
void applyJointedImpact(ContactSolver& solver, JointedContacts& group, double alpha) {
  group.touched = true;
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    const std::uint32_t index = group.solver[i];
    if (index == 0) continue;
    rememberBeforeImpacts(solver, index);
    solver.bodies.marks[index].hadContactImpulse = true;  // no free flight
    const JointVelocity& impulse = group.impulses[i];
    const Vec3 dv = impulse.linear * group.bodies[i].inverseMass;
    changeVelocity(solver, group.store[i], index, group.bodies[i].x, dv, impulse.angular, alpha);
    group.impacts[i].linear += dv;
    group.impacts[i].angular += group.inverseRoot[i] * impulse.angular;
  }
}

ImpactEventBody eventBody(const FlightState& before, std::uint32_t index, Vec3 angularImpulse) {
  return {index, before.x, before.q, before.v, before.omega, angularImpulse};
}

void recordImpact(ContactSolver& solver, const ImpactMember& member, const ImpactContact& contact, double alpha) {
  if (!solver.impacts.enabled) return;
  const ContactState& state = member.state;
  ImpactEvent event;
  event.a = eventBody(state.a, member.contact->bodyA, contact.angularImpulseA);
  event.b = eventBody(state.b, member.contact->bodyB, contact.angularImpulseB);
  event.impulse = contact.impulse;
  event.normal = contact.normal;
  for (const ImpactPoint& p : contact.points) {
    event.point += (state.a.x + p.leverA) * (1 / static_cast<double>(contact.points.size()));
    if (-p.approach > event.approachSpeed) event.approachSpeed = -p.approach;
  }
  event.restitution = contact.restitution;
  event.time = solver.partStart + (solver.substepsDone + alpha) * static_cast<double>(solver.substep);
  event.pointCount = static_cast<int>(contact.points.size());
  addImpact(solver.impacts, event);
}

/// The bodies of an impact, each once.
struct ImpactBodies {
  ImpactBody bodies[2 * kMostImpactPoints];
  std::uint32_t store[2 * kMostImpactPoints] = {}, solver[2 * kMostImpactPoints] = {};
  const FlightState* before[2 * kMostImpactPoints] = {};
  std::uint32_t count = 0;

  std::uint32_t add(std::uint32_t storeIndex, std::uint32_t solverIndex, const FlightState& state) {
    for (std::uint32_t i = 0; i < count; ++i) {
      if (store[i] == storeIndex) return i;
    }
    bodies[count] = impactBodyOf(state);
    store[count] = storeIndex, solver[count] = solverIndex, before[count] = &state;
    return count++;
  }
};

/// The members of solver.simultaneous as one impact.
void resolveImpact(ContactSolver& solver, const ContactScene& scene) {
  const List<ImpactMember>& members = solver.simultaneous.members;
  const double alpha = solver.simultaneous.alpha;
  ImpactBodies met;
  ImpactContact contacts[kMostImpactPoints];
  ImpactPoint points[kMostImpactPoints];
  for (std::size_t c = 0; c < members.size(); ++c) {
    const BouncingContact& contact = *members[c].contact;
    contacts[c].a = met.add(contact.bodyA, contact.solverA, members[c].state.a);
    contacts[c].b = met.add(contact.bodyB, contact.solverB, members[c].state.b);
  }
  const JointedImpact sides[2] = {{&met.bodies[0], met.solver[0]}, {&met.bodies[1], met.solver[1]}};
  PairResponse response;
  const bool isJointed = members.size() == 1 && findPairResponse(solver, scene.bodies, sides, alpha, response);
  std::size_t count = 0;
  for (std::size_t c = 0; c < members.size(); ++c) {
    const ContactState& state = members[c].state;
    ImpactContact& contact = contacts[c];
    const std::size_t begin = count;
    for (int i = 0; i < state.manifold.count; ++i) {
      const ManifoldPoint& p = state.manifold.points[i];
      if (!(members[c].points >> i & 1)) continue;
      points[count++] = {toDouble(p.position), leverOfB(state, p),
                         approachVelocity(state, p, met.bodies[contact.a], met.bodies[contact.b])};
    }
    contact.points = {points + begin, count - begin};
    contact.normal = toDouble(state.manifold.normal);
    contact.restitution = static_cast<double>(members[c].contact->restitution);
    contact.friction = static_cast<double>(members[c].contact->friction);
    contact.threshold = members[c].threshold;
  }
  solver.impactWorkLeft -= 1 + solveImpact({met.bodies, met.count}, {contacts, members.size()}, isJointed ? &response : nullptr);
  for (std::size_t c = 0; c < members.size(); ++c) {
    recordImpact(solver, members[c], contacts[c], alpha);
    ++members[c].contact->impactCount;
    members[c].contact->hadImpact = true;
  }
  for (std::uint32_t i = 0; i < met.count; ++i) {
    if (!met.before[i]->isJointed) applyImpact(solver, scene.bodies, met.store[i], met.solver[i], *met.before[i], met.bodies[i], alpha);
    else if (JointedContacts* const group = answerImpact(solver, sides, static_cast<int>(i))) applyJointedImpact(solver, *group, alpha);
  }
}

bool bothMove(const ContactScene& scene, const ContactSide& a, const ContactSide& b) {
  return scene.bodies.bodies[a.body].type == BodyType::dynamic && scene.bodies.bodies[b.body].type == BodyType::dynamic;
}

}  // namespace

float normalVelocity(const ContactSolver& solver, const ContactConstraintWide& constraint, int lane, int point) {
  const SolverBody &a = solver.bodies.state[constraint.a[lane]], &b = solver.bodies.state[constraint.b[lane]];
  const ContactConstraintPoint& row = constraint.points[point];
  const float along = dot(vectorOf(constraint.normal, lane), vector(b.velocity) - vector(a.velocity));
  return along + dot(vectorOf(row.jacobianB, lane), vector(b.scaledAngularVelocity)) -
         dot(vectorOf(row.jacobianA, lane), vector(a.scaledAngularVelocity)) +
         solver.kinematicVelocities[constraint.kinematicVelocity].velocity[point].f[lane];
}

void gatherBouncing(ContactSolver& solver, const ContactScene& scene) {
  forEachTouching(scene.contacts, [&](const TouchingPair& pair) {
    const ContactSide &a = scene.colliders.sides[pair.colliderA], &b = scene.colliders.sides[pair.colliderB];
    const float restitution = combinedRestitution(a, b);
    // Along z a planar body is a wall, which constraints do not know: each impact of a body that is not planar goes by the law of impact.
    const bool hitsPlanarBody = bothMove(scene, a, b) && scene.bodies.bodies[a.body].planar != scene.bodies.bodies[b.body].planar;
    if (!(restitution > 0) && !hitsPlanarBody) return;
    const std::uint32_t slot = scene.contacts.recycling[pair.contactIndex].batchSlot;
    TUMBLE_ASSERT(slot < kLanes * solver.constraints.size(), "a contact that may bounce has a constraint");
    BouncingContact contact;
    contact.pair = pair;
    contact.bodyA = a.body, contact.bodyB = b.body;
    contact.solverA = solver.bodies.indexOf[a.body], contact.solverB = solver.bodies.indexOf[b.body];
    contact.friction = combinedFriction(a, b);
    contact.restitution = restitution;
    contact.batch = slot / kLanes;
    contact.lane = static_cast<int>(slot % kLanes);
    solver.constraints[contact.batch].absorbsImpact = false;  // the law of impact stops it
    solver.bouncing.push_back(contact);
  });
  linkBouncing(solver);
}

void resolveImpacts(ContactSolver& solver, const ContactScene& scene) {
  clearMultipleImpacts(solver);
  if (solver.bouncing.empty()) return;
  for (SolverBodyMarks& marks : solver.bodies.marks) marks.impactTime = 0, marks.isRemembered = false;
  beginJointedImpacts(solver);
  for (int round = 0; round < kImpactRounds; ++round) {
    bool hadImpact = false;
    for (BouncingContact& contact : solver.bouncing) {
      if (solver.impactWorkLeft < 0) return;  // constraints absorb the rest
      for (const std::uint32_t index : {contact.solverA, contact.solverB}) answerBeforeImpacts(solver, scene.bodies, index);
      const Forecast forecast = forecastOf(solver, scene.contacts, contact);
      if (!forecast.hasImpact) continue;
      contact.approach = forecast.approach;
      const PredictedImpact impact = predictImpact(solver, scene, contact, lastImpactTime(solver, contact));
      if (impact.found) {
        findFirstImpact(solver, scene, contact, impact);
        resolveImpact(solver, scene);
        hadImpact = true;
      } else if (impact.later) {
        correctSeparations(solver, contact, forecast);
      }
    }
    if (!hadImpact) return;
  }
  joinEndlessImpacts(solver);
}

}  // namespace tumble
