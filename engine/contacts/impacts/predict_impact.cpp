#include "contacts/impacts/predict_impact.h"

#include <cmath>

#include "colliders/speculative_distance.h"
#include "contacts/constraints/gather.h"
#include "contacts/constraints/solve_constraint.h"
#include "contacts/contact_solver.h"
#include "contacts/impacts/jointed_impacts.h"
#include "contacts/joints/jointed_depth.h"
#include "narrow_phase/span_seams.h"
#include "tuning.h"

namespace tumble {
namespace {

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

/// m/s, what joints will add to v_n of a point.
float jointedVelocity(const ContactSolver& solver, const ContactConstraintWide& constraint, int lane, int point) {
  if (solver.jointed.empty()) return 0;
  const JointVelocity a = jointAnswerOf(solver, constraint.a[lane]), b = jointAnswerOf(solver, constraint.b[lane]);
  const ContactConstraintPoint& row = constraint.points[point];
  return dot(vectorOf(constraint.normal, lane), toFloat(b.linear - a.linear)) + dot(vectorOf(row.jacobianB, lane), toFloat(b.angular)) -
         dot(vectorOf(row.jacobianA, lane), toFloat(a.angular));
}

/// Whether an overlap is one that a bounce ends: it takes nothing from the other points. (What a kinematic body carries along recedes, too: by its state, not
/// by its rows.)
bool hasBounced(const ContactSolver& solver, const BouncingContact& contact, const ContactState& state, const ManifoldPoint& p,
                double velocity) {
  const bool hasKinematicBody = solver.kinematicVelocities[solver.constraints[contact.batch].kinematicVelocity].hasKinematicBody;
  return !hasKinematicBody && velocity >= slowestBounce(solver, contact, state, p);
}

/// Whether no point comes to touch within `rest` (s). Other overlaps are left to the constraint.
bool isClear(const ContactSolver& solver, const BouncingContact& contact, const ContactState& state, double rest) {
  for (int i = 0; i < state.manifold.count; ++i) {
    const ManifoldPoint& p = state.manifold.points[i];
    const double v = approachVelocity(state, p), separation = static_cast<double>(p.separation);
    if (v < 0 && separation + rest * v < 0) return false;
    if (separation < -static_cast<double>(kTouching) && !hasBounced(solver, contact, state, p, v)) return false;
  }
  return true;
}

/// Whether no point touches until the end of the substep: neither one that approaches now, nor one that lasting forces will make approach, or
/// joints: a spring presses a pan to what it bears.
bool isClear(const ContactSolver& solver, const ContactScene& scene, const BouncingContact& contact, const ContactState& state,
             double alpha) {
  if (!isClear(solver, contact, state, (1 - alpha) * static_cast<double>(solver.substep))) return false;
  const bool hasForce = solver.bodies.marks[contact.solverA].hasLastingForce || solver.bodies.marks[contact.solverB].hasLastingForce;
  const bool isBorne = (state.a.isJointed || state.b.isJointed) && isLoaded(solver, contact);
  return !(hasForce || isBorne) || isClear(solver, contact, contactStateAt(solver, scene, contact, 1), 0);
}

}  // namespace

ContactState contactStateAt(const ContactSolver& solver, const ContactScene& scene, const BouncingContact& contact, double alpha) {
  // Surfaces farther apart do not touch within the substep.
  const float margin = kSpeculativeMargin + 2 * solver.substep * contact.approach;
  ContactState state{flightStateAt(solver, scene.bodies, contact.bodyA, contact.solverA, alpha),
                     flightStateAt(solver, scene.bodies, contact.bodyB, contact.solverB, alpha),
                     {},
                     {},
                     {}};
  const OrientedBox a = orientedBoxOf(scene.colliders.colliders[contact.pair.colliderA], state.a.x, state.a.q);
  const OrientedBox b = orientedBoxOf(scene.colliders.colliders[contact.pair.colliderB], state.b.x, state.b.q);
  state.ballA = {a.isSphere(), a.center - state.a.x};
  state.ballB = {b.isSphere(), b.center - state.b.x};
  const ColliderPair pair{scene.cache.flushSolids, scene.colliders, contact.pair.colliderA, contact.pair.colliderB, a, b, true};
  const float distance = speculativeDistance(a.halfExtents, b.halfExtents, margin);
  state.manifold = collideSolids(pair, distance, scene.contacts.pool[contact.pair.contactIndex]).manifold;
  const float depth = jointedDepth(solver.bodies.marks[contact.solverA], solver.bodies.marks[contact.solverB]);
  for (int i = 0; i < state.manifold.count; ++i) {
    state.manifold.points[i].position += toFloat(a.center - state.a.x);
    if (depth > 0) state.manifold.points[i].separation += depth;
  }
  return state;
}

Vec3 leverOfB(const ContactState& state, const ManifoldPoint& p) { return toDouble(p.position) + (state.a.x - state.b.x); }

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

Forecast forecastOf(ContactSolver& solver, const ContactStore& contacts, const BouncingContact& contact) {
  ContactConstraintWide& constraint = solver.constraints[contact.batch];
  const float twoSteps = 2 * solver.substep * static_cast<float>(solver.preset.substeps);
  const bool bothSupported = isSupported(solver, contact.solverA) && isSupported(solver, contact.solverB);
  const Vec3 normal = toDouble(vectorOf(constraint.normal, contact.lane));
  const float fall = bothSupported ? static_cast<float>(pressureOf(solver, contact, normal)) : 0;
  const float threshold = twoSteps * fall;
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

double lastImpactTime(const ContactSolver& solver, const BouncingContact& contact) {
  const float a = solver.bodies.marks[contact.solverA].impactTime, b = solver.bodies.marks[contact.solverB].impactTime;
  return static_cast<double>(a > b ? a : b);
}

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

}  // namespace tumble
