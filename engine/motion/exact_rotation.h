// Rotation of a body no torque acts on, in closed form: Jacobi's elliptic functions. The reference for the other schemes.
//
// l = R^T L is the angular momentum in body axes. Axis 3 is that of the largest moment where M^2 > 2 E I2, else that of the
// smallest; 1 is the other extreme and 2 the middle one. Then l3 never vanishes, and
//     l1 = l1m cn u,   l2 = l2m sn u,   l3 = l3m dn u,   u' = +-lambda
//     p = |2 E I3 - M^2| = l1^2 |I3 - I1| / I1 + l2^2 |I3 - I2| / I2       (sums of positive terms: nothing cancels)
//     r = |M^2 - 2 E I1| = l2^2 |I2 - I1| / I2 + l3^2 |I3 - I1| / I3
//     l1m^2 = I1 p / |I3 - I1|,  l2m^2 = I2 p / |I3 - I2|,  l3m^2 = I3 r / |I3 - I1|
//     lambda^2 = |I3 - I2| r / (I1 I2 I3),   k^2 = |I2 - I1| p / (|I3 - I2| r)        (Landau-Lifshitz, "Mechanics", 37)
// The third angle: with e the direction of axis 3 on the side of l, and S(l) the shortest turn from l to e, the orientation is
// R = (turn by phi about L) S(l). The angular velocity of S stands across l/M + e, so
//     phi' = omega.(l/M + e) / (1 + l.e/M) = (2 E + M |l3| / I3) / (M + |l3|),
// which is smooth for every motion; its integral (elliptic, of the third kind) is taken by Gauss-Legendre quadrature of 8
// points over panels so short that it is exact to rounding.
//
// Where two moments are equal this is the symmetric top: k = 0, and sn, cn, dn are sine, cosine and 1. What it cannot say is a
// motion in which l stands still, for then amplitudes vanish and k is 0/0: a cube, a spin about an axis, a symmetric body that
// turns across its axis. All these are one case, l x omega = 0, and a turn about L at the rate 2 E / M.
#pragma once
#include "math/quat.h"

namespace tumble {

/// Orientation after `time` seconds. q: principal frame -> world; L: world axes, kg m^2/s, constant; moments: kg m^2.
Quat exactRotation(Quat q, Vec3 L, Vec3 moments, double time);

}  // namespace tumble
