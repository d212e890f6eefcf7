#include "joints/joint_events.h"

#include <algorithm>
#include <cmath>

#include "joints/joint_stages.h"

namespace tumble {
namespace {

/// m, rad: a stop this near is touched. m/s, rad/s: a body this slow rests on it; one that rebounds slower stays on it.
constexpr double kTouched = 1e-8, kResting = 1e-7, kSlowestRebound = 1e-3;
/// m/s, rad/s: a motor or a bearing within this of its speed holds it.
constexpr double kHolding = 1e-7;

/// The rate that a drive or a friction pushes to.
double goalOf(const AssembledJoint& j, bool isDrive) { return isDrive ? j.joint.drive.target : 0; }

double servoForce(const AssembledJoint& j, double rate) {
  const JointDrive& d = j.joint.drive;
  return -d.stiffness * (j.joint.coordinate - d.target) - d.damping * rate;
}

double bounded(double x, double most) { return x > most ? most : x < -most ? -most : x; }

void chooseDrive(AssembledJoint& j, double rate) {
  const JointDrive& d = j.joint.drive;
  j.drive = j.friction = DriveMode::none;
  if (d.kind == DriveKind::servo) {
    const double force = servoForce(j, rate);
    j.drivePush = bounded(force, d.most);
    j.drive = j.drivePush == force ? DriveMode::soft : DriveMode::push;
  } else if (d.kind == DriveKind::motor) {
    const double lack = d.target - rate;
    const bool isAhead = d.onlyPushes && lack * d.target < 0 && std::abs(lack) > kHolding;
    j.drive = isAhead ? DriveMode::none : d.most >= kNoLimit || std::abs(lack) <= kHolding ? DriveMode::hold : DriveMode::push;
    j.drivePush = lack > 0 ? d.most : -d.most;
  }
  if (j.joint.friction > 0) {
    j.friction = std::abs(rate) <= kHolding ? DriveMode::hold : DriveMode::push;
    j.frictionPush = rate > 0 ? -j.joint.friction : j.joint.friction;
  }
}

/// The rate of the coordinate, where a drive or a friction acts along it; else 0.
double rateAlong(const JointAssembly& s, const AssembledJoint& j, std::span<const Body> bodies) {
  if (j.joint.drive.kind == DriveKind::none && !(j.joint.friction > 0)) return 0;
  return rateOf(coordinateOf(j, bodies), s.velocities);
}

std::uint8_t bitOf(const JointRow& stop) { return static_cast<std::uint8_t>(1u << stop.index); }

/// The row of the assembly that is a stop in touch, or null.
JointRow* activeStop(JointAssembly& s, std::uint32_t joint, std::uint8_t index) {
  for (JointRow& row : s.rows) {
    if (row.part == RowPart::stop && row.joint == joint && row.index == index) return &row;
  }
  return nullptr;
}

/// Whether a row pushed the wrong way or too much, by its impulse.
bool isExcessive(const JointAssembly& s, const JointRow& row, double impulse, double time) {
  const AssembledJoint& j = s.joints[row.joint];
  if (row.part == RowPart::stop) return impulse < 0 && !j.isBlocked() && (j.heldStops & bitOf(row)) == 0;
  if (row.part == RowPart::friction) return j.friction == DriveMode::hold && std::abs(impulse) > j.joint.friction * time;
  return row.part == RowPart::drive && j.drive == DriveMode::hold && std::abs(impulse) > j.mostOfDrive(impulse) * time;
}

void letGo(JointAssembly& s, const JointRow& row, double impulse) {
  AssembledJoint& j = s.joints[row.joint];
  if (row.part == RowPart::stop) {
    j.activeStops &= static_cast<std::uint8_t>(~bitOf(row));
    j.releasedStops |= bitOf(row);
  } else if (row.part == RowPart::friction) {
    j.friction = DriveMode::push;
    j.frictionPush = impulse > 0 ? j.joint.friction : -j.joint.friction;
  } else {
    j.drive = DriveMode::push;
    const double most = j.mostOfDrive(impulse);
    j.drivePush = impulse > 0 ? most : -most;
  }
}

/// The impulses of the rigid rows without what moves nothing: of all with the same effect the smallest, K J (M + J^T K J)^-1 J^T lambda. Rows that depend on
/// each other, as two bearings with friction under one rope, brace against each other with what gaps of 1e-12 m ask for in a short stage: with 20 kN.
List<double> impulsesWithoutSelfStress(JointAssembly& s) {
  List<double> impulses = s.impulses;
  s.residual.assign(s.impulses.size(), 0);
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    if (s.rows[r].kind == RowKind::rigid) s.residual[r] = s.impulses[r];
  }
  solve(s.matrix, s.masses, s.rows, s.stiffness, s.residual);
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    if (s.rows[r].kind == RowKind::rigid) impulses[r] -= s.residual[r];
  }
  return impulses;
}

