// The free asymmetric top as an oracle for orientations: Jacobi's functions of jacobi.h in the engine's own types.
#pragma once
#include "support/jacobi.h"
#include "support/worlds.h"

namespace tumble::test {

/// Orientation of the asymmetric top with L along world z and axis 3 at azimuth phi: the rows of the matrix are the world
/// axes as the body sees them, z along l = I w.
inline Quat topOrientation(const FreeTop& top, double time, double phi) {
  double w[3];
  top.omega(time, w);
  const Vec3 z = normalized(Vec3{top.I1 * w[0], top.I2 * w[1], top.I3 * w[2]});
  const Vec3 u = normalized(Vec3{0, 0, 1} - z * z.z), v = cross(z, u);
  const Vec3 x = u * std::cos(phi) - v * std::sin(phi), y = u * std::sin(phi) + v * std::cos(phi);
  return fromMatrix(transpose(Mat3{x, y, z}));
}

/// A body with L along world z that is on the path of `top` at time 0, moved by `scheme`.
inline Body bodyOnTop(const FreeTop& top, MotionScheme scheme) {
  double w[3];
  top.omega(0, w);
  Body body = spinningBody({top.I1, top.I2, top.I3}, {w[0], w[1], w[2]});
  body.q = topOrientation(top, 0, 0);
  body.L = {0, 0, std::sqrt(top.squareMoment)};
  body.motion = scheme;
  syncSchemeOrientation(body);
  return body;
}

}  // namespace tumble::test
