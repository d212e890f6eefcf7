#include "joints/joint_assembly.h"

#include <algorithm>
#include <cmath>

#include "containers/sort_keys.h"
#include "math/rotation_vector.h"
#include "motion/free_motion.h"
#include "motion/free_rotation.h"

namespace tumble {
void assembleJoints(JointAssembly& s, std::span<const Joint> joints, List<JointIndex> joined, std::span<const std::uint32_t> place) {
  std::sort(joined.begin(), joined.end());
  joined.resize(static_cast<std::size_t>(std::unique(joined.begin(), joined.end()) - joined.begin()));
  const auto placeOf = [&](BodyId body) { return body == kNoBody ? kWorldEnd : place[bodyIndex(body)] - 1; };
  const auto placeOfJoint = [&](JointIndex index) {
    return static_cast<std::uint32_t>(std::lower_bound(joined.begin(), joined.end(), index) - joined.begin());
  };
  for (const JointIndex index : joined) {
    AssembledJoint& j = s.joints.emplace_back();
    j.joint = joints[index];
    j.index = index;
    if (isCoupling(j.joint.type)) {
      j.first = placeOfJoint(j.joint.first), j.second = placeOfJoint(j.joint.second);
    } else {
      j.a = placeOf(j.joint.a.body), j.b = placeOf(j.joint.b.body);
    }
  }
}

JointMass jointMassOf(const Body& body) {
  JointMass mass;
  if (body.type != BodyType::dynamic || body.frozen) return mass;
  const Vec3 i = body.inverseInertia;
  mass.inverseMass = body.inverseMass;
  mass.mass = 1 / body.inverseMass;
  mass.inertia = worldTensor(body.q, {1 / i.x, 1 / i.y, 1 / i.z});
  mass.inverseInertia = worldTensor(body.q, i);
  return mass;
}

JointSpring softnessOf(const JointAssembly& s, const JointRow& row) {
  const Joint& joint = s.joints[row.joint].joint;
  return row.part == RowPart::drive ? JointSpring{joint.drive.stiffness, joint.drive.damping, joint.drive.target} : joint.spring;
}

double pushOf(const JointAssembly& s, const JointRow& row) {
  const AssembledJoint& j = s.joints[row.joint];
  return row.part == RowPart::drive ? j.drivePush : j.frictionPush;
}

double targetRateOf(const JointAssembly& s, const JointRow& row) {
  return row.part == RowPart::drive ? s.joints[row.joint].joint.drive.target : 0;
}

void setStiffness(JointAssembly& s, double time) {
  s.stiffness.assign(s.rows.size(), 0);
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    const JointRow& row = s.rows[r];
    if (row.kind == RowKind::rigid) {
      const double w = inverseMassOf(s.masses, row);
      s.stiffness[r] = w > 0 ? kRigidRow / w : 0;
    } else if (row.kind == RowKind::soft && time != 0) {
      const auto [k, c, rest] = softnessOf(s, row);
      s.stiffness[r] = 0.5 * time * (0.5 * k * time + c);
    }
  }
}

void addReactions(JointAssembly& s, std::span<const Body> bodies, std::span<const JointRow> rows, std::span<const double> impulses) {
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const JointRow& row = rows[r];
    AssembledJoint& j = s.joints[row.joint];
    const RowEnd& b = row.ends[row.count - 1];
    const Vec3 lever = j.b == kWorldEnd || isCoupling(j.joint.type) ? Vec3{} : rotate(bodies[j.b].q, j.joint.b.anchor);
    j.impulse += b.linear * impulses[r];
    j.angularImpulse += (b.angular - cross(lever, b.linear)) * impulses[r];
  }
}

