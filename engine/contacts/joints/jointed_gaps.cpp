#include "contacts/joints/jointed_gaps.h"

#include <algorithm>
#include <cmath>

#include "contacts/contact_solver.h"
#include "contacts/joints/jointed_contacts.h"
#include "contacts/joints/jointed_rows.h"
#include "tuning.h"

namespace tumble {
namespace {

/// m, rad: the displacements of the last solution are far above the gaps that they close, as of a taut chain at its dead point.
bool isFar(const BlockMatrix& matrix, double gap) {
  return std::any_of(matrix.x.begin(), matrix.x.end(), [&](double d) { return std::abs(d) > kFarWay * gap; });
}

/// Solves with rows that yield.
void solveYielding(JointAssembly& s, const List<double>& residual) {
  const auto scale = [&](List<double>& values, double factor) {
    for (double& value : values) value *= factor;
  };
  constexpr double kShare = kYieldingRow / kRigidRowInContact;
  s.residual = residual;
  scale(s.residual, kShare), scale(s.stiffness, kShare);
  factorize(s.matrix, s.masses, s.rows, s.stiffness);
  solve(s.matrix, s.masses, s.rows, s.stiffness, s.residual);
  const List<double> ways = s.matrix.x;
  scale(s.stiffness, 1 / kShare);
  factorize(s.matrix, s.masses, s.rows, s.stiffness);
  s.matrix.x = ways;
}

/// Of a constraint, or of a stop that was passed.
bool isGap(const JointRow& row, double stiffness) {
  return stiffness > 0 && (row.part == RowPart::constraint || (row.part == RowPart::stop && row.value < 0));
}

/// m, rad: the gaps at the present displacements, as the root of their squares. The rows are those of this pose, the residuals close the gaps.
double findGap(const ContactSolver& solver, JointedContacts& group, const List<Body>& bodies) {
  JointAssembly& s = group.assembly;
  updatePoses(solver, group, bodies);
  gatherRows(s, group.bodies);
  gatherGaps(s, isGap);
  double sum = 0;
  for (std::size_t r = 0; r < s.rows.size(); ++r) sum += isGap(s.rows[r], s.stiffness[r]) ? s.rows[r].value * s.rows[r].value : 0;
  return std::sqrt(sum);
}

/// Adds a share of the ways, as BlockMatrix::x, to the displacements. Returns the longest way, m or rad.
double moveBy(ContactSolver& solver, const JointedContacts& group, const List<double>& ways, double share) {
  double longest = 0;
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    if (group.solver[i] == 0) continue;
    SolverBody& state = solver.bodies.state[group.solver[i]];
    const double* const d = ways.data() + 6 * group.assembly.matrix.place[i];
    const Vec3 turn = group.root[i] * Vec3{d[3], d[4], d[5]};
    for (int c = 0; c < 3; ++c) {
      state.displacement[c] += static_cast<float>(share * d[c]);
      state.scaledRotation[c] += static_cast<float>(share * turn[c]);
    }
    for (int k = 0; k < 6; ++k) longest = std::max(longest, std::abs(d[k]));
  }
  return longest;
}

/// The stiffness of rigid rows belongs to their Jacobian: with that of an earlier one, rows whose Jacobian nearly vanished there, as of a hinge that is
/// open by a right angle, would be so stiff now that the masses are lost in the rounding of the matrix.
void adaptStiffness(JointAssembly& s) {
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    if (s.rows[r].kind != RowKind::rigid || s.stiffness[r] == 0) continue;
    const double w = inverseMassOf(s.masses, s.rows[r]), stiffness = w > 0 ? kRigidRowInContact / w : 0;
    s.residual[r] *= stiffness / s.stiffness[r];
    s.stiffness[r] = stiffness;
  }
}

