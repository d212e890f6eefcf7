// Coulomb's law at one point, exactly: the impulse (p, q), p along the normal and q in the tangent plane, that changes the relative velocity of
// the point from u to u + W (p, q) with
//     0 <= p  perpendicular to  u_n+ - target >= 0;    |q| <= mu p, and q dissipates the most energy.
// For a given p, q minimises a quadratic form on a disc (a trust-region problem): one equation for the multiplier. u_n+ is then a continuous
// function of p, below the target at p = 0, that grows at least like the Schur complement of W for large p. So a solution exists for every
// friction and every lever. Sweeps over normal and tangents in turn miss it where W couples them strongly, as for a slim rod at a shallow angle.
#pragma once
#include "math/vec3.h"

namespace tumble {

/// W of one point in the axes normal, tangent 1, tangent 2, with its tangent part diagonal in the axes (c, s), (-s, c).
struct PointResponseMatrix {
  double normal = 0;        // 1/kg, W_nn
  double coupling[2] = {};  // W_nt in the diagonal axes
  double moment[2] = {};    // the two eigenvalues of W_tt
  double c = 1, s = 0;
};

/// w: a 3 x 3 block of a matrix; stride: distance of its rows.
PointResponseMatrix pointResponse(const double* w, int stride);

/// u: m/s, relative velocity without the impulse of this point (x along the normal). Returns the impulse, N s, in the same axes.
Vec3 coulombImpulse(const PointResponseMatrix& w, Vec3 u, double target, double friction);

}  // namespace tumble