namespace {

/// m, rad: gaps that are none; m/s, rad/s: rates that are none.
constexpr double kNoGap = 1e-11, kNoRate = 1e-12;
constexpr int kMostRounds = 24, kMostWorse = 2, kVelocityRounds = 4;

const Body* bodyAt(std::span<const Body> bodies, std::uint32_t index) { return index == kWorldEnd ? nullptr : &bodies[index]; }

JointFrame frameA(const AssembledJoint& j, std::span<const Body> bodies) { return frameAt(j.joint.a, bodyAt(bodies, j.a), j.a); }
JointFrame frameB(const AssembledJoint& j, std::span<const Body> bodies) { return frameAt(j.joint.b, bodyAt(bodies, j.b), j.b); }

JointRow coordinateOf(const AssembledJoint& j, std::span<const Body> bodies) {
  return coordinateRow(j.joint.type, frameA(j, bodies), frameB(j, bodies), j.joint.coordinate);
}

void addRows(JointAssembly& s, AssembledJoint& j, RowLists out, std::span<const Body> bodies) {
  const Joint& joint = j.joint;
  if (isCoupling(joint.type))
    return addCoupling(out, joint, coordinateOf(s.joints[j.first], bodies), coordinateOf(s.joints[j.second], bodies));
  const JointFrame a = frameA(j, bodies), b = frameB(j, bodies);
  switch (joint.type) {
    case JointType::ball: return addBall(out, joint, a, b);
    case JointType::hinge: return addHinge(out, a, b);
    case JointType::slider: return addSlider(out, a, b);
    case JointType::universal: return addUniversal(out, a, b);
    case JointType::fixed: return addFixed(out, a, b);
    case JointType::distance: return addDistance(out, joint, a, b);
    case JointType::pulley: return addPulley(out, joint, a, b);
    case JointType::gear:
    case JointType::rack: return;
  }
}

void addDriveRow(JointAssembly& s, JointRow row, DriveMode mode, RowPart part, double offset) {
  row.part = part;
  row.kind = mode == DriveMode::hold ? RowKind::rigid : mode == DriveMode::push ? RowKind::push : RowKind::soft;
  row.value -= offset;
  s.rows.push_back(row);
}

/// The rows along the coordinate of a hinge or a slider.
void addCoordinateRows(JointAssembly& s, AssembledJoint& j, std::span<const Body> bodies) {
  Joint& joint = j.joint;
  const JointRow row = coordinateOf(j, bodies);
  joint.coordinate = row.value;
  addLimits({s.rows, s.stops}, joint.limits, row);
  const bool isHeldByMotor = j.drive == DriveMode::hold && s.areStopsHard;
  const bool isServo = joint.drive.kind == DriveKind::servo;
  if (j.drive != DriveMode::none && !(isHeldByMotor && j.isBlocked())) {
    addDriveRow(s, row, j.drive, RowPart::drive, isServo ? joint.drive.target : j.holdStart + joint.drive.target * s.time);
  }
  if (j.friction != DriveMode::none) addDriveRow(s, row, j.friction, RowPart::friction, j.holdStart);
  if (joint.spring.stiffness > 0 || joint.spring.damping > 0) {
    addDriveRow(s, row, DriveMode::soft, RowPart::spring, joint.spring.rest);
  }
}

void gatherMasses(JointAssembly& s, std::span<const Body> bodies) {
  s.masses.clear();
  for (const Body& body : bodies) s.masses.push_back(jointMassOf(body));
}

void gatherVelocities(JointAssembly& s, std::span<const Body> bodies) {
  s.velocities.clear();
  for (const Body& body : bodies) s.velocities.push_back({body.v, angularVelocity(body)});
}

/// The impulses that rows lack after a drift, from `start` to the present rows. Returns the largest gap.
double gatherDriftResidual(JointAssembly& s, std::span<const JointRow> start, double time) {
  double error = 0;
  s.residual.assign(start.size(), 0);
  for (std::size_t r = 0; r < start.size(); ++r) {
    const double value = s.rows[r].value;
    if (start[r].kind == RowKind::rigid) {
      error = std::max(error, std::abs(value));
      s.residual[r] = -s.stiffness[r] * value / time;
    } else if (start[r].kind == RowKind::soft) {
      const auto [k, c, rest] = softnessOf(s, start[r]);
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
  for (int round = 0; round < kVelocityRounds; ++round) {
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

}  // namespace

List<MotionState> statesOf(std::span<const Body> bodies) {
  List<MotionState> states;
  for (const Body& body : bodies) states.push_back({body.x, body.q, body.v, body.L});
  return states;
}

void setStates(std::span<Body> bodies, const List<MotionState>& states) {
  for (std::size_t i = 0; i < bodies.size(); ++i)
    bodies[i].x = states[i].x, bodies[i].q = states[i].q, bodies[i].v = states[i].v, bodies[i].L = states[i].L;
}

void gatherRows(JointAssembly& s, std::span<const Body> bodies) {
  s.rows.clear();
  s.stops.clear();
  for (std::uint32_t i = 0; i < s.joints.size(); ++i) {
    AssembledJoint& j = s.joints[i];
    const std::size_t firstRow = s.rows.size(), firstStop = s.stops.size();
    addRows(s, j, {s.rows, s.stops}, bodies);
    if (hasCoordinate(j.joint.type)) addCoordinateRows(s, j, bodies);
    std::size_t kept = firstStop;
    for (std::size_t k = firstStop; k < s.stops.size(); ++k) {
      JointRow stop = s.stops[k];
      stop.part = RowPart::stop;
      stop.index = static_cast<std::uint8_t>(k - firstStop);
      stop.joint = i;
      if (j.activeStops >> stop.index & 1) s.rows.push_back(stop);
      else s.stops[kept++] = stop;
    }
    s.stops.resize(kept);
    for (std::size_t k = firstRow; k < s.rows.size(); ++k) s.rows[k].joint = i;
  }
}

bool layOutAssembly(JointAssembly& s, std::span<const Body> bodies, double mostWork) {
  gatherMasses(s, bodies);
  List<std::uint64_t> pairs;
  List<std::uint32_t> ends;
  const auto addEnd = [&](std::uint32_t body) {
    if (body != kWorldEnd && s.masses[body].mass > 0) ends.push_back(body);
  };
  for (const AssembledJoint& j : s.joints) {
    ends.clear();
    if (isCoupling(j.joint.type)) {
      for (const std::uint32_t k : {j.first, j.second}) addEnd(s.joints[k].a), addEnd(s.joints[k].b);
    } else {
      addEnd(j.a), addEnd(j.b);
    }
    for (std::size_t p = 0; p < ends.size(); ++p) {
      for (std::size_t q = p + 1; q < ends.size(); ++q) {
        if (ends[p] != ends[q]) pairs.push_back(std::uint64_t{ends[p]} << 32 | ends[q]);
      }
    }
  }
  return layOut(s.matrix, static_cast<std::uint32_t>(bodies.size()), pairs, mostWork);
}

bool constrainedDrift(JointAssembly& s, std::span<Body> bodies, std::span<const Vec3> gravity, double time, double mostGap) {
  s.time = time;
  for (AssembledJoint& j : s.joints) j.holdStart = j.joint.coordinate;
  gatherRows(s, bodies);
  gatherMasses(s, bodies);
  setStiffness(s, time);
  factorize(s.matrix, s.masses, s.rows, s.stiffness);
  const List<JointRow> start = s.rows;
  const List<MotionState> from = statesOf(bodies);
  s.impulses.assign(start.size(), 0);
  for (std::size_t r = 0; r < start.size(); ++r) {
    if (start[r].kind == RowKind::push) s.impulses[r] = 0.5 * time * pushOf(s, start[r]);
  }
  // Where constraints nearly depend on each other, rounds with the Jacobian of the start come near and then depart again: the nearest counts.
  List<double> nearest;
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
    if (isLast || !(error > kNoGap)) break;
    if (error < least) nearest.assign(s.impulses);
    worse = error < 0.7 * least ? 0 : worse + 1;
    least = std::min(least, error);
    isLast = worse >= kMostWorse || round >= kMostRounds || s.workLeft < 0;
    if (isLast) {
      if (!(least < mostGap) && s.workLeft >= 0) return false;
      s.impulses.assign(nearest);
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

void projectPositions(JointAssembly& s, std::span<Body> bodies) {
  constexpr double kSmall = 1e-9;  // gaps below are left to the stages
  for (AssembledJoint& j : s.joints) j.holdStart = j.joint.coordinate;
  s.time = 0;
  double last = 1e300;
  for (int round = 0; round < kMostRounds; ++round) {
    gatherRows(s, bodies);
    double error = 0;
    for (const JointRow& row : s.rows) {
      if (row.kind == RowKind::rigid) error = std::max(error, std::abs(row.value));
    }
    if (!(error > kSmall) || !(error < last)) return;
    last = error;
    gatherMasses(s, bodies);
    setStiffness(s, 0);
    factorize(s.matrix, s.masses, s.rows, s.stiffness);  // of these rows: their stiffness forgives no other Jacobian
    s.residual.assign(s.rows.size(), 0);
    for (std::size_t r = 0; r < s.rows.size(); ++r) {
      if (s.rows[r].kind == RowKind::rigid) s.residual[r] = -s.stiffness[r] * s.rows[r].value;
    }
    solve(s.matrix, s.masses, s.rows, s.stiffness, s.residual);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (s.masses[i].mass == 0) continue;
      const double* const d = s.matrix.x.data() + 6 * s.matrix.place[i];
      bodies[i].x += Vec3{d[0], d[1], d[2]};
      bodies[i].q = rotatedBy(bodies[i].q, {d[3], d[4], d[5]});
    }
  }
}

}  // namespace tumble
