// The contact solver: soft step with body-space warm start (Catto 2024; world/step.cpp has the order of the stages).
//
// Constraints (contact_constraint.h) and inertia tensors are those of the reference poses (narrow_phase/contact_cache.h) and are kept as long
// as these. A substep of length h is
//     integrate velocities         v += h a
//     resolve impacts              restitution (resolve_impacts.h)
//     warm start                   v += M^-1 J^T lambda of the last substep, one vector for each body
//     solve                        constraints with bias push overlaps apart
//     integrate positions          d += h v,  th~ += h w~; of rigid constraints push_apart.h removes overlaps
//     relax                        constraints without bias remove the velocity that the bias added
#pragma once
#include <span>
#include <vector>

#include "contacts/batches/contact_batches.h"
#include "contacts/constraints/contact_constraint.h"
#include "contacts/constraints/plane_section.h"
#include "contacts/impacts/impact_events.h"
#include "contacts/impacts/multiple_impacts.h"
#include "contacts/impacts/resolve_impacts.h"
#include "contacts/impacts/simultaneous_impacts.h"
#include "contacts/joints/jointed_contacts.h"
#include "contacts/momentum_balance.h"
#include "contacts/quality.h"
#include "contacts/rolling_friction.h"
#include "contacts/solver_body.h"
#include "contacts/springs/force_network.h"
#include "containers/list.h"

namespace tumble {

/// A row of direct_solve.h, in double precision.
struct DirectRow {
  std::uint32_t a, b;  // solver bodies
  float* impulse;
  double jacobian[12];         // linear and angular part of A, then of B
  double stiffness, residual;  // kg; m/s
  double change;               // of the impulse
};

/// The rows of one contact in direct_solve.h: normals from `begin`, friction from `friction`.
struct DirectPatch {
  std::uint32_t begin, friction, end;
  double normalImpulse, coefficient, inverseEffectiveRadius;
  double across1, across2;  // of PatchLoad (constraints/solve_friction.h)
};

/// Scratch of direct_solve.h.
struct DirectSolve {
  int cost = 0;  // of one solution, in solutions of a constraint; 0: more than kDirectWork, none is made
  List<DirectRow> rows;
  List<DirectPatch> patches;
  List<std::uint32_t> first;    // by solver body: the lowest index among itself and the bodies it touches
  List<std::int32_t> start;     // by row of the matrix: where its column 0 would lie
  List<double> matrix, change;  // change of the velocities, 6 for each body
};

struct ContactSolver {
  SolverPreset preset{};
  float substep = 0;           // s
  int substepsDone = 0;        // in this part of the step
  double partStart = 0;        // s, from the start of the step
  bool displaced = false;      // an impact moved bodies in this substep
  bool isShortPart = false;    // of the step, as before an impact (world/divide_step.h)
  bool expectsImpact = false;  // the part of the step is that of an impact (impacts/next_impact.h)
  Vec3f gravity;               // m/s^2
  Vec3 freeFall;               // the same in double precision, for free flight
  SolverBodies bodies;
  ContactBatches batches;
  List<ContactConstraintWide> constraints;      // by batch; kept from step to step
  PlaneSection sections[kLanes];                // scratch of the constraint in preparation
  List<KinematicVelocity> kinematicVelocities;  // [0]: none
  List<BouncingContact> bouncing;               // in the order of the pairs
  List<RollingFriction> rolling;
  DirectSolve direct;
  ForceNetwork network;
  JointScene joints;
  double jointRowsLeft = 0;              // budget of this step for joints in flight (kJointRowsOfStep)
  int impactWorkLeft = 0;                // budget of this step for impacts (kImpactWorkOfStep)
  std::vector<JointedContacts> jointed;  // assemblies with a body in contact
  List<JointedPlace> jointedPlaces;      // by solver body; empty without an assembly
  std::vector<JointedContacts> spare;    // of earlier steps, for their memory
  List<MomentumBalance> balance;         // by solver body; empty in big worlds
  List<Lanes> biasedImpulses;            // of the biased pass, kRowsPerContact for each constraint, for the balance
  List<Lanes> warmImpulses;              // of the warm start, kRowsPerContact for each constraint (convergence/warm_start.h)
  List<Push> pushes;                     // by batch, of this substep; empty without overlaps
  List<Lanes> frictionCaps;              // by batch: scratch of convergence/friction_caps.h
  List<std::uint8_t> held;               // by solver body: scratch of convergence/limit_mass_ratio.h
  List<std::uint8_t> acted;              // by batch: a bit for each lane whose contact had an impulse in this step, for the balance
  ImpactEvents impacts;
  MultipleImpacts multiple;
  SimultaneousImpacts simultaneous;
};

/// Calls f(constraint) in the order of solving: batches added since the last sorting come first.
template <class Function> void forEachConstraint(ContactSolver& solver, Function f) {
  const std::size_t count = solver.constraints.size();
  ContactConstraintWide* const constraints = solver.constraints.data();
  std::size_t batch = solver.batches.layout.sortedCount;
  for (std::size_t i = 0; i < count; ++i, ++batch) {
    if (batch >= count) batch -= count;
    f(constraints[batch]);
  }
}

/// Sets the preset of this step.
inline void choosePreset(ContactSolver& solver, const SolverPreset& preset) {
  if (preset.rigid != solver.preset.rigid) solver.batches.upToDate = false;
  solver.preset = preset;
}
/// Of the work that may be done in the whole step, in a world of so many bodies.
void beginBudgets(ContactSolver& solver, int bodies);
/// Scales the impulses with which the next step warm starts. Constraints have to be made again: clear ContactBatches::upToDate.
void scaleImpulses(Manifold& manifold, float share);
/// Copies the bodies in contact and brings the constraints up to date. `timeStep` in s; gravity in m/s^2.
void prepareContacts(ContactSolver& solver, const ContactScene& scene, Vec3 gravity, double timeStep);
/// v += h a, damping.
void integrateVelocities(ContactSolver& solver);
/// v += M^-1 J^T lambda of the last substep (of the last step, in the first).
void warmStartContacts(ContactSolver& solver);
/// Constraints with bias. In the soft preset friction of contacts that are not new is left to relaxContacts.
void solveContacts(ContactSolver& solver);
/// d += h v, th~ += h w~.
void integratePositions(ContactSolver& solver);
/// Constraints without bias, with friction. The change of velocity since before the contacts is the next warm start.
void relaxContacts(ContactSolver& solver);
/// Writes the impulses back into the manifolds for the next step's warm start.
void storeImpulses(ContactSolver& solver, ContactStore& contacts);
/// Adds the changes of the step to v, L, x, q of a touched body (index in the body store).
void finalizeTouchedBody(const ContactSolver& solver, Body& body, std::uint32_t index, double timeStep);

/// Whether an impulse changed the body in this step: then finalizeTouchedBody moves it; all others move freely.
inline bool wasTouched(const ContactSolver& solver, std::uint32_t body) {
  const std::uint32_t i = body < solver.bodies.indexOf.size() ? solver.bodies.indexOf[body] : 0;
  return i != 0 && solver.bodies.marks[i].touched;
}

}  // namespace tumble
