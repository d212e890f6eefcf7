#include "contacts/guess.h"

#include <algorithm>

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
  const Vec3 v = vectorOf(body.velocity), w = vectorOf(body.spin), dv = vectorOf(warm.velocity), dw = vectorOf(warm.spin);
  const double mass = body.velocity[3] > 0 ? 1 / static_cast<double>(body.velocity[3]) : 0;
  return {0.5 * (mass * dot(v, v) + dot(w, w)), mass * dot(v, dv) + dot(w, dw), mass * dot(dv, dv) + dot(dw, dw)};
}

bool isWild(const Line& line) { return line.linear + 0.5 * line.square > kWildGuess * line.start; }

/// The names of the bodies that hang together become one, the least.
void nameTogether(const ContactSolver& solver, List<std::uint32_t>& names) {
  names.resize(solver.bodies.state.size());
  for (std::uint32_t i = 0; i < names.size(); ++i) names[i] = i;
  for (bool changed = true; changed;) {
    changed = false;
    for (const ContactRows& rows : solver.rows) {
      for (int lane = 0; lane < kLanes; ++lane) {
        const std::uint32_t a = rows.a[lane], b = rows.b[lane];
        if (a == 0 || b == 0 || names[a] == names[b]) continue;
        names[a] = names[b] = std::min(names[a], names[b]);
        changed = true;
      }
    }
  }
}

}  // namespace

void temperGuess(ContactSolver& solver) {
  SolverBodies& bodies = solver.bodies;
  bool any = false;
  for (std::size_t i = 1; i < bodies.state.size() && !any; ++i) any = isWild(lineOf(bodies, i));
  if (!any) return;

  List<std::uint32_t> names;
  nameTogether(solver, names);
  List<Line> lines;
  lines.assign(names.size(), {});
  for (std::size_t i = 1; i < names.size(); ++i) {
    const Line line = lineOf(bodies, i);
    lines[names[i]].start += line.start;
    lines[names[i]].linear += line.linear;
    lines[names[i]].square += line.square;
  }
  const auto nameOf = [&](const ContactRows& rows, int lane) { return names[std::max(rows.a[lane], rows.b[lane])]; };
  for (const ContactRows& rows : solver.rows) {
    if (rows.drift == 0) continue;
    for (int k = 0; k < kRowsPerGroup; ++k) {
      for (int lane = 0; lane < kLanes; ++lane) {
        lines[nameOf(rows, lane)].linear += static_cast<double>(rows.impulse[k].f[lane]) * static_cast<double>(solver.drifts[rows.drift].rows[k].f[lane]);
      }
    }
  }
  const auto shareOf = [&](std::uint32_t name) {
    const Line& line = lines[name];
    return isWild(line) ? static_cast<float>(std::max(-line.linear / line.square, 0.0)) : 1.0f;
  };
  for (std::size_t i = 1; i < names.size(); ++i) {
    const float share = shareOf(names[i]);
    for (int k = 0; k < 3; ++k) bodies.warm[i].velocity[k] *= share, bodies.warm[i].spin[k] *= share;
  }
  for (ContactRows& rows : solver.rows) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const float share = shareOf(nameOf(rows, lane));
      for (Lanes& impulse : rows.impulse) impulse.f[lane] *= share;
    }
  }
}

}  // namespace tumble
