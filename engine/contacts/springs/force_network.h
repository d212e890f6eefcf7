// Lasting forces on bodies in the contact solver: springs, beams and drag as soft constraints (E. Catto, "Soft Constraints", 2011), solved together.
//
// A substep moves a body by h (v_k + v_k+1) / 2 (finalize_contacts.cpp). Springs act at the middle of the substep, by the energy-momentum
// method (contacts/springs/spring_row.h), with the whole change dv = v_k+1 - v_k of the velocities, contacts included. So a body at rest feels the
// full force at any stiffness, and opposite impulses at the two ends keep momentum. For a line of constant direction
//     lambda = -h (k (C + theta h J dv) + c J (v_k + v_k+1) / 2)
// with the elongation C at x_k + v_k h / 2, and theta from 1/12 (slow within a substep) to 1/4 (fast).
// Damping and drag of rate r = c/m, with x = h r, are exact under a constant force: v_k+1 = v_k e^-x + a h (1 - e^-x) / x gives
//     lambda = -m ((x / (1 - e^-x) - 1) v_k+1 + (1 - x e^-x / (1 - e^-x)) v_k).
//
// Jumps. A contact that begins stops its body at once: the position then follows the velocity after the jump, not the mean of before and after
// (theta of a jump is 1/2; with less, stiff springs would see the ground h v / 2 deep). The share of a contact's velocity change that opposes
// the kick of the forces, or, for slow springs, repeats the change of the last substep, is smooth; the rest is a jump.
// Implicit springs count jumps in full, and only steady forces follow the trapezoidal rule with them.
//
// (M + sum J^T K J) dv = right side, one matrix for all bodies, is factored once a substep (math/envelope.h). The residual at the new velocities is
// the right side of the next round, and of the solution after the contacts have changed velocities. A group with too expensive a matrix is
// softened: its springs are as soft as an explicit kick allows.
// All of it is in double precision; the rounding of the solver's single precision velocities is kept beside them.
#pragma once
#include "bodies/body.h"
#include "contacts/springs/spring_row.h"
#include "containers/list.h"
#include "math/envelope.h"
#include "math/symmetric3.h"

namespace tumble {

struct ContactSolver;

DragShare dragShare(double x);

/// A body under lasting forces. Names in W are angular, in terms of the scaled angular velocity w~ (contacts/solver_body.h).
struct ForcedBody {
  std::uint32_t body = 0;          // in the body store
  std::uint32_t index = 0;         // solver body; 0: not in the solver in this step
  std::uint32_t lowestJoined = 0;  // in ForceNetwork::bodies: the first that a spring joins to it, or itself
  bool hasAngularRows = false;     // a spring has a lever here, or drag a torque
  std::uint32_t row = 0;           // its first in the matrix
  double mass = 0;                 // kg
  SymmetricMat3 inverseRoot;       // S^-1
  Vec3 smooth, smoothW;            // change of its velocities in this step so far, without jumps; m/s and w~, like all below
  Vec3 remainder, remainderW;      // lost in single precision

