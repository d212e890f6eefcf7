// Four manifolds while they are made, one in each lane, and what passes to them from the step before.
#pragma once
#include <cstdint>

#include "narrow_phase/manifold.h"
#include "math/wide.h"

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

/// Replaces *manifolds[i], for each bit i of `lanes`, by the one made for it. Its impulses carry over: to the point with the same
/// feature, else to the nearest point within four times `slop` (m) that has none yet. `features` are those of the manifolds now.
void replaceManifolds(const ManifoldLanes& made, const FeatureLanes& features, F32x4 slop, int lanes, Manifold* const (&manifolds)[4]);

}  // namespace tumble
