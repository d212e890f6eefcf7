// A blow: what one impact did, for those who want to see it. Written while a step runs, read by nothing of the engine.
//
// With v_n = n.(v_B + omega_B x r_B - v_A - omega_A x r_A) before, an impact of one point gives B the impulse J = j n (plus
// friction) and A its opposite, with j as in impact_law.h (Hecker 1997, "Physics, Part 4").
#pragma once
#include <cstddef>
#include <cstdint>

#include "math/quat.h"

namespace tumble {

/// Where a body was and how it moved right before the blow, and what it got.
struct ImpactedBody {
  std::uint32_t index = 0;  // in the body store
  Vec3 x;                   // m, centre of mass
  Quat q;                   // principal frame -> world
  Vec3 v, omega;            // m/s, rad/s
  Vec3 angularImpulse;      // N m s, about its centre of mass
};

struct Impact {
  ImpactedBody a, b;
  Vec3 impulse;         // N s, on B; A got the opposite
  Vec3 normal;          // unit, from A to B
  Vec3 point;           // m, world: the mean of the points, weighted alike
  double approach = 0;  // m/s, v_n of the point that closed in fastest, negative
  double restitution = 0;
  double time = 0;      // s after the start of the step
  int pointCount = 0;   // points that met at once
};

/// Blows kept of one step; the rest is resolved like these but not told.
constexpr std::size_t kMostRecordedImpacts = 256;

}  // namespace tumble
