// Builds the solver's bodies and rows from the manifolds of this step.
#include "contacts/contact_solver.h"
#include "math/trigonometry.h"
#include "tuning.h"

namespace tumble {
namespace {

std::uint32_t addSolverBody(ContactSolver& solver, const BodyStore& store, std::uint32_t index) {
  std::uint32_t& slot = solver.bodies.indexOf[index];
  const Body& body = store.bodies[index];
  if (slot != 0 || body.type != BodyType::dynamic || body.frozen) return slot;
  slot = static_cast<std::uint32_t>(solver.bodies.state.size());
  const Mat3 r = toMatrix(body.q);
  const Vec3 inverseRoot{1 / std::sqrt(body.inertia.x), 1 / std::sqrt(body.inertia.y), 1 / std::sqrt(body.inertia.z)};
  const Mat3 inverseS = Mat3{r.cx * inverseRoot.x, r.cy * inverseRoot.y, r.cz * inverseRoot.z} * transpose(r);
  SolverBodyExtra extra;
  extra.body = index;
  extra.velocityAtStart = toFloat(body.v);
  extra.spinAtStart = toFloat(inverseS * body.L);  // w~ = S omega = S^-1 L
  extra.acceleration = solver.gravity;
  const double h = solver.substep;
  if (body.linearDamping > 0) extra.linearDecay = static_cast<float>(exponential(-body.linearDamping * h));
  if (body.angularDamping > 0) extra.angularDecay = static_cast<float>(exponential(-body.angularDamping * h));
  extra.inverseRoot = toFloat(inverseS);
  SolverBody state;
  for (int i = 0; i < 3; ++i) {
    state.velocity[i] = extra.velocityAtStart[i];
    state.spin[i] = extra.spinAtStart[i];
  }
  state.velocity[3] = static_cast<float>(body.inverseMass);
  solver.bodies.state.push_back(state);
  solver.bodies.extra.push_back(extra);
  return slot;
}

void set(Lanes3& lanes, int lane, Vec3f v) {
  lanes.x.f[lane] = v.x;
  lanes.y.f[lane] = v.y;
  lanes.z.f[lane] = v.z;
}

Vec3f anyTangent(Vec3f n) {
  const float ax = n.x < 0 ? -n.x : n.x, ay = n.y < 0 ? -n.y : n.y, az = n.z < 0 ? -n.z : n.z;
  const Vec3f axis = ax <= ay && ax <= az ? Vec3f{1, 0, 0} : ay <= az ? Vec3f{0, 1, 0} : Vec3f{0, 0, 1};
  return normalized(cross(axis, n));
}

float inverseOrZero(float x) { return x > 0 ? 1 / x : 0; }

/// Everything about one contact that its rows need.
struct ContactFrame {
  const Manifold& manifold;
  const SolverBodyExtra& a;
  const SolverBodyExtra& b;
  float inverseMassA, inverseMassB;
  Vec3f fromA, fromB;  // from the centres of mass to the centre of collider A, the origin of the manifold's points
  Vec3f driftVelocity, driftOmega;  // v_B - v_A at that origin and omega_B - omega_A, of kinematic bodies only
};

struct RowMass {
  Vec3f armA, armB;
  float inverse;
};

RowMass pointRow(const ContactFrame& c, Vec3f position, Vec3f direction) {
  const Vec3f armA = c.a.inverseRoot * cross(c.fromA + position, direction);
  const Vec3f armB = c.b.inverseRoot * cross(c.fromB + position, direction);
  return {armA, armB, c.inverseMassA + c.inverseMassB + lengthSquared(armA) + lengthSquared(armB)};
}

void setRow(FrictionRow& row, int lane, const RowMass& mass, float drift, float impulse) {
  set(row.armA, lane, mass.armA);
  set(row.armB, lane, mass.armB);
  row.mass.f[lane] = inverseOrZero(mass.inverse);
  row.drift.f[lane] = drift;
  row.impulse.f[lane] = impulse;
}

void prepareFriction(ContactRows& rows, int lane, const ContactFrame& c, Vec3f tangent, float coefficient) {
  const Manifold& m = c.manifold;
  // Centre of the patch: points far from touching count less, so that it does not jump when one of them goes.
  Vec3f center;
  float sum = 0;
  for (int i = 0; i < m.count; ++i) {
    const float nearness = 2 - m.points[i].separation / kSpeculativeMargin;
    const float weight = nearness < 1e-6f ? 1e-6f : nearness > 1 ? 1 : nearness;
    center += m.points[i].position * weight;
    sum += weight;
  }
  center = center * (1 / sum);
  float lever = 0;
  for (int i = 0; i < m.count; ++i) lever += length(m.points[i].position - center);
  const float reach = kPatchReach * lever / static_cast<float>(m.count);

  const Vec3f tangents[2] = {tangent, cross(m.normal, tangent)};
  const Vec3f drift = c.driftVelocity + cross(c.driftOmega, center);
  float slipInverse = 0;
  for (int k = 0; k < 2; ++k) {
    const RowMass row = pointRow(c, center, tangents[k]);
    setRow(rows.friction[k], lane, row, dot(drift, tangents[k]), dot(m.frictionImpulse, tangents[k]));
    slipInverse = row.inverse > slipInverse ? row.inverse : slipInverse;
  }
  const bool twists = reach > kSmallestReach;
  RowMass twist{c.a.inverseRoot * m.normal, c.b.inverseRoot * m.normal, 0};
  twist.inverse = twists ? lengthSquared(twist.armA) + lengthSquared(twist.armB) : 0;
  setRow(rows.friction[2], lane, twist, dot(c.driftOmega, m.normal), twists ? m.twistImpulse : 0);
  const float twistInverse = twist.inverse * reach * reach;
  slipInverse = twistInverse > slipInverse ? twistInverse : slipInverse;
  rows.slipMass.f[lane] = inverseOrZero(slipInverse);
  rows.reach.f[lane] = twists ? reach : 0;
  rows.inverseReach.f[lane] = twists ? 1 / reach : 0;
  rows.coefficient.f[lane] = coefficient;
}

void prepareLane(ContactRows& rows, int lane, const ContactFrame& c, const ActiveContact& contact, const SolverPreset& preset,
                 const SoftConstraint& soft) {
  const Manifold& m = c.manifold;
  rows.contact[lane] = contact.index;
  rows.a[lane] = contact.solverBodies.a;
  rows.b[lane] = contact.solverBodies.b;
  set(rows.normal, lane, m.normal);
  const Vec3f tangent = anyTangent(m.normal);
  set(rows.tangent, lane, tangent);
  rows.biasRate.f[lane] = soft.biasRate;
  rows.massScale.f[lane] = soft.massScale;
  rows.impulseScale.f[lane] = soft.impulseScale;
  float total = 0;
  for (int i = 0; i < m.count; ++i) {
    const ManifoldPoint& p = m.points[i];
    const RowMass row = pointRow(c, p.position, m.normal);
    ContactPointRows& point = rows.points[i];
    set(point.armA, lane, row.armA);
    set(point.armB, lane, row.armB);
    point.mass.f[lane] = inverseOrZero(row.inverse);
    point.separation.f[lane] = p.separation;
    point.drift.f[lane] = dot(c.driftVelocity + cross(c.driftOmega, p.position), m.normal);
    point.impulse.f[lane] = p.normalImpulse;
    point.anchored.f[lane] = preset.proximal * p.normalImpulse;
    total += p.normalImpulse;
  }
  if (m.count > rows.pointCount) rows.pointCount = m.count;
  if (total == 0) rows.fresh = true;
  prepareFriction(rows, lane, c, tangent, contact.friction);
}

ContactFrame frameOf(const ContactSolver& solver, const ContactScene& scene, const ActiveContact& contact) {
  const Manifold& manifold = scene.contacts.manifolds[contact.index];
  const Body& a = scene.bodies.bodies[contact.bodyA];
  const Body& b = scene.bodies.bodies[contact.bodyB];
  const Vec3 origin = scene.colliders.boxes[pairColliderA(scene.contacts.keys[contact.index])].center;
  Vec3 driftVelocity, driftOmega;
  if (b.type == BodyType::kinematic) driftVelocity += b.v + cross(b.kinematicOmega, origin - b.x), driftOmega += b.kinematicOmega;
  if (a.type == BodyType::kinematic) driftVelocity -= a.v + cross(a.kinematicOmega, origin - a.x), driftOmega -= a.kinematicOmega;
  const auto [ia, ib] = contact.solverBodies;
  return {manifold, solver.bodies.extra[ia], solver.bodies.extra[ib], solver.bodies.state[ia].velocity[3],
          solver.bodies.state[ib].velocity[3], toFloat(origin - a.x), toFloat(origin - b.x), toFloat(driftVelocity), toFloat(driftOmega)};
}

/// The warm start of the first substep: the impulses of the last step along the rows of this one.
void warmStart(ContactSolver& solver, const ContactRows& rows, int lane) {
  const auto add = [&](const Lanes3& armA, const Lanes3& armB, Vec3f direction, float impulse) {
    const auto push = [&](std::uint32_t index, const Lanes3& arm, float signedImpulse) {
      if (index == 0) return;
      SolverBodyExtra& body = solver.bodies.extra[index];
      body.warmVelocity += direction * (signedImpulse * solver.bodies.state[index].velocity[3]);
      body.warmSpin += Vec3f{arm.x.f[lane], arm.y.f[lane], arm.z.f[lane]} * signedImpulse;
    };
    push(rows.a[lane], armA, -impulse);
    push(rows.b[lane], armB, impulse);
  };
  const Vec3f n{rows.normal.x.f[lane], rows.normal.y.f[lane], rows.normal.z.f[lane]};
  const Vec3f t{rows.tangent.x.f[lane], rows.tangent.y.f[lane], rows.tangent.z.f[lane]};
  for (int i = 0; i < rows.pointCount; ++i) add(rows.points[i].armA, rows.points[i].armB, n, rows.points[i].impulse.f[lane]);
  const Vec3f directions[3] = {t, cross(n, t), {}};
  for (int k = 0; k < 3; ++k) add(rows.friction[k].armA, rows.friction[k].armB, directions[k], rows.friction[k].impulse.f[lane]);
}

/// A body that something is about to strike must not be smoothed over the step (see finalizeTouchedBody).
bool isAboutToStrike(const ContactFrame& c, const SolverBody& a, const SolverBody& b, float timeStep, float gravity) {
  const auto vec = [](const float* p) { return Vec3f{p[0], p[1], p[2]}; };
  const Vec3f n = c.manifold.normal;
  for (int i = 0; i < c.manifold.count; ++i) {
    const ManifoldPoint& p = c.manifold.points[i];
    const RowMass row = pointRow(c, p.position, n);
    const float v = dot(n, vec(b.velocity) - vec(a.velocity) + c.driftVelocity) + dot(row.armB, vec(b.spin)) - dot(row.armA, vec(a.spin));
    if (v < -3 * gravity * timeStep - 1e-3f && p.separation + timeStep * v < 0) return true;
  }
  return false;
}

}  // namespace

void prepareContacts(ContactSolver& solver, const ContactScene& scene, Vec3 gravity, double timeStep) {
  solver.substep = static_cast<float>(timeStep / solver.preset.substeps);
  solver.substepsDone = 0;
  solver.gravity = toFloat(gravity);
  solver.bodies.state.assign(1, {});
  solver.bodies.extra.assign(1, {});
  solver.bodies.extra[0].inverseRoot = {{}, {}, {}};
  solver.bodies.indexOf.assign(scene.bodies.bodies.size(), 0);
  solver.active.clear();
  solver.bouncing.clear();
  solver.blows.clear();
  solver.scratchPairs.clear();

  for (std::uint32_t i = 0; i < scene.contacts.keys.size(); ++i) {
    if (scene.contacts.manifolds[i].count == 0) continue;
    const Collider& ca = scene.colliders.colliders[pairColliderA(scene.contacts.keys[i])];
    const Collider& cb = scene.colliders.colliders[pairColliderB(scene.contacts.keys[i])];
    ActiveContact contact;
    contact.index = i;
    contact.bodyA = ca.body;
    contact.bodyB = cb.body;
    contact.solverBodies.a = addSolverBody(solver, scene.bodies, ca.body);
    contact.solverBodies.b = addSolverBody(solver, scene.bodies, cb.body);
    contact.friction = std::sqrt(ca.friction * cb.friction);
    contact.restitution = ca.restitution < cb.restitution ? cb.restitution : ca.restitution;
    if (contact.restitution > 0) solver.bouncing.push_back(static_cast<std::uint32_t>(solver.active.size()));
    solver.active.push_back(contact);
    solver.scratchPairs.push_back(contact.solverBodies);
  }
  colorContacts(solver.scratchPairs, static_cast<std::uint32_t>(solver.bodies.state.size()), solver.groups);

  const SolverPreset& preset = solver.preset;
  const float h = solver.substep, dt = static_cast<float>(timeStep), highest = 0.125f / h;
  const float hertz = preset.hertz < highest ? preset.hertz : highest;
  const SoftConstraint rigid{kRigidBiasShare / h, 1, 0};
  const SoftConstraint moving = preset.rigid ? rigid : softConstraint(hertz, preset.dampingRatio, h);
  const SoftConstraint fixed = preset.rigid ? rigid : softConstraint(2 * hertz, 0.5f * preset.dampingRatio, h);
  const float gravitySize = length(solver.gravity);
  solver.rows.assign(solver.groups.contacts.size() / kLanes, {});
  for (std::size_t slot = 0; slot < solver.groups.contacts.size(); ++slot) {
    if (solver.groups.contacts[slot] == kNoContact) continue;
    ActiveContact& contact = solver.active[solver.groups.contacts[slot]];
    const auto [a, b] = contact.solverBodies;
    const ContactFrame frame = frameOf(solver, scene, contact);
    ContactRows& rows = solver.rows[slot / kLanes];
    const int lane = static_cast<int>(slot % kLanes);
    contact.group = static_cast<std::uint32_t>(slot / kLanes);
    contact.lane = lane;
    prepareLane(rows, lane, frame, contact, preset, a != 0 && b != 0 ? moving : fixed);
    warmStart(solver, rows, lane);
    if (isAboutToStrike(frame, solver.bodies.state[a], solver.bodies.state[b], dt, gravitySize)) {
      solver.bodies.extra[a].struck = solver.bodies.extra[b].struck = true;
      rows.strikes = true;
    }
  }
}

}  // namespace tumble
