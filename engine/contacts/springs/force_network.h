// Springs, beams and drag on the bodies of the solver: soft rows (E. Catto, "Soft Constraints", 2011), all at once.
//
// Over a substep the solver moves a body by (v_k + v_k+1) h / 2 (finalize_contacts.cpp), and springs act in the middle of it, by the
// energy-momentum method (contacts/springs/spring_row.h), with all of dv = v_k+1 - v_k, whatever else is in it: what stands still holds with its full
// force, however stiff, and equal and opposite impulses at the two ends keep momentum. As long as their lines hardly turn that is
//     lambda = -h (k (C + theta h J dv) + c J (v_k + v_k+1) / 2)
// with the elongation C at x_k + v_k h / 2, and theta from 1/12 for springs that are slow within a substep to 1/4 for the others.
// Damping and drag, of rate r = c/m and with x = h r, are exact under a constant force: from v_k+1 = v_k e^-x + a h (1 - e^-x) / x
//     lambda = -m ((x / (1 - e^-x) - 1) v_k+1 + (1 - x e^-x / (1 - e^-x)) v_k).
//
// A body that lands is stopped at once: its velocity jumps, and it does not move by the mean of before and after, but as the solver has
// it, by the velocity after (of a jump theta is 1/2, and the trapezoidal rule leaves it out: stiff springs would see the ground h v / 2 deep).
// Springs that go by the end of the substep pass such jumps on, and all but the steady forces has no trapezoidal rule.
// What contacts do is a jump as far as the kick they answer is not as large in its direction, nor, where springs are slow, what they did in
// the last substep.
//
// (M + sum J^T K J) dv = rest, one matrix for all bodies, is factored once in a substep (math/envelope.h). What the springs should do at
// the velocities that come out is what remains for the next round, and when contacts have changed velocities. A group whose matrix is too
// dear has springs as soft as an explicit kick can carry, instead.
// All of it is in double precision. The velocities of the solver are not, so what they leave out is kept beside them.
#pragma once
#include "bodies/body.h"
#include "contacts/springs/spring_row.h"
#include "containers/list.h"
#include "math/envelope.h"
#include "math/symmetric3.h"

namespace tumble {

struct ContactSolver;

constexpr std::uint32_t kNoPlace = 0xffffffffu;

DragShare dragShare(double x);

/// A body that lasting forces act on.
struct ForcedBody {
  std::uint32_t body = 0;      // in the body store
  std::uint32_t index = 0;     // solver body; 0: it is not in the solver in this step
  std::uint32_t lowest = 0;    // the first of its group that a spring joins it to, or itself
  bool turns = false;          // a spring has a lever, or drag a torque: else its spin has no rows in the matrix
  std::uint32_t row = 0;       // its first in the matrix
  double mass = 0;             // kg
  SymmetricMat3 inverseRoot;   // S^-1
  Vec3 smooth, spinSmooth;     // what forces, gravity and contacts did in this step so far but for jumps, m/s and w~
  Vec3 left, spinLeft;         // what single precision left out of it

  // Of this substep
  Vec3 velocity, spin;              // at its start
  Vec3 steady, spinSteady;          // change by what does not depend on velocities
  double dragNext = 0;              // kg: impulse of drag is -(dragNext v_k+1 + dragNow)
  SymmetricMat3 spinDragNext;
  Vec3 dragNow, spinDragNow;
  Vec3 drag, spinDrag;              // impulse of drag so far
  Vec3 now, spinNow;                // the velocities at its end, in a solution
  Vec3 change, spinChange;          // what the solution changed them by
  Vec3 turnNow, turnJump, turnLate, turnChange;  // rad/s: of the w~ above and below
  Vec3 turned;                      // rad/s: times h, from its orientation in the middle of the substep, as it is foreseen
  Vec3 kick, spinKick;              // by forces and gravity
  Vec3 reaction, spinReaction;      // by contacts, in the last substep
  double slow = 0;                  // 1 where springs are slow within a substep, 0 where they are fast
  double unseen = 0;                // 1 where they are too fast to be seen, and meet contacts
  Vec3 jump, spinJump;              // what of the change of its velocities came at once
  Vec3 blow, spinBlow;              // by impacts alone
  Vec3 late, spinLate;              // the same, each by the share of the substep before it
  Vec3 eased;                       // what of all that the trapezoidal rule has, m/s
  double jumped = 0, spinJumped = 0;  // the share of what contacts did that it leaves out
  double theta = 0;                 // 1, see above
  Vec3f seen, spinSeen;             // the velocities for which the network is solved
};

/// Bodies that springs join, side by side in ForceNetwork::bodies.
struct ForceGroup {
  std::uint32_t begin = 0, end = 0;
  bool stiff = false;     // too stiff for the flight in closed form: the solver moves it even where it touches nothing
  bool softened = false;  // its matrix is too dear
  bool touches = false;   // one of it may touch something
  bool active = false;    // in the solver in this step
  bool lost = false;      // faster than this substep can follow
  double squaredRate = 0, dampingRate = 0;  // 1/s^2, 1/s: bounds, as SpringRate of forces/evaluate.h
};

struct ForceNetwork {
  List<ForcedBody> bodies;
  List<ForceGroup> groups;
  List<std::uint32_t> place;  // by body index: 1 + place in `bodies`
  List<SpringRow> rows;       // of this substep
  EnvelopeMatrix matrix;
  List<double> solution;      // right side, then change of the velocities
  List<SpringPull> rest;      // by row: what is missing of its impulses
  std::size_t visitsLeft = 0;    // to springs, in this step (kSpringVisits)
  int solutions = 0;             // of this substep, after the first
  bool rough = false;            // in this part of the step they were too many to solve them to the end
  List<std::uint32_t> touching;  // groups of contacts that touch a body of the network
};

/// Marks in `indexOf` the groups that have to be in the solver.
void callTogether(ForceNetwork& network, List<std::uint32_t>& indexOf, std::uint32_t mark);
/// Once in a step, when the solver's bodies are made.
void startNetwork(ContactSolver& solver, const List<Body>& bodies);
/// In every substep, when rows, drag and steady changes are set: the impulses for what is foreseen of the contacts, as accelerations.
void foreseeForces(ContactSolver& solver);
/// An impact `alpha` of the substep after its start has changed the velocities of a body (in the body store).
void recordImpactVelocity(ContactSolver& solver, std::uint32_t body, Vec3 dv, Vec3 dw, double alpha);
/// After the velocities were integrated: what single precision made of it.
void recordRounding(ContactSolver& solver);
/// Takes the impulses to where they fit the present velocities. Returns the largest change of a velocity, m/s.
float solveForces(ContactSolver& solver);
/// The groups of contacts that touch a body of the network. Once in a step, when the rows are made.
void gatherTouching(ContactSolver& solver);
/// After the relaxing pass, while the warm start still holds the velocities before the contacts: what these did in the substep.
void recordContactChanges(ContactSolver& solver);
/// A group of which one was touched is touched as a whole: its springs are in one method.
void touchTogether(ContactSolver& solver);
/// What the forced body that is solver body `index` has besides; null for others.
const ForcedBody* forcedBodyOf(const ContactSolver& solver, std::uint32_t body);

}  // namespace tumble
