// A body that met NaN, or is beyond all reach, is put back and frozen: it harms no other.
#pragma once
#include "tuning.h"
#include "world/world.h"

namespace tumble {

/// True for a body whose state is finite and within kFarthest and kFastest.
inline bool isWithinReach(const Body& body) {
  // What is below a bound is finite, and beside x and v most bodies have only q and L.
  const bool plain = body.type == BodyType::dynamic && body.motion == MotionScheme::automatic;
  return dot(body.x, body.x) < kFarthest * kFarthest && dot(body.v, body.v) < kFastest * kFastest &&
         (plain ? isFinite(body.q) && isFinite(body.L) : isFinite(body));
}

/// Puts the body (index in the body store) back to its last good pose, stops it, freezes it, and says so in the report.
void freeze(World& world, std::uint32_t index);

}  // namespace tumble
