// joints  The conditions of joint.h hold in the world's own poses: the ends of a joint lie one on the other, its axes one along the other, a
//         rod is as long as it is, the coordinates of gears and racks are coupled. A coordinate is that of the poses, but for whole turns.
// limits  Coordinates, swing and twist stay within their limits, the ends of ropes within their length.
// Where a kinematic body can squeeze what does not yield, no condition is asked to hold.
#include <algorithm>
#include <cmath>

#include "fuzz/geometry.h"
#include "fuzz/laws.h"
#include "math/trigonometry.h"

namespace tumble::fuzz {
namespace {

/// m, and rad. Most are below a nanometre; a taut chain that is struck yields by a tenth of a millimetre or two.
constexpr double kGap = 5e-4;
constexpr double kStop = 1e-3;  // m or rad, beyond a limit

struct End {
  Vec3 point;        // m, world
  Quat orientation;  // joint -> world
};

End endOf(const Frame& frame, const JointEnd& end) {
  if (end.body == kNoBody) return {end.anchor, end.frame};
  const BodyFrame& body = frame.bodies[bodyIndex(end.body)];
  return {body.x + rotate(body.q, end.anchor), body.q * end.frame};
}

/// How far it is from holding, and its coordinate as the poses say.
struct Reading {
  double gap = 0, tilt = 0;  // m, rad
  double beyond = 0;         // m or rad, over a limit
  double coordinate = 0;
};

double angleBetween(Vec3 u, Vec3 w) { return arcTangent2(length(cross(u, w)), dot(u, w)); }

Reading readingOf(const Joint& joint, const JointState& state, const Frame& frame) {
  const End a = endOf(frame, joint.a), b = endOf(frame, joint.b);
  const Vec3 apart = b.point - a.point, axis = rotate(a.orientation, {1, 0, 0});
  const Quat relative = conjugate(a.orientation) * b.orientation;
  const double turned = 2 * arcTangent2(length(Vec3{relative.x, relative.y, relative.z}), std::fabs(relative.w));
  const double twist = 2 * arcTangent2(relative.w < 0 ? -relative.x : relative.x, std::fabs(relative.w));
  const auto over = [&](double value) { return std::max({0.0, joint.limits.lower - value, value - joint.limits.upper}); };
  Reading reading;
  reading.gap = length(apart);
  switch (joint.type) {
    case JointType::ball: {
      const double swing = angleBetween(axis, rotate(b.orientation, {1, 0, 0}));
      reading.beyond = std::max(swing - joint.swing, over(twist));
      break;
    }
    case JointType::hinge:
      reading.tilt = angleBetween(axis, rotate(b.orientation, {1, 0, 0}));
      reading.coordinate = twist;
      reading.beyond = over(state.coordinate);
      break;
    case JointType::slider:
      reading.coordinate = dot(axis, apart);
      reading.gap = length(apart - axis * reading.coordinate);
      reading.tilt = turned;
      reading.beyond = over(state.coordinate);
      break;
    case JointType::universal: reading.tilt = std::fabs(dot(axis, rotate(b.orientation, {0, 1, 0}))); break;
    case JointType::fixed: reading.tilt = turned; break;
    case JointType::distance:
      reading.beyond = std::max(length(apart) - joint.maximum, joint.minimum - length(apart));
      reading.gap = joint.minimum == joint.maximum ? std::max(0.0, reading.beyond) : 0;
      break;
    case JointType::pulley:
      reading.gap = 0;
      reading.beyond = length(a.point - joint.pulleyA) + joint.ratio * length(b.point - joint.pulleyB) - joint.maximum;
      break;
    case JointType::gear:
    case JointType::rack: {
      const double first = frame.joints[joint.first].coordinate, second = frame.joints[joint.second].coordinate;
      const bool isGear = joint.type == JointType::gear;
      reading.gap = 0;
      reading.tilt = std::fabs(isGear ? first + joint.ratio * second : second - joint.ratio * first);
      break;
    }
  }
  return reading;
}

}  // namespace

void begin(JointLaw& law, const Facts& facts, const Frame&) {
  law = {};
  law.feasible = !facts.collisions || !canSqueeze(facts);
}

void watch(JointLaw& law, const Facts& facts, const Frame&, const Frame& now, int step, std::vector<Finding>& findings) {
  if (!law.feasible) return;
  for (std::size_t i = 0; i < facts.joints.size(); ++i) {
    const Joint& joint = facts.joints[i];
    const JointState& state = now.joints[i];
    if (!state.alive) continue;
    const Reading reading = readingOf(joint, state, now);
    const auto say = [&](const char* name, double value, double room, const char* what) {
      if (value <= room) return;
      report(findings, name, facts, step, value / room, "joint " + std::to_string(i) + what + shortText(value));
    };
    say("joints", reading.gap, kGap, ": its ends are apart, m: ");
    say("joints", reading.tilt, kGap, ": its axes are apart, rad: ");
    say("limits", reading.beyond, kStop, " is beyond its limit, m or rad: ");
    if (hasCoordinate(joint.type)) {
      const double off = state.coordinate - reading.coordinate;
      const double turns = joint.type == JointType::hinge ? std::round(off / (2 * kPi)) * 2 * kPi : 0;
      say("joints", std::fabs(off - turns), kGap, ": its coordinate is not that of its bodies, off by ");
    }
  }
}

}  // namespace tumble::fuzz
