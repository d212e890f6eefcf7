// The contact manifold of two colliders: up to four points on one plane.
#pragma once
#include <cstdint>

#include "math/vec3.h"

namespace tumble {

constexpr int kMaxManifoldPoints = 4;

/// A vector and the number after it are read as four floats at once (contacts/prepare_rows.cpp).
struct ManifoldPoint {
  Vec3f position;        // m, from the centre of collider A, world axes, midway between the two surfaces
  float separation = 0;  // m, negative when they overlap
  Vec3f positionB;       // m, the same point from the centre of collider B: exact to the size of B where A is huge
  float normalImpulse = 0;    // N s in the last substep; carried over by feature, 0 for a new point
  std::uint32_t feature = 0;  // which vertex/edge pair made the point; the same while the same features touch
};

struct Manifold {
  Vec3f normal;         // unit, from A to B, world axes
  std::int32_t count = 0;  // 0: not touching
  Vec3f frictionImpulse;   // N s in the last substep, in the contact plane, world axes, on B
  float twistImpulse = 0;  // N m s in the last substep, about the normal, on B
  std::uint32_t axis = 0;  // separating axis of the last test, for hysteresis (0: none yet)
  ManifoldPoint points[kMaxManifoldPoints];  // the first `count`; the others hold whatever was there before
};

/// Whether a number can be Manifold::axis: 0, or 1 + one of the 15 axes, + 16 where the normal runs against it.
constexpr bool isAxis(std::uint32_t axis) { return axis == 0 || (axis < 32 && (axis - 1) % 16 < 15); }

/// Manifold::axis of a normal along the axis of that number, or against it.
constexpr std::uint32_t axisCode(int axis, bool backward) { return 1u + static_cast<std::uint32_t>(axis) + (backward ? 16u : 0u); }

}  // namespace tumble
