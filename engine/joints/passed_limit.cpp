#include "joints/passed_limit.h"

#include <algorithm>
#include <cmath>

namespace tumble {
namespace {

/// m, rad: nearer is back.
constexpr double kBack = 1e-5;
/// m/s, rad/s: a limit comes no faster. s: it arrives slowly, over this; what lies on it is slowed down by less than its weight.
constexpr double kFastest = 0.5, kFastestTurn = 1, kArrival = 0.2;

/// Signed way back into the limits, rad or m; 0 within them.
double wayBack(const Joint& joint) {
  if (!hasCoordinate(joint.type)) return 0;
  return std::max(joint.limits.lower - joint.coordinate, 0.0) + std::min(joint.limits.upper - joint.coordinate, 0.0);
}

}  // namespace

void noteLimits(Joint& joint) { joint.isBeyondLimits = std::abs(wayBack(joint)) > kBack; }

void noteReturn(Joint& joint) {
  if (joint.isBeyondLimits) noteLimits(joint);
}

void driveBack(Joint& joint) {
  if (!joint.isBeyondLimits) return;
  const double way = wayBack(joint), fastest = joint.type == JointType::hinge ? kFastestTurn : kFastest;
  joint.drive = {.kind = DriveKind::motor, .target = std::clamp(way / kArrival, -fastest, fastest), .onlyPushes = true};
  (way > 0 ? joint.limits.lower : joint.limits.upper) = way > 0 ? -kNoLimit : kNoLimit;
}

}  // namespace tumble
