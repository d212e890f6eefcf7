// The contact solver: soft step with body-space warm start (Catto 2024; the order of the stages is world/step.cpp's).
//
// The rows (contact_rows.h) and the inertia tensors are those of the reference poses (narrow_phase/contact_cache.h), and stay while
// these do. A substep of length h is
//     v += h a
//     impacts                      restitution, impacts.h
//     warm start                   what the contacts did in the last substep, as one vector per body
//     solve                        soft rows with bias push overlaps apart
//     d += h v,  th += h w         positions; overlaps of rigid rows are taken back here (push_apart.h)
//     relax                        rows without bias take back what the bias added to the velocities
#pragma once
#include <span>

#include "containers/list.h"
#include "contacts/impact.h"
#include "contacts/contact_groups.h"
#include "contacts/contact_rows.h"
#include "contacts/force_network.h"
#include "contacts/plane_section.h"
#include "contacts/quality.h"
#include "contacts/solver_body.h"

namespace tumble {

/// A contact with a restitution above 0, for impacts.h.
struct BouncingContact {
  TouchingPair pair;
  std::uint32_t bodyA = 0, bodyB = 0;  // in the body store
  std::uint32_t solverA = 0, solverB = 0;  // solver bodies; 0 where it does not move
  float friction = 0, restitution = 0;
  std::uint32_t batch = 0;  // where its rows are
  int lane = 0;
  float approach = 0;       // m/s, of the last forecast of an impact
};

/// A row as direct_solve.h has it, in double precision.
struct DirectRow {
  std::uint32_t a, b;          // solver bodies
  float* impulse;
  double jacobian[12];         // linear and angular part of A, then of B
  double stiffness, residual;  // kg; m/s
  double change;               // of the impulse
};

/// The rows of one contact that direct_solve.h takes part of: normals from `begin`, friction from `friction`.
struct DirectPatch {
  std::uint32_t begin, friction, end;
  double normalImpulse, coefficient, inverseReach;
};

/// Of one solver body in momentum_balance.h.
struct MomentumBalance {
  Vec3 v, L;               // m/s, kg m^2/s: what the velocities in single precision lack
  Vec3 x;                  // m, at the end of the last substep
  Vec3 velocityBefore;             // m/s, velocity there
  Vec3 applicationPoint;              // m, where it gets the impulses of this substep
  double inverseMass = 0;  // 1/kg
  SymmetricMat3 root;      // S
  bool held = false;       // by what does not move, directly or through others
  // Of a body on springs, in this substep
  Vec3 from;               // m, at its start
  Vec3 impactImpulse;               // N s, of all blows
  Vec3 moment;             // N m s, about `place`, of what acts elsewhere; until it is known, of blows about `from`
  double jumpShare = 0;        // 1: of what contacts do to it, what the trapezoidal rule leaves out
  Vec3 jump;               // m/s, that of all its contacts
  Vec3 aside;              // m, from `place` to where it gets jumps
};

/// Scratch of direct_solve.h.
struct DirectSolve {
  int cost = 0;                 // of one solution, in visits to groups; 0: more than kDirectWork, there is none
  List<DirectRow> rows;
  List<DirectPatch> patches;
  List<std::uint32_t> first;    // by solver body: the lowest that it touches, or itself
  List<std::int32_t> start;     // by row of the matrix: where its column 0 would lie
  List<double> matrix, change;  // change of the velocities, 6 for each body
};

struct ContactSolver {
  SolverPreset preset{};
  float substep = 0;       // s
  int substepsDone = 0;    // in this part of the step
  double partStart = 0;    // s, from the start of the step
  bool displaced = false;  // a blow moved bodies in this substep
  Vec3f gravity;           // m/s^2
  Vec3 freeFall;           // the same to the last digit, of bodies in flight
  SolverBodies bodies;
  ContactBatches batches;
  List<ContactConstraintWide> constraints;         // by group; they stay from step to step
  std::uint32_t sortedBatches = 0; // BatchLayout::sorted
  PlaneSection sections[kLanes];  // scratch of the group that is made
  List<KinematicVelocity> kinematicVelocities;          // [0]: none
  List<BouncingContact> bouncing; // in the order of the pairs
  DirectSolve direct;
  ForceNetwork network;
  List<MomentumBalance> balance;  // by solver body; empty in big worlds
  List<Lanes> biasedImpulses;     // of the biased context, kRowsPerContact of each group, for the balance
  List<Lanes3> pushes;            // kg m on B, by group: what push_apart.h did to the positions in this substep; empty without overlaps
  List<std::uint8_t> acted;       // by group: a bit for each lane whose contact did something in this step, for the balance
  List<Impact> impacts;  // of this step, in their order
};

/// Calls f with the rows of each group in the order in which they are visited: what came since they were sorted goes first.
template <class Function> void forEachConstraint(ContactSolver& solver, Function f) {
  const std::size_t count = solver.constraints.size();
  ContactConstraintWide* const constraints = solver.constraints.data();
  std::size_t batch = solver.sortedBatches;
  for (std::size_t i = 0; i < count; ++i, ++batch) {
    if (batch >= count) batch -= count;
    f(constraints[batch]);
  }
}

/// The preset of this step.
inline void choosePreset(ContactSolver& solver, const SolverPreset& preset) {
  if (preset.rigid != solver.preset.rigid) solver.batches.upToDate = false;
  solver.preset = preset;
}
/// Makes so much of its impulses the guess for the next step. The rows have to be made again: clear ContactBatches::standing.
void scaleImpulses(Manifold& manifold, float share);
/// Copies the touching bodies and brings the rows up to date. `timeStep` in s; gravity in m/s^2.
void prepareContacts(ContactSolver& solver, const ContactScene& scene, Vec3 gravity, double timeStep);
/// v += h a, damping.
void integrateVelocities(ContactSolver& solver);
/// What the contacts did in the last substep (in the last step, at its start) as the first guess of this one.
void warmStartContacts(ContactSolver& solver);
/// One substep of biased rows.
void solveContacts(ContactSolver& solver);
/// d += h v, th += h w.
void integratePositions(ContactSolver& solver);
/// Rows without bias, with friction.
void relaxContacts(ContactSolver& solver);
/// Writes the impulses back into the manifolds for the next step's warm start.
void storeImpulses(ContactSolver& solver, ContactStore& contacts);
/// Adds what the solver did in the step to the state of a touched body (index in the body store): v, L, x, q.
void finalizeTouchedBody(const ContactSolver& solver, Body& body, std::uint32_t index, double timeStep);

/// True when an impulse changed the body in this step; such a body is moved by finalizeTouchedBody, the others freely.
inline bool wasTouched(const ContactSolver& solver, std::uint32_t body) {
  const std::uint32_t i = body < solver.bodies.indexOf.size() ? solver.bodies.indexOf[body] : 0;
  return i != 0 && solver.bodies.marks[i].touched;
}

}  // namespace tumble
