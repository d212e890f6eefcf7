// An independent judge of two boxes, slow and in double: corners projected on axes, no formula shared with the engine.
#pragma once
#include <span>

#include "colliders/place_colliders.h"
#include "math/quat.h"

namespace tumble::test {

/// The same numbers on every platform.
struct Random {
  std::uint64_t state = 1;
  /// Uniform in [0, 1).
  double unit() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state >> 11) / 9007199254740992.0;
  }
  double between(double low, double high) { return low + (high - low) * unit(); }
  Vec3 inCube(double half) {
    const double x = between(-half, half), y = between(-half, half), z = between(-half, half);
    return {x, y, z};
  }
  Quat rotation() {
    for (;;) {
      const Vec3 v = inCube(1);
      const Quat q{v.x, v.y, v.z, between(-1, 1)};
      const double l = dot(q, q);
      if (l > 0.01 && l < 1) return normalized(q);
    }
  }
};

inline OrientedBox makeBox(Vec3 center, Quat q, Vec3f half) { return {center, toFloat(toMatrix(q)), half}; }
inline OrientedBox makeCube(Vec3 center, Quat q = {}) { return makeBox(center, q, {0.5f, 0.5f, 0.5f}); }

/// Greatest separation of the projections over all axes, m; negative: least overlap. Products of edges within `sineLimit`
/// of parallel are left out.
struct OracleAnswer {
  double separation = -1e300;
  Vec3 axis;  // unit, from a to b
};
inline OracleAnswer judge(const OrientedBox& a, const OrientedBox& b, double sineLimit = 0.005) {
  const OrientedBox* boxes[2] = {&a, &b};
  const auto project = [&](Vec3 axis, double low[2], double high[2]) {
    for (int k = 0; k < 2; ++k) {
      low[k] = 1e300, high[k] = -1e300;
      for (int corner = 0; corner < 8; ++corner) {
        Vec3 p = k == 0 ? Vec3{} : b.center - a.center;
        for (int i = 0; i < 3; ++i)
          p += toDouble(boxes[k]->axes.column(i)) * (static_cast<double>(boxes[k]->halfExtents[i]) * (corner >> i & 1 ? 1.0 : -1.0));
        const double d = dot(axis, p);
        low[k] = d < low[k] ? d : low[k];
        high[k] = d > high[k] ? d : high[k];
      }
    }
  };
  OracleAnswer best;
  const auto consider = [&](Vec3 axis) {
    double low[2], high[2];
    project(axis, low, high);
    const double forward = low[1] - high[0], backward = low[0] - high[1];
    const double s = forward > backward ? forward : backward;
    if (s > best.separation) best = {s, forward > backward ? axis : -axis};
  };
  for (int i = 0; i < 3; ++i) consider(normalized(toDouble(a.axes.column(i))));
  for (int i = 0; i < 3; ++i) consider(normalized(toDouble(b.axes.column(i))));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vec3 axis = cross(toDouble(a.axes.column(i)), toDouble(b.axes.column(j)));
      if (length(axis) >= sineLimit) consider(normalized(axis));
    }
  return best;
}

/// The colliders of all bodies, as a step places them.
inline void placeAll(ColliderStore& store, std::span<const Body> bodies, float dt) {
  makeRoom(store);
  for (const Body& body : bodies) {
    if (body.alive) placeColliders(store, body, dt);
  }
}

/// How far outside the box the point is (largest over its faces), m; `p` from the centre of the box, world axes.
inline double outside(const OrientedBox& box, Vec3 p) {
  double most = -1e300;
  for (int i = 0; i < 3; ++i) {
    const double t = dot(toDouble(box.axes.column(i)), p), d = (t < 0 ? -t : t) - static_cast<double>(box.halfExtents[i]);
    most = d > most ? d : most;
  }
  return most;
}

}  // namespace tumble::test
