#include "world/joint_rate.h"

namespace tumble {
namespace {

struct End {
  Vec3 point, velocity, angularVelocity;  // of the anchor, world
  Quat orientation;                       // axes of the joint -> world
};

End endOf(const BodyStore& bodies, const JointEnd& end) {
  const Body* const body = findBody(bodies, end.body);
  if (!body) return {end.anchor, {}, {}, end.frame};
  const Vec3 point = body->x + rotate(body->q, end.anchor);
  return {point, velocityAt(*body, point), angularVelocity(*body), body->q * end.frame};
}

}  // namespace

double jointRate(const BodyStore& bodies, const Joint& joint) {
  if (!joint.alive || !hasCoordinate(joint.type)) return 0;
  const End a = endOf(bodies, joint.a), b = endOf(bodies, joint.b);
  const Vec3 axis = rotate(a.orientation, {1, 0, 0});
  if (joint.type == JointType::hinge) return dot(axis, b.angularVelocity - a.angularVelocity);
  return dot(axis, b.velocity - a.velocity - cross(a.angularVelocity, b.point - a.point));
}

}  // namespace tumble
