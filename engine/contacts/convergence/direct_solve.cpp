#include "contacts/convergence/direct_solve.h"

#include <algorithm>
#include <cmath>

#include "tuning.h"

namespace tumble {
namespace {

/// 1. Of single precision.
constexpr double kRounding = 6e-8;
/// 1, over the effective mass. The rows of steady contacts are no softer, whatever rounding is.
constexpr double kLeastDirectStiffness = 1e6;

/// The row gives way by its impulse over its stiffness (kg): of all impulses with the same effect on the bodies the solution has the smallest.
void soften(DirectRow& row, double stiffness) {
  row.stiffness = stiffness;
  if (stiffness > 0) row.residual += static_cast<double>(*row.impulse) / stiffness;
}

double magnitude(double x) { return x < 0 ? -x : x; }

/// kg. Velocities and Jacobians are single precision: where there are more rows than motions of the bodies, stiff rows answer the rounding (m/s) of the
/// residuals by impulses that unload some contacts. A row may answer it by `load` at most (N s, what its contact bears). Not among springs: nets that lie
/// on something would gain energy.
double stiffnessOf(double mass, double load, double residual, double rounding) {
  const double most = (load + mass * magnitude(residual)) / std::max(rounding, 1e-30);
  return std::clamp(most, kLeastDirectStiffness * mass, kDirectStiffness * mass);
}

double speedOf(const float (&v)[4]) { return length(vectorOf(v)); }

DirectRow& addRow(ContactSolver& solver, ContactConstraintWide& rows, int lane, const SubstepContext& context, int index, Vec3f direction,
                  const Lanes3& jacobianA, const Lanes3& jacobianB, const Lanes& mass, double load) {
  DirectRow row;
  row.a = rows.a[lane];
  row.b = rows.b[lane];
  const Vec3f none, parts[4] = {row.a ? -direction : none, -vectorOf(jacobianA, lane), row.b ? direction : none, vectorOf(jacobianB, lane)};
  for (int k = 0; k < 4; ++k) {
    row.jacobian[3 * k] = parts[k].x;
    row.jacobian[3 * k + 1] = parts[k].y;
    row.jacobian[3 * k + 2] = parts[k].z;
  }
  const SolverBody &a = solver.bodies.state[row.a], &b = solver.bodies.state[row.b];
  row.residual = context.kinematicVelocities[rows.kinematicVelocity].velocity[index].f[lane];
  for (int c = 0; c < 3; ++c) {
    row.residual += row.jacobian[c] * a.velocity[c] + row.jacobian[3 + c] * a.scaledAngularVelocity[c] +
                    row.jacobian[6 + c] * b.velocity[c] + row.jacobian[9 + c] * b.scaledAngularVelocity[c];
  }
  const double speed = speedOf(a.velocity) + speedOf(b.velocity) +
                       static_cast<double>(length(parts[1])) * speedOf(a.scaledAngularVelocity) +
                       static_cast<double>(length(parts[3])) * speedOf(b.scaledAngularVelocity);
  row.impulse = &rows.impulse[index].f[lane];
  soften(row, stiffnessOf(static_cast<double>(mass.f[lane]), load, row.residual, (solver.network.rows.empty() ? kRounding : 0) * speed));
  solver.direct.rows.push_back(row);
  return solver.direct.rows.back();
}

/// Whether friction stays below the limit of solve_friction.h. Impulses: along the tangents, about the normal, along it.
bool isInCone(const DirectPatch& patch, double impulse1, double impulse2, double twist, double normalImpulse) {
  const double scaled = (twist - (patch.across1 * impulse2 - patch.across2 * impulse1)) * patch.inverseEffectiveRadius;
  const double limit = patch.coefficient * normalImpulse;
  return impulse1 * impulse1 + impulse2 * impulse2 + scaled * scaled < limit * limit;
}

/// The active rows: those of points with an impulse, and friction where it sticks.
void gatherPatch(ContactSolver& solver, ContactConstraintWide& rows, int lane, const SubstepContext& context, SolvePass pass) {
  DirectSolve& d = solver.direct;
  DirectPatch patch{};
  patch.begin = static_cast<std::uint32_t>(d.rows.size());
  patch.coefficient = rows.coefficient.f[lane];
  patch.inverseEffectiveRadius = rows.inverseEffectiveRadius.f[lane];
  const Vec3f n = vectorOf(rows.normal, lane), t = vectorOf(rows.tangent, lane);
  const double compliance = static_cast<double>(rows.softness.impulseScale / rows.softness.massScale);  // 1, over the masses
  for (int i = 0; i < rows.pointCount; ++i) patch.normalImpulse += rows.impulse[i].f[lane];
  for (int i = 0; i < rows.pointCount; ++i) {
    const ContactConstraintPoint& point = rows.points[i];
    const float mass = point.mass.f[lane], impulse = rows.impulse[i].f[lane];
    patch.across1 += impulse * rows.across1[i].f[lane];
    patch.across2 += impulse * rows.across2[i].f[lane];
    DirectRow& row = addRow(solver, rows, lane, context, i, n, point.jacobianA, point.jacobianB, point.mass, patch.normalImpulse);
    const double s = rows.separation[i].f[lane];
    const bool apart = s > context.slop;
    if (compliance > 0 && mass > 0) soften(row, mass / compliance);
    row.residual += static_cast<double>(rows.settling.f[lane]) + (apart ? s * context.inverseSubstep : 0);
    if (mass == 0 || (apart && !isBiased(pass)) || impulse < mass * row.residual) d.rows.pop_back();
  }
  if (patch.normalImpulse > 0) patch.across1 /= patch.normalImpulse, patch.across2 /= patch.normalImpulse;
  patch.friction = static_cast<std::uint32_t>(d.rows.size());
  const Vec3f directions[kFrictionRows] = {t, cross(n, t), {}};
  for (int k = 0; k < kFrictionRows; ++k) {
    const FrictionConstraintRow& f = rows.friction[k];
    addRow(solver, rows, lane, context, kMaxManifoldPoints + k, directions[k], f.jacobianA, f.jacobianB, f.mass, patch.normalImpulse);
  }
  const auto impulse = [&](int k) -> double { return rows.impulse[kMaxManifoldPoints + k].f[lane]; };
  if (!isInCone(patch, impulse(0), impulse(1), impulse(2), patch.normalImpulse)) d.rows.resize(patch.friction);
  patch.end = static_cast<std::uint32_t>(d.rows.size());
  d.patches.push_back(patch);
}

/// The same of rolling friction, below its limit.
void gatherRolling(ContactSolver& solver, RollingFriction& rolling) {
  DirectSolve& d = solver.direct;
  const auto begin = static_cast<std::uint32_t>(d.rows.size());
  const double normalImpulse = normalImpulseOf(solver, rolling), most = static_cast<double>(rolling.arm) * normalImpulse;
  const double x = rolling.impulse[0], y = rolling.impulse[1];
  if (x * x + y * y >= most * most) return;
  for (int k = 0; k < 2; ++k) {
    DirectRow row{};
    row.a = rolling.a, row.b = rolling.b;
    row.impulse = &rolling.impulse[k];
    for (int c = 0; c < 3; ++c) row.jacobian[3 + c] = -rolling.jacobianA[k][c], row.jacobian[9 + c] = rolling.jacobianB[k][c];
    row.residual = rollingRate(solver, rolling, k);
    soften(row, kDirectStiffness * static_cast<double>(rolling.inverse[k]));
    d.rows.push_back(row);
  }
  d.patches.push_back({begin, begin, static_cast<std::uint32_t>(d.rows.size()), normalImpulse, rolling.arm, 1, 0, 0});
}

/// The rows of the matrix, each indexed by column.
double* matrixRow(DirectSolve& d, std::uint32_t i) { return d.matrix.data() + d.start[i]; }

void assemble(ContactSolver& solver) {
  DirectSolve& d = solver.direct;
  const std::uint32_t size = static_cast<std::uint32_t>(d.start.size());
  d.matrix.assign(d.matrix.size(), 0);
  d.change.assign(size, 0);
  for (std::uint32_t i = 0; i < size; ++i) {
    const float inverseMass = solver.bodies.state[i / 6].velocity[3];
    matrixRow(d, i)[i] = i % 6 < 3 && inverseMass > 0 ? 1 / static_cast<double>(inverseMass) : 1;
  }
  for (const DirectRow& row : d.rows) {
    const std::uint32_t bodies[2] = {row.a, row.b};
    for (int p = 0; p < 12; ++p) {
      const std::uint32_t i = 6 * bodies[p / 6] + p % 6;
      const double weighted = row.stiffness * row.jacobian[p];
      d.change[i] -= weighted * row.residual;
      for (int side = 0; side < 2; ++side) {
        const std::uint32_t other = bodies[side];
        if (other == 0) continue;
        double* const out = matrixRow(d, i);
        for (std::uint32_t j = 6 * other; j < 6 * other + 6 && j <= i; ++j) out[j] += weighted * row.jacobian[6 * side + j - 6 * other];
      }
    }
  }
}

/// Cholesky's factor in place of the matrix, and the solution in place of the right side.
void factorAndSolve(DirectSolve& d) {
  const std::uint32_t size = static_cast<std::uint32_t>(d.start.size());
  double* const x = d.change.data();
  for (std::uint32_t i = 0; i < size; ++i) {
    double* const row = matrixRow(d, i);
    const std::uint32_t first = 6 * d.first[i / 6];
    for (std::uint32_t j = first; j <= i; ++j) {
      const double* const other = matrixRow(d, j);
      const std::uint32_t from = std::max(first, 6 * d.first[j / 6]);
      double sum = row[j];
      for (std::uint32_t k = from; k < j; ++k) sum -= row[k] * other[k];
      row[j] = j < i ? sum / other[j] : std::sqrt(sum);
    }
    for (std::uint32_t k = first; k < i; ++k) x[i] -= row[k] * x[k];
    x[i] /= row[i];
  }
  for (std::uint32_t i = size; i-- > 0;) {
    const double* const row = matrixRow(d, i);
    x[i] /= row[i];
    for (std::uint32_t k = 6 * d.first[i / 6]; k < i; ++k) x[k] -= row[k] * x[i];
  }
}

/// The share of the changes at which the first normal impulse becomes 0; 0 where friction would slip. Rows with a share below kLetGo become
/// inactive while `mayLetGo`; then the others are solved again, and the result is 0. `maySlip`: friction that is inactive stays out of it.
double limitStep(DirectSolve& d, bool mayLetGo, bool maySlip) {
  double share = 1;
  bool again = false;
  const auto limit = [&](double to, std::uint32_t begin, std::uint32_t end) {
    if (to >= share) return;
    if (to > kLetGo || !mayLetGo) {
      share = to;
      return;
    }
    for (std::uint32_t i = begin; i < end; ++i) d.rows[i].stiffness = 0;
    again = true;
  };
  for (const DirectPatch& patch : d.patches) {
    double normalChange = 0;
    for (std::uint32_t i = patch.begin; i < patch.friction; ++i) {
      const DirectRow& row = d.rows[i];
      normalChange += row.change;
      if (row.change < 0) limit(-*row.impulse / row.change, i, i + 1);
    }
    double friction[kFrictionRows] = {};
    for (std::uint32_t i = patch.friction; i < patch.end; ++i) friction[i - patch.friction] = *d.rows[i].impulse + d.rows[i].change;
    const bool counts = patch.friction < patch.end && !(maySlip && d.rows[patch.friction].stiffness == 0);
    if (counts && !isInCone(patch, friction[0], friction[1], friction[2], patch.normalImpulse + normalChange))
      limit(0, patch.friction, patch.end);
  }
  return again ? 0 : share;
}

/// N s: all the momentum there would be without contacts, and what joints give: a motor presses with many times the weight of what it presses.
double momentumScale(const ContactSolver& solver) {
  double momentum = 0;
  const auto add = [&](std::size_t i, Vec3 v, Vec3 w) {
    const double inverseMass = static_cast<double>(solver.bodies.state[i].velocity[3]);
    if (inverseMass > 0) momentum += std::sqrt((dot(v, v) / inverseMass + dot(w, w)) / inverseMass);
  };
  for (std::size_t i = 1; i < solver.bodies.state.size(); ++i) {
    const SolverBodyVelocity& before = solver.bodies.beforeContacts[i];
    add(i, vectorOf(before.velocity), vectorOf(before.scaledAngularVelocity));
  }
  for (const JointedContacts& group : solver.jointed) {
    for (std::size_t i = 0; i < group.change.size(); ++i) add(group.solver[i], group.change[i].linear, group.change[i].angular);
  }
  return momentum;
}

/// Rows that cannot all be satisfied at once, as those of a cube in a narrow wedge that should stick on both sides, have impulses as
/// large as their stiffness: far more than would stop all bodies.
bool isInfeasible(const ContactSolver& solver) {
  const double most = kMostImpulse * momentumScale(solver);
  for (const DirectRow& row : solver.direct.rows) {
    if (!(magnitude(*row.impulse + row.change) <= most)) return true;
  }
  return false;
}

/// Of the impulses, in all, as a share of them.
double changeOf(const DirectSolve& d) {
  double change = 0, sum = 0;
  for (const DirectRow& row : d.rows) change += magnitude(row.change), sum += magnitude(*row.impulse);
  return change / std::max(sum, 1e-30);
}

}  // namespace

void layOutDirectly(ContactSolver& solver) {
  DirectSolve& d = solver.direct;
  const std::uint32_t bodies = static_cast<std::uint32_t>(solver.bodies.state.size());
  d.first.resize(bodies);
  for (std::uint32_t i = 0; i < bodies; ++i) d.first[i] = i;
  for (const ContactConstraintWide& rows : solver.constraints) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const std::uint32_t low = std::min(rows.a[lane], rows.b[lane]), high = std::max(rows.a[lane], rows.b[lane]);
      if (low > 0) d.first[high] = std::min(d.first[high], low);
    }
  }
  d.cost = 0;
  d.start.resize(6 * bodies);
  const double gathering = kDirectWorkPerContact * static_cast<double>(kLanes * solver.constraints.size());
  std::int32_t entries = 0;
  double products = 0;
  for (std::uint32_t i = 0; i < 6 * bodies; ++i) {
    const auto first = static_cast<std::int32_t>(6 * d.first[i / 6]), columns = static_cast<std::int32_t>(i) + 1 - first;
    d.start[i] = entries - first;
    entries += columns;
    products += static_cast<double>(columns) * columns;
    if (gathering + kDirectWorkPerProduct * products >= kDirectWork + 1) return;
  }
  d.matrix.resize(static_cast<std::size_t>(entries));
  d.cost = static_cast<int>(gathering + kDirectWorkPerProduct * products);
}

