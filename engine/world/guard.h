// A body that met NaN, or is beyond all reach, is put back and frozen: it harms no other.
#pragma once
#include "tuning.h"
#include "world/world.h"

namespace tumble {

/// True for a body whose state is finite and within kFarthest and kFastest.
inline bool isWithinReach(const Body& body) {
  if (!(dot(body.x, body.x) < kFarthest * kFarthest && dot(body.v, body.v) < kFastest * kFastest)) return false;
  // What is below a bound is finite, and beside x and v most bodies have only q and L. Their sum is finite
  // only where all of them are; one that overflows is out of reach too.
  const Quat q = body.q;
  const Vec3 L = body.L;
  const double sum = (q.x + q.y) + (q.z + q.w) + (L.x + L.y + L.z);
  const bool plain = body.type == BodyType::dynamic && body.motion == MotionScheme::automatic;
  return plain ? sum - sum == 0 : isFinite(body);
}

/// Puts the body (index in the body store) back to its last good pose, stops it, freezes it, and says so in the report.
void freeze(World& world, std::uint32_t index);

}  // namespace tumble
