// Isolated systems: nothing static or kinematic collides, springs join the bodies alone, gravity is the same for all. Then the momentum
// changes by M g t alone, the centre of mass falls freely, and the angular momentum about it stays.
#include <algorithm>

#include "fuzz/laws.h"

namespace tumble::fuzz {
namespace {

/// 1. The contact solver works in single precision (6e-8), and a blow passes through it some tens of times. The goal is 1e-9.
constexpr double kShare = 1e-6;
/// 1, of the way gone and the size: the centre of mass is moved by what is pushed out of each other, too.
constexpr double kCenterShare = 1e-4;

struct Sum {
  Vec3 momentum, center, angular;
  double mass = 0, scale = 0, angularScale = 0;
};

Sum sumOf(const Facts& facts, const Frame& frame) {
  Sum sum;
  for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
    const BodyFacts& body = facts.bodies[i];
    if (!isMovable(body)) continue;
    const BodyFrame& state = frame.bodies[i];
    sum.mass += body.mass;
    sum.center += state.x * body.mass;
    sum.momentum += state.v * body.mass;
    sum.scale += body.mass * length(state.v);
  }
  sum.center = sum.center * (1 / sum.mass);
  for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
    const BodyFacts& body = facts.bodies[i];
    if (!isMovable(body)) continue;
    const BodyFrame& state = frame.bodies[i];
    const Vec3 arm = state.x - sum.center, v = state.v - sum.momentum * (1 / sum.mass);
    sum.angular += cross(arm, v * body.mass) + state.L;
    sum.angularScale += length(arm) * length(v) * body.mass + length(state.L);
  }
  return sum;
}

}  // namespace

void begin(MomentumLaw& law, const Facts& facts, const Frame& start) {
  law = {};
  law.on = law.angular = true;
  std::size_t count = 0;
  for (const BodyFacts& body : facts.bodies) {
    if (!body.alive) continue;
    if (body.type == BodyType::dynamic) {
      ++count;
      if (body.planar || body.damped) law.on = false;
      // Schemes with the angular velocity or angles as primary state keep L to their order only; all but `automatic` take the springs
      // between two bodies at different moments.
      const bool keeps = body.motion == MotionScheme::automatic || body.motion == MotionScheme::splitting2 ||
                         body.motion == MotionScheme::splitting4 || body.motion == MotionScheme::exact;
      if (!keeps || (body.motion != MotionScheme::automatic && !facts.forces.empty())) law.angular = false;
    } else if (body.solidCount > 0) {
      law.on = false;
    }
  }
  for (const Force& force : facts.forces) {
    const Spring* const coupling = couplingOf(force);
    const bool inner = coupling && isMovable(facts.bodies[bodyIndex(coupling->other)]) && isMovable(facts.bodies[bodyIndex(force.body)]);
    if (!inner) law.on = false;
  }
  for (const Joint& joint : facts.joints) {
    if (!joint.alive || isCoupling(joint.type)) continue;
    const bool inner = joint.type != JointType::pulley && joint.a.body != kNoBody && joint.b.body != kNoBody &&
                       isMovable(facts.bodies[bodyIndex(joint.a.body)]) && isMovable(facts.bodies[bodyIndex(joint.b.body)]);
    if (!inner) law.on = false;
  }
  if (count == 0) law.on = false;
  if (!law.on) return;
  const Sum sum = sumOf(facts, start);
  law.momentum = sum.momentum;
  law.center = sum.center;
  law.angularMomentum = sum.angular;
  law.mass = sum.mass;
  law.scale = sum.scale;
  law.angularScale = sum.angularScale;
}

void watch(MomentumLaw& law, const Facts& facts, const Frame&, const Frame& now, int step, std::vector<Finding>& findings) {
  if (!law.on) return;
  law.time += facts.h;
  const Sum sum = sumOf(facts, now);
  law.scale = std::max(law.scale, sum.scale);
  law.angularScale = std::max(law.angularScale, sum.angularScale);
  const Vec3 fall = facts.gravity * law.time;
  const double scale = law.scale + law.mass * length(fall);
  const double off = length(sum.momentum - law.momentum - fall * law.mass);
  if (off > kShare * scale + 1e-15) {
    report(findings, "momentum", facts, step, off / (kShare * scale),
           "changed by " + shortText(off) + " of " + shortText(scale) + " kg m/s");
  }
  const double turned = length(sum.angular - law.angularMomentum);
  if (law.angular && turned > kShare * law.angularScale + 1e-15) {
    report(findings, "angular-momentum", facts, step, turned / (kShare * law.angularScale),
           "changed by " + shortText(turned) + " of " + shortText(law.angularScale) + " kg m^2/s");
  }
  bool euler = false;
  double size = 0;
  for (const BodyFacts& body : facts.bodies) {
    if (!isMovable(body)) continue;
    euler |= body.motion != MotionScheme::automatic;
    size = std::max(size, body.reach);
  }
  if (euler) return;  // a step of first order is not where it should be
  const double way = length(law.momentum) / law.mass * law.time + 0.5 * length(fall) * law.time + law.scale / law.mass * law.time;
  const double strayed = length(sum.center - law.center - law.momentum * (law.time / law.mass) - fall * (0.5 * law.time));
  const double room = kCenterShare * (way + size);
  if (strayed > room) {
    report(findings, "center-of-mass", facts, step, strayed / room,
           "is " + shortText(strayed) + " m off after a way of " + shortText(way) + " m");
  }
}

}  // namespace tumble::fuzz
