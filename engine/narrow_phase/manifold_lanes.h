// Four manifolds in the making, one a lane, and the impulses of the previous ones.
#pragma once
#include <cstdint>

#include "math/wide.h"
#include "narrow_phase/manifold.h"

namespace tumble {

/// The fields of Manifold, [component][lane].
struct ManifoldLanes {
  alignas(16) float normal[3][4];
  struct Point {
    alignas(16) float position[3][4], separation[4];
    alignas(16) std::uint32_t feature[4];
  } points[kMaxManifoldPoints];
  int count[4] = {};
  std::uint8_t axis[4] = {};
};

inline Vec3x4 load(const float (&v)[3][4]) { return {load(v[0]), load(v[1]), load(v[2])}; }
inline void store(float (&to)[3][4], Vec3x4 v) {
  store(to[0], v.x);
  store(to[1], v.y);
  store(to[2], v.z);
}

/// [point][lane]: the features of four manifolds; kNoFeature beyond their number.
struct FeatureLanes {
  alignas(16) std::uint32_t feature[kMaxManifoldPoints][4];
};
constexpr std::uint32_t kNoFeature = ~0u;

FeatureLanes featuresOf(const Manifold* const (&manifolds)[4]);

/// Replaces *manifolds[i], for each bit i of `lanes`, by lane i of `made`. A point gets the impulse of the previous point of the same
/// feature, or else of the nearest one within 4 `slop` (m) that is left. `features`: of the previous manifolds.
void replaceManifolds(const ManifoldLanes& made, const FeatureLanes& features, F32x4 slop, int lanes, Manifold* const (&manifolds)[4]);

}  // namespace tumble
