#include "joints/joint_stages.h"

#include <algorithm>
#include <cmath>

#include "math/rotation_vector.h"
#include "motion/free_motion.h"
#include "motion/free_rotation.h"

namespace tumble {
namespace {

/// m, rad: gaps that are none; m/s, rad/s: rates that are none.
constexpr double kNoGap = 1e-11, kNoRate = 1e-12;
/// m, rad: gaps above, at the end of a stage, are none that its impulses hold.
constexpr double kMostGap = 1e-10;
constexpr int kMostRounds = 24, kMostWorse = 2, kVelocityRounds = 4;

/// The impulses that rows lack after a drift, from `start` to the present rows. Returns the largest gap. One of the start, closed within no time
/// at all, would throw the bodies: what is left of it after a stage that events have cut short is none, and so is all of one by which contacts have
/// pushed a limb beyond its stop. Where rows yield, all of it is left to easeGaps.
double gatherDriftResidual(JointAssembly& s, std::span<const JointRow> start, double time) {
  double error = 0;
  s.residual.assign(start.size(), 0);
  const double rest = s.matrix.isRelaxed ? 0 : s.isYielding ? 1 : std::max(0.0, 1 - std::abs(time) / s.fullStage);
  for (std::size_t r = 0; r < start.size(); ++r) {
    const bool isPassed = start[r].part == RowPart::stop && start[r].value < 0;
    const double value = s.rows[r].value - (isPassed ? start[r].value : isOfPoses(start[r].part) ? rest * start[r].value : 0);
    if (start[r].kind == RowKind::rigid) {
      error = std::max(error, std::abs(value));
      s.residual[r] = -s.stiffness[r] * value / time;
    } else if (start[r].kind == RowKind::soft) {
      const auto [k, c, center] = softnessOf(s, start[r]);
      const double lack = -(s.impulses[r] + 0.5 * (time * k * 0.5 * (start[r].value + value) + c * (value - start[r].value)));
      error = std::max(error, std::abs(lack * time) / (1 / (inverseMassOf(s.masses, start[r]) + 1e-300) + s.stiffness[r]));
      s.residual[r] = lack;
    }
  }
  return error;
}

void applyImpulses(std::span<Body> bodies, std::span<const JointMass> masses, std::span<const JointRow> rows,
                   std::span<const double> impulses) {
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (impulses[r] == 0) continue;
    for (int i = 0; i < rows[r].count; ++i) {
      const RowEnd& end = rows[r].ends[i];
      if (end.body == kWorldEnd || masses[end.body].mass == 0) continue;
      bodies[end.body].v += end.linear * (impulses[r] * masses[end.body].inverseMass);
      bodies[end.body].L += end.angular * impulses[r];
    }
  }
}

/// Applies JointAssembly::residual as impulses, and adds it to those of the stage.
void applyResidual(JointAssembly& s, std::span<Body> bodies) {
  applyImpulses(bodies, s.masses, s.rows, s.residual);
  addReactions(s, bodies, s.rows, s.residual);
  for (std::size_t r = 0; r < s.rows.size(); ++r) s.impulses[r] += s.residual[r];
}

/// Gives the rigid rows their target rates; the matrix is factored for velocities.
template <class Target> void holdRates(JointAssembly& s, std::span<Body> bodies, Target target) {
  const int rounds = s.matrix.isRelaxed ? 0 : kVelocityRounds;
  for (int round = 0; round < rounds; ++round) {
    gatherVelocities(s, bodies);
    s.residual.assign(s.rows.size(), 0);
    double error = 0;
    for (std::size_t r = 0; r < s.rows.size(); ++r) {
      const bool holds = s.rows[r].kind == RowKind::rigid && s.stiffness[r] > 0;
      const double rate = holds ? rateOf(s.rows[r], s.velocities) - target(s.rows[r]) : 0;
      error = std::max(error, std::abs(rate));
      s.residual[r] = -s.stiffness[r] * rate;
    }
    if (!(error > kNoRate)) return;
    solve(s.matrix, s.masses, s.rows, s.stiffness, s.residual);
    applyResidual(s, bodies);
  }
}

bool isRigid(const JointRow& row, double) { return row.kind == RowKind::rigid; }

/// Moves the bodies so that the gaps close, without velocity. Returns the longest way, m, with turns times the radius of the body, or times `reach`, m.
double displace(JointAssembly& s, std::span<Body> bodies, double reach = 0) {
  double longest = 0;
  factorize(s.matrix, s.masses, s.rows, s.stiffness);  // of these rows: their stiffness forgives no other Jacobian
  solve(s.matrix, s.masses, s.rows, s.stiffness, s.residual);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (s.masses[i].mass == 0) continue;
    const double* const d = s.matrix.x.data() + 6 * s.matrix.place[i];
    bodies[i].x += Vec3{d[0], d[1], d[2]};
    bodies[i].q = rotatedBy(bodies[i].q, {d[3], d[4], d[5]});
    for (int k = 0; k < 6; ++k) longest = std::max(longest, std::abs(d[k]) * (k < 3 ? 1 : reach > 0 ? reach : bodies[i].radius));
  }
  return longest;
}

