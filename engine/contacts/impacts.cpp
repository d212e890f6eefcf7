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
struct Middle {
  bool isOfBall = false;
  Vec3 arm;  // m
};

/// The two bodies of a contact at a moment of the substep.
struct Encounter {
  FlightState a, b;
  Middle middleA, middleB;
  Manifold manifold;
};

Encounter encounterAt(const ContactSolver& solver, const ContactScene& scene, const BouncingContact& contact, double alpha) {
  // Surfaces farther apart than this do not meet within the substep.
  const float reach = kSpeculativeMargin + 2 * solver.substep * contact.approach;
  Encounter e{flightStateAt(solver, scene.bodies, contact.bodyA, contact.solverA, alpha),
              flightStateAt(solver, scene.bodies, contact.bodyB, contact.solverB, alpha), {}, {}, {}};
  const OrientedBox a = boxAt(scene.colliders.colliders[contact.pair.colliderA], e.a);
  const OrientedBox b = boxAt(scene.colliders.colliders[contact.pair.colliderB], e.b);
  e.middleA = {a.isSphere, a.center - e.a.x};
  e.middleB = {b.isSphere, b.center - e.b.x};
  const ColliderPair pair{scene.cache.flushBoxes, scene.colliders, contact.pair.colliderA, contact.pair.colliderB, a, b, true};
  e.manifold = collideSolids(pair, speculativeDistance(a.halfExtents, b.halfExtents, reach), scene.contacts.pool[contact.pair.contactIndex]);
  for (int i = 0; i < e.manifold.count; ++i) {
    // From here on relative to the world's axes and the centre of mass of A.
    e.manifold.points[i].position += toFloat(a.center - e.a.x);
  }
  return e;
}

Vec3 armB(const Encounter& e, const ManifoldPoint& p) { return toDouble(p.position) + (e.a.x - e.b.x); }

double approachOf(const Encounter& e, const ManifoldPoint& p) {
  return dot(toDouble(e.manifold.normal), e.b.v + cross(e.b.omega, armB(e, p)) - e.a.v - cross(e.a.omega, toDouble(p.position)));
}

/// Whether rows hold the body: what it falls on does not fall with it.
bool isHeld(const ContactSolver& solver, std::uint32_t index) {
  const SolverBodyWarmStart& warm = solver.bodies.warm[index];
  return index == 0 || solver.bodies.marks[index].pressed || !all((load(warm.velocity) == zero4()) & (load(warm.spin) == zero4()));
}

/// m/s^2, of the surface at `point` from the centre of a body in free flight: g + omega x (omega x r) + domega/dt x r, I domega/dt = L x omega.
/// Of a ball r is its middle: other matter comes to where it touches, however fast it rolls, and none of it is taken away.
Vec3 fallOf(const FlightState& s, Vec3 gravity, const Middle& middle, Vec3 point) {
  const Vec3 arm = middle.isOfBall ? middle.arm : point;
  return gravity + cross(s.omega, cross(s.omega, arm)) + cross(freeAngularAcceleration(s.q, s.inverseInertia, s.L, s.omega), arm);
}

/// m/s. What is slower does not bounce: it would be back within two steps, and so for ever. How soon it comes back depends on how fast the
/// two points fall towards each other: two bodies that both fall, or a corner that turning takes away, come back late or never.
double slowestBounce(const ContactSolver& solver, const BouncingContact& contact, const Encounter& e, const ManifoldPoint& p) {
  const double twoSteps = 2 * static_cast<double>(solver.substep) * solver.preset.substeps;
  const bool heldA = isHeld(solver, contact.solverA), heldB = isHeld(solver, contact.solverB);
  double fall = 0;
  if (heldA && heldB) fall = length(solver.freeFall);
  if (!heldA) fall += dot(toDouble(e.manifold.normal), fallOf(e.a, solver.freeFall, e.middleA, toDouble(p.position)));
  if (!heldB) fall -= dot(toDouble(e.manifold.normal), fallOf(e.b, solver.freeFall, e.middleB, armB(e, p)));
  return twoSteps * fall > kSlowestBounce ? twoSteps * fall : kSlowestBounce;
}

