// The contact manifold of two colliders: up to four points on one plane.
#pragma once
#include <cstdint>

#include "math/vec3.h"

namespace tumble {

constexpr int kMaxManifoldPoints = 4;

/// Read as four floats at once.
struct ManifoldPoint {
  Vec3f position;        // m, from the centre of collider A, world axes, midway between the two surfaces
  float separation = 0;  // m, negative when they overlap
};

/// Two cache lines. A vector and the number after it are read as four floats at once.
struct alignas(64) Manifold {
  Vec3f normal;            // unit, from A to B, world axes
  std::uint8_t count = 0;  // of points; 0: not touching
  std::uint8_t axis = 0;   // separating axis of the last test, for hysteresis (0: none yet); of a sphere and a box any face of the box
  Vec3f frictionImpulse;   // N s in the last substep, in the contact plane, world axes, on B
  float twistImpulse = 0;  // N m s in the last substep, about the normal, on B
  float normalImpulse[kMaxManifoldPoints] = {};    // N s in the last substep; copied by feature; those beyond `count` are undefined
  std::uint16_t feature[kMaxManifoldPoints] = {};  // the two features that touch there (box_pair.h)
  ManifoldPoint points[kMaxManifoldPoints];        // the first `count`; the others are undefined
};
static_assert(sizeof(Manifold) == 128);

/// Whether the last substep left an impulse: the contact bears, and is not new.
inline bool hasNormalImpulse(const Manifold& manifold) {
  for (int i = 0; i < manifold.count; ++i)
    if (manifold.normalImpulse[i] > 0) return true;
  return false;
}

/// Keeps the points for which keep(point), in their order.
template <class Keep> void keepPoints(Manifold& manifold, Keep keep) {
  int kept = 0;
  for (int k = 0; k < manifold.count; ++k) {
    if (!keep(manifold.points[k])) continue;
    manifold.points[kept] = manifold.points[k];
    manifold.feature[kept] = manifold.feature[k];
    manifold.normalImpulse[kept] = manifold.normalImpulse[k];
    ++kept;
  }
  manifold.count = static_cast<std::uint8_t>(kept);
}

/// Whether a number can be Manifold::axis: 0, or 1 + one of the 15 axes, + 16 where the normal runs against it.
constexpr bool isAxis(unsigned axis) { return axis == 0 || (axis < 32 && (axis - 1) % 16 < 15); }

/// The axis number of Manifold::axis, -1 for none.
constexpr int axisNumber(int code) { return code == 0 ? -1 : (code - 1) & 15; }

/// Whether the normal is that of a face of A, or of B.
constexpr bool isFaceOfA(unsigned axis) { return axis != 0 && axisNumber(static_cast<int>(axis)) < 3; }
constexpr bool isFaceOfB(unsigned axis) { return axisNumber(static_cast<int>(axis)) >= 3 && axisNumber(static_cast<int>(axis)) < 6; }

/// The normal of a face that turns by the small angle.
inline Vec3f turnedBy(Vec3f normal, Vec3f angle) { return angle == Vec3f{} ? normal : normalized(normal + cross(angle, normal)); }

/// Manifold::axis of a normal along the axis of that number, or against it.
constexpr std::uint8_t axisCode(int axis, bool backward) { return static_cast<std::uint8_t>(1 + axis + (backward ? 16 : 0)); }

}  // namespace tumble