/// Every body as heavy as the others, with its own radii of gyration.
void evenOut(JointAssembly& s) {
  for (JointMass& body : s.masses) {
    if (body.mass == 0) continue;
    body.inertia = {body.inertia.diagonal * body.inverseMass, body.inertia.offDiagonal * body.inverseMass};
    body.inverseInertia = {body.inverseInertia.diagonal * body.mass, body.inverseInertia.offDiagonal * body.mass};
    body.mass = body.inverseMass = 1;
  }
}

/// Whether the joints make no loops, the world and all that no impulse moves being one body, and have no stops: then every gap can be closed.
bool isFreeTree(const JointAssembly& s) {
  std::size_t nodes = 0, edges = 0;
  for (const JointMass& body : s.masses) nodes += body.mass > 0;
  const auto isHeld = [&](std::uint32_t body) { return body == kWorldEnd || s.masses[body].mass == 0; };
  bool anyHeld = false;
  for (const AssembledJoint& j : s.joints) {
    const bool hasStops = j.joint.limits.lower > -kNoLimit || j.joint.limits.upper < kNoLimit || j.joint.swing < kNoLimit;
    if (isCoupling(j.joint.type) || hasStops) return false;
    anyHeld |= isHeld(j.a) || isHeld(j.b);
    ++edges;
  }
  return edges + (anyHeld ? 0 : 1) <= nodes;
}

/// Newton's method, along M^-1 J^T. `evenly`: as if all bodies had the same mass: a taut chain of light links, straight under a load of 1000 times their
/// weight, cannot close a gap by turning links alone. Then, in a tree, with shorter ways where a whole one does not come nearer. False, and back at the
/// nearest, where it does not converge.
bool closeGaps(JointAssembly& s, std::span<Body> bodies, bool evenly) {
  constexpr double kSmall = 1e-9;  // gaps below are left to the stages
  constexpr double kLeastShare = 1.0 / 16;
  constexpr double kWorkOfRound = 3;  // with a factorization
  List<MotionState> before;
  double last = 1e300, share = 1;
  bool isFar = false;
  for (int round = 0; round < kMostRounds; ++round) {
    gatherRows(s, bodies);
    gatherMasses(s, bodies);
    if (round > 0) s.workLeft -= kWorkOfRound * static_cast<double>(s.rows.size() + bodies.size());
    const auto gapsOfPose = [&] {
      if (evenly) evenOut(s);
      setStiffness(s, 0);
      return gatherGaps(s, isRigid);
    };
    double error = gapsOfPose();
    if (error <= kSmall) return true;
    if (!(error < last) || isFar) {
      if (round == 0) return false;  // it is no number
      setStates(bodies, before);
      share *= 0.5;
      if (!evenly || share < kLeastShare || !isFreeTree(s)) return false;
      gatherRows(s, bodies);
      gatherMasses(s, bodies);
      error = gapsOfPose();
    } else {
      before = statesOf(bodies);
      share = share < 1 ? 2 * share : 1;
    }
    last = error;
    for (double& residual : s.residual) residual *= share;
    isFar = displace(s, bodies, evenly ? 0 : 1) > kFarWay * error;
  }
  return true;
}

}  // namespace

void gatherStates(List<MotionState>& states, std::span<const Body> bodies) {
  states.clear();
  for (const Body& body : bodies) states.push_back({body.x, body.q, body.v, body.L});
}

List<MotionState> statesOf(std::span<const Body> bodies) {
  List<MotionState> states;
  gatherStates(states, bodies);
  return states;
}

void setStates(std::span<Body> bodies, const List<MotionState>& states) {
  for (std::size_t i = 0; i < bodies.size(); ++i)
    bodies[i].x = states[i].x, bodies[i].q = states[i].q, bodies[i].v = states[i].v, bodies[i].L = states[i].L;
}