/// The point that meets first of those that close in faster than the threshold, and after which time. It need not be the deepest: what
/// bounced a moment ago leaves on one corner and lands on the next.
struct FirstMeeting {
  const ManifoldPoint* point = nullptr;
  double time = 0;       // s
  double threshold = 0;  // m/s
};

FirstMeeting firstMeeting(const ContactSolver& solver, const BouncingContact& contact, const Encounter& e) {
  FirstMeeting first;
  for (int i = 0; i < e.manifold.count; ++i) {
    const ManifoldPoint& p = e.manifold.points[i];
    const double v = approachOf(e, p);
    const double threshold = slowestBounce(solver, contact, e, p);
    if (v >= -threshold) continue;
    const double time = static_cast<double>(p.separation) / -v;
    if (!first.point || time < first.time) first = {&p, time, threshold};
  }
  return first;
}

/// What the rows foresee.
struct Forecast {
  bool meets = false;   // within the substep, faster than asked
  float approach = 0;   // m/s, of the fastest such point
  float free[kMaxManifoldPoints] = {-1e30f, -1e30f, -1e30f, -1e30f};  // m, where the rows leave alone a point that closes in
};

Forecast forecastOf(ContactSolver& solver, const ContactStore& contacts, const BouncingContact& contact, float threshold) {
  ContactRows& rows = solver.rows[contact.group];
  updateSeparations(rows, solver.bodies.state.data(), passOf(solver, true));
  const int lane = contact.lane;
  const SolverBody &a = solver.bodies.state[contact.solverA], &b = solver.bodies.state[contact.solverB];
  const float along = dot(vectorOf(rows.normal, lane), vector(b.velocity) - vector(a.velocity));
  Forecast f;
  for (int i = 0; i < contacts.pool[contact.pair.contactIndex].count; ++i) {
    const ContactPointRow& point = rows.points[i];
    const float v = along + dot(vectorOf(point.armB, lane), vector(b.spin)) - dot(vectorOf(point.armA, lane), vector(a.spin)) +
                    solver.drifts[rows.drift].rows[i].f[lane];
    if (v < 0) f.free[i] = -1.05f * solver.substep * v + 2 * kTouching;
    if (v >= -threshold || rows.separation[i].f[lane] + 1.1f * solver.substep * v >= kLookCloser) continue;
    f.meets = true;
    if (-v > f.approach) f.approach = -v;
  }
  return f;
}

/// Nothing that closes in meets within `rest` (s). (What overlaps has met, and to part it is for the rows.)
bool isClear(const Encounter& e, double rest) {
  for (int i = 0; i < e.manifold.count; ++i) {
    const ManifoldPoint& p = e.manifold.points[i];
    const double v = approachOf(e, p);
    if (static_cast<double>(p.separation) < -static_cast<double>(kTouching)) return false;
    if (v < 0 && static_cast<double>(p.separation) + rest * v < 0) return false;
  }
  return true;
}

/// Nothing meets until the end of the substep: neither what closes in now, nor what lasting forces only begin to draw together.
bool isClear(const ContactSolver& solver, const ContactScene& scene, const BouncingContact& contact, const Encounter& e, double alpha) {
  if (!isClear(e, (1 - alpha) * static_cast<double>(solver.substep))) return false;
  const bool driven = solver.bodies.marks[contact.solverA].driven || solver.bodies.marks[contact.solverB].driven;
  return !driven || isClear(encounterAt(solver, scene, contact, 1), 0);
}

/// The rows are linear in the turning of the bodies; a fast spinning one is elsewhere after a few substeps. What the geometry
/// says goes into the rows, or they would brake, without a bounce, what does not meet in this substep (nor may it touch at the end of it).
void correctRows(ContactSolver& solver, const BouncingContact& contact, const Forecast& forecast) {
  solver.groups.changed[contact.group] |= kRowsChanged;  // in the next step: this holds for the present one
  ContactRows& rows = solver.rows[contact.group];
  for (int i = 0; i < kMaxManifoldPoints; ++i) {
    const float change = forecast.free[i] - rows.separation[i].f[contact.lane];
    if (!(change > 0)) continue;
    rows.points[i].separation.f[contact.lane] += change;
    rows.separation[i].f[contact.lane] += change;
  }
}

