// Jointed bodies in contact. All bodies that joints connect to one in contact are in the contact solver. In each substep the impulses of their joints
// are solved directly (joints/joint_system.h) in turn with the sweeps over the contacts, on the velocities of the solver, with the rows of the middle of
// the substep (jointed_rows.h); gaps are removed from the displacements, without velocity (jointed_gaps.h). What is left at the end of a part of the
// step is projected away in double precision (world/finalize_poses.cpp).
//
// An assembly that no contact pushed flies: what the solver did to it is dropped.
#pragma once
#include <span>

#include "joints/joint_assembly.h"
#include "joints/joint_graph.h"

namespace tumble {

struct ContactSolver;

struct JointedContacts {
  JointAssembly assembly;
  List<std::uint32_t> store;              // by body of the assembly: index in the body store
  List<std::uint32_t> solver;             // index in the solver; 0: no impulse moves it
  List<Body> bodies;                      // as they are in this substep
  List<SymmetricMat3> root, inverseRoot;  // S of inertia-scaled coordinates (contacts/solver_body.h)
  List<JointVelocity> unpushed;           // by body: displacement and scaled rotation before bodies are pushed apart
  List<JointVelocity> change;             // by body: what joints have changed in this substep, in the units of the solver
  List<double> startRate, target;         // by row: rates at the velocities of the start and at rest, see jointed_rows.h
  bool touched = false;                   // a contact pushed one of its bodies in this part of the step

  // For impacts (jointed_impacts.h)
  List<JointVelocity> answer;   // by body: what joints will change in this substep, without contacts, in the units of the solver
  bool hasAnswer = false;       // of the present velocities
  List<JointVelocity> impacts;  // by body: what impacts have changed at once in this part of the step, in the units of the solver
  bool isSupported = false;     // contacts keep one of its bodies from falling

  // Scratch of jointed_gaps.cpp and jointed_rows.cpp
  List<JointRow> matrixRows;          // of the matrix, while `assembly` has those of another pose
  List<double> residual;              // before the rows are solved
  List<double> startValue;            // by row: at the start of the substep
  List<JointVelocity> impulses;       // by body: kg m/s and kg m^2/s
  List<JointVelocity> displacements;  // by body, by pushes: m, rad
};

/// Of a solver body: its group in ContactSolver::jointed and its place there.
struct JointedPlace {
  std::uint32_t group = 0xffffffffu, member = 0;
};

/// The joints of the world, for the solver.
struct JointScene {
  std::span<const Joint> joints;
  const JointGraph* graph = nullptr;
};

/// Makes of a new group all bodies that joints connect to the first, and immovable ones at the ends of these joints. `place`, by body index, all 0:
/// marks those that it has.
void assemble(JointedContacts& group, const JointScene& scene, const List<Body>& bodies, std::uint32_t first, List<std::uint32_t>& place);
/// Marks in `indexOf` (by body index) all bodies that joints connect to a marked one, and makes their assemblies.
void activateJointed(ContactSolver& solver, const List<Body>& bodies, List<std::uint32_t>& indexOf, std::uint32_t mark);
/// Call once in a part of the step, when the solver's bodies are made.
void prepareJointed(ContactSolver& solver, const List<Body>& bodies);
/// Rows of the middle of the substep of one group, for the present velocities of the solver.
void beginJointedSubstep(ContactSolver& solver, JointedContacts& group, const List<Body>& bodies);
/// JointAssembly::residual becomes the impulses that the rows lack at the present velocities.
void findJointImpulses(ContactSolver& solver, JointedContacts& group);
/// JointedContacts::impulses becomes what JointAssembly::residual, as impulses of the rows, gives to each body.
void sumJointImpulses(JointedContacts& group);
/// The rows of all groups. Call in each substep after impacts, before velocities are solved.
void beginJointedSubstep(ContactSolver& solver, const List<Body>& bodies);
/// Adds to velocities and warm starts what joints answer to them. No impulse is recorded.
void answerJointed(ContactSolver& solver);
/// Solves for the present velocities of the solver and changes them. Returns the largest change, m/s.
float solveJointed(ContactSolver& solver);
/// The rows that one solution takes.
std::size_t jointRowCount(const ContactSolver& solver);
/// What impacts on its assembly have changed at once in the velocities of a solver body in this part of the step, in its units.
JointVelocity impactChangeOf(const ContactSolver& solver, std::uint32_t index);
/// Takes what joints have changed out of the warm starts: they are solved anew in each substep.
void forgetJointImpulses(ContactSolver& solver);
/// Finds the assemblies that contacts have pushed so far.
void findTouchedJointed(ContactSolver& solver);
/// Marks all bodies of an assembly as touched or none.
void touchJointed(ContactSolver& solver);

}  // namespace tumble
