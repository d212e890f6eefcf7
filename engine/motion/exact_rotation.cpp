#include "motion/exact_rotation.h"

#include <cstdint>

#include "assertion.h"
#include "math/elliptic.h"
#include "math/rotation_vector.h"
#include "math/trigonometry.h"

namespace tumble {
namespace {

/// Longest panel of the quadrature in u. The nearest pole of dn is pi/2 or more off the real axis: at 0.5 eight points leave
/// 1e-17 of the integral.
constexpr double kLongestPanel = 0.5;
constexpr int kMostPanels = 512;
/// u from which on dn(u, 1) = 1 / cosh u is less than the rounding of 1.
constexpr double kDiedAway = 50;
/// Share of M omega below which |l x omega| is less than the rounding of l.
constexpr double kSteady = 1e-16;

constexpr int kNodes = 8;
constexpr double kNode[kNodes] = {-0.9602898564975363, -0.7966664774136267, -0.5255324099163290, -0.1834346424956498,
                                  0.1834346424956498,  0.5255324099163290,  0.7966664774136267,  0.9602898564975363};
constexpr double kWeight[kNodes] = {0.1012285362903763, 0.2223810344533745, 0.3137066458778873, 0.3626837833783620,
                                    0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763};

double magnitude(double x) { return x < 0 ? -x : x; }
double square(double x) { return x * x; }

/// The motion of l in body axes, at the start of the step. l is not steady.
struct EllipticTop {
  int one, two, three;  // body axes
  double m1, m2, m3;    // amplitudes l1m, l2m, l3m
  double side;          // sign of l3
  double rate;          // u', 1/s, with its sign
  EllipticModulus modulus;
  JacobiFunctions start;
};

/// Whether l stands still in the body. By the differences of the moments: for equal ones it vanishes to the bit.
bool isSteady(Vec3 l, Vec3 omega, Vec3 moments) {
  Vec3 change;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    change[i] = l[j] * omega[k] * ((moments[j] - moments[k]) / moments[j]);
  }
  return !(dot(change, change) > square(kSteady) * dot(l, l) * dot(omega, omega));
}

EllipticTop topOf(Vec3 l, Vec3 moments) {
  TUMBLE_ASSERT(moments.x > 0 && moments.y > 0 && moments.z > 0, "a top has moments of inertia");
  int low = 0, middle = 1, high = 2;
  const auto order = [&](int& a, int& b) {
    if (moments[b] < moments[a]) {
      const int t = a;
      a = b;
      b = t;
    }
  };
  order(low, middle), order(middle, high), order(low, middle);
  const double I2 = moments[middle];
  // M^2 - 2 E I2
  const double split = square(l[high]) * (moments[high] - I2) / moments[high] - square(l[low]) * (I2 - moments[low]) / moments[low];
  EllipticTop top;
  top.three = split > 0 || moments[low] == I2 ? high : low;
  top.one = low + high - top.three;
  top.two = middle;
  const double I1 = moments[top.one], I3 = moments[top.three];
  const double l1 = l[top.one], l2 = l[middle], l3 = l[top.three];
  const double d31 = magnitude(I3 - I1), d32 = magnitude(I3 - I2), d21 = magnitude(I2 - I1);
  const double p = l1 * l1 * d31 / I1 + l2 * l2 * d32 / I2, r = l2 * l2 * d21 / I2 + l3 * l3 * d31 / I3;
  top.side = l3 < 0 ? -1 : 1;
  top.m1 = std::sqrt(I1 * p / d31);
  top.m2 = std::sqrt(I2 * p / d32);
  top.m3 = std::sqrt(I3 * r / d31);
  const double k2 = d21 * p / (d32 * r), complement = d31 * magnitude(split) / (d32 * r);
  top.modulus = {k2 < 1 ? k2 : 1, complement < 1 ? complement : 1};
  top.start = {l2 / top.m2, l1 / top.m1, magnitude(l3) / top.m3};
  // l2' = l3 l1 (1/I1 - 1/I3) for axes 1, 2, 3 in cyclic order, and its opposite otherwise.
  const bool isCyclic = (top.one + 1) % 3 == middle;
  const double direction = top.side * (isCyclic ? 1 : -1) * (I3 > I1 ? 1 : -1);
  top.rate = direction * std::sqrt(d32 * r / (I1 * I2 * I3));
  return top;
}

/// The integral of phi' over `time`, rad, from where the functions are `start`.
double integral(const EllipticTop& top, const JacobiFunctions& start, double M, double twiceEnergy, double I3, double time) {
  const double wanted = magnitude(top.rate * time) / kLongestPanel;
  const int panels = wanted < kMostPanels ? static_cast<int>(wanted) + 1 : kMostPanels;
  const double half = 0.5 * time / panels;
  double sum = 0;
  for (int i = 0; i < panels; ++i) {
    const double middle = (2 * i + 1) * half;
    for (int k = 0; k < kNodes; ++k) {
      const double t = middle + half * kNode[k];
      const JacobiFunctions now = sumOf(start, jacobiFunctions(top.rate * t, top.modulus), top.modulus);
      const double l3 = top.m3 * now.dn;
      sum += kWeight[k] * (twiceEnergy + M * l3 / I3) / (M + l3);
    }
  }
  return sum * half;
}

/// The third angle after `time`, rad. phi' is a function of dn, which is even with the period 2 K: half a period is integrated
/// for all whole ones, and then the rest. For infinite K dn decays to 0, and phi' becomes constant.
double angleAfter(const EllipticTop& top, double M, double twiceEnergy, double I3, double time) {
  const double K = quarterPeriod(top.modulus), u = magnitude(top.rate * time);
  if (K > kDiedAway) {
    if (!(u > 2 * kDiedAway)) return integral(top, top.start, M, twiceEnergy, I3, time);
    const double moving = time * (2 * kDiedAway / u);
    return integral(top, top.start, M, twiceEnergy, I3, moving) + twiceEnergy / M * (time - moving);
  }
  if (!(u > 2 * K)) return integral(top, top.start, M, twiceEnergy, I3, time);
  const double periods = static_cast<double>(static_cast<std::int64_t>(u / (2 * K))), quarter = time * (K / u);
  const double half = integral(top, {0, 1, 1}, M, twiceEnergy, I3, quarter);
  return 2 * periods * half + integral(top, top.start, M, twiceEnergy, I3, time - 2 * periods * quarter);
}

/// Shortest turn from the unit vector `from` to the unit vector `to`, which do not point against each other.
Quat shortestTurn(Vec3 from, Vec3 to) {
  const Vec3 c = cross(from, to);
  return normalized(Quat{c.x, c.y, c.z, 1 + dot(from, to)});
}

}  // namespace

Quat exactRotation(Quat q, Vec3 L, Vec3 moments, double time) {
  const double M = length(L);
  if (M < kStill || time == 0) return q;
  const Vec3 l = inverseRotate(q, L);
  const Vec3 omega{l.x / moments.x, l.y / moments.y, l.z / moments.z};
  const double twiceEnergy = dot(l, omega);
  if (isSteady(l, omega, moments)) return normalized(fromAxisAngle(L * (1 / M), twiceEnergy / M * time) * q);

  const EllipticTop top = topOf(l, moments);
  const JacobiFunctions end = sumOf(top.start, jacobiFunctions(top.rate * time, top.modulus), top.modulus);
  Vec3 axis, later;
  axis[top.three] = top.side;
  later[top.one] = top.m1 * end.cn;
  later[top.two] = top.m2 * end.sn;
  later[top.three] = top.side * top.m3 * end.dn;
  const double phi = angleAfter(top, M, twiceEnergy, moments[top.three], time);
  const Quat before = shortestTurn(normalized(l), axis), after = shortestTurn(normalized(later), axis);
  return normalized(q * conjugate(before) * fromAxisAngle(axis, phi) * after);
}

}  // namespace tumble
