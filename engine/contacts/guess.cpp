#include "contacts/guess.h"

#include <algorithm>

#include "contacts/contact_sets.h"
#include "contacts/gather.h"
#include "tuning.h"

namespace tumble {
namespace {

/// T(c) = start + linear c + square c^2 / 2.
struct Line {
  double start = 0, linear = 0, square = 0;  // J
};

Line lineOf(const SolverBodies& bodies, std::size_t i) {
  const SolverBody& body = bodies.state[i];
  const SolverBodyWarmStart& warm = bodies.warm[i];
  const Vec3 v = vectorOf(body.velocity), w = vectorOf(body.scaledAngularVelocity), dv = vectorOf(warm.velocity), dw = vectorOf(warm.scaledAngularVelocity);
  const double mass = body.velocity[3] > 0 ? 1 / static_cast<double>(body.velocity[3]) : 0;
  return {0.5 * (mass * dot(v, v) + dot(w, w)), mass * dot(v, dv) + dot(w, dw), mass * dot(dv, dv) + dot(dw, dw)};
}

bool isWild(const Line& line) { return line.linear + 0.5 * line.square > kMostWarmStartGain * line.start; }

}  // namespace

void limitWarmStart(ContactSolver& solver) {
  SolverBodies& bodies = solver.bodies;
  bool any = false;
  for (std::size_t i = 1; i < bodies.state.size() && !any; ++i) any = isWild(lineOf(bodies, i));
  if (!any) return;

  UnionFind sets;
  uniteTouching(solver, sets);
  const auto count = static_cast<std::uint32_t>(bodies.state.size());
  List<Line> lines;
  lines.assign(count, {});
  for (std::uint32_t i = 1; i < count; ++i) {
    const Line line = lineOf(bodies, i);
    Line& sum = lines[sets.find(i)];
    sum.start += line.start;
    sum.linear += line.linear;
    sum.square += line.square;
  }
  const auto setOf = [&](const ContactConstraintWide& rows, int lane) { return sets.find(std::max(rows.a[lane], rows.b[lane])); };
  for (const ContactConstraintWide& rows : solver.constraints) {
    if (rows.kinematicVelocity == 0) continue;
    for (int k = 0; k < kRowsPerContact; ++k) {
      for (int lane = 0; lane < kLanes; ++lane) {
        lines[setOf(rows, lane)].linear += static_cast<double>(rows.impulse[k].f[lane]) * static_cast<double>(solver.kinematicVelocities[rows.kinematicVelocity].velocity[k].f[lane]);
      }
    }
  }
  const auto shareOf = [&](std::uint32_t set) {
    const Line& line = lines[set];
    return isWild(line) ? static_cast<float>(std::max(-line.linear / line.square, 0.0)) : 1.0f;
  };
  for (std::uint32_t i = 1; i < count; ++i) {
    const float share = shareOf(sets.find(i));
    for (int k = 0; k < 3; ++k) bodies.warm[i].velocity[k] *= share, bodies.warm[i].scaledAngularVelocity[k] *= share;
  }
  for (ContactConstraintWide& rows : solver.constraints) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const float share = shareOf(setOf(rows, lane));
      for (Lanes& impulse : rows.impulse) impulse.f[lane] *= share;
    }
  }
}

}  // namespace tumble
