// Freezes a body with a non-finite state, or outside the world, at its last good pose: no other body is affected, and no NaN stays in the state.
#pragma once
#include "tuning.h"
#include "world/world.h"

namespace tumble {

/// True for a body that turns slower than kFastestSpin; false for NaN.
bool turnsSlowly(const Body& body);

/// True for a body with a finite state within kFarthest, kFastest and kFastestSpin, and a unit quaternion.
inline bool isInsideWorld(const Body& body) {
  if (!(dot(body.x, body.x) < kFarthest * kFarthest && dot(body.v, body.v) < kFastest * kFastest)) return false;
  const double defect = dot(body.q, body.q) - 1;
  if (!(defect < kUnitSquare && defect > -kUnitSquare)) return false;
  const bool plain = body.type == BodyType::dynamic && body.motion == MotionScheme::automatic;
  // |omega| <= |L| / least moment: most bodies pass by this bound.
  const Vec3 i = body.inverseInertia;
  const double most = i.x > i.y ? (i.x > i.z ? i.x : i.z) : (i.y > i.z ? i.y : i.z), bound = kFastestSpin * kFastestSpin;
  if (plain && dot(body.L, body.L) * (most * most) < bound) return true;
  return (plain || isFinite(body)) && turnsSlowly(body);
}

/// Freezes the body at its last good pose, at rest, and reports it.
void freeze(World& world, std::uint32_t index);

/// The pose to which a body was moved becomes its last good one, or the body freezes.
inline void acceptPose(World& world, std::uint32_t index) {
  Body& body = world.bodies.bodies[index];
  if (!isInsideWorld(body)) return freeze(world, index);
  body.lastGoodX = body.x;
  body.lastGoodQ = body.q;
}

/// When a body froze in this step: removes all contacts and references with non-finite numbers. Call at the end of each part of the step: the next
/// one begins with what they say.
void cleanContacts(World& world);

}  // namespace tumble