/// Newton's step from the rows and residuals of the present pose, as much of it as makes the gaps smaller (a line search: along it they first do).
void closeAnew(ContactSolver& solver, JointedContacts& group, const List<Body>& bodies, double gap) {
  constexpr double kLeastShare = 1.0 / 256;
  JointAssembly& s = group.assembly;
  const List<double> stiffness = s.stiffness;
  adaptStiffness(s);
  factorize(s.matrix, s.masses, s.rows, s.stiffness);
  solve(s.matrix, s.masses, s.rows, s.stiffness, s.residual);
  s.stiffness.assign(stiffness);
  const List<double> ways = s.matrix.x;
  for (double share = 1; share >= kLeastShare; share *= 0.25) {
    moveBy(solver, group, ways, share);
    if (findGap(solver, group, bodies) < gap) return;
    moveBy(solver, group, ways, -share);
  }
}

/// Rounds with the Jacobian of the middle of the substep. Where it leads astray, as of light links that whirl at a heavy load, the present one is
/// taken.
void closeGaps(ContactSolver& solver, JointedContacts& group, const List<Body>& bodies) {
  constexpr int kRounds = 2;
  constexpr double kSmall = 1e-6;  // m, rad: rounding of the displacements may make gaps below it larger
  JointAssembly& s = group.assembly;
  group.matrixRows.assign(s.rows);
  double gap = findGap(solver, group, bodies);
  for (int round = 0; round < kRounds; ++round) {
    group.residual.assign(s.residual);
    s.rows.assign(group.matrixRows);
    solve(s.matrix, s.masses, s.rows, s.stiffness, s.residual);
    if (isFar(s.matrix, gap)) solveYielding(s, group.residual);
    const List<double> ways = s.matrix.x;
    const bool isShort = moveBy(solver, group, ways, 1) <= gap;
    if (isShort && round == kRounds - 1) break;
    const double next = findGap(solver, group, bodies);
    if (next < std::max(gap, kSmall) || isShort) {
      gap = next;
      continue;
    }
    moveBy(solver, group, ways, -1);
    findGap(solver, group, bodies);
    closeAnew(solver, group, bodies, gap);
    factorize(s.matrix, s.masses, group.matrixRows, s.stiffness);
    break;
  }
  s.rows.assign(group.matrixRows);
}

/// The projection of what pushes have moved on what the rows allow (in the metric of the masses): pushes and joints in turn are projections on
/// convex sets, so their rounds never diverge. Motors and friction hold, too: their rows are in the matrix, and with residuals of the others
/// alone this would be no orthogonal projection. Returns the longest way back, m or rad.
double holdPushes(ContactSolver& solver, JointedContacts& group) {
  JointAssembly& s = group.assembly;
  group.displacements.clear();
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    const SolverBody& state = solver.bodies.state[group.solver[i]];
    const JointVelocity& start = group.unpushed[i];
    group.displacements.push_back(
        {vectorOf(state.displacement) - start.linear, group.inverseRoot[i] * (vectorOf(state.scaledRotation) - start.angular)});
  }
  double widest = 0;
  s.residual.assign(s.rows.size(), 0);
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    if (s.stiffness[r] == 0) continue;
    const double opened = rateOf(s.rows[r], group.displacements);
    widest = std::max(widest, std::abs(opened));
    s.residual[r] = -s.stiffness[r] * opened;
  }
  if (widest <= static_cast<double>(kPushedOut)) return 0;
  group.residual.assign(s.residual);
  solve(s.matrix, s.masses, s.rows, s.stiffness, s.residual);
  if (isFar(s.matrix, widest)) solveYielding(s, group.residual);
  return moveBy(solver, group, s.matrix.x, 1);
}

}  // namespace

void closeJointGaps(ContactSolver& solver, const List<Body>& bodies) {
  for (JointedContacts& group : solver.jointed) closeGaps(solver, group, bodies);
}

void beginJointedPushes(ContactSolver& solver) {
  for (JointedContacts& group : solver.jointed) {
    group.unpushed.clear();
    for (const std::uint32_t i : group.solver) {
      const SolverBody& state = solver.bodies.state[i];
      group.unpushed.push_back({vectorOf(state.displacement), vectorOf(state.scaledRotation)});
    }
  }
}

float holdJointedPushes(ContactSolver& solver) {
  double largest = 0;
  for (JointedContacts& group : solver.jointed) largest = std::max(largest, holdPushes(solver, group));
  return static_cast<float>(largest);
}

}  // namespace tumble