int solveDirectly(ContactSolver& solver, const SubstepContext& context, SolvePass pass, double leastShare) {
  DirectSolve& d = solver.direct;
  d.rows.clear();
  d.patches.clear();
  for (ContactConstraintWide& rows : solver.constraints) {
    for (int lane = 0; lane < kLanes; ++lane) {
      if (rows.contactIndex[lane] != kNoContact) gatherPatch(solver, rows, lane, context, pass);
    }
  }
  for (RollingFriction& rolling : solver.rolling) gatherRolling(solver, rolling);
  for (int solutions = 1;; ++solutions) {
    assemble(solver);
    factorAndSolve(d);
    for (DirectRow& row : d.rows) {
      double v = row.residual;
      for (int p = 0; p < 12; ++p) v += row.jacobian[p] * d.change[6 * (p < 6 ? row.a : row.b) + p % 6];
      row.change = -row.stiffness * v;
    }
    const double share = limitStep(d, solutions < kDirectSolutions, leastShare > 0);
    if (share == 0 && solutions < kDirectSolutions) continue;
    if (isInfeasible(solver) || changeOf(d) < leastShare) return solutions;  // nothing is changed: the sweeps go on
    for (const DirectRow& row : d.rows) *row.impulse += static_cast<float>(share * row.change);
    for (std::uint32_t i = 1; i < solver.bodies.state.size(); ++i) {
      SolverBody& body = solver.bodies.state[i];
      for (int c = 0; c < 3; ++c) {
        body.velocity[c] += static_cast<float>(share * d.change[6 * i + c]);
        body.scaledAngularVelocity[c] += static_cast<float>(share * d.change[6 * i + 3 + c]);
      }
    }
    return solutions;
  }
}

}  // namespace tumble
