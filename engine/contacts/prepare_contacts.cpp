// Builds the solver's bodies and rows from the manifolds of this step.
#include "contacts/direct_solve.h"
#include "contacts/prepare_rows.h"
#include "math/trigonometry.h"
#include "tuning.h"

namespace tumble {
namespace {

/// The factor of one substep.
float decayOf(double damping, double substep) { return damping > 0 ? static_cast<float>(exponential(-damping * substep)) : 1.0f; }

void addSolverBody(ContactSolver& solver, const Body& body) {
  const SymmetricMat3 inverseS = inverseInertiaRoot(body);
  SolverBodies& bodies = solver.bodies;
  // Field by field, into place: a new body on the stack would be written, read in other pieces and written again.
  SolverBodyStart& start = bodies.start.extend();
  start.velocity = toFloat(body.v);
  start.inverseMass = static_cast<float>(body.inverseMass);
  start.spin = toFloat(inverseS * body.L);  // w~ = S omega = S^-1 L
  start.impactTime = 0;
  start.inverseRoot = toFloat(inverseS);
  SolverBodyDrive& drive = bodies.drive.extend();
  drive.acceleration = solver.gravity;
  drive.linearDecay = decayOf(body.linearDamping, solver.substep);
  drive.spinAcceleration = {};
  drive.angularDecay = decayOf(body.angularDamping, solver.substep);
  SolverBody& state = bodies.state.extend();
  setVector(state.velocity, start.velocity, start.inverseMass);
  setVector(state.spin, start.spin);
  setVector(state.displacement, {});
  setVector(state.turn, {});
  SolverBodyWarmStart& warm = bodies.warm.extend();
  setVector(warm.velocity, {});
  setVector(warm.spin, {});
  bodies.marks.push_back({});
}

/// Lists the pairs that touch and makes the solver bodies they need, in the order of the bodies: each pass reads memory from one end
/// to the other.
void gatherBodies(ContactSolver& solver, const ContactScene& scene) {
  List<std::uint32_t>& indexOf = solver.bodies.indexOf;
  for (std::uint32_t i = 0; i < scene.contacts.keys.size(); ++i) {
    const std::uint32_t place = scene.contacts.records[i].contact;
    if (place == kApart) continue;
    const std::uint32_t a = pairColliderA(scene.contacts.keys[i]), b = pairColliderB(scene.contacts.keys[i]);
    solver.scratchTouching.extend() = {place, a, b};
    indexOf[scene.colliders.sides[a].body] = indexOf[scene.colliders.sides[b].body] = 1;
  }
  for (std::size_t i = 0; i < indexOf.size(); ++i) {
    if (indexOf[i] == 0) continue;
    const Body& body = scene.bodies.bodies[i];
    indexOf[i] = 0;
    if (body.type != BodyType::dynamic || body.frozen) continue;
    indexOf[i] = static_cast<std::uint32_t>(solver.bodies.state.size());
    addSolverBody(solver, body);
  }
}

const Body& bodyOf(const ContactScene& scene, std::uint32_t collider) { return scene.bodies.bodies[scene.colliders.colliders[collider].body]; }

/// The velocities of a contact's kinematic bodies, which no row moves.
void addKinematicDrift(ContactSolver& solver, ContactRows& rows, int lane, const ContactScene& scene, const ActiveContact& contact) {
  const Body& a = bodyOf(scene, contact.colliderA);
  const Body& b = bodyOf(scene, contact.colliderB);
  if (a.type != BodyType::kinematic && b.type != BodyType::kinematic) return;
  const Vec3 origin = scene.colliders.boxes[contact.colliderA].center;
  Vec3 velocity, omega;
  if (b.type == BodyType::kinematic) velocity += b.v + cross(b.kinematicOmega, origin - b.x), omega += b.kinematicOmega;
  if (a.type == BodyType::kinematic) velocity -= a.v + cross(a.kinematicOmega, origin - a.x), omega -= a.kinematicOmega;
  if (rows.drift == 0) {
    rows.drift = static_cast<std::uint32_t>(solver.drifts.size());
    solver.drifts.push_back({});
  }
  addDrift(solver.drifts[rows.drift], rows, lane, scene.contacts.pool[contact.contact], toFloat(velocity), toFloat(omega));
}

/// By the number of points, and whether the last step left an impulse: what just came is visited more often (ContactRows::strikes)
/// and with friction each time (fresh).
std::uint8_t kindOf(const Manifold& manifold) {
  bool carries = false;
  for (int i = 0; i < manifold.count; ++i) carries |= manifold.normalImpulse[i] > 0;
  return static_cast<std::uint8_t>((carries ? 2 * kMaxManifoldPoints : kMaxManifoldPoints) - manifold.count);
}
static_assert(kContactKinds == 2 * kMaxManifoldPoints);

void gatherContacts(ContactSolver& solver, const ContactScene& scene) {
  for (const auto [place, colliderA, colliderB] : solver.scratchTouching) {
    const ContactSide &a = scene.colliders.sides[colliderA], &b = scene.colliders.sides[colliderB];
    const std::uint32_t solverA = solver.bodies.indexOf[a.body], solverB = solver.bodies.indexOf[b.body];
    ActiveContact& contact = solver.active.extend();
    contact.solverBodies = {solverA, solverB};
    contact.armA = a.arm;
    contact.armB = b.arm + toFloat(scene.colliders.boxes[colliderA].center - scene.colliders.boxes[colliderB].center);
    contact.contact = place;
    contact.colliderA = colliderA;
    contact.colliderB = colliderB;
    contact.bouncing = kNoContact;
    contact.friction = std::sqrt(a.friction * b.friction);
    const float restitution = a.restitution < b.restitution ? b.restitution : a.restitution;
    if (restitution > 0) {
      contact.bouncing = static_cast<std::uint32_t>(solver.bouncing.size());
      solver.bouncing.push_back({.active = contact, .bodyA = a.body, .bodyB = b.body, .restitution = restitution});
    }
    solver.scratchPairs.extend() = {solverA, solverB};
    solver.scratchKinds.extend() = kindOf(scene.contacts.pool[place]);
  }
}

void prepareGroup(ContactSolver& solver, const ContactScene& scene, std::uint32_t group, const SoftConstraint& moving,
                  const SoftConstraint& fixed, const RowSettings& settings) {
  const std::uint32_t* slots = &solver.groups.contacts[group * kLanes];
  const ActiveContact* lanes[kLanes] = {&kNobody, &kNobody, &kNobody, &kNobody};
  bool bothMove = false;
  for (int lane = 0; lane < kLanes; ++lane) {
    if (slots[lane] == kNoContact) continue;
    const ActiveContact& contact = solver.active[slots[lane]];
    if (contact.bouncing != kNoContact) solver.bouncing[contact.bouncing].group = group, solver.bouncing[contact.bouncing].lane = lane;
    lanes[lane] = &contact;
    bothMove = contact.solverBodies.a != 0 && contact.solverBodies.b != 0;  // the same in all lanes, see color_contacts.h
  }
  ContactRows& rows = solver.rows[group];
  prepareRows(rows, lanes, scene.contacts.pool, bothMove ? moving : fixed, settings, solver.bodies);
  for (int lane = 0; lane < kLanes; ++lane) {
    if (!bothMove && slots[lane] != kNoContact) addKinematicDrift(solver, rows, lane, scene, *lanes[lane]);
  }
}

}  // namespace

void prepareContacts(ContactSolver& solver, const ContactScene& scene, Vec3 gravity, double timeStep) {
  solver.substep = static_cast<float>(timeStep / solver.preset.substeps);
  solver.substepsDone = 0;
  solver.displaced = false;
  solver.gravity = toFloat(gravity);
  solver.bodies.state.assign(1, {});
  solver.bodies.drive.assign(1, {});
  solver.bodies.warm.assign(1, {});
  solver.bodies.start.assign(1, {});
  solver.bodies.marks.assign(1, {});
  solver.drifts.assign(1, {});
  solver.bodies.indexOf.assign(scene.bodies.bodies.size(), 0);
  solver.active.clear();
  solver.bouncing.clear();
  solver.blows.clear();
  solver.scratchTouching.clear();
  solver.scratchPairs.clear();
  solver.scratchKinds.clear();

  gatherBodies(solver, scene);
  gatherContacts(solver, scene);
  colorContacts(solver.scratchPairs, solver.scratchKinds, static_cast<std::uint32_t>(solver.bodies.state.size()), solver.groups);

  const SolverPreset& preset = solver.preset;
  const float h = solver.substep;
  const SoftConstraint rigid{kRigidBiasShare / h, 1, 0};
  const SoftConstraint moving = preset.rigid ? rigid : softConstraint(preset.hertz, preset.dampingRatio, h);
  const SoftConstraint fixed = preset.rigid ? rigid : softConstraint(2 * preset.hertz, 0.5f * preset.dampingRatio, h);
  const RowSettings settings{static_cast<float>(timeStep), length(solver.gravity)};
  solver.rows.resize(solver.groups.contacts.size() / kLanes);
  for (const std::uint32_t group : solver.groups.order) prepareGroup(solver, scene, group, moving, fixed, settings);
  if (preset.rigid) layOutDirectly(solver);
}

}  // namespace tumble
