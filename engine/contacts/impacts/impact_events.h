// Impact events, for whoever shows or measures impacts. A step writes them and never reads them.
//
// With v_n = n.(v_B + omega_B x r_B - v_A - omega_A x r_A) before, an impact of one point gives B the impulse J = j n (plus
// friction) and A its opposite, with j as in impact_law.h (Hecker 1997, "Physics, Part 4").
#pragma once
#include <cstddef>
#include <cstdint>

#include "math/quat.h"

namespace tumble {

/// State of a body right before the impact, and its impulse.
struct ImpactEventBody {
  std::uint32_t index = 0;  // in the body store
  Vec3 x;                   // m, centre of mass
  Quat q;                   // principal frame -> world
  Vec3 v, omega;            // m/s, rad/s
  Vec3 angularImpulse;      // N m s, about its centre of mass
};

struct ImpactEvent {
  ImpactEventBody a, b;
  Vec3 impulse;         // N s, on B; A got the opposite
  Vec3 normal;          // unit, from A to B
  Vec3 point;           // m, world: the mean of the points, weighted alike
  double approach = 0;  // m/s, v_n of the point that closed in fastest, negative
  double restitution = 0;
  double time = 0;      // s after the start of the step
  int pointCount = 0;   // points that met at once
};

/// Events kept of one step; further impacts are resolved, but leave no event.
constexpr std::size_t kMostImpactEvents = 256;

}  // namespace tumble