struct Meeting {
  bool found = false;
  bool later = false;     // not in this substep
  double threshold = 0;   // m/s
  double alpha = 0;
  double separation = 0;  // m, of the point that meets, but for what Newton's method leaves
  Encounter encounter;
};

/// Newton's method on the separation along the paths, from alpha = earliest on.
Meeting findMeeting(const ContactSolver& solver, const ContactScene& scene, const BouncingContact& contact, double earliest) {
  Meeting m;
  m.alpha = earliest;
  for (int round = 0; round < kMeetingRounds; ++round) {
    m.encounter = encounterAt(solver, scene, contact, m.alpha);
    const FirstMeeting first = firstMeeting(solver, contact, m.encounter);
    if (!first.point) {
      m.found = false;
      m.later = isClear(solver, scene, contact, m.encounter, m.alpha);
      return m;
    }
    m.separation = static_cast<double>(first.point->separation);
    m.threshold = first.threshold;
    const double next = m.alpha + first.time / static_cast<double>(solver.substep);
    if (next > 1) {
      m.found = false;
      m.later = isClear(solver, scene, contact, m.encounter, m.alpha);
      return m;
    }
    const double alpha = next < earliest ? earliest : next, change = alpha - m.alpha;
    m.found = true;
    if (change < 1e-6 && change > -1e-6) return m;
    m.alpha = alpha;
  }
  m.encounter = encounterAt(solver, scene, contact, m.alpha);
  const FirstMeeting first = firstMeeting(solver, contact, m.encounter);
  m.found = first.point != nullptr;
  if (m.found) m.separation = static_cast<double>(first.point->separation), m.threshold = first.threshold;
  return m;
}

/// Velocity change at alpha: the position at the end of the substep comes out as if it had changed there.
void applyBlow(ContactSolver& solver, const BodyStore& store, std::uint32_t at, std::uint32_t index, const FlightState& before, const ImpactBody& after, double alpha) {
  if (index == 0) return;
  const Body& start = store.bodies[at];
  SolverBodyMarks& marks = solver.bodies.marks[index];
  if (flies(solver.bodies, index, start)) {
    if (marks.flight == 0) {
      marks.flight = static_cast<std::uint32_t>(solver.bodies.flights.size());
      solver.bodies.flights.push_back({});
    }
    const double time = (solver.substepsDone + alpha) * static_cast<double>(solver.substep);
    solver.bodies.flights[marks.flight] = {before.x, before.q, after.v, before.L + after.angularImpulse, time};
  }
  SolverBody& body = solver.bodies.state[index];
  const SolverBody old = body;
  const Vec3f dv = rounded(after.v - before.v);
  const Vec3f dw = solver.bodies.start[index].inverseRoot * toFloat(after.angularImpulse);
  const float lag = static_cast<float>(alpha) * solver.substep;
  for (int k = 0; k < 3; ++k) {
    body.velocity[k] += dv[k];
    body.spin[k] += dw[k];
    body.displacement[k] -= lag * dv[k];
    body.turn[k] -= lag * dw[k];
  }
  balanceBlow(solver, index, old, before.x, after.v - before.v, after.angularImpulse, alpha * static_cast<double>(solver.substep));
  noteImpact(solver, at, toDouble(dv), toDouble(dw), alpha);
  marks.touched = marks.struck = true;
  marks.impactTime = static_cast<float>(alpha);
  solver.displaced = true;
}

StruckBody struckBody(const FlightState& before, std::uint32_t index, const ImpactBody& after) {
  return {index, before.x, before.q, before.v, before.omega, after.angularImpulse};
}