/// Lets go of all rows that pushed the wrong way or too much. Whether any did.
bool letGoExcessive(JointAssembly& s, double time) {
  int excessive = 0;
  for (std::size_t r = 0; r < s.rows.size(); ++r) excessive += isExcessive(s, s.rows[r], s.impulses[r], time);
  if (excessive == 0) return false;
  const bool mayBrace = excessive > 1 && !s.matrix.isRelaxed;  // one alone braces against nothing
  const List<double> impulses = mayBrace ? impulsesWithoutSelfStress(s) : s.impulses;
  bool any = false;
  for (std::size_t r = 0; r < s.rows.size(); ++r) {
    if (!isExcessive(s, s.rows[r], impulses[r], time)) continue;
    letGo(s, s.rows[r], impulses[r]);
    any = true;
  }
  return any;
}

/// Holds the first bearing that slips from rest to where its friction pushes: what held it together with others told nothing of which way it would slip.
/// Whether there was one.
bool holdDriven(JointAssembly& s, const JointWatch& before, const JointWatch& after) {
  for (std::size_t i = 0; i < s.joints.size(); ++i) {
    AssembledJoint& j = s.joints[i];
    const double from = before.slips[2 * i + 1], to = after.slips[2 * i + 1];
    if (j.friction != DriveMode::push || std::abs(from) > kHolding || std::abs(to) <= kHolding || to * j.frictionPush <= 0) continue;
    j.friction = DriveMode::hold;
    return true;
  }
  return false;
}

/// After an impact, which may have turned rates around: pushes of friction and motors against what slips now.
void turnPushes(JointAssembly& s, std::span<const Body> bodies) {
  gatherVelocities(s, bodies);
  for (AssembledJoint& j : s.joints) {
    if (!hasCoordinate(j.joint.type)) continue;
    const double rate = rateAlong(s, j, bodies), lack = j.joint.drive.target - rate;
    if (j.friction == DriveMode::push && std::abs(rate) > kHolding) j.frictionPush = rate > 0 ? -j.joint.friction : j.joint.friction;
    if (j.joint.drive.kind != DriveKind::motor || j.drive != DriveMode::push || std::abs(lack) <= kHolding) continue;
    if (!j.joint.drive.onlyPushes) j.drivePush = lack > 0 ? j.joint.drive.most : -j.joint.drive.most;
    else if (lack * j.joint.drive.target > 0) j.drive = DriveMode::hold;
  }
}

}  // namespace

void chooseModes(JointAssembly& s, std::span<Body> bodies) {
  gatherVelocities(s, bodies);
  for (AssembledJoint& j : s.joints) {
    if (hasCoordinate(j.joint.type)) chooseDrive(j, rateAlong(s, j, bodies));
    j.activeStops = 0;
  }
  gatherRows(s, bodies);
  for (const JointRow& stop : s.stops) {
    if (stop.value < kTouched && std::abs(rateOf(stop, s.velocities)) < kResting) s.joints[stop.joint].activeStops |= bitOf(stop);
  }
}

bool letMotorsRest(JointAssembly& s) {
  const bool isTouching = std::any_of(s.joints.begin(), s.joints.end(), [](const AssembledJoint& j) { return j.activeStops != 0; });
  bool changed = false;
  for (AssembledJoint& j : s.joints) {
    if (!isTouching || j.joint.drive.kind != DriveKind::motor || j.drive != DriveMode::hold) continue;
    j.drive = DriveMode::none;
    changed = true;
  }
  return changed;
}

bool holdReboundedStop(JointAssembly& s, std::span<Body> bodies, const StageVerdict& verdict) {
  if (!verdict.isStop) return false;
  gatherRows(s, bodies);
  const JointRow stop = s.stops[verdict.index];
  AssembledJoint& j = s.joints[stop.joint];
  if ((j.releasedStops & bitOf(stop)) == 0) return false;
  j.activeStops |= bitOf(stop);
  j.heldStops |= bitOf(stop);
  gatherRows(s, bodies);
  if (JointRow* const row = activeStop(s, stop.joint, stop.index)) row->value = 0;
  projectImpact(s, bodies);
  j.activeStops |= bitOf(stop);
  return true;
}

void forgetReleasedStops(JointAssembly& s) {
  for (AssembledJoint& j : s.joints) j.releasedStops = j.heldStops = 0;
}

void holdPassedStops(JointAssembly& s) {
  for (const JointRow& stop : s.stops) {
    if (stop.value < -kTouched) s.joints[stop.joint].activeStops |= bitOf(stop);
  }
}

