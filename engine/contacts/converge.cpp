#include "contacts/converge.h"

#include "tuning.h"

namespace tumble {
namespace {

const Lanes& massOf(const ContactRows& rows, int row) {
  return row < kMaxManifoldPoints ? rows.points[row].mass : rows.friction[row - kMaxManifoldPoints].mass;
}

float sumOf(F32x4 a) { return (extract<0>(a) + extract<1>(a)) + (extract<2>(a) + extract<3>(a)); }

void remember(ContactSolver& solver) {
  Conjugate& c = solver.conjugate;
  for (std::size_t g = 0; g < solver.rows.size(); ++g) {
    for (int row = 0; row < kRowsPerGroup; ++row) c.before[g * kRowsPerGroup + row] = solver.rows[g].impulse[row];
  }
  for (std::size_t i = 0; i < solver.bodies.state.size(); ++i) {
    store(c.velocityBefore[i].f, load(solver.bodies.state[i].velocity));
    store(c.spinBefore[i].f, load(solver.bodies.state[i].spin));
  }
}

/// Energy of the last sweep's change: sum of r^2 / m.
float changeEnergy(const ContactSolver& solver) {
  const Conjugate& c = solver.conjugate;
  F32x4 sum = zero4();
  for (std::size_t g = 0; g < solver.rows.size(); ++g) {
    for (int row = 0; row < kRowsPerGroup; ++row) {
      const F32x4 r = load(solver.rows[g].impulse[row]) - load(c.before[g * kRowsPerGroup + row]);
      sum = sum + r * r / max(load(massOf(solver.rows[g], row)), splat(1e-30f));
    }
  }
  return sumOf(sum);
}

/// x += beta p, p = beta p + r, with r what the sweep did to x.
void step(float* x, float* p, const float* before, F32x4 beta) {
  const F32x4 value = load(x), old = load(p);
  store(p, beta * old + (value - load(before)));
  store(x, value + beta * old);
}

void accelerate(ContactSolver& solver, float beta) {
  Conjugate& c = solver.conjugate;
  const F32x4 b = splat(beta);
  for (std::size_t g = 0; g < solver.rows.size(); ++g) {
    for (int row = 0; row < kRowsPerGroup; ++row) {
      const std::size_t i = g * kRowsPerGroup + row;
      step(solver.rows[g].impulse[row].f, c.direction[i].f, c.before[i].f, b);
    }
  }
  for (std::size_t i = 1; i < solver.bodies.state.size(); ++i) {
    step(solver.bodies.state[i].velocity, c.velocityDirection[i].f, c.velocityBefore[i].f, b);
    step(solver.bodies.state[i].spin, c.spinDirection[i].f, c.spinBefore[i].f, b);
  }
}

void reset(ContactSolver& solver) {
  Conjugate& c = solver.conjugate;
  const std::size_t rows = solver.rows.size() * kRowsPerGroup, bodies = solver.bodies.state.size();
  c.before.resize(rows);
  c.direction.assign(rows, {});
  c.velocityBefore.resize(bodies);
  c.spinBefore.resize(bodies);
  c.velocityDirection.assign(bodies, {});
  c.spinDirection.assign(bodies, {});
  remember(solver);
  c.atStart = c.before;
  c.velocityAtStart = c.velocityBefore;
  c.spinAtStart = c.spinBefore;
}

/// Velocities are carried along as sums of many small changes, and their rounding would be momentum out of nothing. At the end
/// they are made anew: those at the start of the pass, and the whole change of the impulses at once.
void rebuildVelocities(ContactSolver& solver) {
  Conjugate& c = solver.conjugate;
  for (std::size_t i = 1; i < solver.bodies.state.size(); ++i) {
    store(solver.bodies.state[i].velocity, load(c.velocityAtStart[i]));
    store(solver.bodies.state[i].spin, load(c.spinAtStart[i]));
  }
  SolverBody* bodies = solver.bodies.state.data();
  for (std::size_t g = 0; g < solver.rows.size(); ++g) {
    ContactRows& rows = solver.rows[g];
    Pair p = gatherPair(rows, bodies);
    const Vec3x4 n = load(rows.normal), t1 = load(rows.tangent);
    const auto change = [&](int row) { return load(rows.impulse[row]) - load(c.atStart[g * kRowsPerGroup + row]); };
    Vec3x4 impulse = t1 * change(kMaxManifoldPoints) + cross(n, t1) * change(kMaxManifoldPoints + 1);
    for (int i = 0; i < rows.pointCount; ++i) {
      turn(p, load(rows.points[i].armA), load(rows.points[i].armB), change(i));
      impulse = impulse + n * change(i);
    }
    for (int k = 0; k < 3; ++k) turn(p, load(rows.friction[k].armA), load(rows.friction[k].armB), change(kMaxManifoldPoints + k));
    push(p, impulse);
    scatterPair(rows, bodies, p);
  }
}

}  // namespace

void sweepToConvergence(ContactSolver& solver, const Pass& pass, bool biased) {
  const int groups = static_cast<int>(solver.rows.size());
  if (groups == 0) return;
  const int allowed = kConvergenceWork / groups, sweeps = allowed < kFewestSweeps ? kFewestSweeps : allowed;
  reset(solver);
  float lastEnergy = 0;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    remember(solver);
    F32x4 change = zero4();
    for (ContactRows& rows : solver.rows) {
      SolverBody* bodies = solver.bodies.state.data();
      change = max(change, visit(rows, bodies, pass, biased, true));
    }
    if (!any(change > splat(kConvergedSpeed)) || sweep + 1 == sweeps) {
      if (sweep > 0) rebuildVelocities(solver);
      return;
    }
    const float energy = changeEnergy(solver);
    const float beta = lastEnergy > 0 && energy < lastEnergy ? energy / lastEnergy : 0;
    accelerate(solver, beta);
    lastEnergy = energy;
  }
}

}  // namespace tumble
