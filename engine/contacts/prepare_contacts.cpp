// Builds the solver's bodies and rows from the manifolds of this step.
#include "contacts/direct_solve.h"
#include "contacts/impacts.h"
#include "contacts/momentum_balance.h"
#include "contacts/plane_section.h"
#include "contacts/prepare_rows.h"
#include "contacts/row_drift.h"
#include "contacts/squeeze.h"
#include "contacts/visit_rows.h"
#include "math/rotation_vector.h"
#include "math/trigonometry.h"
#include "motion/free_rotation.h"
#include "tuning.h"

namespace tumble {
namespace {

/// The factor of one substep.
float decayOf(double damping, double substep) { return damping > 0 ? static_cast<float>(exponential(-damping * substep)) : 1.0f; }

/// The orientation of the principal frame in the middle of the step that began in the reference pose. (A tensor that
/// turning leaves as it is has no need of it, and a body with a round collider has a new reference in every step.)
Quat orientationOfRows(const ContactScene& scene, const Body& body) {
  const Collider& collider = scene.colliders.colliders[body.firstCollider];
  if (body.planar || isIsotropic(body.inverseInertia)) return body.q;
  const ReferencePose& reference = scene.cache.references[body.firstCollider];
  const Mat3f& axes = reference.axes;
  const Quat q = collider.isSphere ? body.q : fromMatrix({toDouble(axes.cx), toDouble(axes.cy), toDouble(axes.cz)}) * conjugate(collider.orientation);
  return rotatedBy(q, toDouble(reference.midStepRotation));
}

/// What springs alone bring into the solver has no contact, and no reference pose: it starts from where it is.
constexpr std::uint32_t kTouches = 1, kHangsAlong = 2;

void addSolverBody(ContactSolver& solver, const ContactScene& scene, const Body& body, std::uint32_t why, float timeStep) {
  SolverBodies& bodies = solver.bodies;
  // Field by field, into place: a new body on the stack would be written, read in other pieces and written again.
  SolverBodyReference& reference = bodies.reference.extend();
  const double half = 0.5 * static_cast<double>(solver.substep) * solver.preset.substeps;
  reference.orientation = why == kTouches ? orientationOfRows(scene, body)
                          : isIsotropic(body.inverseInertia) ? body.q : freeRotationOrder2(body.q, body.L, body.inertia, half);
  const SymmetricMat3 inverseS = worldTensorRoot(reference.orientation, body.inverseInertia);
  const PoseDelta drift = why == kTouches ? scene.cache.poseDeltas[body.firstCollider] : PoseDelta{};
  const Vec3f arm = why == kTouches ? scene.colliders.sides[body.firstCollider].lever : Vec3f{};
  setVector(reference.displacement, drift.displacement - cross(drift.rotation, arm));
  setVector(reference.scaledRotation, toFloat(worldTensorRoot(reference.orientation, body.inertia) * toDouble(drift.rotation)));
  SolverBodyStart& start = bodies.start.extend();
  start.velocity = toFloat(body.v);
  start.inverseMass = static_cast<float>(body.inverseMass);
  start.scaledAngularVelocity = toFloat(inverseS * body.L);  // w~ = S omega = S^-1 L
  start.inverseRoot = toFloat(inverseS);
  start.midStepRotation = why == kTouches ? scene.cache.references[body.firstCollider].midStepRotation : Vec3f{};
  SolverBodyDrive& drive = bodies.drive.extend();
  drive.acceleration = solver.gravity;
  drive.linearDecay = decayOf(body.linearDamping, solver.substep);
  drive.scaledAngularAcceleration = {};
  drive.angularDecay = decayOf(body.angularDamping, solver.substep);
  SolverBody& state = bodies.state.extend();
  setVector(state.velocity, start.velocity, start.inverseMass);
  setVector(state.scaledAngularVelocity, start.scaledAngularVelocity);
  setVector(state.displacement, vector(reference.displacement));
  setVector(state.scaledRotation, vector(reference.scaledRotation));
  SolverBodyWarmStart& warm = bodies.warm.extend();
  setVector(warm.velocity, {});
  setVector(warm.scaledAngularVelocity, {});
  bodies.marks.push_back({});
  bodies.marks.back().wobbles = wobbles(body, static_cast<double>(timeStep));
  const auto index = static_cast<std::uint32_t>(bodies.state.size()) - 1;
  if (body.planar) bodies.planar.push_back(index);
  if (scene.bodies.aliveCount <= kPreciseBodyLimit) addBalance(solver, body, index);
}

/// Makes the solver bodies of all that touches, in the order of the bodies: it reads memory from one end to the other.
void gatherBodies(ContactSolver& solver, const ContactScene& scene, float timeStep) {
  List<std::uint32_t>& indexOf = solver.bodies.indexOf;
  for (const BatchSlot& slot : solver.batches.slots) {
    if (slot.bodyA != kImmovable) indexOf[slot.bodyA] = kTouches;
    if (slot.bodyB != kImmovable) indexOf[slot.bodyB] = kTouches;
  }
  callTogether(solver.network, indexOf, kHangsAlong);
  for (std::size_t i = 0; i < indexOf.size(); ++i) {
    const std::uint32_t why = indexOf[i];
    if (why == 0) continue;
    indexOf[i] = static_cast<std::uint32_t>(solver.bodies.state.size());
    addSolverBody(solver, scene, scene.bodies.bodies[i], why, timeStep);
  }
  startNetwork(solver, scene.bodies.bodies);
}

bool bothMove(const BatchSlot& slot) { return slot.bodyA != kImmovable && slot.bodyB != kImmovable; }

void prepareBatch(ContactSolver& solver, const ContactScene& scene, std::uint32_t batch, const SoftConstraint& moving,
                  const SoftConstraint& fixed, const ConstraintSettings& settings) {
  const BatchSlot* const slots = &solver.batches.slots[batch * kLanes];
  ContactConstraintWide& rows = solver.constraints[batch];
  rows.softness = fixed;
  rows.occupied = 0;
  ConstraintSource sources[kLanes];
  struct alignas(16) {
    Vec3f normal;
    float padding = 0;
  } turned[kLanes];
  for (int lane = 0; lane < kLanes; ++lane) {
    const auto [place, colliderA, colliderB] = slots[lane].pair;
    rows.contactIndex[lane] = place;
    if (place == kNoContact) continue;
    rows.occupied |= static_cast<std::uint8_t>(1u << lane);
    ConstraintSource& source = sources[lane];
    source.friction = combinedFriction(scene.colliders.sides[colliderA], scene.colliders.sides[colliderB]);
    source.manifold = &scene.contacts.pool[place];
    source.recycling = &scene.contacts.recycling[place];
    source.normal = &source.manifold->normal;
    if (bothMove(slots[lane])) {
      rows.softness = moving;  // the same in all lanes, see color_contacts.h
    } else if (isKinematic(scene, slots[lane].pair)) {
      turned[lane].normal = midStepNormal(scene, slots[lane].pair, 0.5f * settings.timeStep);
      source.normal = &turned[lane].normal;
    }
    if (!solver.bodies.planar.empty() && isInPlane(slots[lane], scene.bodies)) cutByPlane(source, solver.sections[lane]);
  }
  prepareConstraint(rows, sources, solver.batches.changed[batch], settings, solver.bodies);
  for (int lane = 0; lane < kLanes; ++lane) {
    if (rows.contactIndex[lane] == kNoContact) continue;
    const bool wobbling = solver.bodies.marks[rows.a[lane]].wobbles || solver.bodies.marks[rows.b[lane]].wobbles;
    if (bothMove(slots[lane]) && !scene.colliders.anyLoaded && !wobbling) continue;
    if (wobbling || hasKinematicVelocity(scene, slots[lane].pair)) addKinematicVelocity(solver, rows, lane, scene, slots[lane].pair, settings.timeStep);
  }
}

/// What changes from step to step in rows that stay.
void startConstraint(ContactSolver& solver, std::uint32_t batch) {
  const BatchSlot* const slots = &solver.batches.slots[batch * kLanes];
  ContactConstraintWide& rows = solver.constraints[batch];
  const auto indexOf = [&](std::uint32_t body) { return body == kImmovable ? 0 : solver.bodies.indexOf[body]; };
  for (int lane = 0; lane < kLanes; ++lane) {
    rows.a[lane] = indexOf(slots[lane].bodyA);
    rows.b[lane] = indexOf(slots[lane].bodyB);
  }
}

}  // namespace

void prepareContacts(ContactSolver& solver, const ContactScene& scene, Vec3 gravity, double timeStep) {
  solver.substep = static_cast<float>(timeStep / solver.preset.substeps);
  solver.substepsDone = 0;
  solver.displaced = false;
  solver.gravity = toFloat(gravity);
  solver.freeFall = gravity;
  solver.bodies.state.assign(1, {});
  solver.bodies.drive.assign(1, {});
  solver.bodies.warm.assign(1, {});
  solver.bodies.start.assign(1, {});
  solver.bodies.reference.assign(1, {});
  solver.bodies.marks.assign(1, {});
  solver.bodies.flightStarts.assign(1, {});
  solver.bodies.planar.clear();
  solver.balance.clear();
  solver.kinematicVelocities.assign(1, {});
  solver.bodies.indexOf.assign(scene.bodies.bodies.size(), 0);
  solver.bouncing.clear();
  solver.pushes.clear();

  ContactBatches& batches = solver.batches;
  updateBatches(batches, scene);
  gatherBodies(solver, scene, static_cast<float>(timeStep));

  const SolverPreset& preset = solver.preset;
  const float h = solver.substep;
  const SoftConstraint rigid{0, 1, 0};
  const SoftConstraint moving = preset.rigid ? rigid : softConstraint(preset.hertz, preset.dampingRatio, h);
  const SoftConstraint fixed = preset.rigid ? rigid : softConstraint(2 * preset.hertz, 0.5f * preset.dampingRatio, h);
  const ConstraintSettings settings{static_cast<float>(timeStep), length(solver.gravity)};
  solver.sortedBatches = scene.contacts.batchLayout.sortedCount;
  solver.constraints.resize(scene.contacts.batchLayout.batchCount);
  for (std::uint32_t batch = 0; batch < solver.constraints.size(); ++batch) {
    ContactConstraintWide& rows = solver.constraints[batch];
    startConstraint(solver, batch);
    // What stands on something kinematic sees its velocity in the rows.
    if (batches.changed[batch] != 0 || rows.kinematicVelocity != 0) prepareBatch(solver, scene, batch, moving, fixed, settings);
    else rows.absorbsImpact = false;
    if ((rows.occupied & ~batches.changed[batch]) != 0) updateSeparations(rows, solver.bodies.state.data(), substepContextOf(solver, false));
    batches.changed[batch] = 0;
    warmStart(rows, solver.bodies);
  }
  if (preset.rigid) yieldWhereSqueezed(solver, scene);
  if (scene.colliders.anyBounces || !solver.bodies.planar.empty()) gatherBouncing(solver, scene);
  gatherTouching(solver);
  if (preset.rigid) layOutDirectly(solver);
}

}  // namespace tumble
