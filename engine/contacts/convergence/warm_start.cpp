#include "contacts/convergence/warm_start.h"

#include <algorithm>

#include "contacts/batches/contact_sets.h"
#include "contacts/constraints/gather.h"
#include "tuning.h"

namespace tumble {
namespace {

/// T(c) = start + linear c + square c^2 / 2.
struct EnergyLine {
  double start = 0, linear = 0, square = 0;  // J
};

EnergyLine energyLineOf(const SolverBodies& bodies, std::size_t i) {
  const SolverBody& body = bodies.state[i];
  const SolverBodyVelocity& warm = bodies.warmStart[i];
  const Vec3 v = vectorOf(body.velocity), w = vectorOf(body.scaledAngularVelocity);
  const Vec3 dv = vectorOf(warm.velocity), dw = vectorOf(warm.scaledAngularVelocity);
  const double mass = body.velocity[3] > 0 ? 1 / static_cast<double>(body.velocity[3]) : 0;
  return {0.5 * (mass * dot(v, v) + dot(w, w)), mass * dot(v, dv) + dot(w, dw), mass * dot(dv, dv) + dot(dw, dw)};
}

void uniteJointed(const JointedContacts& group, UnionFind& sets) {
  std::uint32_t last = 0;
  for (const std::uint32_t i : group.solver) {
    if (i != 0 && last != 0) sets.unite(i, last);
    if (i != 0) last = i;
  }
}

bool gainsEnergy(const EnergyLine& line) { return line.linear + 0.5 * line.square > kMostWarmStartGain * line.start; }

}  // namespace

void limitWarmStart(ContactSolver& solver) {
  SolverBodies& bodies = solver.bodies;
  bool any = false;
  for (std::size_t i = 1; i < bodies.state.size() && !any; ++i) any = gainsEnergy(energyLineOf(bodies, i));
  if (!any) return;

  UnionFind sets;
  uniteTouching(solver, sets);
  List<SolverBody> states;
  List<SolverBodyVelocity> warmStarts;
  if (!solver.jointed.empty()) {
    states = bodies.state, warmStarts = bodies.warmStart;
    answerJointed(solver);
    for (const JointedContacts& group : solver.jointed) uniteJointed(group, sets);
  }
  const auto count = static_cast<std::uint32_t>(bodies.state.size());
  List<EnergyLine> lines;
  lines.assign(count, {});
  for (std::uint32_t i = 1; i < count; ++i) {
    const EnergyLine line = energyLineOf(bodies, i);
    EnergyLine& sum = lines[sets.find(i)];
    sum.start += line.start;
    sum.linear += line.linear;
    sum.square += line.square;
  }
  if (!solver.jointed.empty()) bodies.state.swap(states), bodies.warmStart.swap(warmStarts);
  const auto setOf = [&](const ContactConstraintWide& constraint, int lane) {
    return sets.find(std::max(constraint.a[lane], constraint.b[lane]));
  };
  for (const ContactConstraintWide& constraint : solver.constraints) {
    if (constraint.kinematicVelocity == 0) continue;
    for (int k = 0; k < kRowsPerContact; ++k) {
      for (int lane = 0; lane < kLanes; ++lane) {
        const float d = solver.kinematicVelocities[constraint.kinematicVelocity].velocity[k].f[lane];
        lines[setOf(constraint, lane)].linear += static_cast<double>(constraint.impulse[k].f[lane]) * static_cast<double>(d);
      }
    }
  }
  const auto shareOf = [&](std::uint32_t set) {
    const EnergyLine& line = lines[set];
    return gainsEnergy(line) ? static_cast<float>(std::max(-line.linear / line.square, 0.0)) : 1.0f;
  };
  for (std::uint32_t i = 1; i < count; ++i) {
    const float share = shareOf(sets.find(i));
    SolverBodyVelocity& warm = bodies.warmStart[i];
    for (int k = 0; k < 3; ++k) warm.velocity[k] *= share, warm.scaledAngularVelocity[k] *= share;
  }
  for (ContactConstraintWide& constraint : solver.constraints) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const float share = shareOf(setOf(constraint, lane));
      for (Lanes& impulse : constraint.impulse) impulse.f[lane] *= share;
    }
  }
}

}  // namespace tumble
