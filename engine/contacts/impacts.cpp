#include "contacts/impacts.h"

#include "narrow_phase/internal_edges.h"
#include "colliders/speculative_distance.h"
#include "contacts/flight_state.h"
#include "contacts/gather.h"
#include "contacts/impact_law.h"
#include "contacts/momentum_balance.h"
#include "contacts/visit_rows.h"
#include "tuning.h"

namespace tumble {
namespace {

/// The middle of a ball, from the centre of mass of its body, world axes.
struct BallCenter {
  bool isBall = false;
  Vec3 lever;  // m
};

/// The two bodies of a contact at a moment of the substep.
struct ContactState {
  FlightState a, b;
  BallCenter ballA, ballB;
  Manifold manifold;
};

ContactState contactStateAt(const ContactSolver& solver, const ContactScene& scene, const BouncingContact& contact, double alpha) {
  // Surfaces farther apart than this do not meet within the substep.
  const float speculative = kSpeculativeMargin + 2 * solver.substep * contact.approach;
  ContactState state{flightStateAt(solver, scene.bodies, contact.bodyA, contact.solverA, alpha),
              flightStateAt(solver, scene.bodies, contact.bodyB, contact.solverB, alpha), {}, {}, {}};
  const OrientedBox a = boxAt(scene.colliders.colliders[contact.pair.colliderA], state.a);
  const OrientedBox b = boxAt(scene.colliders.colliders[contact.pair.colliderB], state.b);
  state.ballA = {a.isSphere, a.center - state.a.x};
  state.ballB = {b.isSphere, b.center - state.b.x};
  const ColliderPair pair{scene.cache.flushBoxes, scene.colliders, contact.pair.colliderA, contact.pair.colliderB, a, b, true};
  state.manifold = collideSolids(pair, speculativeDistance(a.halfExtents, b.halfExtents, speculative), scene.contacts.pool[contact.pair.contactIndex]);
  for (int i = 0; i < state.manifold.count; ++i) {
    // From here on relative to the world's axes and the centre of mass of A.
    state.manifold.points[i].position += toFloat(a.center - state.a.x);
  }
  return state;
}

Vec3 leverOfB(const ContactState& state, const ManifoldPoint& p) { return toDouble(p.position) + (state.a.x - state.b.x); }

double approachVelocity(const ContactState& state, const ManifoldPoint& p) {
  return dot(toDouble(state.manifold.normal), state.b.v + cross(state.b.omega, leverOfB(state, p)) - state.a.v - cross(state.a.omega, toDouble(p.position)));
}

/// Whether rows hold the body: what it falls on does not fall with it.
bool isHeld(const ContactSolver& solver, std::uint32_t index) {
  const SolverBodyWarmStart& warm = solver.bodies.warm[index];
  return index == 0 || solver.bodies.marks[index].hadContactImpulse || !all((load(warm.velocity) == zero4()) & (load(warm.scaledAngularVelocity) == zero4()));
}

/// m/s^2, of the surface at `point` from the centre of a body in free flight: g + omega x (omega x r) + domega/dt x r, I domega/dt = L x omega.
/// Of a ball r is its middle: other matter comes to where it touches, however fast it rolls, and none of it is taken away.
Vec3 fallOf(const FlightState& s, Vec3 gravity, const BallCenter& ball, Vec3 point) {
  const Vec3 lever = ball.isBall ? ball.lever : point;
  return gravity + cross(s.omega, cross(s.omega, lever)) + cross(freeAngularAcceleration(s.q, s.inverseInertia, s.L, s.omega), lever);
}

/// m/s. What is slower does not bounce: it would be back within two steps, and so for ever. How soon it comes back depends on how fast the
/// two points fall towards each other: two bodies that both fall, or a corner that turning takes away, come back late or never.
double slowestBounce(const ContactSolver& solver, const BouncingContact& contact, const ContactState& state, const ManifoldPoint& p) {
  const double twoSteps = 2 * static_cast<double>(solver.substep) * solver.preset.substeps;
  const bool heldA = isHeld(solver, contact.solverA), heldB = isHeld(solver, contact.solverB);
  double fall = 0;
  if (heldA && heldB) fall = length(solver.freeFall);
  if (!heldA) fall += dot(toDouble(state.manifold.normal), fallOf(state.a, solver.freeFall, state.ballA, toDouble(p.position)));
  if (!heldB) fall -= dot(toDouble(state.manifold.normal), fallOf(state.b, solver.freeFall, state.ballB, leverOfB(state, p)));
  return twoSteps * fall > kSlowestBounce ? twoSteps * fall : kSlowestBounce;
}

/// The point that meets first of those that close in faster than the threshold, and after which time. It need not be the deepest: what
/// bounced a moment ago leaves on one corner and lands on the next.
struct FirstImpactPoint {
  const ManifoldPoint* point = nullptr;
  double time = 0;       // s
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

/// What the rows foresee.
struct Forecast {
  bool hasImpact = false;   // within the substep, faster than asked
  float approach = 0;   // m/s, of the fastest such point
  float freeSeparation[kMaxManifoldPoints] = {-1e30f, -1e30f, -1e30f, -1e30f};  // m, where the rows leave alone a point that closes in
};

Forecast forecastOf(ContactSolver& solver, const ContactStore& contacts, const BouncingContact& contact, float threshold) {
  ContactConstraintWide& rows = solver.constraints[contact.batch];
  updateSeparations(rows, solver.bodies.state.data(), substepContextOf(solver, true));
  const int lane = contact.lane;
  const SolverBody &a = solver.bodies.state[contact.solverA], &b = solver.bodies.state[contact.solverB];
  const float along = dot(vectorOf(rows.normal, lane), vector(b.velocity) - vector(a.velocity));
  Forecast f;
  for (int i = 0; i < contacts.pool[contact.pair.contactIndex].count; ++i) {
    const ContactConstraintPoint& point = rows.points[i];
    const float v = along + dot(vectorOf(point.jacobianB, lane), vector(b.scaledAngularVelocity)) - dot(vectorOf(point.jacobianA, lane), vector(a.scaledAngularVelocity)) +
                    solver.kinematicVelocities[rows.kinematicVelocity].velocity[i].f[lane];
    if (v < 0) f.freeSeparation[i] = -1.05f * solver.substep * v + 2 * kTouching;
    if (v >= -threshold || rows.separation[i].f[lane] + 1.1f * solver.substep * v >= kLookCloser) continue;
    f.hasImpact = true;
    if (-v > f.approach) f.approach = -v;
  }
  return f;
}

/// Nothing that closes in meets within `rest` (s). (What overlaps has met, and to part it is for the rows.)
bool isClear(const ContactState& state, double rest) {
  for (int i = 0; i < state.manifold.count; ++i) {
    const ManifoldPoint& p = state.manifold.points[i];
    const double v = approachVelocity(state, p);
    if (static_cast<double>(p.separation) < -static_cast<double>(kTouching)) return false;
    if (v < 0 && static_cast<double>(p.separation) + rest * v < 0) return false;
  }
  return true;
}

/// Nothing meets until the end of the substep: neither what closes in now, nor what lasting forces only begin to draw together.
bool isClear(const ContactSolver& solver, const ContactScene& scene, const BouncingContact& contact, const ContactState& state, double alpha) {
  if (!isClear(state, (1 - alpha) * static_cast<double>(solver.substep))) return false;
  const bool driven = solver.bodies.marks[contact.solverA].hasLastingForce || solver.bodies.marks[contact.solverB].hasLastingForce;
  return !driven || isClear(contactStateAt(solver, scene, contact, 1), 0);
}

/// The rows are linear in the turning of the bodies; a fast spinning one is elsewhere after a few substeps. What the geometry
/// says goes into the rows, or they would brake, without a bounce, what does not meet in this substep (nor may it touch at the end of it).
void correctRows(ContactSolver& solver, const BouncingContact& contact, const Forecast& forecast) {
  solver.batches.changed[contact.batch] |= kConstraintChanged;  // in the next step: this holds for the present one
  ContactConstraintWide& rows = solver.constraints[contact.batch];
  for (int i = 0; i < kMaxManifoldPoints; ++i) {
    const float change = forecast.freeSeparation[i] - rows.separation[i].f[contact.lane];
    if (!(change > 0)) continue;
    rows.points[i].referenceSeparation.f[contact.lane] += change;
    rows.separation[i].f[contact.lane] += change;
  }
}

struct PredictedImpact {
  bool found = false;
  bool later = false;     // not in this substep
  double threshold = 0;   // m/s
  double alpha = 0;
  double separation = 0;  // m, of the point that meets, but for what Newton's method leaves
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

/// Velocity change at alpha: the position at the end of the substep comes out as if it had changed there.
void applyImpact(ContactSolver& solver, const BodyStore& store, std::uint32_t at, std::uint32_t index, const FlightState& before, const ImpactBody& after, double alpha) {
  if (index == 0) return;
  const Body& start = store.bodies[at];
  SolverBodyMarks& marks = solver.bodies.marks[index];
  if (isInFreeFlight(solver.bodies, index, start)) {
    if (marks.flightIndex == 0) {
      marks.flightIndex = static_cast<std::uint32_t>(solver.bodies.flightStarts.size());
      solver.bodies.flightStarts.push_back({});
    }
    const double time = (solver.substepsDone + alpha) * static_cast<double>(solver.substep);
    solver.bodies.flightStarts[marks.flightIndex] = {before.x, before.q, after.v, before.L + after.angularImpulse, time};
  }
  SolverBody& body = solver.bodies.state[index];
  const SolverBody old = body;
  const Vec3f dv = rounded(after.v - before.v);
  const Vec3f dw = solver.bodies.start[index].inverseRoot * toFloat(after.angularImpulse);
  const float lag = static_cast<float>(alpha) * solver.substep;
  for (int k = 0; k < 3; ++k) {
    body.velocity[k] += dv[k];
    body.scaledAngularVelocity[k] += dw[k];
    body.displacement[k] -= lag * dv[k];
    body.scaledRotation[k] -= lag * dw[k];
  }
  balanceImpact(solver, index, old, before.x, after.v - before.v, after.angularImpulse, alpha * static_cast<double>(solver.substep));
  recordImpactVelocity(solver, at, toDouble(dv), toDouble(dw), alpha);
  marks.touched = marks.hadImpact = true;
  marks.impactTime = static_cast<float>(alpha);
  solver.displaced = true;
}

ImpactedBody impactedBody(const FlightState& before, std::uint32_t index, const ImpactBody& after) {
  return {index, before.x, before.q, before.v, before.omega, after.angularImpulse};
}

void recordImpact(ContactSolver& solver, const BouncingContact& contact, const PredictedImpact& impact, std::span<const ImpactPoint> points,
          const ImpactBody& a, const ImpactBody& b) {
  if (solver.impacts.size() >= kMostRecordedImpacts) return;
  const ContactState& state = impact.state;
  Impact record;
  record.a = impactedBody(state.a, contact.bodyA, a);
  record.b = impactedBody(state.b, contact.bodyB, b);
  record.impulse = b.impulse;
  record.normal = toDouble(state.manifold.normal);
  for (const ImpactPoint& p : points) {
    record.point += (state.a.x + p.leverA) * (1 / static_cast<double>(points.size()));
    if (p.approach < record.approach) record.approach = p.approach;
  }
  record.restitution = static_cast<double>(contact.restitution);
  record.time = solver.partStart + (solver.substepsDone + impact.alpha) * static_cast<double>(solver.substep);
  record.pointCount = static_cast<int>(points.size());
  solver.impacts.push_back(record);
}

void resolveImpact(ContactSolver& solver, const ContactScene& scene, const BouncingContact& contact, const PredictedImpact& impact) {
  const ContactState& state = impact.state;
  ImpactPoint points[kMaxManifoldPoints];
  int count = 0;
  for (int i = 0; i < state.manifold.count; ++i) {
    const ManifoldPoint& p = state.manifold.points[i];
    if (static_cast<double>(p.separation) > impact.separation + kSimultaneous) continue;
    points[count++] = {toDouble(p.position), leverOfB(state, p), approachVelocity(state, p)};
  }
  ImpactBody a = impactBodyOf(state.a), b = impactBodyOf(state.b);
  solveImpact(a, b, toDouble(state.manifold.normal), {points, static_cast<std::size_t>(count)}, static_cast<double>(contact.restitution),
              static_cast<double>(contact.friction), impact.threshold);
  recordImpact(solver, contact, impact, {points, static_cast<std::size_t>(count)}, a, b);
  applyImpact(solver, scene.bodies, contact.bodyA, contact.solverA, state.a, a, impact.alpha);
  applyImpact(solver, scene.bodies, contact.bodyB, contact.solverB, state.b, b, impact.alpha);
}

bool bothMove(const ContactScene& scene, const ContactSide& a, const ContactSide& b) {
  return scene.bodies.bodies[a.body].type == BodyType::dynamic && scene.bodies.bodies[b.body].type == BodyType::dynamic;
}

}  // namespace

void gatherBouncing(ContactSolver& solver, const ContactScene& scene) {
  forEachTouching(scene.contacts, [&](const TouchingPair& pair) {
    const ContactSide &a = scene.colliders.sides[pair.colliderA], &b = scene.colliders.sides[pair.colliderB];
    const float restitution = combinedRestitution(a, b);
    // A planar body is a wall along z, of which the rows know little: it takes every blow of a body that is not planar by the law.
    const bool hitsPlanarBody = bothMove(scene, a, b) && scene.bodies.bodies[a.body].planar != scene.bodies.bodies[b.body].planar;
    if (!(restitution > 0) && !hitsPlanarBody) return;
    const std::uint32_t slot = scene.contacts.recycling[pair.contactIndex].batchSlot;
    BouncingContact contact;
    contact.pair = pair;
    contact.bodyA = a.body, contact.bodyB = b.body;
    contact.solverA = solver.bodies.indexOf[a.body], contact.solverB = solver.bodies.indexOf[b.body];
    contact.friction = combinedFriction(a, b);
    contact.restitution = restitution;
    contact.batch = slot / kLanes;
    contact.lane = static_cast<int>(slot % kLanes);
    solver.constraints[contact.batch].absorbsImpact = false;  // the blow is not the rows' to stop
    solver.bouncing.push_back(contact);
  });
}

void resolveImpacts(ContactSolver& solver, const ContactScene& scene) {
  if (solver.bouncing.empty()) return;
  const float resting = 2 * length(solver.gravity) * solver.substep * static_cast<float>(solver.preset.substeps);
  for (SolverBodyMarks& marks : solver.bodies.marks) marks.impactTime = 0;
  for (int round = 0; round < kImpactRounds; ++round) {
    bool any = false;
    for (BouncingContact& contact : solver.bouncing) {
      const Forecast forecast = forecastOf(solver, scene.contacts, contact, isHeld(solver, contact.solverA) && isHeld(solver, contact.solverB) ? resting : 0);
      if (!forecast.hasImpact) continue;
      contact.approach = forecast.approach;
      const float ta = solver.bodies.marks[contact.solverA].impactTime, tb = solver.bodies.marks[contact.solverB].impactTime;
      const PredictedImpact impact = predictImpact(solver, scene, contact, static_cast<double>(ta > tb ? ta : tb));
      if (impact.found) {
        resolveImpact(solver, scene, contact, impact);
        any = true;
      } else if (impact.later) {
        correctRows(solver, contact, forecast);
      }
    }
    if (!any) return;
  }
}

}  // namespace tumble
