#include "contacts/joints/floating_groups.h"

#include "contacts/contact_solver.h"
#include "containers/union_find.h"

namespace tumble {
namespace {

/// What moves as the laws of a free body say when no other body pushes it.
bool isFree(const ContactSolver& solver, const Body& body, std::uint32_t index) {
  const SolverBodyMarks& marks = solver.bodies.marks[index];
  const SolverBodyDrive& drive = solver.bodies.drive[index];
  return marks.touched && !marks.hasLastingForce && !body.planar && body.motion == MotionScheme::automatic && drive.linearDecay == 1 &&
         drive.angularDecay == 1;
}

/// Connects all solver bodies of a group, and what is held to [0], the immovable ones.
void uniteJointed(const ContactSolver& solver, UnionFind& sets) {
  for (const JointedContacts& group : solver.jointed) {
    if (isHeldByWorld(group.assembly)) sets.unite(0, group.solver[0]);
    for (const std::uint32_t i : group.solver) sets.unite(i, group.solver[0]);
  }
}

void uniteTouching(const ContactSolver& solver, UnionFind& sets) {
  for (std::uint32_t batch = 0; batch < solver.constraints.size(); ++batch) {
    for (int lane = 0; lane < kLanes; ++lane) {
      if (solver.acted[batch] >> lane & 1) sets.unite(solver.constraints[batch].a[lane], solver.constraints[batch].b[lane]);
    }
  }
  for (const BouncingContact& contact : solver.bouncing) {
    if (contact.hadImpact) sets.unite(contact.solverA, contact.solverB);
  }
}

}  // namespace

std::vector<FloatingGroup> floatingGroupsOf(const ContactSolver& solver, const List<Body>& bodies) {
  std::vector<FloatingGroup> groups;
  if (solver.jointed.empty() || solver.balance.empty()) return groups;
  UnionFind sets;
  sets.reset(static_cast<std::uint32_t>(solver.bodies.state.size()));
  uniteJointed(solver, sets);
  uniteTouching(solver, sets);
  for (std::uint32_t i = 0; i < solver.bodies.indexOf.size(); ++i) {
    const std::uint32_t index = solver.bodies.indexOf[i];
    if (index != 0 && !isFree(solver, bodies[i], index)) sets.unite(0, index);
  }
  List<std::uint32_t> groupOf(solver.bodies.state.size());  // [set] 1 + index in `groups`
  for (const JointedContacts& jointed : solver.jointed) {
    const std::uint32_t set = sets.find(jointed.solver[0]);
    if (set == 0 || groupOf[set] != 0) continue;
    groups.push_back({});
    groupOf[set] = static_cast<std::uint32_t>(groups.size());
  }
  for (std::uint32_t i = 0; i < solver.bodies.indexOf.size(); ++i) {
    const std::uint32_t index = solver.bodies.indexOf[i], group = index == 0 ? 0 : groupOf[sets.find(index)];
    if (group != 0) groups[group - 1].bodies.push_back(i);
  }
  for (FloatingGroup& group : groups) group.before = momentumOf(group.bodies, bodies);
  return groups;
}

}  // namespace tumble
