#include "contacts/assert_solver.h"

#include "assertion.h"
#include "math/unit.h"

namespace tumble {
namespace {

[[maybe_unused]] bool isFinite(const float (&padded)[4]) { return tumble::isFinite(vector(padded)); }
[[maybe_unused]] bool isFinite(const Lanes3& v, int lane) { return tumble::isFinite(vectorOf(v, lane)); }
/// For a mass, a coefficient, a softness: at least 0, and no NaN.
[[maybe_unused]] bool isAmount(float x) { return x >= 0 && tumble::isFinite(x); }
[[maybe_unused]] bool isImmovable(const SolverBody& body) {
  return vector(body.velocity) == Vec3f{} && body.velocity[3] == 0 && vector(body.scaledAngularVelocity) == Vec3f{} &&
         vector(body.displacement) == Vec3f{} && vector(body.scaledRotation) == Vec3f{};
}

void assertBodies(const SolverBodies& bodies, const BodyStore& store) {
  const std::size_t count = bodies.state.size();
  TUMBLE_ASSERT(bodies.drive.size() == count && bodies.warmStart.size() == count && bodies.beforeContacts.size() == count &&
                    bodies.start.size() == count && bodies.reference.size() == count && bodies.marks.size() == count,
                "lists of solver bodies have one length");
  TUMBLE_ASSERT(isImmovable(bodies.state[0]), "the immovable solver body does not move");
  for (std::size_t i = 1; i < count; ++i) {
    const SolverBody& body = bodies.state[i];
    TUMBLE_ASSERT(body.velocity[3] > 0 && tumble::isFinite(body.velocity[3]), "a solver body has an inverse mass");
    TUMBLE_ASSERT(isFinite(body.velocity) && isFinite(body.scaledAngularVelocity), "the velocity of a solver body is finite");
    TUMBLE_ASSERT(isFinite(body.displacement) && isFinite(body.scaledRotation), "the displacement of a solver body is finite");
    TUMBLE_ASSERT(isUnit(bodies.reference[i].orientation), "an inertia tensor is taken at a unit quaternion");
    TUMBLE_ASSERT(isAmount(bodies.drive[i].linearDecay) && bodies.drive[i].linearDecay <= 1 && isAmount(bodies.drive[i].angularDecay) &&
                      bodies.drive[i].angularDecay <= 1,
                  "damping takes a share of the velocity");
  }
  TUMBLE_ASSERT(bodies.indexOf.size() == store.bodies.size(), "each body has a place in the list of solver bodies");
  std::uint32_t next = 1;
  for (std::size_t i = 0; i < bodies.indexOf.size(); ++i) {
    if (bodies.indexOf[i] == 0) continue;
    TUMBLE_ASSERT(bodies.indexOf[i] == next, "solver bodies are in the order of the bodies");
    TUMBLE_ASSERT(store.bodies[i].alive && store.bodies[i].type == BodyType::dynamic && !store.bodies[i].frozen,
                  "a solver body is one that yields");
    ++next;
  }
  TUMBLE_ASSERT(next == count, "each solver body is that of a body");
}

/// No two lanes may move the same body: of the two results of a scatter one would be lost.
[[maybe_unused]] bool sharesNoBody(const ContactConstraintWide& constraint) {
  std::uint32_t bodies[2 * kLanes];
  int count = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    for (const std::uint32_t body : {constraint.a[lane], constraint.b[lane]}) {
      for (int i = 0; i < count; ++i) {
        if (body != 0 && bodies[i] == body) return false;
      }
      bodies[count++] = body;
    }
  }
  return true;
}

void assertLane(const ContactConstraintWide& constraint, int lane) {
  TUMBLE_ASSERT(isUnit(vectorOf(constraint.normal, lane)) && isUnit(vectorOf(constraint.tangent, lane)),
                "normal and tangent are unit vectors");
  TUMBLE_ASSERT(std::abs(dot(vectorOf(constraint.normal, lane), vectorOf(constraint.tangent, lane))) < 1e-4f,
                "a tangent is across the normal");
  for (int i = 0; i < constraint.pointCount; ++i) {
    const ContactConstraintPoint& point = constraint.points[i];
    TUMBLE_ASSERT(isFinite(point.jacobianA, lane) && isFinite(point.jacobianB, lane), "the rows of a point are finite");
    TUMBLE_ASSERT(isAmount(point.mass.f[lane]), "the effective mass of a point is finite and not negative");
    TUMBLE_ASSERT(tumble::isFinite(constraint.separation[i].f[lane]), "the separation of a point is finite");
  }
  for (const FrictionConstraintRow& row : constraint.friction) {
    TUMBLE_ASSERT(isFinite(row.jacobianA, lane) && isFinite(row.jacobianB, lane), "the rows of friction are finite");
    TUMBLE_ASSERT(isAmount(row.mass.f[lane]), "the effective mass of friction is finite and not negative");
  }
  for (const Lanes& impulse : constraint.impulse) TUMBLE_ASSERT(tumble::isFinite(impulse.f[lane]), "the impulse of a row is finite");
  TUMBLE_ASSERT(isAmount(constraint.slipMass.f[lane]) && isAmount(constraint.effectiveRadius.f[lane]) &&
                    isAmount(constraint.inverseEffectiveRadius.f[lane]) && isAmount(constraint.coefficient.f[lane]),
                "the friction of a patch is finite and not negative");
}

void assertConstraint(const ContactSolver& solver, const ContactScene& scene, std::uint32_t batch) {
  const ContactConstraintWide& constraint = solver.constraints[batch];
  TUMBLE_ASSERT(sharesNoBody(constraint), "no two contacts of a batch move the same body");
  TUMBLE_ASSERT(constraint.pointCount >= 0 && constraint.pointCount <= kMaxManifoldPoints, "a constraint has at most four points");
  TUMBLE_ASSERT(constraint.kinematicVelocity < solver.kinematicVelocities.size(), "a constraint names a kinematic velocity that is there");
  const SoftConstraint& soft = constraint.softness;
  TUMBLE_ASSERT(
      isAmount(soft.biasRate) && isAmount(soft.massScale) && soft.massScale <= 1 && isAmount(soft.impulseScale) && soft.impulseScale <= 1,
      "softness is a share of the mass");
  bool anyFixed = false, anyMoving = false;
  for (int lane = 0; lane < kLanes; ++lane) {
    const BatchSlot& slot = solver.batches.slots[kLanes * batch + static_cast<std::uint32_t>(lane)];
    TUMBLE_ASSERT(constraint.contactIndex[lane] == slot.pair.contactIndex, "a lane is that of its batch slot");
    TUMBLE_ASSERT((constraint.occupied >> lane & 1) == (slot.pair.contactIndex != kNoContact), "lanes with a contact are marked");
    if (slot.pair.contactIndex == kNoContact) {
      TUMBLE_ASSERT(constraint.a[lane] == 0 && constraint.b[lane] == 0, "an empty lane moves no body");
      continue;
    }
    TUMBLE_ASSERT(scene.contacts.recycling[slot.pair.contactIndex].batchSlot == kLanes * batch + static_cast<std::uint32_t>(lane),
                  "a contact knows its batch slot");
    TUMBLE_ASSERT(scene.contacts.pool[slot.pair.contactIndex].count > 0, "a batch slot is that of a contact that touches");
    (constraint.a[lane] != 0 && constraint.b[lane] != 0 ? anyMoving : anyFixed) = true;
    assertLane(constraint, lane);
  }
  TUMBLE_ASSERT(!anyFixed || !anyMoving, "the contacts of a batch are all with immovable bodies, or none, and equally soft");
}

}  // namespace

void assertConstraints(const ContactSolver& solver, const ContactScene& scene) {
  TUMBLE_ASSERT(solver.substep > 0 && solver.preset.substeps > 0, "a substep takes time");
  assertBodies(solver.bodies, scene.bodies);
  const std::size_t batches = solver.constraints.size();
  TUMBLE_ASSERT(solver.batches.slots.size() == kLanes * batches && solver.batches.changed.size() == batches &&
                    solver.batches.layout.sortedCount <= batches,
                "each batch has a constraint");
  std::uint32_t occupied = 0;
  for (std::uint32_t batch = 0; batch < batches; ++batch) {
    assertConstraint(solver, scene, batch);
    for (int lane = 0; lane < kLanes; ++lane) occupied += solver.constraints[batch].occupied >> lane & 1u;
  }
  TUMBLE_ASSERT(occupied == touchingCount(scene.contacts), "each contact is solved once");
}

}  // namespace tumble
