// A body that met NaN, or is beyond all reach, is put back, cleaned and frozen: it harms no other, and no NaN stays in the state.
#pragma once
#include "tuning.h"
#include "world/world.h"

namespace tumble {

/// True for a body that turns slower than kFastestSpin; false for NaN.
bool turnsSlowly(const Body& body);

/// True for a body whose state is finite and within kFarthest, kFastest and kFastestSpin, and whose orientation is unit.
inline bool isWithinReach(const Body& body) {
  if (!(dot(body.x, body.x) < kFarthest * kFarthest && dot(body.v, body.v) < kFastest * kFastest)) return false;
  const double defect = dot(body.q, body.q) - 1;
  if (!(defect < kUnitSquare && defect > -kUnitSquare)) return false;
  const bool plain = body.type == BodyType::dynamic && body.motion == MotionScheme::automatic;
  // |omega| is at most |L| over the least moment, and most bodies turn slowly even so.
  const Vec3 i = body.inverseInertia;
  const double most = i.x > i.y ? (i.x > i.z ? i.x : i.z) : (i.y > i.z ? i.y : i.z), bound = kFastestSpin * kFastestSpin;
  if (plain && dot(body.L, body.L) * (most * most) < bound) return true;
  return (plain || isFinite(body)) && turnsSlowly(body);
}

/// Puts the body (index in the body store) back to its last good pose, stops it, freezes it, and says so in the report.
void freeze(World& world, std::uint32_t index);

/// When a body froze in this step: takes every number that is not finite out of its contacts and those of its neighbours.
void cleanContacts(World& world);

}  // namespace tumble
