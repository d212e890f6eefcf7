// The contact solver: soft step with body-space warm start (Catto 2024; the order of the stages is world/step.cpp's).
//
// Within a step the rows (contact_rows.h) and the inertia tensors are constant. A substep of length h is
//     v += h a
//     impacts                      restitution, impacts.h
//     warm start                   what the contacts did in the last substep, as one vector per body
//     solve                        rows with bias push overlaps apart
//     d += h v,  th += h w         positions
//     relax                        rows without bias take back what the bias added to the velocities
#pragma once
#include <span>

#include "containers/list.h"
#include "bodies/body_store.h"
#include "collision/collider.h"
#include "collision/contact_store.h"
#include "contacts/blow.h"
#include "contacts/color_contacts.h"
#include "contacts/contact_rows.h"
#include "contacts/quality.h"
#include "contacts/solver_body.h"

namespace tumble {

/// A pair that touches.
struct TouchingPair {
  std::uint32_t contact;  // in the pool of the contact store
  std::uint32_t colliderA, colliderB;
};

/// A touching contact as the solver sees it: a cache line.
struct alignas(64) ActiveContact {
  Vec3f armA;          // m, world axes: centre of mass of A -> centre of collider A, the origin of the manifold's points
  float friction = 0;  // Coulomb coefficient
  Vec3f armB;          // m: centre of mass of B -> the same point, or angular momentum would come from nothing
  std::uint32_t contact = kNoContact;   // in the pool of the contact store
  ContactBodies solverBodies{0, 0};     // 0 where it does not move
  std::uint32_t colliderA = 0, colliderB = 0;
  std::uint32_t bouncing = kNoContact;  // in ContactSolver::bouncing, where its restitution is above 0
};

/// What impacts.h needs of it beyond that.
struct BouncingContact {
  ActiveContact active;
  std::uint32_t bodyA = 0, bodyB = 0;  // in the body store
  float restitution = 0;
  std::uint32_t group = 0;  // where its rows are
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
  SolverPreset preset;
  float substep = 0;       // s
  int substepsDone = 0;    // in this step
  bool displaced = false;  // a blow moved bodies in this substep
  Vec3f gravity;           // m/s^2
  SolverBodies bodies;
  List<ActiveContact> active;
  List<BouncingContact> bouncing;
  ContactGroups groups;
  List<ContactRows> rows;
  List<KinematicDrift> drifts;  // [0]: none
  List<TouchingPair> scratchTouching;   // in the order of the pairs
  List<ContactBodies> scratchPairs;     // same index, and that of `active`: for the colours
  List<std::uint8_t> scratchKinds;      // same index
  DirectSolve direct;
  List<Blow> blows;  // of this step, in their order
};

/// The stores a step works on.
struct ContactScene {
  BodyStore& bodies;
  ColliderStore& colliders;
  ContactStore& contacts;
};

/// Copies the touching bodies and builds the rows. `timeStep` in s; gravity in m/s^2.
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
void storeImpulses(const ContactSolver& solver, ContactStore& contacts);
/// Adds what the solver did in the step to the state of a touched body (index in the body store): v, L, x, q.
void finalizeTouchedBody(const ContactSolver& solver, Body& body, std::uint32_t index, double timeStep);

/// True when an impulse changed the body in this step; such a body is moved by finalizeTouchedBody, the others freely.
inline bool wasTouched(const ContactSolver& solver, std::uint32_t body) {
  const std::uint32_t i = body < solver.bodies.indexOf.size() ? solver.bodies.indexOf[body] : 0;
  return i != 0 && solver.bodies.marks[i].touched;
}

}  // namespace tumble
