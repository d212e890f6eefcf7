#include "contacts/springs/solve_network.h"

#include <algorithm>
#include <cmath>

#include "contacts/springs/force_network.h"
#include "tuning.h"

namespace tumble {
namespace {

Vec3 axis(std::uint32_t k) { return k == 0 ? Vec3{1, 0, 0} : k == 1 ? Vec3{0, 1, 0} : Vec3{0, 0, 1}; }
std::uint32_t sizeOf(const ForcedBody& body) { return body.hasAngularRows ? 6 : 3; }

Vec3 velocityOf(const ForcedBody& body, const SpringEnd& end, Vec3 velocity, Vec3 omega) {
  return body.hasAngularRows ? velocity + cross(omega, end.lever) : velocity;
}

void addToMatrix(ForceNetwork& n, const SpringRow& row) {
  Vec3 columns[2][6];
  for (int e = 0; e < 2; ++e) {
    if (row.ends[e].body == kNotInNetwork) continue;
    for (std::uint32_t k = 0; k < 3; ++k) {
      const Vec3 unit = axis(k) * (e == 0 ? -1 : 1);
      columns[e][k] = unit;
      columns[e][3 + k] = cross(n.bodies[row.ends[e].body].inverseRoot * unit, row.ends[e].lever);
    }
  }
  for (int e = 0; e < 2; ++e) {
    if (row.ends[e].body == kNotInNetwork) continue;
    const ForcedBody& body = n.bodies[row.ends[e].body];
    for (std::uint32_t p = 0; p < sizeOf(body); ++p) {
      const Vec3 weighted = stiffTimes(row, columns[e][p]);
      double* const out = n.matrix.row(body.row + p);
      for (int f = 0; f < 2; ++f) {
        if (row.ends[f].body == kNotInNetwork) continue;
        const ForcedBody& other = n.bodies[row.ends[f].body];
        for (std::uint32_t q = 0; q < sizeOf(other) && other.row + q <= body.row + p; ++q)
          out[other.row + q] += dot(weighted, columns[f][q]);
      }
    }
  }
}

void addImpulse(double* x, const ForcedBody& body, Vec3 impulse, Vec3 spin) {
  for (int k = 0; k < 3; ++k) x[body.row + static_cast<std::uint32_t>(k)] += impulse[k];
  if (!body.hasAngularRows) return;
  for (int k = 0; k < 3; ++k) x[body.row + 3 + static_cast<std::uint32_t>(k)] += spin[k];
}

/// Of b against a, by two vectors of the bodies: m/s and rad/s.
Vec3 relative(const ForceNetwork& n, const SpringRow& row, Vec3 ForcedBody::* velocity, Vec3 ForcedBody::* turn) {
  Vec3 v;
  for (int e = 0; e < 2; ++e) {
    if (row.ends[e].body == kNotInNetwork) continue;
    const ForcedBody& body = n.bodies[row.ends[e].body];
    const Vec3 u = velocityOf(body, row.ends[e], body.*velocity, body.*turn);
    v += e == 0 ? -u : u;
  }
  return v;
}

/// The impulse of a spring at the present end velocities.
SpringImpulse springImpulseOf(const ForceNetwork& n, const SpringRow& row, double h) {
  SpringImpulse spring;
  const Vec3 endVelocity = relative(n, row, &ForcedBody::endVelocity, &ForcedBody::omegaEnd) - row.anchorVelocity;
  const Vec3 jump = relative(n, row, &ForcedBody::jump, &ForcedBody::omegaJump);
  const Vec3 late = relative(n, row, &ForcedBody::late, &ForcedBody::omegaLate);
  spring.impulse = springImpulse(row, endVelocity, jump, late, h);
  for (int e = 0; e < 2; ++e) {
    const SpringEnd& end = row.ends[e];
    if (end.body == kNotInNetwork || !n.bodies[end.body].hasAngularRows) continue;
    // The lever of the end in the middle of the substep.
    const Vec3 lever = row.softened || row.hasFixedLine ? end.lever : end.lever + cross(n.bodies[end.body].omegaOffset, end.lever) * h;
    spring.angularImpulse[e] = cross(lever, e == 0 ? -spring.impulse : spring.impulse);
  }
  return spring;
}

void addSpringImpulse(double* x, const ForceNetwork& n, const SpringRow& row, const SpringImpulse& spring) {
  for (int e = 0; e < 2; ++e) {
    if (row.ends[e].body == kNotInNetwork) continue;
    const ForcedBody& body = n.bodies[row.ends[e].body];
    addImpulse(x, body, e == 0 ? -spring.impulse : spring.impulse, body.inverseRoot * spring.angularImpulse[e]);
  }
}

/// Angular velocities in rad/s, for the springs of a body.
void updateOmegas(ForcedBody& body) {
  body.omegaEnd = body.inverseRoot * body.endW;
  body.omegaJump = body.inverseRoot * body.jumpW;
  body.omegaLate = body.inverseRoot * body.lateW;
  body.omegaOffset = body.inverseRoot * ((body.jumpW - body.lateW) * 0.5 + (body.endW - body.w - body.jumpW) * body.theta);
}

/// One round: changes impulses and end velocities by the solution for the residual. Returns the square of the largest change of a velocity.
double solveOnce(ForceNetwork& n, double h) {
  forEachActive(n, updateOmegas);
  n.solution.assign(n.matrix.size(), 0);
  n.residual.clear();
  double* const x = n.solution.data();
  for (const SpringRow& row : n.rows) {
    SpringImpulse rest = springImpulseOf(n, row, h);
    rest.impulse -= row.applied.impulse;
    for (int e = 0; e < 2; ++e) rest.angularImpulse[e] -= row.applied.angularImpulse[e];
    addSpringImpulse(x, n, row, rest);
    n.residual.push_back(rest);
  }
  forEachActive(n, [&](ForcedBody& body) {
    // `change` is the residual of drag until the matrix is solved, then the solution.
    body.change = (body.drag + body.dragNow + body.endVelocity * body.dragNext) * -1;
    body.changeW = (body.dragW + body.dragNowW + body.dragNextW * body.endW) * -1;
    addImpulse(x, body, body.change, body.changeW);
  });
  solve(n.matrix, x);
  // The velocities change by the impulses, not by the solution, so that momentum is kept to the last digit.
  forEachActive(n, [&](ForcedBody& body) {
    const double* const s = x + body.row;
    const Vec3 v{s[0], s[1], s[2]}, w = body.hasAngularRows ? Vec3{s[3], s[4], s[5]} : Vec3{};
    const Vec3 drag = body.change - v * body.dragNext, dragW = body.changeW - body.dragNextW * w;
    body.drag += drag;
    body.dragW += dragW;
    body.change = v, body.changeW = w;
    body.omegaChange = body.inverseRoot * w;
    addImpulse(x, body, drag - v, dragW - w);  // leaves the impulse in x
  });
  for (std::size_t i = 0; i < n.rows.size(); ++i) {
    SpringRow& row = n.rows[i];
    SpringImpulse& rest = n.residual[i];
    const Vec3 response = stiffTimes(row, relative(n, row, &ForcedBody::change, &ForcedBody::omegaChange));
    rest.impulse -= response;
    row.applied.impulse += rest.impulse;
    for (int e = 0; e < 2; ++e) {
      rest.angularImpulse[e] -= cross(row.ends[e].lever, e == 0 ? -response : response);
      row.applied.angularImpulse[e] += rest.angularImpulse[e];
    }
  }
  for (std::size_t i = 0; i < n.rows.size(); ++i) addSpringImpulse(x, n, n.rows[i], n.residual[i]);
  double largest = 0;
  forEachActive(n, [&](ForcedBody& body) {
    const double* const s = x + body.row;
    const Vec3 v = Vec3{s[0], s[1], s[2]} * (1 / body.mass), w = body.hasAngularRows ? Vec3{s[3], s[4], s[5]} : Vec3{};
    body.endVelocity += v;
    body.endW += w;
    largest = std::max({largest, lengthSquared(v), lengthSquared(w)});
  });
  return largest;
}

/// Fixes the lines of the springs of lost groups, and makes the matrix anew.
void fixLines(ForceNetwork& n, double h) {
  for (SpringRow& row : n.rows) {
    if (!n.groups[row.group].lost) continue;
    row.hasFixedLine = true;
    row.implicit = 1;
    linearize(row, h);
  }
  for (const ForceGroup& group : n.groups) {
    for (std::uint32_t i = group.begin; group.lost && i < group.end; ++i) n.bodies[i].implicit = 1;
  }
  layOutMatrix(n);
}

/// The state that rounds change.
struct NetworkState {
  List<Vec3> bodies;
  List<SpringImpulse> applied;
};

template <class Function> void forEachVector(ForceNetwork& n, Function f) {
  forEachActive(n, [&](ForcedBody& body) { f(body.endVelocity), f(body.endW), f(body.drag), f(body.dragW); });
}

/// Rounds until convergence, or as many as a quarter of the remaining budget allows, at least one. False if they diverge: the lines turn too far for
/// the matrix.
bool solveInRounds(ForceNetwork& n, double h) {
  double first = 0, change = 0;
  const std::size_t most = n.springWorkLeft / 4, cost = roundCost(n);
  for (std::size_t round = 0, work = cost; round < kForceRounds; ++round, work += cost) {
    if (round > 0 && work > most) {
      n.rough = true;
      return change <= first;
    }
    change = solveOnce(n, h);
    n.springWorkLeft -= std::min(n.springWorkLeft, cost);
    if (round == 0) first = change;
    if (!(change <= kRoundsDiverge * first)) return false;
    if (!(change > kSolvedForces * kSolvedForces * first)) break;
  }
  return change <= kRoundsConverge * first || change <= kConvergedSpeedDirect * kConvergedSpeedDirect;
}

}  // namespace

std::size_t roundCost(const ForceNetwork& n) { return n.rows.size() * (n.rows.size() > kSpringsInCache ? 4 : 1); }

void layOutMatrix(ForceNetwork& n) {
  clear(n.matrix);
  for (const ForceGroup& group : n.groups) {
    if (!group.active) continue;
    for (std::uint32_t i = group.begin; i < group.end; ++i) {
      ForcedBody& body = n.bodies[i];
      body.row = n.matrix.size();
      const std::uint32_t first = group.softened ? body.row : n.bodies[body.lowestJoined].row;
      for (std::uint32_t k = 0; k < sizeOf(body); ++k) {
        addRow(n.matrix, first);
        double* const row = n.matrix.row(body.row + k) + body.row;
        row[k] = k < 3 ? body.mass + body.dragNext : 1;
        if (k < 3) continue;
        const Vec3 slowed = body.dragNextW * axis(k - 3);
        for (std::uint32_t j = 3; j <= k; ++j) row[j] += slowed[static_cast<int>(j) - 3];
      }
    }
  }
  for (const SpringRow& row : n.rows) addToMatrix(n, row);
  factorize(n.matrix);
}

void solveNetwork(ForceNetwork& n, double h) {
  NetworkState before;
  forEachVector(n, [&](const Vec3& v) { before.bodies.push_back(v); });
  for (const SpringRow& row : n.rows) before.applied.push_back(row.applied);
  if (!solveInRounds(n, h)) {
    const Vec3* v = before.bodies.data();
    forEachVector(n, [&](Vec3& to) { to = *v++; });
    for (std::size_t i = 0; i < n.rows.size(); ++i) n.rows[i].applied = before.applied[i];
    for (ForceGroup& group : n.groups) group.lost |= group.active && !group.softened;
    fixLines(n, h);
    solveInRounds(n, h);
  }
  const Vec3* at = before.bodies.data();
  forEachActive(n, [&](ForcedBody& body) {
    body.change = body.endVelocity - at[0];
    body.changeW = body.endW - at[1];
    at += 4;
  });
}

bool fixFastLines(ForceNetwork& n, double h) {
  bool any = false;
  forEachActive(n, updateOmegas);
  for (const SpringRow& row : n.rows) {
    ForceGroup& group = n.groups[row.group];
    const double far = kLostShare * length(row.start) / h;
    const Vec3 now = relative(n, row, &ForcedBody::endVelocity, &ForcedBody::omegaEnd) - row.anchorVelocity;
    const bool isFast = h * h * group.squaredRate > kLostSpring;
    bool lost = isFast && row.restLength > 0 && !(std::max(lengthSquared(row.velocity), lengthSquared(now)) < far * far);
    for (const SpringEnd& end : row.ends) {
      if (end.body != kNotInNetwork && n.bodies[end.body].hasAngularRows)
        lost |= !(lengthSquared(n.bodies[end.body].omegaEnd) * h * h < kLostTurn * kLostTurn);
    }
    if (lost && !group.softened) any = group.lost = true;
  }
  if (!any) return false;
  for (SpringRow& row : n.rows) row.applied = {};
  fixLines(n, h);
  return true;
}

}  // namespace tumble