bool constrainedDrift(JointAssembly& s, std::span<Body> bodies, std::span<const Vec3> gravity, double time) {
  s.time = time;
  for (AssembledJoint& j : s.joints) j.holdStart = j.joint.coordinate;
  gatherRows(s, bodies);
  gatherMasses(s, bodies);
  setStiffness(s, time);
  factorize(s.matrix, s.masses, s.rows, s.stiffness);
  const List<JointRow>& start = s.start;
  s.start.assign(s.rows);
  const List<MotionState>& from = s.from;
  gatherStates(s.from, bodies);
  s.impulses.assign(start.size(), 0);
  for (std::size_t r = 0; r < start.size(); ++r) {
    if (start[r].kind == RowKind::push) s.impulses[r] = 0.5 * time * pushOf(s, start[r]);
  }
  // Where constraints nearly depend on each other, rounds with the Jacobian of the start come near and then depart again: the nearest counts.
  double least = 1e300;
  bool isLast = false;
  for (int round = 0, worse = 0;; ++round) {
    setStates(bodies, from);
    applyImpulses(bodies, s.masses, start, s.impulses);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (s.masses[i].mass > 0) drift(bodies[i], gravity[i], time, freeRotationOrder2);
      else if (bodies[i].type == BodyType::kinematic && !bodies[i].frozen) moveFreely(bodies[i], {}, time);
    }
    gatherRows(s, bodies);
    s.workLeft -= static_cast<double>(start.size() + bodies.size());
    const double error = gatherDriftResidual(s, start, time);
    if (isLast || !(error > kNoGap) || (s.isYielding && round > 0)) break;
    if (error < least) s.nearest.assign(s.impulses);
    worse = error < 0.7 * least ? 0 : worse + 1;
    least = std::min(least, error);
    isLast = worse >= kMostWorse || round >= kMostRounds || s.workLeft < 0;
    if (isLast && !s.isYielding) {
      if (!(least < kMostGap)) return false;
      s.impulses.assign(s.nearest);
      continue;
    }
    solve(s.matrix, s.masses, start, s.stiffness, s.residual);
    for (std::size_t r = 0; r < start.size(); ++r) s.impulses[r] += s.residual[r];
  }
  addReactions(s, bodies, start, s.impulses);
  return true;
}

void projectVelocities(JointAssembly& s, std::span<Body> bodies, double time) {
  if (time == 0) {
    gatherRows(s, bodies);
    s.impulses.assign(s.rows.size(), 0);
  }
  gatherMasses(s, bodies);
  s.residual.assign(s.rows.size(), 0);
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    if (s.rows[r].kind != RowKind::rigid) s.residual[r] = s.impulses[r];
  }
  applyResidual(s, bodies);
  setStiffness(s, 0);
  factorize(s.matrix, s.masses, s.rows, s.stiffness);
  holdRates(s, bodies, [&](const JointRow& row) { return targetRateOf(s, row); });
}

void projectImpact(JointAssembly& s, std::span<Body> bodies) {
  gatherMasses(s, bodies);
  setStiffness(s, 0);
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    if (s.rows[r].part == RowPart::drive && s.rows[r].kind == RowKind::rigid) s.stiffness[r] = 0;
  }
  List<MotionState> from = statesOf(bodies);
  for (bool again = true; again;) {
    again = false;
    s.impulses.assign(s.rows.size(), 0);
    const List<AssembledJoint> joints = s.joints;
    factorize(s.matrix, s.masses, s.rows, s.stiffness);
    holdRates(s, bodies, [&](const JointRow& row) { return row.part == RowPart::stop ? row.value : targetRateOf(s, row); });
    for (std::size_t r = 0; r < s.rows.size(); ++r) {
      if (s.rows[r].part != RowPart::stop || s.impulses[r] >= 0 || s.stiffness[r] == 0) continue;
      s.stiffness[r] = 0;  // it would pull
      again = true;
    }
    if (!again) break;
    setStates(bodies, from);
    s.joints = joints;
  }
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    if (s.rows[r].part == RowPart::stop && s.stiffness[r] == 0)
      s.joints[s.rows[r].joint].activeStops &= static_cast<std::uint8_t>(~(1u << s.rows[r].index));
  }
}

bool projectPositions(JointAssembly& s, std::span<Body> bodies) {
  for (AssembledJoint& j : s.joints) j.holdStart = j.joint.coordinate;
  s.time = 0;
  return closeGaps(s, bodies, false) || closeGaps(s, bodies, true);
}

void easeGaps(JointAssembly& s, std::span<Body> bodies, double time) {
  gatherRows(s, bodies);
  gatherMasses(s, bodies);
  setStiffness(s, time);
  gatherGaps(s, isRigid);
  displace(s, bodies);
}

}  // namespace tumble
