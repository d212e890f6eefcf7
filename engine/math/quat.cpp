#include "math/quat.h"

#include "assertion.h"
#include "math/trigonometry.h"
#include "tuning.h"

namespace tumble {

Quat fromMatrix(const Mat3& m) {
  const double xx = m.cx.x, yy = m.cy.y, zz = m.cz.z, trace = xx + yy + zz;
  Quat q;
  if (trace >= xx && trace >= yy && trace >= zz) {
    q = {m.cy.z - m.cz.y, m.cz.x - m.cx.z, m.cx.y - m.cy.x, 1 + trace};
  } else if (xx >= yy && xx >= zz) {
    q = {1 + xx - yy - zz, m.cx.y + m.cy.x, m.cx.z + m.cz.x, m.cy.z - m.cz.y};
  } else if (yy >= zz) {
    q = {m.cx.y + m.cy.x, 1 - xx + yy - zz, m.cy.z + m.cz.y, m.cz.x - m.cx.z};
  } else {
    q = {m.cx.z + m.cz.x, m.cy.z + m.cz.y, 1 - xx - yy + zz, m.cx.y - m.cy.x};
  }
  return normalized(q);
}

Quat fromAxisAngle(Vec3 axis, double angle) {
  // What is not a number passes: the guard at the end of the step freezes it.
  TUMBLE_ASSERT(!(std::abs(dot(axis, axis) - 1) >= kUnitSquare), "the axis of a rotation is a unit vector");
  const SineCosine h = sineCosine(0.5 * angle);
  return {axis.x * h.sine, axis.y * h.sine, axis.z * h.sine, h.cosine};
}

}  // namespace tumble
