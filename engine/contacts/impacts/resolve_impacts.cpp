#include "contacts/impacts/resolve_impacts.h"

#include <cmath>

#include "assertion.h"
#include "colliders/speculative_distance.h"
#include "contacts/constraints/gather.h"
#include "contacts/constraints/solve_constraint.h"
#include "contacts/impacts/flight_state.h"
#include "contacts/impacts/impact_law.h"
#include "contacts/impacts/jointed_impacts.h"
#include "contacts/impacts/multiple_impacts.h"
#include "contacts/momentum_balance.h"
#include "narrow_phase/span_seams.h"
#include "tuning.h"

namespace tumble {
namespace {

/// Centre of a ball, from the centre of mass of its body, world axes.
struct BallCenter {
  bool isBall = false;
  Vec3 lever;  // m
};

/// Both bodies of a contact at a moment of the substep. Points are relative to the centre of mass of A, world axes.
struct ContactState {
  FlightState a, b;
  BallCenter ballA, ballB;
  Manifold manifold;
};

ContactState contactStateAt(const ContactSolver& solver, const ContactScene& scene, const BouncingContact& contact, double alpha) {
  // Surfaces farther apart do not touch within the substep.
  const float margin = kSpeculativeMargin + 2 * solver.substep * contact.approach;
  ContactState state{flightStateAt(solver, scene.bodies, contact.bodyA, contact.solverA, alpha),
                     flightStateAt(solver, scene.bodies, contact.bodyB, contact.solverB, alpha),
                     {},
                     {},
                     {}};
  const OrientedBox a = boxAt(scene.colliders.colliders[contact.pair.colliderA], state.a);
  const OrientedBox b = boxAt(scene.colliders.colliders[contact.pair.colliderB], state.b);
  state.ballA = {a.isSphere(), a.center - state.a.x};
  state.ballB = {b.isSphere(), b.center - state.b.x};
  const ColliderPair pair{scene.cache.flushBoxes, scene.colliders, contact.pair.colliderA, contact.pair.colliderB, a, b, true};
  const float distance = speculativeDistance(a.halfExtents, b.halfExtents, margin);
  state.manifold = collideSolids(pair, distance, scene.contacts.pool[contact.pair.contactIndex]).manifold;
  for (int i = 0; i < state.manifold.count; ++i) state.manifold.points[i].position += toFloat(a.center - state.a.x);
  return state;
}

Vec3 leverOfB(const ContactState& state, const ManifoldPoint& p) { return toDouble(p.position) + (state.a.x - state.b.x); }

/// v_n, m/s, with the velocities of a and b.
template <class Moving> double approachVelocity(const ContactState& state, const ManifoldPoint& p, const Moving& a, const Moving& b) {
  const Vec3 vB = b.v + cross(b.omega, leverOfB(state, p));
  return dot(toDouble(state.manifold.normal), vB - a.v - cross(a.omega, toDouble(p.position)));
}
double approachVelocity(const ContactState& state, const ManifoldPoint& p) { return approachVelocity(state, p, state.a, state.b); }

/// Whether contacts keep the body from falling.
bool isSupported(const ContactSolver& solver, std::uint32_t index) {
  if (const JointedContacts* const group = answeringGroupOf(solver, index)) return group->isSupported;
  const SolverBodyVelocity& warm = solver.bodies.warmStart[index];
  return index == 0 || solver.bodies.marks[index].hadContactImpulse ||
         !all((load(warm.velocity) == zero4()) & (load(warm.scaledAngularVelocity) == zero4()));
}

/// m/s^2, acceleration of the surface of a body in free flight at r: g + omega x (omega x r) + domega/dt x r, I domega/dt = L x omega; of a
/// jointed one, with the accelerations that its joints give it. r is `point`, but of a ball its centre: the surface of a rolling ball stays where it is.
Vec3 surfaceAcceleration(const FlightState& s, Vec3 gravity, const BallCenter& ball, Vec3 point) {
  const Vec3 lever = ball.isBall ? ball.lever : point;
  if (s.isJointed) return s.acceleration + cross(s.omega, cross(s.omega, lever)) + cross(s.angularAcceleration, lever);
  return gravity + cross(s.omega, cross(s.omega, lever)) + cross(freeAngularAcceleration(s.q, s.inverseInertia, s.L, s.omega), lever);
}

/// Whether the contact had an impulse in the last substep.
bool isLoaded(const ContactSolver& solver, const BouncingContact& contact) {
  const ContactConstraintWide& constraint = solver.constraints[contact.batch];
  for (int i = 0; i < constraint.pointCount; ++i)
    if (constraint.impulse[i].f[contact.lane] > 0) return true;
  return false;
}

/// m/s^2. What presses two bodies together that contacts keep from falling: all of gravity where they lean on each other (in a funnel sideways,
/// too), else what it has along the normal, nothing of balls that meet on a table.
double pressureOf(const ContactSolver& solver, const BouncingContact& contact, Vec3 normal) {
  return isLoaded(solver, contact) ? length(solver.freeFall) : std::abs(dot(normal, solver.freeFall));
}

/// m/s. Threshold of restitution at a point: v = 2 a dt, below which a bounce returns within two steps and would repeat for ever. a is the
/// acceleration of the two surfaces towards each other, 0 of two bodies that both fall, negative of a corner that recedes by rotation.
double slowestBounce(const ContactSolver& solver, const BouncingContact& contact, const ContactState& state, const ManifoldPoint& p) {
  const double twoSteps = 2 * static_cast<double>(solver.substep) * solver.preset.substeps;
  const bool supportedA = isSupported(solver, contact.solverA), supportedB = isSupported(solver, contact.solverB);
  double fall = 0;
  if (supportedA && supportedB) fall = pressureOf(solver, contact, toDouble(state.manifold.normal));
  if (!supportedA)
    fall += dot(toDouble(state.manifold.normal), surfaceAcceleration(state.a, solver.freeFall, state.ballA, toDouble(p.position)));
  if (!supportedB)
    fall -= dot(toDouble(state.manifold.normal), surfaceAcceleration(state.b, solver.freeFall, state.ballB, leverOfB(state, p)));
  return twoSteps * fall > kSlowestBounce ? twoSteps * fall : kSlowestBounce;
}

/// The first point to touch, of those that approach faster than their threshold. It need not be the deepest: a body that just bounced off
/// one corner may fall onto the next.
struct FirstImpactPoint {
  const ManifoldPoint* point = nullptr;
  double time = 0;       // s from now
  double threshold = 0;  // m/s
};

FirstImpactPoint firstImpactPoint(const ContactSolver& solver, const BouncingContact& contact, const ContactState& state) {
  FirstImpactPoint first;
  for (int i = 0; i < state.manifold.count; ++i) {
    const ManifoldPoint& p = state.manifold.points[i];
    const double v = approachVelocity(state, p);
    const double threshold = slowestBounce(solver, contact, state, p);
    if (v >= -threshold) continue;
    const double time = static_cast<double>(p.separation) / -v;
    if (!first.point || time < first.time) first = {&p, time, threshold};
  }
  return first;
}

/// m/s, what joints will add to v_n of a point.
float jointedVelocity(const ContactSolver& solver, const ContactConstraintWide& constraint, int lane, int point) {
  if (solver.jointed.empty()) return 0;
  const JointVelocity a = jointAnswerOf(solver, constraint.a[lane]), b = jointAnswerOf(solver, constraint.b[lane]);
  const ContactConstraintPoint& row = constraint.points[point];
  return dot(vectorOf(constraint.normal, lane), toFloat(b.linear - a.linear)) + dot(vectorOf(row.jacobianB, lane), toFloat(b.angular)) -
         dot(vectorOf(row.jacobianA, lane), toFloat(a.angular));
}

/// Linear prediction by the contact constraint.
struct Forecast {
  bool hasImpact = false;                                                       // within the substep, faster than the threshold
  float approach = 0;                                                           // m/s, of the fastest such point
  float freeSeparation[kMaxManifoldPoints] = {-1e30f, -1e30f, -1e30f, -1e30f};  // m, at which the constraint gives the point no impulse
};

/// threshold: m/s
Forecast forecastOf(ContactSolver& solver, const ContactStore& contacts, const BouncingContact& contact, float threshold) {
  ContactConstraintWide& constraint = solver.constraints[contact.batch];
  updateSeparations(constraint, solver.bodies.state.data(), substepContextOf(solver, true));
  const int lane = contact.lane;
  Forecast f;
  for (int i = 0; i < contacts.pool[contact.pair.contactIndex].count; ++i) {
    const float v = normalVelocity(solver, constraint, lane, i) + jointedVelocity(solver, constraint, lane, i);
    if (v < 0) f.freeSeparation[i] = -1.05f * solver.substep * v + 2 * kTouching;
    if (v >= -threshold || constraint.separation[i].f[lane] + 1.1f * solver.substep * v >= kImpactSearch) continue;
    f.hasImpact = true;
    if (-v > f.approach) f.approach = -v;
  }
  return f;
}

/// Whether no point touches within `rest` (s). An overlap is left to the constraint.
bool isClear(const ContactState& state, double rest) {
  for (int i = 0; i < state.manifold.count; ++i) {
    const ManifoldPoint& p = state.manifold.points[i];
    const double v = approachVelocity(state, p);
    if (static_cast<double>(p.separation) < -static_cast<double>(kTouching)) return false;
    if (v < 0 && static_cast<double>(p.separation) + rest * v < 0) return false;
  }
  return true;
}

/// Whether no point touches until the end of the substep: neither one that approaches now, nor one that lasting forces will make approach.
bool isClear(const ContactSolver& solver, const ContactScene& scene, const BouncingContact& contact, const ContactState& state,
             double alpha) {
  if (!isClear(state, (1 - alpha) * static_cast<double>(solver.substep))) return false;
  const bool hasForce = solver.bodies.marks[contact.solverA].hasLastingForce || solver.bodies.marks[contact.solverB].hasLastingForce;
  return !hasForce || isClear(contactStateAt(solver, scene, contact, 1), 0);
}

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

struct PredictedImpact {
  bool found = false;
  bool later = false;     // after this substep
  double threshold = 0;   // m/s
  double alpha = 0;       // share of the substep before it
  double separation = 0;  // m, of the point that touches: the residual of Newton's method
  ContactState state;
};

/// Newton's method on the separation along the paths, from alpha = earliest on.
PredictedImpact predictImpact(const ContactSolver& solver, const ContactScene& scene, const BouncingContact& contact, double earliest) {
  PredictedImpact impact;
  impact.alpha = earliest;
  for (int round = 0; round < kImpactTimeRounds; ++round) {
    impact.state = contactStateAt(solver, scene, contact, impact.alpha);
    const FirstImpactPoint first = firstImpactPoint(solver, contact, impact.state);
    if (!first.point) {
      impact.found = false;
      impact.later = isClear(solver, scene, contact, impact.state, impact.alpha);
      return impact;
    }
    impact.separation = static_cast<double>(first.point->separation);
    impact.threshold = first.threshold;
    const double next = impact.alpha + first.time / static_cast<double>(solver.substep);
    if (next > 1) {
      impact.found = false;
      impact.later = isClear(solver, scene, contact, impact.state, impact.alpha);
      return impact;
    }
    const double alpha = next < earliest ? earliest : next, change = alpha - impact.alpha;
    impact.found = true;
    if (change < 1e-6 && change > -1e-6) return impact;
    impact.alpha = alpha;
  }
  impact.state = contactStateAt(solver, scene, contact, impact.alpha);
  const FirstImpactPoint first = firstImpactPoint(solver, contact, impact.state);
  impact.found = first.point != nullptr;
  if (impact.found) impact.separation = static_cast<double>(first.point->separation), impact.threshold = first.threshold;
  return impact;
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

ImpactEventBody eventBody(const FlightState& before, std::uint32_t index, const ImpactBody& after) {
  return {index, before.x, before.q, before.v, before.omega, after.angularImpulse};
}

void recordImpact(ContactSolver& solver, const BouncingContact& contact, const PredictedImpact& impact, std::span<const ImpactPoint> points,
                  const ImpactBody& a, const ImpactBody& b) {
  if (!solver.impacts.enabled) return;
  const ContactState& state = impact.state;
  ImpactEvent event;
  event.a = eventBody(state.a, contact.bodyA, a);
  event.b = eventBody(state.b, contact.bodyB, b);
  event.impulse = b.impulse;
  event.normal = toDouble(state.manifold.normal);
  for (const ImpactPoint& p : points) {
    event.point += (state.a.x + p.leverA) * (1 / static_cast<double>(points.size()));
    if (-p.approach > event.approachSpeed) event.approachSpeed = -p.approach;
  }
  event.restitution = static_cast<double>(contact.restitution);
  event.time = solver.partStart + (solver.substepsDone + impact.alpha) * static_cast<double>(solver.substep);
  event.pointCount = static_cast<int>(points.size());
  addImpact(solver.impacts, event);
}

void resolveImpact(ContactSolver& solver, const ContactScene& scene, const BouncingContact& contact, const PredictedImpact& impact) {
  const ContactState& state = impact.state;
  ImpactBody a = impactBodyOf(state.a), b = impactBodyOf(state.b);
  const JointedImpact sides[2] = {{&a, contact.solverA}, {&b, contact.solverB}};
  PairResponse response;
  const bool isJointed = findPairResponse(solver, scene.bodies, sides, impact.alpha, response);
  ImpactPoint points[kMaxManifoldPoints];
  int count = 0;
  for (int i = 0; i < state.manifold.count; ++i) {
    const ManifoldPoint& p = state.manifold.points[i];
    if (static_cast<double>(p.separation) > impact.separation + kSimultaneous) continue;
    points[count++] = {toDouble(p.position), leverOfB(state, p), approachVelocity(state, p, a, b)};
  }
  solver.impactWorkLeft -= 1 + solveImpact(a, b, toDouble(state.manifold.normal), {points, static_cast<std::size_t>(count)},
                                           static_cast<double>(contact.restitution), static_cast<double>(contact.friction),
                                           impact.threshold, isJointed ? &response : nullptr);
  recordImpact(solver, contact, impact, {points, static_cast<std::size_t>(count)}, a, b);
  const auto apply = [&](int side, std::uint32_t bodyIndex, const FlightState& before, const ImpactBody& after) {
    if (!before.isJointed) applyImpact(solver, scene.bodies, bodyIndex, sides[side].index, before, after, impact.alpha);
    else if (JointedContacts* const group = answerImpact(solver, sides, side)) applyJointedImpact(solver, *group, impact.alpha);
  };
  apply(0, contact.bodyA, state.a, a);
  apply(1, contact.bodyB, state.b, b);
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
}

void resolveImpacts(ContactSolver& solver, const ContactScene& scene) {
  clearMultipleImpacts(solver);
  if (solver.bouncing.empty()) return;
  const float twoSteps = 2 * solver.substep * static_cast<float>(solver.preset.substeps);
  for (SolverBodyMarks& marks : solver.bodies.marks) marks.impactTime = 0, marks.isRemembered = false;
  beginJointedImpacts(solver);
  for (int round = 0; round < kImpactRounds; ++round) {
    bool hadImpact = false;
    for (BouncingContact& contact : solver.bouncing) {
      if (solver.impactWorkLeft < 0) return;  // constraints absorb the rest
      for (const std::uint32_t index : {contact.solverA, contact.solverB}) answerBeforeImpacts(solver, scene.bodies, index);
      const bool bothSupported = isSupported(solver, contact.solverA) && isSupported(solver, contact.solverB);
      const Vec3 normal = toDouble(vectorOf(solver.constraints[contact.batch].normal, contact.lane));
      const float fall = bothSupported ? static_cast<float>(pressureOf(solver, contact, normal)) : 0;
      const Forecast forecast = forecastOf(solver, scene.contacts, contact, twoSteps * fall);
      if (!forecast.hasImpact) continue;
      contact.approach = forecast.approach;
      const float ta = solver.bodies.marks[contact.solverA].impactTime, tb = solver.bodies.marks[contact.solverB].impactTime;
      const PredictedImpact impact = predictImpact(solver, scene, contact, static_cast<double>(ta > tb ? ta : tb));
      if (impact.found) {
        resolveImpact(solver, scene, contact, impact);
        ++contact.impactCount;
        contact.hadImpact = hadImpact = true;
      } else if (impact.later) {
        correctSeparations(solver, contact, forecast);
      }
    }
    if (!hadImpact) return;
  }
  joinEndlessImpacts(solver);
}

}  // namespace tumble