void tell(ContactSolver& solver, const BouncingContact& contact, const Meeting& meeting, std::span<const ImpactPoint> points,
          const ImpactBody& a, const ImpactBody& b) {
  if (solver.blows.size() >= kMostBlowsTold) return;
  const Encounter& e = meeting.encounter;
  Blow blow;
  blow.a = struckBody(e.a, contact.bodyA, a);
  blow.b = struckBody(e.b, contact.bodyB, b);
  blow.impulse = b.impulse;
  blow.normal = toDouble(e.manifold.normal);
  for (const ImpactPoint& p : points) {
    blow.point += (e.a.x + p.armA) * (1 / static_cast<double>(points.size()));
    if (p.approach < blow.approach) blow.approach = p.approach;
  }
  blow.restitution = static_cast<double>(contact.restitution);
  blow.time = solver.partStart + (solver.substepsDone + meeting.alpha) * static_cast<double>(solver.substep);
  blow.pointCount = static_cast<int>(points.size());
  solver.blows.push_back(blow);
}

void strike(ContactSolver& solver, const ContactScene& scene, const BouncingContact& contact, const Meeting& meeting) {
  const Encounter& e = meeting.encounter;
  ImpactPoint points[kMaxManifoldPoints];
  int count = 0;
  for (int i = 0; i < e.manifold.count; ++i) {
    const ManifoldPoint& p = e.manifold.points[i];
    if (static_cast<double>(p.separation) > meeting.separation + kSimultaneous) continue;
    points[count++] = {toDouble(p.position), armB(e, p), approachOf(e, p)};
  }
  ImpactBody a = impactBodyOf(e.a), b = impactBodyOf(e.b);
  solveImpact(a, b, toDouble(e.manifold.normal), {points, static_cast<std::size_t>(count)}, static_cast<double>(contact.restitution),
              static_cast<double>(contact.friction), meeting.threshold);
  tell(solver, contact, meeting, {points, static_cast<std::size_t>(count)}, a, b);
  applyBlow(solver, scene.bodies, contact.bodyA, contact.solverA, e.a, a, meeting.alpha);
  applyBlow(solver, scene.bodies, contact.bodyB, contact.solverB, e.b, b, meeting.alpha);
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
    const bool meetsWall = bothMove(scene, a, b) && scene.bodies.bodies[a.body].planar != scene.bodies.bodies[b.body].planar;
    if (!(restitution > 0) && !meetsWall) return;
    const std::uint32_t lane = scene.contacts.recycling[pair.contactIndex].lane;
    BouncingContact contact;
    contact.pair = pair;
    contact.bodyA = a.body, contact.bodyB = b.body;
    contact.solverA = solver.bodies.indexOf[a.body], contact.solverB = solver.bodies.indexOf[b.body];
    contact.friction = combinedFriction(a, b);
    contact.restitution = restitution;
    contact.group = lane / kLanes;
    contact.lane = static_cast<int>(lane % kLanes);
    solver.rows[contact.group].strikes = false;  // the blow is not the rows' to stop
    solver.bouncing.push_back(contact);
  });
}

void resolveImpacts(ContactSolver& solver, const ContactScene& scene) {
  if (solver.bouncing.empty()) return;
  const float resting = 2 * length(solver.gravity) * solver.substep * static_cast<float>(solver.preset.substeps);
  for (SolverBodyMarks& marks : solver.bodies.marks) marks.impactTime = 0;
  for (int round = 0; round < kImpactRounds; ++round) {
    bool struck = false;
    for (BouncingContact& contact : solver.bouncing) {
      const Forecast forecast = forecastOf(solver, scene.contacts, contact, isHeld(solver, contact.solverA) && isHeld(solver, contact.solverB) ? resting : 0);
      if (!forecast.meets) continue;
      contact.approach = forecast.approach;
      const float ta = solver.bodies.marks[contact.solverA].impactTime, tb = solver.bodies.marks[contact.solverB].impactTime;
      const Meeting meeting = findMeeting(solver, scene, contact, static_cast<double>(ta > tb ? ta : tb));
      if (meeting.found) {
        strike(solver, scene, contact, meeting);
        struck = true;
      } else if (meeting.later) {
        correctRows(solver, contact, forecast);
      }
    }
    if (!struck) return;
  }
}

}  // namespace tumble
