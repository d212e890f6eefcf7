// Preparation: solver bodies and contact constraints from the bodies and manifolds of this step.
#include "assertion.h"
#include "contacts/constraints/disc_patch.h"
#include "contacts/constraints/kinematic_velocity.h"
#include "contacts/constraints/plane_section.h"
#include "contacts/constraints/prepare_constraint.h"
#include "contacts/constraints/solve_constraint.h"
#include "contacts/convergence/direct_solve.h"
#include "contacts/convergence/squeeze.h"
#include "contacts/impacts/resolve_impacts.h"
#include "contacts/momentum_balance.h"
#include "math/rotation_vector.h"
#include "math/trigonometry.h"
#include "motion/free_rotation.h"
#include "tuning.h"

namespace tumble {
namespace {

/// The factor of one substep.
float decayOf(double damping, double substep) { return damping > 0 ? static_cast<float>(exponential(-damping * substep)) : 1.0f; }

/// Orientation of the principal frame half a step after the reference pose. (An isotropic tensor needs none, and a body with a ball for a
/// collider has a new reference pose in every step.)
Quat midStepOrientation(const ContactScene& scene, const Body& body) {
  const Collider& collider = scene.colliders.colliders[body.firstCollider];
  if (body.planar || isIsotropic(body.inverseInertia)) return body.q;
  const ReferencePose& reference = scene.cache.references[body.firstCollider];
  const Mat3f& axes = reference.axes;
  const Quat q = collider.isSphere()
                     ? body.q
                     : fromMatrix({toDouble(axes.cx), toDouble(axes.cy), toDouble(axes.cz)}) * conjugate(collider.orientation);
  return rotatedBy(q, toDouble(reference.midStepRotation));
}

/// S^-1 at an orientation. Of a planar body only what turns it about z: a row about another axis would divide by the rest, which is rounding alone.
SymmetricMat3 inverseRootAt(const Quat& orientation, const Body& body) {
  const SymmetricMat3 root = worldTensorRoot(orientation, body.inverseInertia);
  return body.planar ? SymmetricMat3{{0, 0, root.diagonal.z}, {}} : root;
}

/// Why a body is in the solver. A body with springs or joints alone has no reference pose and starts at its present pose.
constexpr std::uint32_t kHasContact = 1, kHasSpring = 2;

void addSolverBody(ContactSolver& solver, const ContactScene& scene, const Body& body, std::uint32_t reason, float timeStep) {
  SolverBodies& bodies = solver.bodies;
  TUMBLE_ASSERT(body.alive && body.type == BodyType::dynamic && !body.frozen, "a solver body is one that yields");
  const bool hasContact = reason == kHasContact;
  // Each field is written in place: a record on the stack would be copied in pieces of another size, which stalls.
  SolverBodyReference& reference = bodies.reference.extend();
  const double half = 0.5 * static_cast<double>(solver.substep) * solver.preset.substeps;
  reference.orientation = hasContact                         ? midStepOrientation(scene, body)
                          : isIsotropic(body.inverseInertia) ? body.q
                                                             : freeRotationOrder2(body.q, body.L, body.inertia, half);
  const SymmetricMat3 inverseS = inverseRootAt(reference.orientation, body);
  const PoseDelta poseDelta = hasContact ? scene.cache.poseDeltas[body.firstCollider] : PoseDelta{};
  const Vec3f lever = hasContact ? scene.colliders.sides[body.firstCollider].lever : Vec3f{};
  setVector(reference.displacement, poseDelta.displacement - cross(poseDelta.rotation, lever));
  setVector(reference.scaledRotation, toFloat(worldTensorRoot(reference.orientation, body.inertia) * toDouble(poseDelta.rotation)));
  SolverBodyStart& start = bodies.start.extend();
  start.velocity = toFloat(body.v);
  start.inverseMass = static_cast<float>(body.inverseMass);
  start.scaledAngularVelocity = toFloat(inverseS * body.L);  // w~ = S omega = S^-1 L
  start.inverseRoot = toFloat(inverseS);
  start.midStepRotation = hasContact ? scene.cache.references[body.firstCollider].midStepRotation : Vec3f{};
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
  SolverBodyVelocity& warm = bodies.warmStart.extend();
  setVector(warm.velocity, {});
  setVector(warm.scaledAngularVelocity, {});
  bodies.marks.push_back({});
  bodies.marks.back().wobbles = wobbles(scene, body, static_cast<double>(timeStep));
  const auto index = static_cast<std::uint32_t>(bodies.state.size()) - 1;
  if (body.planar) bodies.planar.push_back(index);
  if (scene.bodies.aliveCount <= kPreciseBodyLimit) addBalance(solver, body, index);
}

/// Makes the solver bodies in the order of the bodies, so that memory is read from one end to the other.
void gatherBodies(ContactSolver& solver, const ContactScene& scene, float timeStep) {
  List<std::uint32_t>& indexOf = solver.bodies.indexOf;
  for (const BatchSlot& slot : solver.batches.slots) {
    if (slot.bodyA != kImmovable) indexOf[slot.bodyA] = kHasContact;
    if (slot.bodyB != kImmovable) indexOf[slot.bodyB] = kHasContact;
  }
  activateGroups(solver.network, indexOf, kHasSpring);
  activateJointed(solver, scene.bodies.bodies, indexOf, kHasSpring);
  if (!solver.jointed.empty()) activateGroups(solver.network, indexOf, kHasSpring);
  for (std::size_t i = 0; i < indexOf.size(); ++i) {
    const std::uint32_t reason = indexOf[i];
    if (reason == 0) continue;
    indexOf[i] = static_cast<std::uint32_t>(solver.bodies.state.size());
    addSolverBody(solver, scene, scene.bodies.bodies[i], reason, timeStep);
  }
  solver.bodies.beforeContacts.resize(solver.bodies.state.size());
  prepareNetwork(solver, scene.bodies.bodies);
  prepareJointed(solver, scene.bodies.bodies);
}

constexpr unsigned kAllLanes = (1u << kLanes) - 1;

bool bothMove(const BatchSlot& slot) { return slot.bodyA != kImmovable && slot.bodyB != kImmovable; }

/// Whether the contact in this lane has a kinematic velocity of any part, now.
bool needsKinematicVelocity(const ContactSolver& solver, const ContactScene& scene, const ContactConstraintWide& constraint,
                            const BatchSlot& slot, int lane, float timeStep) {
  if (solver.bodies.marks[constraint.a[lane]].wobbles || solver.bodies.marks[constraint.b[lane]].wobbles) return true;
  if (bothMove(slot) && turnTogether(scene, slot.pair, timeStep)) return true;
  return (!bothMove(slot) || scene.colliders.anyLoaded) && hasKinematicVelocity(scene, slot.pair);
}
/// Whether a constraint that is kept was made without one, and needs it now.
bool lacksKinematicVelocity(const ContactSolver& solver, const ContactScene& scene, std::uint32_t batch, float timeStep) {
  const ContactConstraintWide& constraint = solver.constraints[batch];
  for (int lane = 0; lane < kLanes; ++lane) {
    if (constraint.contactIndex[lane] == kNoContact) continue;
    if (needsKinematicVelocity(solver, scene, constraint, solver.batches.slots[batch * kLanes + static_cast<std::uint32_t>(lane)], lane,
                               timeStep))
      return true;
  }
  return false;
}

/// Makes the constraint of a batch anew. Softness: `moving` between two bodies that move, `fixed` against an immovable one.
void prepareBatch(ContactSolver& solver, const ContactScene& scene, std::uint32_t batch, const SoftConstraint& moving,
                  const SoftConstraint& fixed, const ConstraintSettings& settings) {
  const BatchSlot* const slots = &solver.batches.slots[batch * kLanes];
  ContactConstraintWide& constraint = solver.constraints[batch];
  constraint.softness = fixed;
  constraint.occupied = 0;
  ConstraintSource sources[kLanes];
  struct alignas(16) {
    Vec3f normal;
    float padding = 0;
  } midStep[kLanes];
  for (int lane = 0; lane < kLanes; ++lane) {
    const auto [contactIndex, colliderA, colliderB] = slots[lane].pair;
    constraint.contactIndex[lane] = contactIndex;
    if (contactIndex == kNoContact) continue;
    constraint.occupied |= static_cast<std::uint8_t>(1u << lane);
    ConstraintSource& source = sources[lane];
    source.friction = combinedFriction(scene.colliders.sides[colliderA], scene.colliders.sides[colliderB]);
    source.manifold = &scene.contacts.pool[contactIndex];
    source.recycling = &scene.contacts.recycling[contactIndex];
    source.normal = &source.manifold->normal;
    source.isDisc =
        scene.colliders.anyLoaded && isDisc(scene.colliders.boxes[colliderA], scene.colliders.boxes[colliderB], *source.manifold);
    if (bothMove(slots[lane])) {
      constraint.softness = moving;  // the same in all lanes, see color_contacts.h
    } else if (isKinematic(scene, slots[lane].pair)) {
      midStep[lane].normal = midStepNormal(scene, slots[lane].pair, 0.5f * settings.timeStep);
      source.normal = &midStep[lane].normal;
    }
    if (!solver.bodies.planar.empty() && isInPlane(slots[lane], scene.bodies)) cutByPlane(source, solver.sections[lane]);
  }
  prepareConstraint(constraint, sources, settings, solver.bodies);
  for (int lane = 0; lane < kLanes; ++lane) {
    if (constraint.contactIndex[lane] == kNoContact) continue;
    if (!needsKinematicVelocity(solver, scene, constraint, slots[lane], lane, settings.timeStep)) continue;
    addKinematicVelocity(solver, constraint, lane, scene, slots[lane].pair, settings.timeStep);
  }
  markImpacts(constraint, sources, solver.expectsImpact ? kAllLanes : solver.batches.changed[batch], settings,
              solver.kinematicVelocities[constraint.kinematicVelocity], solver.bodies);
}

/// An impact of one pair is one of all that they touch: a contact between a body with an impact and one without would move their centre of mass.
void markImpact(ContactSolver& solver, const ContactConstraintWide& constraint) {
  for (int lane = 0; lane < kLanes; ++lane) {
    if (constraint.contactIndex[lane] != kNoContact)
      solver.bodies.marks[constraint.a[lane]].hadImpact = solver.bodies.marks[constraint.b[lane]].hadImpact = true;
  }
}

/// Solver bodies have new indices in every step, in constraints that are kept, too.
void updateBodyIndices(ContactSolver& solver, std::uint32_t batch) {
  const BatchSlot* const slots = &solver.batches.slots[batch * kLanes];
  ContactConstraintWide& constraint = solver.constraints[batch];
  const auto indexOf = [&](std::uint32_t body) { return body == kImmovable ? 0 : solver.bodies.indexOf[body]; };
  for (int lane = 0; lane < kLanes; ++lane) {
    constraint.a[lane] = indexOf(slots[lane].bodyA);
    constraint.b[lane] = indexOf(slots[lane].bodyB);
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
  solver.bodies.warmStart.assign(1, {});
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
  const ConstraintSettings settings{static_cast<float>(timeStep), length(solver.gravity), solver.isShortPart,
                                    substepContextOf(solver, false).rigid};
  solver.constraints.resize(batches.layout.batchCount);
  for (std::uint32_t batch = 0; batch < solver.constraints.size(); ++batch) {
    ContactConstraintWide& constraint = solver.constraints[batch];
    updateBodyIndices(solver, batch);
    // A kinematic velocity is that of the present step, so its constraint is never kept.
    if (batches.changed[batch] != 0 || constraint.kinematicVelocity != 0 || lacksKinematicVelocity(solver, scene, batch, settings.timeStep))
      prepareBatch(solver, scene, batch, moving, fixed, settings);
    else constraint.absorbsImpact = false;
    const bool hasKeptManifold = (constraint.occupied & ~batches.changed[batch]) != 0;
    if (hasKeptManifold) updateSeparations(constraint, solver.bodies.state.data(), substepContextOf(solver, false));
    batches.changed[batch] = 0;
    if (solver.expectsImpact) markImpact(solver, constraint);
    addWarmStart(constraint, solver.bodies);
  }
  gatherRollingFriction(solver, scene);
  if (preset.rigid) yieldWhereSqueezed(solver, scene);
  if (scene.colliders.anyBounces || !solver.bodies.planar.empty()) gatherBouncing(solver, scene);
  gatherTouchingBatches(solver);
  if (preset.rigid) layOutDirectly(solver);
}

}  // namespace tumble
