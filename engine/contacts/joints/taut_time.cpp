#include "contacts/joints/taut_time.h"

#include <algorithm>
#include <cmath>

#include "contacts/contact_solver.h"

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

double tautTime(const ContactSolver& solver, double time) {
  double fastest = 0;  // omega^2, 1/s^2
  List<double> squares;
  for (const JointedContacts& group : solver.jointed) {
    if (!group.touched) continue;
    squares.assign(group.bodies.size(), 0);
    for (const AssembledJoint& j : group.assembly.joints) {
      if (isCoupling(j.joint.type)) continue;
      const Vec3 force = j.impulse * (1 / time);  // on b
      const auto add = [&](std::uint32_t index, const JointEnd& end, Vec3 pull) {
        if (index == kWorldEnd || group.solver[index] == 0) return;
        const Body& body = group.bodies[index];
        squares[index] += std::max(dot(pull, rotate(body.q, end.anchor)), 0.0) * inverseInertiaAcross(body, end.anchor);
      };
      add(j.a, j.joint.a, -force);
      add(j.b, j.joint.b, force);
    }
    for (const double square : squares) fastest = std::max(fastest, square);
  }
  return fastest > 0 ? 1 / std::sqrt(fastest) : kNeverTaut;
}

}  // namespace tumble
