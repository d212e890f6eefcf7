// One point under Coulomb's law, exactly: which impulse (p, q), p along the normal and q in the tangent plane, takes the relative
// velocity of the point from u to u + W (p, q) with
//     normal velocity >= target, p >= 0, one of them equal;    |q| <= mu p, and q takes the most energy that it may.
// For a given p the tangent part is the least of a quadratic form on a disc (a trust region), which is one equation for the
// multiplier of its edge; what then remains of the normal velocity is a continuous function of p that is below the target at p = 0 and
// grows like the Schur complement of W, or faster, where p is large. So there is a solution for every friction and every lever; sweeps
// over the normal and the tangents in turn do not find it where W couples them strongly, as in a slim rod at a shallow angle.
#pragma once
#include "math/vec3.h"

namespace tumble {

/// W of one point in the axes normal, tangent 1, tangent 2, with its tangent part diagonal in the axes (c, s), (-s, c).
struct PointResponseMatrix {
  double normal = 0;       // 1/kg, W_nn
  double coupling[2] = {}; // W_nt in the diagonal axes
  double moment[2] = {};   // the two eigenvalues of W_tt
  double c = 1, s = 0;
};

/// w: the 3 x 3 block by rows of the matrix `stride` apart.
PointResponseMatrix pointResponse(const double* w, int stride);

/// u: m/s, relative velocity without the impulse of this point (x along the normal). Returns the impulse, N s, in the same axes.
Vec3 coulombImpulse(const PointResponseMatrix& w, Vec3 u, double target, double friction);

}  // namespace tumble
