#include "bodies/planar.h"

namespace tumble {

void lockInertia(Body& body, const Mat3& tensor, Quat bodyOrientation) {
  const double moment = similarity(toMatrix(bodyOrientation), tensor).cz.z, locked = kLockedInertia * moment;
  body.principalToBody = conjugate(bodyOrientation);
  body.inertia = {locked, locked, moment};
  body.inverseInertia = {1 / locked, 1 / locked, 1 / moment};
}

void constrainToPlane(Body& body) {
  body.v.z = 0;
  body.L.x = body.L.y = 0;
  if (body.q.x == 0 && body.q.y == 0) return;
  const Quat turn{0, 0, body.q.z, body.q.w};
  body.q = dot(turn, turn) > 0 ? normalized(turn) : Quat{};
}

}  // namespace tumble
