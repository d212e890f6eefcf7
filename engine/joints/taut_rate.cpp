#include "joints/taut_rate.h"

#include <algorithm>

namespace tumble {
namespace {

/// 1/(kg m^2). The largest about an axis across the lever.
double inverseInertiaAcross(const Body& body, Vec3 anchor) {
  double most = 0;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 e;
    e[axis] = 1;
    const Vec3 across = cross(anchor, e);
    const double square = lengthSquared(across);
    if (square > 1e-6 * lengthSquared(anchor)) most = std::max(most, dot(across, scaled(body.inverseInertia, across)) / square);
  }
  return most;
}

}  // namespace

List<double> tautRates(const JointAssembly& s, std::span<const Body> bodies, std::span<const Vec3> forces) {
  List<double> squares(bodies.size());
  for (std::size_t i = 0; i < s.joints.size(); ++i) {
    const AssembledJoint& j = s.joints[i];
    if (isCoupling(j.joint.type)) continue;
    const auto add = [&](std::uint32_t index, const JointEnd& end, Vec3 pull) {
      if (index == kWorldEnd || s.masses[index].mass == 0) return;
      const Body& body = bodies[index];
      squares[index] += std::max(dot(pull, rotate(body.q, end.anchor)), 0.0) * inverseInertiaAcross(body, end.anchor);
    };
    add(j.a, j.joint.a, -forces[i]);
    add(j.b, j.joint.b, forces[i]);
  }
  return squares;
}

}  // namespace tumble
