#include "contacts/impacts/coulomb_point.h"

#include <cmath>

#include "tuning.h"

namespace tumble {
namespace {

double magnitude(double x) { return x < 0 ? -x : x; }

struct Tangent {
  double x = 0, y = 0;
};

/// The q with |q| <= radius that minimises q.W_tt q / 2 + b.q, in the axes in which W_tt is diagonal.
Tangent leastOnDisc(const double (&moment)[2], Tangent b, double radius) {
  const double size = std::sqrt(b.x * b.x + b.y * b.y);
  if (!(size > 0) || !(radius > 0)) return {};
  const double most = moment[0] > moment[1] ? moment[0] : moment[1], tiny = 1e-12 * most;
  // A lower bound of the multiplier, since |q| >= size / (most + multiplier).
  double multiplier = size / radius - most;
  if (multiplier < 0) multiplier = 0;
  for (int round = 0; round < kTrustRounds; ++round) {
    const double x = moment[0] + multiplier, y = moment[1] + multiplier;
    const Tangent q{x > tiny ? -b.x / x : 0, y > tiny ? -b.y / y : 0};
    const double squared = q.x * q.x + q.y * q.y, length = std::sqrt(squared);
    if (length <= radius * (1 + 1e-15)) return q;
    // Newton's method on 1 / |q|, nearly linear in the multiplier: it never overshoots.
    const double slope = (x > tiny ? q.x * q.x / x : 0) + (y > tiny ? q.y * q.y / y : 0);
    const double next = multiplier + (length - radius) / radius * squared / slope;
    if (!(next > multiplier)) return {q.x * radius / length, q.y * radius / length};
    multiplier = next;
  }
  const Tangent q{-b.x / (moment[0] + multiplier), -b.y / (moment[1] + multiplier)};
  const double length = std::sqrt(q.x * q.x + q.y * q.y), scale = length > radius ? radius / length : 1;
  return {q.x * scale, q.y * scale};
}

}  // namespace

PointResponseMatrix pointResponse(const double* w, int stride) {
  PointResponseMatrix m;
  m.normal = w[0];
  const double xx = w[stride + 1], yy = w[2 * stride + 2], xy = w[stride + 2];
  // Jacobi rotation: xy becomes 0.
  if (magnitude(xy) > 1e-16 * (xx + yy)) {
    const double tau = (yy - xx) / (2 * xy), t = (tau < 0 ? -1 : 1) / (magnitude(tau) + std::sqrt(1 + tau * tau));
    m.c = 1 / std::sqrt(1 + t * t);
    m.s = -t * m.c;
    m.moment[0] = xx - t * xy;
    m.moment[1] = yy + t * xy;
  } else {
    m.moment[0] = xx, m.moment[1] = yy;
  }
  m.coupling[0] = m.c * w[1] + m.s * w[2];
  m.coupling[1] = m.c * w[2] - m.s * w[1];
  return m;
}

Vec3 coulombImpulse(const PointResponseMatrix& w, Vec3 u, double target, double friction) {
  const double closing = target - u.x;
  if (!(closing > 0) || !(w.normal > 0)) return {};
  if (friction == 0) return {closing / w.normal, 0, 0};
  const Tangent slip{w.c * u.y + w.s * u.z, w.c * u.z - w.s * u.y};
  Tangent q;
  const auto rest = [&](double p) {
    q = leastOnDisc(w.moment, {slip.x + w.coupling[0] * p, slip.y + w.coupling[1] * p}, friction * p);
    return w.normal * p + w.coupling[0] * q.x + w.coupling[1] * q.y - closing;
  };
  double low = 0, atLow = -closing, high = closing / w.normal, atHigh = rest(high);
  for (int round = 0; atHigh < 0 && round < kTrustRounds; ++round) {
    low = high, atLow = atHigh;
    high *= 2;
    atHigh = rest(high);
  }
  // Regula falsi with the Illinois rule: the residual at the end that stays is halved.
  int side = 0;
  double p = high;
  for (int round = 0; round < kTrustRounds && atHigh > 0; ++round) {
    p = (low * atHigh - high * atLow) / (atHigh - atLow);
    if (!(p > low && p < high)) p = 0.5 * (low + high);
    const double at = rest(p);
    if (magnitude(at) <= 1e-14 * closing || high - low <= 1e-15 * high) break;
    if (at > 0) {
      high = p, atHigh = at;
      if (side == 1) atLow *= 0.5;
      side = 1;
    } else {
      low = p, atLow = at;
      if (side == -1) atHigh *= 0.5;
      side = -1;
    }
  }
  return {p, w.c * q.x - w.s * q.y, w.s * q.x + w.c * q.y};
}

}  // namespace tumble
