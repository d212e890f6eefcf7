// Principal axes of a symmetric tensor by cyclic Jacobi rotations.
//
// One rotation in the plane (p, q) by theta makes I_pq vanish:
//   cot 2theta = (I_qq - I_pp) / (2 I_pq) = r,   t = tan theta = sign(r) / (|r| + sqrt(r^2 + 1)),   |theta| <= 45 degrees
// With the smaller angle every axis stays near the one it came from, so the order of the moments is the order of the body's
// own axes and does not depend on rounding. A sweep over the three planes squares the off-diagonal part.
// Source: C. G. J. Jacobi, "Ueber ein leichtes Verfahren, die in der Theorie der Saecularstoerungen vorkommenden Gleichungen
// numerisch aufzuloesen", 1846.
#include "shapes/mass_properties.h"

namespace tumble {
namespace {

/// Products of inertia below this share of the trace are rounding errors of a diagonal tensor. Without it the
/// rounding errors of a cube built of several boxes would rotate its axes by 45 degrees.
constexpr double kDiagonalTolerance = 1e-15;
constexpr int kMaxSweeps = 16;  // 5 to 6 are needed; the bound is for tensors that are not finite

double magnitude(double x) { return x < 0 ? -x : x; }

/// Turns `tensor` and `axes` in the plane of the axes p and q.
void rotatePlane(double (&tensor)[3][3], Mat3& axes, int p, int q) {
  const double product = tensor[p][q];
  if (product == 0) return;
  const double r = (tensor[q][q] - tensor[p][p]) / (2 * product);
  const double t = (r < 0 ? -1 : 1) / (magnitude(r) + std::sqrt(r * r + 1));
  const double c = 1 / std::sqrt(t * t + 1), s = t * c;
  const int k = 3 - p - q;  // the axis that stays
  const double kp = tensor[k][p], kq = tensor[k][q];
  tensor[p][p] -= t * product;
  tensor[q][q] += t * product;
  tensor[p][q] = tensor[q][p] = 0;
  tensor[k][p] = tensor[p][k] = c * kp - s * kq;
  tensor[k][q] = tensor[q][k] = s * kp + c * kq;
  const Vec3 axisP = axes.column(p), axisQ = axes.column(q);
  axes.column(p) = axisP * c - axisQ * s;
  axes.column(q) = axisP * s + axisQ * c;
}

}  // namespace

PrincipalAxes principalAxes(const Mat3& tensor) {
  double t[3][3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) t[i][j] = 0.5 * (tensor.column(j)[i] + tensor.column(i)[j]);
  }
  const double negligible = kDiagonalTolerance * (magnitude(t[0][0]) + magnitude(t[1][1]) + magnitude(t[2][2]));
  const auto isDiagonal = [&] {
    return magnitude(t[0][1]) <= negligible && magnitude(t[0][2]) <= negligible && magnitude(t[1][2]) <= negligible;
  };

  if (isDiagonal()) return {{t[0][0], t[1][1], t[2][2]}, Quat{}};
  Mat3 axes;  // columns, in body axes
  for (int sweep = 0; sweep < kMaxSweeps && !isDiagonal(); ++sweep) {
    rotatePlane(t, axes, 0, 1);
    rotatePlane(t, axes, 0, 2);
    rotatePlane(t, axes, 1, 2);
  }
  // Rotations keep the determinant at +1, so the axes are right-handed.
  Quat orientation = fromMatrix(axes);
  if (orientation.w < 0) orientation = {-orientation.x, -orientation.y, -orientation.z, -orientation.w};
  return {{t[0][0], t[1][1], t[2][2]}, orientation};
}

}  // namespace tumble