bool isReversible(const JointAssembly& s) {
  return std::none_of(s.joints.begin(), s.joints.end(), [](const AssembledJoint& j) {
    const bool isMotor = j.joint.drive.kind == DriveKind::motor && j.joint.drive.most >= kNoLimit;
    return j.activeStops != 0 || j.friction != DriveMode::none || (j.drive != DriveMode::none && !isMotor) || j.joint.spring.damping > 0;
  });
}

JointWatch watchOf(JointAssembly& s, std::span<const Body> bodies) {
  JointWatch watch;
  gatherVelocities(s, bodies);
  gatherRows(s, bodies);
  for (const JointRow& stop : s.stops) watch.stops.push_back(stop.value);
  for (const AssembledJoint& j : s.joints) {
    const double rate = hasCoordinate(j.joint.type) ? rateAlong(s, j, bodies) : 0;
    watch.slips.push_back(rate - goalOf(j, true));
    watch.slips.push_back(rate);
  }
  return watch;
}

StageVerdict judgeStage(JointAssembly& s, const JointWatch& before, const JointWatch& after, double time) {
  StageVerdict verdict;
  const bool changed = letGoExcessive(s, time) || holdDriven(s, before, after);
  if (changed) {
    verdict.result = StageResult::again;
    return verdict;
  }
  const auto cutAt = [&](double from, double to, bool isStop, std::size_t index) {
    const double share = from / (from - to);
    if (verdict.result == StageResult::cut && share >= verdict.share) return;
    verdict = {StageResult::cut, share, isStop, static_cast<std::uint32_t>(index)};
  };
  for (std::size_t k = 0; k < after.stops.size() && k < before.stops.size(); ++k) {
    // One that contacts have pushed beyond its stop, and that comes back, is hit no more.
    if (after.stops[k] >= -kTouched || after.stops[k] >= before.stops[k]) continue;
    cutAt(std::max(before.stops[k], 0.0), after.stops[k], true, k);
  }
  for (std::size_t k = 0; k < after.slips.size(); ++k) {
    const AssembledJoint& j = s.joints[k / 2];
    const bool isDrive = k % 2 == 0;
    const DriveMode mode = isDrive ? j.drive : j.friction;
    if (mode != DriveMode::push || (isDrive && j.joint.drive.kind != DriveKind::motor)) continue;
    const double push = isDrive ? j.drivePush : j.frictionPush, from = before.slips[k], to = after.slips[k];
    // It pushes towards its goal: a slip against the push that changes its sign has come to it.
    if (from * push < 0 && to * push > 0) cutAt(from, to, false, k);
  }
  return verdict;
}

bool applyEvent(JointAssembly& s, std::span<Body> bodies, const StageVerdict& verdict) {
  if (!verdict.isStop) {
    AssembledJoint& j = s.joints[verdict.index / 2];
    (verdict.index % 2 == 0 ? j.drive : j.friction) = DriveMode::hold;
    return true;
  }
  // Newton's law at all stops that are hit at once; those in touch stay it, or let go.
  gatherVelocities(s, bodies);
  gatherRows(s, bodies);
  struct Hit {
    std::uint32_t joint;
    std::uint8_t index;
    double target;
    bool acts;  // changes a rate, or was not in touch
  };
  List<Hit> hits;
  for (std::size_t k = 0; k < s.stops.size(); ++k) {
    const JointRow& stop = s.stops[k];
    const double rate = rateOf(stop, s.velocities);
    if (!(stop.value < kTouched && rate < kResting)) continue;  // what rests there and is pulled on is held, too
    AssembledJoint& j = s.joints[stop.joint];
    // A motor without a limit pushes a rebound back at once.
    const bool isPressed = j.joint.drive.most >= kNoLimit && j.drivesAgainst(stop.index);
    const double rebound = isPressed ? 0 : -j.joint.limits.restitution * rate;
    const bool wasActive = (j.activeStops & bitOf(stop)) != 0;
    hits.push_back({stop.joint, stop.index, rebound > kSlowestRebound ? rebound : 0, rate < -kResting || !wasActive});
    j.activeStops |= bitOf(stop);
    j.heldStops |= j.releasedStops & bitOf(stop);
  }
  gatherRows(s, bodies);
  for (const Hit& hit : hits) {
    if (JointRow* const row = activeStop(s, hit.joint, hit.index)) row->value = hit.target;
  }
  projectImpact(s, bodies);
  turnPushes(s, bodies);
  bool acts = false;
  for (const Hit& hit : hits) {
    std::uint8_t& active = s.joints[hit.joint].activeStops;
    acts |= hit.acts && (active >> hit.index & 1) != 0;
    if (hit.target > 0) {
      active &= static_cast<std::uint8_t>(~(1u << hit.index));
      s.joints[hit.joint].releasedStops |= static_cast<std::uint8_t>(1u << hit.index);
    }
  }
  return acts;
}

}  // namespace tumble