  // Of this substep
  Vec3 velocity, w;      // at its start
  Vec3 steady, steadyW;  // change by forces that do not depend on velocities
  double dragNext = 0;   // kg: impulse of drag is -(dragNext v_k+1 + dragNow)
  SymmetricMat3 dragNextW;
  Vec3 dragNow, dragNowW;
  Vec3 drag, dragW;                                  // impulse of drag so far
  Vec3 endVelocity, endW;                            // v_k+1, in a solution
  Vec3 change, changeW;                              // of the velocities by a solution
  Vec3 omegaEnd, omegaJump, omegaLate, omegaChange;  // rad/s: S^-1 of endW, jumpW, lateW, changeW
  Vec3 omegaOffset;                      // rad/s: times h the rotation from the predicted orientation in the middle of the substep
  Vec3 kick, kickW;                      // change by forces and gravity
  Vec3 reaction, reactionW;              // change by contacts in the last substep
  double slow = 0;                       // 1 where springs are slow within a substep, 0 where they are fast
  double implicit = 0;                   // 1 where they are too fast for a substep, and act on bodies in contact
  Vec3 jump, jumpW;                      // part of the change that came at once
  Vec3 impact, impactW;                  // by impacts alone
  Vec3 late, lateW;                      // sum of impacts, each times the share of the substep before it
  Vec3 trapezoidal;                      // part of the change that follows the trapezoidal rule
  double jumpShare = 0, jumpShareW = 0;  // of the change by contacts
  double theta = 0;                      // see above
  Vec3f solvedFor, solvedForW;           // velocities of the solver at the last solution
};

/// Bodies joined by springs, side by side in ForceNetwork::bodies.
struct ForceGroup {
  std::uint32_t begin = 0, end = 0;
  bool stiff = false;                       // too stiff for flight in closed form: always in the solver
  bool softened = false;                    // its matrix is too expensive
  bool touches = false;                     // one of its bodies is in the solver for its contacts
  bool active = false;                      // in the solver in this step
  bool lost = false;                        // too fast for this substep: its springs get fixed lines (contacts/springs/spring_row.h)
  double squaredRate = 0, dampingRate = 0;  // 1/s^2, 1/s: bounds, as SpringRate of forces/evaluate.h
};

struct ForceNetwork {
  List<ForcedBody> bodies;
  List<ForceGroup> groups;
  List<std::uint32_t> networkIndex;  // by body index: 1 + index in `bodies`, or 0
  List<SpringRow> rows;              // of this substep
  EnvelopeMatrix matrix;
  List<double> solution;                // right side, then change of the velocities
  List<SpringImpulse> residual;         // by row
  double flightWorkLeft = 0;            // budget of this step, in evaluations of a force in flight (kFlightWorkOfStep)
  std::size_t springWorkLeft = 0;       // budget of this step, in evaluations of a spring (kSpringEvaluations)
  int solveCount = 0;                   // solutions of this substep after the prediction
  bool rough = false;                   // the budget of this part of the step was too small for converged solutions
  List<std::uint32_t> touchingBatches;  // batches of contact constraints with a body of the network
};

/// Calls f(body) for each body of the active groups.
template <class Function> void forEachActive(ForceNetwork& n, Function f) {
  for (const ForceGroup& group : n.groups) {
    if (!group.active) continue;
    for (std::uint32_t i = group.begin; i < group.end; ++i) f(n.bodies[i]);
  }
}

/// Marks in `indexOf` (by body index) the bodies of groups that have to be in the solver. Call before the solver's bodies are made.
void activateGroups(ForceNetwork& network, List<std::uint32_t>& indexOf, std::uint32_t mark);
/// Call once a step, when the solver's bodies are made.
void prepareNetwork(ContactSolver& solver, const List<Body>& bodies);
/// Sets the accelerations of the solver's bodies for the predicted impulses of contacts. Call in each substep, when rows, drag and steady changes are set.
void predictForces(ContactSolver& solver);
/// Adds an impact, `alpha` of the substep after its start, that changed the velocities of a body (index in the body store).
void recordImpactVelocity(ContactSolver& solver, std::uint32_t body, Vec3 dv, Vec3 dw, double alpha);
/// Adds the rounding of the integrated velocities to the remainders.
void recordRounding(ContactSolver& solver);
/// Solves for the present velocities of the solver and changes them. Returns the largest change, m/s.
float solveForces(ContactSolver& solver);
/// Lists the touching batches. Call once a step, when the contact constraints are made.
void gatherTouchingBatches(ContactSolver& solver);
/// Records the change of velocities by contacts in this substep. Call after the relaxing pass, before the next warm start is made.
void recordContactChanges(ContactSolver& solver);
/// Marks all bodies of a group as touched if one is: the springs of a group need one method.
void touchGroups(ContactSolver& solver);
/// The forced body with this index in the body store, if it is in the solver; else null.
const ForcedBody* forcedBodyOf(const ContactSolver& solver, std::uint32_t body);

/// s. The least 1 / omega of springs that are joined to a body in contact; kNoSprings without one.
constexpr double kNoSprings = 1e300;
double springTime(const ForceNetwork& network);

}  // namespace tumble
